"""Tests with the clients that operators have, unmodified from the package index."""
