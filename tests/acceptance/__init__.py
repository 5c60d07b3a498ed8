"""Tests with real processes, some of which are killed."""
