"""Short words for tests about what belongs to nodes: ports, port groups, volumes; and for users who log in."""

import base64
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import bcrypt
from sqlalchemy import bindparam, select

from bessemer.store.database import Database
from bessemer.store.schema import changes
from tests.api.serving import Server
from tests.api.wire import Wire

Made = dict[str, Any]
MAC = "52:54:00:00:00:01"
OTHER_MAC = "52:54:00:00:00:02"


def made(wire: Wire, path: str, body: Mapping[str, Any], **how: Any) -> Made:
    """Create something and give what the server said of it."""
    answer = wire.post(f"/v1/{path}", body, **how)
    assert answer.status == 201, answer.text
    found: Made = answer.json
    return found


def port(wire: Wire, node: Mapping[str, Any], address: str = MAC, **fields: Any) -> Made:
    """Add a port to a node."""
    return made(wire, "ports", {"node_uuid": node["uuid"], "address": address, **fields})


def portgroup(wire: Wire, node: Mapping[str, Any], **fields: Any) -> Made:
    """Add a port group to a node."""
    return made(wire, "portgroups", {"node_uuid": node["uuid"], **fields})


def connector(wire: Wire, node: Mapping[str, Any], **fields: Any) -> Made:
    """Add a volume connector to a node."""
    body = {"node_uuid": node["uuid"], "type": "iqn", "connector_id": "iqn.2026-11.test:a", **fields}
    return made(wire, "volume/connectors", body)


def target(wire: Wire, node: Mapping[str, Any], **fields: Any) -> Made:
    """Add a volume target to a node."""
    body = {"node_uuid": node["uuid"], "volume_type": "iscsi", "volume_id": "v1", "boot_index": 0, **fields}
    return made(wire, "volume/targets", body)


def removed(*names: str) -> list[Made]:
    """Write the patch that removes these fields."""
    return [{"op": "remove", "path": f"/{name}"} for name in names]


def history(database: Database, subject_uuid: str) -> list[str]:
    """Tell what the log of changes says was done to something, in order."""
    with database.reading() as transaction:
        found = transaction.rows(
            "changes of subject",
            lambda: (
                select(changes.c.subject, changes.c.kind)
                .where(changes.c.subject_uuid == bindparam("of"))
                .order_by(changes.c.seq)
            ),
            {"of": subject_uuid},
        )
    return [f"{subject} {kind}" for subject, kind in found]


@contextmanager
def logged_in(
    start_server: Callable[[Mapping[str, str]], Server], folder: Path, roles: Mapping[str, str]
) -> Iterator[Callable[[str], Wire]]:
    """Start a server that knows these users by their roles; gives the function from a user to his wire."""
    hashed = bcrypt.hashpw(b"secret", bcrypt.gensalt(4)).decode()
    (folder / "users").write_text("".join(f"{user}:{hashed}\n" for user in roles))
    (folder / "roles").write_text("".join(f"{user}: {role}\n" for user, role in roles.items()))
    server = start_server(
        {
            "OS_DEFAULT__AUTH_STRATEGY": "http_basic",
            "OS_DEFAULT__HTTP_BASIC_AUTH_USER_FILE": str(folder / "users"),
            "OS_DEFAULT__HTTP_BASIC_ROLES_FILE": str(folder / "roles"),
        }
    )
    wires = {user: Wire(server.url, log_in=_basic(user)) for user in roles}
    yield wires.__getitem__
    for each in wires.values():
        each.close()


def _basic(user: str) -> dict[str, str]:
    return {"Authorization": "Basic " + base64.b64encode(f"{user}:secret".encode()).decode()}
