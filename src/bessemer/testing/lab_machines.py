"""Nodes that simulated agents of the lab are deployed by: what the server has to be set to, and what stands in it."""

from collections.abc import Mapping
from typing import Any
from uuid import uuid4

from bessemer.model.port import PORT
from bessemer.rules.record_values import default_values
from bessemer.store import rows
from bessemer.store.database import Database
from bessemer.testing.builders import add_node, node_id

SETTINGS: Mapping[str, str] = {
    "OS_AGENT__ALLOWED_CALLBACK_NETWORKS": "127.0.0.0/8",
    "OS_AGENT__REQUIRE_TLS": "false",
    "OS_DEFAULT__ENABLED_DEPLOY_INTERFACES": "direct,fake",
    "OS_DEFAULT__ENABLED_INSPECT_INTERFACES": "agent,fake",
    "OS_DEPLOY__EXTERNAL_CALLBACK_URL": "http://127.0.0.1:1",
    "OS_INSPECTOR__CALLBACK_ENDPOINT_OVERRIDE": "http://127.0.0.1:1",
    "OS_CONDUCTOR__AUTOMATED_CLEAN": "false",
}
"""Agents on this very machine are let in; the lab tells its machines by itself where the server is."""
IMAGE: Mapping[str, Any] = {
    "image_source": "http://127.0.0.1:1/tiny.raw",
    "image_os_hash_algo": "sha256",
    "image_os_hash_value": "5f" * 32,
    "image_checksum": "5f" * 32,
    "image_disk_format": "raw",
    "image_type": "whole-disk",
}
"""Nobody fetches it: simulated agents only say that they have written it."""


def mac_of(number: int) -> str:
    """Give the address of a machine by its number."""
    return "52:54:00:" + ":".join(f"{number:06x}"[place : place + 2] for place in (0, 2, 4))


def add_machine(database: Database, number: int, **fields: Any) -> str:
    """Put a node there that is deployed by an agent, available unless told otherwise; returns its UUID."""
    uuid = add_node(database, deploy_interface="direct", instance_info=dict(IMAGE), **fields)
    port = {"uuid": str(uuid4()), "address": mac_of(number), "node_id": node_id(database, uuid)}
    database.write(rows.add, PORT, {**default_values(PORT), **port})
    return uuid
