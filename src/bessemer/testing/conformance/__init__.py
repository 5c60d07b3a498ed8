"""Suites of tests for authors of drivers, one for each kind of interface, that any driver passes."""
