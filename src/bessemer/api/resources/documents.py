"""The documents that introduce the API: the root, and /v1 with what the version offers."""

from typing import Any

from bessemer.api.call import Call
from bessemer.api.reply import Reply, json_reply
from bessemer.api.routes import Handler, Route
from bessemer.api.versions import MINIMUM
from bessemer.api.wire.links import pair

NAME = "OpenStack Ironic API"
"""What clients may look for; the description says who we are."""
DESCRIPTION = "Bessemer provisions bare-metal machines and speaks the OpenStack Ironic API."
MANUAL = "https://docs.openstack.org/api-ref/baremetal/"

COLLECTIONS: tuple[tuple[str, int], ...] = (
    ("chassis", 1),
    ("nodes", 1),
    ("ports", 1),
    ("drivers", 1),
    ("portgroups", 23),
    ("volume", 32),
    ("lookup", 22),
    ("heartbeat", 22),
    ("conductors", 49),
    ("allocations", 52),
    ("events", 54),
    ("deploy_templates", 55),
    ("shards", 82),
    ("runbooks", 92),
    ("inspection_rules", 96),
    ("continue_inspection", 84),
)
"""What /v1 names, with the version that shows it; only what this server has is shown."""


def version_object(base: str, maximum: int) -> dict[str, Any]:
    """Describe the one major version there is."""
    return {
        "id": "v1",
        "links": [{"href": f"{base}/v1/", "rel": "self"}],
        "status": "CURRENT",
        "min_version": f"1.{MINIMUM}",
        "version": f"1.{maximum}",
    }


def root_handler(maximum: int) -> Handler:
    """Make the handler of the root document."""

    async def handle(call: Call) -> Reply:
        version = version_object(call.base, maximum)
        return json_reply({"name": NAME, "description": DESCRIPTION, "default_version": version, "versions": [version]})

    return handle


def v1_handler(maximum: int, offered: frozenset[str]) -> Handler:
    """Make the handler of /v1; `offered` are the first words of the routes there are."""

    async def handle(call: Call) -> Reply:
        shown = [name for name, since in COLLECTIONS if since <= call.minor and name in offered]
        return json_reply(
            {
                "id": "v1",
                "links": [
                    {"href": f"{call.base}/v1/", "rel": "self"},
                    {"href": MANUAL, "rel": "describedby", "type": "text/html"},
                ],
                "media_types": {"base": "application/json", "type": "application/vnd.openstack.ironic.v1+json"},
                **{name: pair(call.base, f"{name}/") for name in shown},
                "version": version_object(call.base, maximum),
            }
        )

    return handle


def document_routes(maximum: int, offered: frozenset[str]) -> tuple[Route, ...]:
    """Lay out the routes of the documents below /v1."""
    handler = v1_handler(maximum, offered)
    return tuple(
        Route(method=method, path="", handler=handler, doc="Show what this version of the API offers.", public=True)
        for method in ("GET", "HEAD")
    )
