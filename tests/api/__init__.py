"""Tests through the application and through its real clients."""
