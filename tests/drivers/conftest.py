"""Keeps the tests that a package brings along to those who have it installed."""

collect_ignore = ["outside"]
