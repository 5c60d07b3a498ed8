"""Facts and the only SQL; knows the three databases."""
