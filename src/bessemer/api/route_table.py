"""Every route there is."""

from collections.abc import Sequence
from importlib.metadata import version

from bessemer.api.call import Call
from bessemer.api.openapi import openapi_document
from bessemer.api.reply import Reply, json_reply
from bessemer.api.resources import (
    changes,
    chassis,
    conductors,
    deploy_templates,
    drivers,
    node_bios,
    node_boot,
    node_children,
    node_console,
    node_firmware,
    node_history,
    node_indicators,
    node_inventory,
    node_maintenance,
    node_nmi,
    node_plan,
    node_power,
    node_provision,
    node_raid,
    node_states,
    node_sublists,
    node_traits,
    node_validate,
    node_vifs,
    node_vmedia,
    nodes,
    operations,
    portgroups,
    ports,
    runbook_traits,
    runbooks,
    shards,
    vendor_passthru,
    volumes,
)
from bessemer.api.resources.documents import document_routes, root_handler
from bessemer.api.resources.metrics import metrics_routes
from bessemer.api.routes import Route

RESOURCES: Sequence[Route] = (
    *nodes.ROUTES,
    *node_states.ROUTES,
    *node_boot.ROUTES,
    *node_console.ROUTES,
    *node_indicators.ROUTES,
    *node_nmi.ROUTES,
    *node_raid.ROUTES,
    *node_vifs.ROUTES,
    *node_vmedia.ROUTES,
    *node_power.ROUTES,
    *node_provision.ROUTES,
    *node_validate.ROUTES,
    *node_maintenance.ROUTES,
    *node_traits.ROUTES,
    *node_bios.ROUTES,
    *node_firmware.ROUTES,
    *node_history.ROUTES,
    *node_inventory.ROUTES,
    *node_children.ROUTES,
    *node_sublists.ROUTES,
    *ports.ROUTES,
    *portgroups.ROUTES,
    *chassis.ROUTES,
    *volumes.ROUTES,
    *deploy_templates.ROUTES,
    *runbooks.ROUTES,
    *runbook_traits.ROUTES,
    *drivers.ROUTES,
    *vendor_passthru.ROUTES,
    *conductors.ROUTES,
    *shards.ROUTES,
)
"""The routes below /v1, without the document that lists them."""


EXTENSIONS: Sequence[Route] = (*operations.ROUTES, *changes.ROUTES, *node_plan.ROUTES)
"""The routes of what Ironic does not have, below /bessemer/v1."""


def v1_routes(maximum: int) -> Sequence[Route]:
    """Give all routes below /v1; the document at /v1 names what they offer."""
    offered = frozenset(route.path.split("/", 1)[0] for route in RESOURCES)
    return (*RESOURCES, *document_routes(maximum, offered))


def root_routes(maximum: int, *, public_metrics: bool = False) -> Sequence[Route]:
    """Give the routes outside /v1."""
    handler = root_handler(maximum)

    async def openapi(call: Call) -> Reply:
        call.arguments()
        return json_reply({**described, "servers": [{"url": call.base}]})

    routes = (
        *(
            Route(method=method, path="", handler=handler, doc="Show which versions of the API there are.", public=True)
            for method in ("GET", "HEAD")
        ),
        Route(method="GET", path="openapi.json", handler=openapi, doc="Describe this API to programs.", public=True),
        *metrics_routes(public=public_metrics),
        *EXTENSIONS,
    )
    described = openapi_document(v1_routes(maximum), maximum, version("bessemer"), routes)
    return routes
