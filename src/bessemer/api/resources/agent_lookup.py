"""Tell a ramdisk which node it runs on."""

import logging
from functools import lru_cache
from typing import Any

import msgspec

from bessemer.api.call import Call
from bessemer.api.reply import Reply, json_reply
from bessemer.api.routes import Route
from bessemer.api.wire.links import pair
from bessemer.model.errors import Invalid
from bessemer.model.ramdisk import Ramdisk
from bessemer.rules.identifiers import mac_from_text, uuid_from_text
from bessemer.rules.ramdisk_rules import RamdiskRules
from bessemer.services.agent.lookup import Found, LookedFor, hand_out, look_up

log = logging.getLogger(__name__)

ARGUMENTS = ("addresses", "node_uuid")
MOST_ADDRESSES = 1024
LONGEST_SHOWN = 200

NO_METRICS: dict[str, Any] = {
    "metrics": {
        "backend": "noop",
        "prepend_host": False,
        "prepend_uuid": False,
        "prepend_host_reverse": True,
        "global_prefix": None,
    },
    "metrics_statsd": {"statsd_host": "localhost", "statsd_port": 8125},
}
NO_CONTAINERS: dict[str, Any] = {
    "agent_containers": {
        "allow_arbitrary_containers": False,
        "allowed_containers": [],
        "container_steps_file": "/etc/ironic-python-agent.d/mysteps.yaml",
        "runner": "podman",
        "pull_options": [],
        "run_options": ["--rm", "--network=host"],
    }
}


async def get(call: Call) -> Reply:
    """Find the node of a ramdisk; the first to ask in a boot is given its token."""
    return json_reply(await introduction(call, _wanted(call)))


async def introduction(call: Call, wanted: LookedFor) -> dict[str, Any]:
    """Tell a ramdisk of its node and of this server."""
    found = await call.desk.glance(look_up, call.asking, wanted)
    if found is None:
        found = await call.desk.write(hand_out, call.asking, wanted)
    return {"node": node_of_ramdisk(call, found.ramdisk), "config": _config(call, found)}


def _wanted(call: Call) -> LookedFor:
    given = call.arguments(*ARGUMENTS)
    ident = given.get("node_uuid")
    if ident:
        uuid = uuid_from_text(ident)
        if uuid is None:
            raise Invalid(f"The argument node_uuid must be a UUID; {ident[:40]!r} was given.")
        return LookedFor(uuid=uuid, addresses=(), source=call.source)
    words = [word.strip() for word in given.get("addresses", "").split(",")]
    addresses = list(dict.fromkeys(mac for word in words if (mac := mac_from_text(word)) is not None))
    odd = ", ".join(word for word in words if word and mac_from_text(word) is None)
    if odd:
        log.warning("A lookup from %s named what is no MAC address: %r.", call.source, odd[:LONGEST_SHOWN])
    if not addresses:
        raise Invalid("A lookup needs node_uuid, or MAC addresses in the argument addresses, with commas between them.")
    if len(addresses) > MOST_ADDRESSES:
        raise Invalid(f"A lookup may name at most {MOST_ADDRESSES} addresses.")
    return LookedFor(uuid=None, addresses=addresses, source=call.source)


def node_of_ramdisk(call: Call, ramdisk: Ramdisk) -> dict[str, Any]:
    """Show what a ramdisk may know of its node."""
    return {
        "uuid": ramdisk.uuid,
        "properties": ramdisk.properties,
        "instance_info": ramdisk.instance_info,
        "driver_internal_info": ramdisk.shown_memory,
        "links": pair(call.base, f"nodes/{ramdisk.uuid}"),
    }


def _config(call: Call, found: Found) -> dict[str, Any]:
    return {**_fixed_config(call.asking.rules.ramdisks), "agent_token": found.token}


@lru_cache(maxsize=4)
def _fixed_config(rules: RamdiskRules) -> dict[str, Any]:
    """Lay out what all ramdisks are told, with what is large in it written already."""
    return {
        "heartbeat_timeout": rules.heartbeat_timeout_s,
        "agent_token_required": True,
        "agent_md5_checksum_enable": rules.allow_md5,
        "disable_deep_image_inspection": False,
        "permitted_image_formats": rules.image_formats,
        "agent_skip_bmc_detect": True,
        "enable_bios_bootloader_install": False,
        "tls_min_version": rules.tls_minimum,
        "tls_cipher_suites": None,
        **{name: msgspec.Raw(msgspec.json.encode(value)) for name, value in (NO_CONTAINERS | NO_METRICS).items()},
    }


ROUTES = (
    Route(
        method="GET",
        path="lookup",
        handler=get,
        doc="Find the node that a booted ramdisk runs on.",
        since=22,
        public=True,
        is_for_ramdisks=True,
        arguments=ARGUMENTS,
        codes=(404, 429),
    ),
)
"""Lookup."""
