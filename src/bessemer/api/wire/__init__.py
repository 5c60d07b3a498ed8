"""Shapes of what goes out: which fields a version shows, and how each is written."""
