"""Drives machines that somebody cranks: a package of somebody else's, as Bessemer finds it installed."""
