"""Stands in where a machine has nothing that could do something."""
