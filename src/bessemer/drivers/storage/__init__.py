"""Remote volumes of machines."""
