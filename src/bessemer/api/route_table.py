"""Every route there is."""

from collections.abc import Sequence

from bessemer.api.resources import node_maintenance, node_states, node_traits, nodes
from bessemer.api.resources.documents import document_routes, root_handler
from bessemer.api.routes import Route

RESOURCES: Sequence[Route] = (
    *nodes.ROUTES,
    *node_states.ROUTES,
    *node_maintenance.ROUTES,
    *node_traits.ROUTES,
)
"""The routes below /v1, without the document that lists them."""


def v1_routes(maximum: int) -> Sequence[Route]:
    """Give all routes below /v1; the document at /v1 names what they offer."""
    offered = frozenset(route.path.split("/", 1)[0] for route in RESOURCES)
    return (*RESOURCES, *document_routes(maximum, offered))


def root_routes(maximum: int) -> Sequence[Route]:
    """Give the routes outside /v1."""
    handler = root_handler(maximum)
    return tuple(
        Route(method=method, path="", handler=handler, doc="Show which versions of the API there are.", public=True)
        for method in ("GET", "HEAD")
    )
