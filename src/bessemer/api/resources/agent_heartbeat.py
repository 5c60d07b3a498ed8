"""Take note that a ramdisk is alive."""

from collections.abc import Mapping
from typing import Any

import msgspec

from bessemer.api.call import Call
from bessemer.api.reply import Reply, empty_reply
from bessemer.api.resources.asked_of_nodes import object_in
from bessemer.api.routes import Route
from bessemer.model.errors import Invalid
from bessemer.rules.certificates import LONGEST as LONGEST_CERTIFICATE
from bessemer.services.agent.heartbeat import LONGEST_MESSAGE, LONGEST_VERSION, STATUSES, Heartbeat, beat

LONGEST_URL = 2048
LONGEST_TOKEN = 1024

FIELDS: Mapping[str, tuple[str, int]] = {
    "callback_url": ("callback_url", LONGEST_URL),
    "agent_version": ("version", LONGEST_VERSION),
    "agent_token": ("token", LONGEST_TOKEN),
    "agent_verify_ca": ("certificate", LONGEST_CERTIFICATE),
    "agent_status": ("status", LONGEST_VERSION),
    "agent_status_message": ("message", LONGEST_MESSAGE),
}
"""By the name on the wire: what it is here, and how long it may be."""
SINCE = {
    "callback_url": 22,
    "agent_version": 36,
    "agent_token": 62,
    "agent_verify_ca": 68,
    "agent_status": 72,
    "agent_status_message": 72,
}


async def post(call: Call) -> Reply:
    """Take note of a heartbeat, and wake whoever waits for it."""
    call.arguments()
    told = _told(call, object_in(call))
    host = await call.desk.write(beat, call.asking, call.params["ident"], told)
    if host is not None:
        call.waking.wake(host)
    return empty_reply(202)


def _told(call: Call, body: Mapping[str, Any]) -> Heartbeat:
    if not isinstance(body.get("callback_url"), str):
        raise Invalid("The heartbeat needs callback_url, a text.")
    unknown = sorted(body.keys() - FIELDS.keys())
    if unknown:
        raise Invalid(f"The body has the unknown key {unknown[0][:80]!r}; known are {', '.join(FIELDS)}.")
    values = {FIELDS[name][0]: _text(call, name, value) for name, value in body.items()}
    return msgspec.convert({**values, "source": call.source, "door": call.door}, Heartbeat)


def _text(call: Call, name: str, value: Any) -> str | None:
    _, longest = FIELDS[name]
    if call.minor < SINCE[name]:
        raise Invalid(f"{name} exists from API version 1.{SINCE[name]} on; 1.{call.minor} was asked for.")
    if value is not None and (not isinstance(value, str) or len(value) > longest or "\0" in value):
        raise Invalid(f"{name} must be a text of at most {longest} characters.")
    return value


TEXT: dict[str, Any] = {"type": "string"}
BODY = {
    "type": "object",
    "properties": {
        "callback_url": {**TEXT, "description": "Where the agent can be called.", "maxLength": LONGEST_URL},
        "agent_version": {**TEXT, "x-since": "1.36"},
        "agent_token": {**TEXT, "description": "What lookup gave out.", "x-since": "1.62"},
        "agent_verify_ca": {**TEXT, "description": "The agent's certificate, in PEM form.", "x-since": "1.68"},
        "agent_status": {"enum": STATUSES, "x-since": "1.72"},
        "agent_status_message": {**TEXT, "x-since": "1.72"},
    },
    "required": ["callback_url"],
    "additionalProperties": False,
}

ROUTES = (
    Route(
        method="POST",
        path="heartbeat/{ident}",
        handler=post,
        doc="Say that the ramdisk on a node is alive.",
        since=22,
        below=404,
        public=True,
        is_for_ramdisks=True,
        body=BODY,
        success=202,
        codes=(404, 429),
    ),
)
"""Heartbeats."""
