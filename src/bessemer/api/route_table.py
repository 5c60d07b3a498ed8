"""Every route there is."""

from collections.abc import Sequence
from importlib.metadata import version

from bessemer.api.call import Call
from bessemer.api.openapi import openapi_document
from bessemer.api.reply import Reply, json_reply
from bessemer.api.resources import (
    agent_heartbeat,
    agent_lookup,
    allocation_explanations,
    allocations,
    changes,
    chassis,
    conductors,
    deploy_templates,
    drivers,
    events,
    inspection_reports,
    inspection_rules,
    node_allocation,
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
    operation_evidence,
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
    *node_allocation.ROUTES,
    *node_sublists.ROUTES,
    *ports.ROUTES,
    *portgroups.ROUTES,
    *chassis.ROUTES,
    *volumes.ROUTES,
    *allocations.ROUTES,
    *deploy_templates.ROUTES,
    *runbooks.ROUTES,
    *runbook_traits.ROUTES,
    *inspection_rules.ROUTES,
    *inspection_reports.ROUTES,
    *drivers.ROUTES,
    *vendor_passthru.ROUTES,
    *conductors.ROUTES,
    *shards.ROUTES,
    *events.ROUTES,
    *agent_lookup.ROUTES,
    *agent_heartbeat.ROUTES,
)
"""The routes below /v1, without the document that lists them."""
FOR_RAMDISKS = tuple(route for route in RESOURCES if route.is_for_ramdisks)
FOR_OTHERS = tuple(route for route in RESOURCES if not route.is_for_ramdisks)


EXTENSIONS: Sequence[Route] = (
    *operations.ROUTES,
    *operation_evidence.ROUTES,
    *changes.ROUTES,
    *node_plan.ROUTES,
    *allocation_explanations.ROUTES,
)
"""The routes of what Ironic does not have, below /bessemer/v1."""


def v1_routes(maximum: int, resources: Sequence[Route] = RESOURCES) -> Sequence[Route]:
    """Give the routes below /v1, all of them unless told otherwise; the document at /v1 names what they offer."""
    offered = frozenset(route.path.split("/", 1)[0] for route in resources)
    return (*resources, *document_routes(maximum, offered))


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
