"""Joins the rooms into a server; the only place that knows them all."""
