"""Pretends to be hardware, for trying out and for tests."""
