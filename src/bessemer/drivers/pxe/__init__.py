"""Booting machines over the network."""
