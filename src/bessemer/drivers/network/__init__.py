"""Networks that machines are attached to."""
