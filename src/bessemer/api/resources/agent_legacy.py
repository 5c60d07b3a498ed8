"""Answer agents from before there were lookup, heartbeat and tokens, where the operator lets them in."""

import logging
from collections.abc import Mapping
from typing import Any

from bessemer.api.call import Call
from bessemer.api.reply import Reply, empty_reply, json_reply
from bessemer.api.resources.agent_lookup import MOST_ADDRESSES, node_of_ramdisk
from bessemer.api.resources.asked_of_nodes import object_in
from bessemer.api.routes import Route
from bessemer.model.errors import Invalid
from bessemer.rules.identifiers import mac_from_text, uuid_from_text
from bessemer.services.agent.heartbeat import LONGEST_VERSION, Heartbeat, beat
from bessemer.services.agent.lookup import LookedFor, look_up_without_token

log = logging.getLogger(__name__)

LONGEST_URL = 2048
UPGRADE = "Build its ramdisk anew with a present ironic-python-agent: this way in is to go."


async def lookup(call: Call) -> Reply:
    """Find the node of an old agent, which proves nothing and is given no token."""
    wanted = _wanted(call, object_in(call))
    ramdisk = await call.desk.glance(look_up_without_token, call.asking, wanted)
    log.warning("The ramdisk of the node %s uses the vendor passthru to look it up. %s", ramdisk.uuid, UPGRADE)
    timeout_s = call.asking.rules.ramdisks.heartbeat_timeout_s
    return json_reply({"heartbeat_timeout": timeout_s, "node": node_of_ramdisk(call, ramdisk)})


def _wanted(call: Call, body: Mapping[str, Any]) -> LookedFor:
    given = body.get("node_uuid")
    if given is not None:
        uuid = uuid_from_text(given) if isinstance(given, str) else None
        if uuid is None:
            raise Invalid("node_uuid must be a UUID.")
        return LookedFor(uuid=uuid, addresses=(), source=call.source)
    inventory = body.get("inventory")
    listed = inventory.get("interfaces") if isinstance(inventory, dict) else None
    found = [each.get("mac_address") for each in listed if isinstance(each, dict)] if isinstance(listed, list) else []
    addresses = list(dict.fromkeys(mac for each in found if isinstance(each, str) and (mac := mac_from_text(each))))
    if not 0 < len(addresses) <= MOST_ADDRESSES:
        raise Invalid(f"A lookup needs node_uuid, or from one to {MOST_ADDRESSES} MAC addresses in the inventory.")
    return LookedFor(uuid=None, addresses=addresses, source=call.source)


async def heartbeat(call: Call) -> Reply:
    """Take note of the heartbeat of an old agent."""
    body = object_in(call)
    url, version = body.get("agent_url"), body.get("agent_version")
    if not isinstance(url, str) or not 0 < len(url) <= LONGEST_URL or "\0" in url:
        raise Invalid("The heartbeat needs agent_url, a text.")
    if version is not None and (not isinstance(version, str) or len(version) > LONGEST_VERSION):
        raise Invalid(f"agent_version must be a text of at most {LONGEST_VERSION} characters.")
    told = Heartbeat(callback_url=url, version=version, source=call.source, door=call.door, is_old=True)
    host = await call.desk.write(beat, call.asking, call.params["ident"], told)
    log.warning(
        "The ramdisk of the node %.80s uses the vendor passthru to say that it is alive. %s",
        call.params["ident"],
        UPGRADE,
    )
    if host is not None:
        call.waking.wake(host)
    return empty_reply(202)


ROUTES = (
    Route(
        method="POST",
        path="drivers/{ident}/vendor_passthru/lookup",
        handler=lookup,
        doc="Find the node that an old ramdisk runs on.",
        public=True,
        is_for_ramdisks=True,
        success=200,
        codes=(404, 429),
    ),
    Route(
        method="POST",
        path="nodes/{ident}/vendor_passthru/heartbeat",
        handler=heartbeat,
        doc="Say that an old ramdisk is alive.",
        public=True,
        is_for_ramdisks=True,
        success=202,
        codes=(404, 429),
    ),
)
"""What old agents ask."""
