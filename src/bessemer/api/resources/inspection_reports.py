"""What machines report of themselves while they are inspected."""

from contextlib import suppress
from typing import Any

from bessemer.api.call import Call
from bessemer.api.reply import Reply, json_reply
from bessemer.api.resources.agent_lookup import introduction
from bessemer.api.routes import Route, Size
from bessemer.model.errors import Invalid, NotFound
from bessemer.rules.identifiers import uuid_from_text
from bessemer.rules.inspection.report import report_from_body
from bessemer.services.agent.lookup import LookedFor
from bessemer.services.inspection.reports import check_awaited, continue_inspection

SINCE = 84
OLD = 1
"""The version of agents that name none, which is all of them."""
BODY: dict[str, Any] = {
    "type": "object",
    "properties": {
        "inventory": {
            "type": "object",
            "properties": {
                "interfaces": {
                    "type": "array",
                    "items": {
                        "type": "object",
                        "properties": {"mac_address": {"type": "string"}},
                        "required": ["mac_address"],
                    },
                },
                "bmc_address": {"anyOf": [{"type": "string"}, {"type": "null"}]},
                "bmc_v6address": {"anyOf": [{"type": "string"}, {"type": "null"}]},
            },
            "required": ["interfaces"],
        }
    },
    "required": ["inventory"],
    "examples": [{"inventory": {"interfaces": [{"name": "eth0", "mac_address": "52:54:00:12:34:56"}]}}],
}


async def post(call: Call) -> Reply:
    """Take in a report, for the inspection that waits for it."""
    ident = call.arguments("node_uuid").get("node_uuid")
    if call.minor < SINCE and (call.minor != OLD or ident is not None):
        raise NotFound(f"This exists from API version 1.{SINCE} on; 1.{call.minor} was asked for.")
    uuid = None if ident is None else uuid_from_text(ident)
    if ident is not None and uuid is None:
        raise Invalid(f"The argument node_uuid must be a UUID; {ident[:40]!r} was given.")
    report = report_from_body(call.json())
    await call.desk.read(check_awaited, call.asking, report, uuid)
    reported = await call.desk.write(continue_inspection, call.asking, report, uuid)
    told = await _told(call, reported.uuid)
    if reported.host is not None:
        call.waking.wake(reported.host)
    return json_reply(told, 202)


async def _told(call: Call, uuid: str) -> dict[str, Any]:
    """Tell the machine which node it is, as a lookup would where one is answered in the state that the node is in."""
    if call.minor >= SINCE:
        with suppress(NotFound):
            return await introduction(call, LookedFor(uuid=uuid, addresses=(), source=call.source))
    return {"uuid": uuid}


ROUTES = (
    Route(
        method="POST",
        path="continue_inspection",
        handler=post,
        doc="Report what a machine is made of, for the inspection that waits for it.",
        public=True,
        is_for_ramdisks=True,
        body=BODY,
        size=Size.INSPECTION,
        arguments=("node_uuid",),
        success=202,
        codes=(404, 429),
    ),
)
"""Reports."""
