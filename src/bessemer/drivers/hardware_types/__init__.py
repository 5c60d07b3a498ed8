"""The families of hardware there are, as lists of the interfaces they support."""
