"""Ramdisks as they call the API, and the nodes that they run on."""

from typing import Any
from uuid import uuid4

import msgspec
from sqlalchemy import bindparam, select

from bessemer.store import operations
from bessemer.store import schema as s
from bessemer.store.database import Database
from bessemer.testing.builders import CONDUCTOR, add_conductor, add_node, add_row, node_id
from tests.api.wire import Answer, Wire

CALLBACK = "https://192.0.2.77:9999"
LOOKUP_VERSION = "1.62"
"""What ironic-python-agent looks itself up with, however new the server is."""
HEARTBEAT_VERSION = "1.68"
MAC = "52:54:00:77:00:10"

CERTIFICATE = """-----BEGIN CERTIFICATE-----
MIIBszCCATmgAwIBAgIUB7fwtLZbHZ6bVBQpsSnN3zF1GzwwCgYIKoZIzj0EAwQw
DjEMMAoGA1UEAwwDaXBhMB4XDTI2MTExODEyMDAwMFoXDTI2MTIxODEzMDAwMFow
-----END CERTIFICATE-----
"""
"""Of the right form; nobody is called by it in these tests."""


def awaited(database: Database, state: str = "wait call-back", mac: str | None = MAC, **fields: Any) -> str:
    """Put a node there on which a ramdisk is awaited; returns its UUID."""
    have_worker(database)
    node = add_node(database, provision_state=state, **fields)
    if mac is not None:
        add_port(database, node, mac)
    return node


def have_worker(database: Database) -> None:
    """Let a conductor be alive that holds the work on nodes, which the server would else take over and end."""
    if database.read(operations.generation_of, CONDUCTOR) is None:
        add_conductor(database)


def add_port(database: Database, node: str, mac: str) -> None:
    """Give a node a port."""
    documents = dict.fromkeys(("extra", "internal_info", "local_link_connection"), "{}")
    flags = {"pxe_enabled": True, "is_smartnic": False, "available_for_dynamic_portgroup": False}
    values = {"node_id": node_id(database, node), "address": mac, "uuid": str(uuid4()), **documents, **flags}
    add_row(database, s.ports, values)


def look_up(wire: Wire, version: str = LOOKUP_VERSION, **query: str) -> Answer:
    """Ask for a node, by the usual address unless told otherwise."""
    given = query or {"addresses": MAC}
    return wire.get("/v1/lookup?" + "&".join(f"{name}={value}" for name, value in given.items()), version=version)


def token_from(answer: Answer) -> str:
    """Take the token out of an answer to a lookup."""
    assert answer.status == 200, answer.body
    return str(answer.json["config"]["agent_token"])


def beat(wire: Wire, node: str, token: str | None, version: str = HEARTBEAT_VERSION, **fields: Any) -> Answer:
    """Send a heartbeat; a field of None is left out."""
    body = {"callback_url": CALLBACK, "agent_version": "13.0.0", "agent_token": token, **fields}
    present = {name: value for name, value in body.items() if value is not None}
    return wire.post(f"/v1/heartbeat/{node}", present, version=version)


def memory_of(database: Database, node: str) -> dict[str, Any]:
    """Read the driver_internal_info of a node, with its secrets."""
    return dict(msgspec.json.decode(_column(database, node, "driver_internal_info")))


def state_of(database: Database, node: str) -> tuple[Any, ...]:
    """Read all that a call of a ramdisk could change."""
    return tuple(_column(database, node, name) for name in ("version", "driver_internal_info", "provision_state"))


def wakes_of(database: Database, node: str) -> int:
    """Tell how often the work on a node was woken."""
    ops = s.operations.c
    found = database.read(
        lambda tx: tx.row(
            "wakes in tests",
            lambda: select(ops.wake_seq).where(ops.node_id == bindparam("node", required=True)),
            {"node": node_id(database, node)},
        )
    )
    assert found is not None
    return int(found[0])


def told_of(database: Database, node: str) -> list[tuple[str, Any]]:
    """Read what the log of changes tells of a node."""
    changes = s.changes.c
    found = database.read(
        lambda tx: tx.rows(
            "changes in tests",
            lambda: select(changes.kind, changes.after).where(changes.node == bindparam("node", required=True)),
            {"node": node},
        )
    )
    return [(kind, msgspec.json.decode(after)) for kind, after in found]


def _column(database: Database, node: str, name: str) -> Any:
    found = database.read(
        lambda tx: tx.row(
            ("column in tests", name),
            lambda: select(s.nodes.c[name]).where(s.nodes.c.uuid == bindparam("node", required=True)),
            {"node": node},
        )
    )
    assert found is not None
    return found[0]
