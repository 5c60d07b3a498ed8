"""Events of network ports are taken as the network service sends them, kept, and nothing follows."""

from typing import Any

import pytest
from sqlalchemy import select

from bessemer.store.database import Database
from bessemer.store.json_text import json_from_text
from bessemer.store.schema import changes
from tests.api.enrolled import MISSING, numbered
from tests.api.wire import Wire

HERE = "/v1/events"
EVENT = {
    "event": "network.bind_port",
    "port_id": "8c5a9b3e-2f58-4a0d-9d2c-0f4a1b7f3c11",
    "mac_address": "52:54:00:AB:cd:ef",
    "status": "ACTIVE",
    "device_id": MISSING,
    "binding:host_id": MISSING,
    "binding:vnic_type": "baremetal",
}
KEPT = select(changes.c.kind, changes.c.subject_uuid, changes.c.after).where(changes.c.subject == "network_port")


def kept(database: Database) -> list[tuple[Any, ...]]:
    return database.read(lambda tx: tx.rows("events kept", lambda: KEPT.order_by(changes.c.seq)))


def test_all_events_of_a_body_are_kept_in_their_order(wire: Wire, database: Database) -> None:
    bare = {name: EVENT[name] for name in ("event", "port_id", "mac_address", "status")}
    others = [{**bare, "event": "network.unbind_port"}, {**bare, "event": "network.delete_port", "device_id": None}]
    answer = wire.post(HERE, {"events": [EVENT, *others]})
    assert (answer.status, answer.body) == (204, b"")
    found = kept(database)
    assert [kind for kind, *_ in found] == ["network.bind_port", "network.unbind_port", "network.delete_port"]
    assert {uuid for _, uuid, _ in found} == {EVENT["port_id"]}
    assert json_from_text(found[0][2]) == {**EVENT, "mac_address": "52:54:00:ab:cd:ef"}


@pytest.mark.parametrize(
    "body",
    numbered(
        None,
        [],
        {},
        {"events": None},
        {"events": {}},
        {"events": []},
        {"events": [None]},
        {"events": [[]]},
        {"events": [{}]},
        {"events": [EVENT] * 1001},
        {"events": [EVENT], "more": 1},
        {"events": [{**EVENT, "more": 1}]},
        {"events": [{**EVENT, "event": "network.add_port"}]},
        {"events": [{**EVENT, "event": 1}]},
        {"events": [{**EVENT, "port_id": "x"}]},
        {"events": [{**EVENT, "mac_address": "x"}]},
        {"events": [{**EVENT, "status": None}]},
        {"events": [{**EVENT, "status": "x" * 256}]},
        {"events": [{**EVENT, "device_id": "x"}]},
        {"events": [{**EVENT, "binding:vnic_type": []}]},
        {"events": [EVENT, {key: value for key, value in EVENT.items() if key != "status"}]},
    ),
)
def test_a_wrong_body_is_refused_as_a_whole(wire: Wire, database: Database, body: Any) -> None:
    assert wire.post(HERE, body).status == 400
    assert kept(database) == []


def test_old_versions_know_no_events(wire: Wire) -> None:
    assert wire.post(HERE, {"events": [EVENT]}, version="1.53").status == 404
    assert wire.post(HERE, {"events": [EVENT]}, version="1.54").status == 204
    assert wire.get(HERE).status == 405
