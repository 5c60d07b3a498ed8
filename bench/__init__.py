"""Measures how fast and how big the server is, against what the machine itself needs for the same work."""
