"""Decisions: questions answered from given facts, with nothing changed."""
