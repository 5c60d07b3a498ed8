"""Serves the pages for operators."""
