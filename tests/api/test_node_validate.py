"""Whether a node has what its interfaces need: each kind for itself, and none at the cost of another."""

import asyncio
from collections.abc import Iterator
from threading import Barrier, BrokenBarrierError, Event
from typing import Any

import msgspec
import pytest
from typing_extensions import override

from bessemer.drivers.catalogue import read_catalogue
from bessemer.drivers.contract.interface import Interface
from bessemer.drivers.contract.kinds import KINDS
from bessemer.drivers.contract.node_view import NodeView
from bessemer.drivers.fake.bios import FakeBios
from bessemer.drivers.fake.management import FakeManagement
from bessemer.drivers.fake.power import FakePower
from bessemer.drivers.fake.raid import FakeRaid
from bessemer.drivers.loading import Loaded, SwitchedOn, load_hardware
from bessemer.engine.answering import Answering
from bessemer.engine.bench import BenchSettings
from bessemer.engine.settings import EngineSettings
from bessemer.model.question import Question
from bessemer.store.database import Database, DatabaseSettings
from bessemer.store.upgrading import upgrade
from bessemer.testing.builders import add_node
from tests.api.enrolled import MISSING, change, enrol
from tests.api.serving import Server

LINES = set(KINDS) - {"vendor"}


def test_every_kind_has_its_line(embedded_server: Server) -> None:
    """R-DCR-27, R-DCR-37: but vendor, whose methods are checked when they are called."""
    uuid = enrol(embedded_server.wire)["uuid"]
    found = embedded_server.wire.get(f"/v1/nodes/{uuid}/validate").json
    assert found == {kind: {"result": True} for kind in LINES}


def test_what_is_missing_is_told_in_the_line_of_its_kind(embedded_server: Server) -> None:
    """R-DCR-37: the name of the key, and only there."""
    wire = embedded_server.wire
    uuid = enrol(wire, driver="ipmi", deploy_interface="direct", console_interface="no-console")["uuid"]
    found = wire.get(f"/v1/nodes/{uuid}/validate").json
    assert {kind for kind, line in found.items() if "ipmi_address" in line.get("reason", "")} == {"management", "power"}
    assert found["network"] == {"result": True}
    assert change(wire, uuid, driver_info={"ipmi_address": "192.0.2.1"}).status == 200
    found = wire.get(f"/v1/nodes/{uuid}/validate").json
    assert found["power"] == found["management"] == {"result": True}


@pytest.mark.parametrize("path", ["{}/validate", "validate?node={}", "validate?node_uuid={}"])
def test_a_node_is_named_by_uuid_or_name(embedded_server: Server, path: str) -> None:
    wire = embedded_server.wire
    uuid = enrol(wire, name="n")["uuid"]
    assert wire.get(f"/v1/nodes/{path.format(uuid)}").status == wire.get(f"/v1/nodes/{path.format('n')}").status == 200
    assert wire.get(f"/v1/nodes/{path.format(MISSING)}").status == 404
    assert wire.get("/v1/nodes/validate").status == 400


RELEASED = Event()
"""Lets those go that hang, at the end of the test."""
TOGETHER = Barrier(2)


class HangingPower(FakePower):
    """Never says whether it could begin."""

    @override
    def validate(self, node: NodeView) -> list[str]:
        RELEASED.wait()
        return []


class BreakingRaid(FakeRaid):
    """Breaks over the question."""

    @override
    def validate(self, node: NodeView) -> list[str]:
        message = "no such thing as a disk"
        raise ZeroDivisionError(message)


class WaitingBios(FakeBios):
    """Answers only while another is being asked."""

    @override
    def validate(self, node: NodeView) -> list[str]:
        try:
            TOGETHER.wait(10)
        except BrokenBarrierError:
            return ["Nobody else was asked."]
        return []


class WaitingManagement(FakeManagement):
    """The other."""

    validate = WaitingBios.validate


def loaded_with(*others: type[Interface]) -> Loaded:
    """Load pretended hardware, with these in the place of its interfaces."""
    loaded = load_hardware(read_catalogue(()), SwitchedOn(types=("fake-hardware",)))
    usable = {**loaded.types["fake-hardware"]}
    for other in others:
        made = other()
        made.name = "fake"
        usable[other.kind] = {**usable[other.kind], "fake": made}
    return msgspec.structs.replace(loaded, types={"fake-hardware": usable})


@pytest.fixture
def database(database_url: str) -> Iterator[Database]:
    """An empty database."""
    upgrade(database_url)
    database = Database(DatabaseSettings(connection=database_url))
    yield database
    database.close()


def lines(database: Database, loaded: Loaded, limit_s: float) -> dict[str, dict[str, Any]]:
    """Validate a node with so much patience for each kind."""
    settings = BenchSettings(host="here", validate_limit_s=limit_s)
    answering = Answering(settings, database, loaded, EngineSettings(host="here"), lambda: None)
    try:
        found: dict[str, dict[str, Any]] = asyncio.run(
            answering.answer(Question(name="validate", node=add_node(database)))
        )
        return found
    finally:
        RELEASED.set()
        answering.close()
        RELEASED.clear()


def test_a_driver_that_hangs_or_breaks_costs_its_own_line_only(database: Database) -> None:
    """R-DCR-37: and the text says which it was, and where to look."""
    found = lines(database, loaded_with(HangingPower, BreakingRaid), 0.3)
    assert {kind for kind, line in found.items() if not line["result"]} == {"power", "raid"}
    assert "did not answer within 0.3 s" in found["power"]["reason"]
    assert all(word in found["raid"]["reason"] for word in ("raid", "no such thing as a disk", "log"))


def test_all_kinds_are_asked_at_the_same_time(database: Database) -> None:
    """So that many slow ones take no longer than the slowest."""
    found = lines(database, loaded_with(WaitingBios, WaitingManagement), 20)
    assert found["bios"] == found["management"] == {"result": True}
