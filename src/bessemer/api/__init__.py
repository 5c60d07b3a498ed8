"""Translates HTTP to a service call and back."""
