"""Fakes, builders and conformance suites for the tests and for authors of drivers."""
