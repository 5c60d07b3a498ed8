"""The conductors that serve nodes."""

from bessemer.api.resources.plain import Deeds, Paths, plain_routes
from bessemer.model.conductor import CONDUCTOR

ROUTES = plain_routes(CONDUCTOR, Deeds(), Paths(detail=False))
"""Conductors."""
