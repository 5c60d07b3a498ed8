"""Renders and publishes what a machine fetches while booting."""
