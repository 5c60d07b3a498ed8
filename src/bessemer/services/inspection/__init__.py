"""Inspections: the rules for what machines report, and the reports themselves."""
