"""Finds out who is asking."""
