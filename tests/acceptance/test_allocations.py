"""Allocations are decided about once each, whoever else does so at the same time and whoever dies meanwhile."""

import os
import signal
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from itertools import chain, cycle, islice
from pathlib import Path
from typing import Any

import pytest

from bessemer.services.allocating import UndecidedAllocations, decide
from bessemer.store import allocations
from bessemer.store.database import Database
from bessemer.testing.builders import add_node
from tests.api.allocated import HERE, ask, decided
from tests.api.enrolled import listed
from tests.api.serving import HOST, Server
from tests.api.wire import Wire

NODES, WISHES, CALLERS, SOME = 100, 200, 8, 48
FEW_TRAITS = ["CUSTOM_A"]
MANY_TRAITS = [f"CUSTOM_{number}" for number in range(50)]
"""To look for all of them takes longer than to take the next wish."""
AFTER_EVERYTHING = "9999"
Start = Callable[[str], Server]


@pytest.fixture
def start(database_engine: str, database_url: str, tmp_path: Path) -> Iterator[Start]:
    """A function that starts a server under a name, on the one database of the test."""
    with ExitStack() as stack:

        def start(name: str) -> Server:
            folder = tmp_path / name
            folder.mkdir()
            connection = database_url if database_engine != "sqlite" else f"sqlite:///{tmp_path}/bessemer.db"
            server = Server(folder, {"OS_DATABASE__CONNECTION": connection, "OS_DEFAULT__HOST": name})
            stack.callback(server.stop)
            return server

        yield start


@pytest.fixture
def servers(database_engine: str, start: Start) -> list[Server]:
    """Two servers on one database; on SQLite one, as its file belongs to one process."""
    return [start(HOST)] if database_engine == "sqlite" else [start(HOST), start("another-server")]


def fill(database: Database, traits: Sequence[str]) -> None:
    for number in range(NODES):
        add_node(database, name=f"n{number}", resource_class="small", traits=tuple(traits))
        add_node(database, name=f"other{number}", resource_class="large", traits=tuple(traits))


def ask_often(servers: Sequence[Server], many: int, traits: Sequence[str]) -> list[str]:
    """Ask as several callers at once, who share the servers."""

    def ask_as_one(server: Server) -> list[str]:
        wire = Wire(server.url)
        uuids = [ask(wire, traits=traits)["uuid"] for _ in range(many // CALLERS)]
        wire.close()
        return uuids

    with ThreadPoolExecutor(CALLERS) as pool:
        return list(chain.from_iterable(pool.map(ask_as_one, islice(cycle(servers), CALLERS))))


def outcome(wire: Wire, uuids: Sequence[str]) -> tuple[Counter[str], list[str], dict[str, str]]:
    """Give the states of allocations, the nodes that they say they have, and what the nodes say."""
    found = [decided(wire, uuid) for uuid in uuids]
    nodes = listed(wire, "/v1/nodes?fields=uuid,instance_uuid,allocation_uuid")
    said = {each["uuid"]: each["instance_uuid"] for each in nodes if each["instance_uuid"]}
    assert all(each["instance_uuid"] == each["allocation_uuid"] for each in nodes)
    held = {each["node_uuid"]: each["uuid"] for each in found if each["node_uuid"]}
    assert said == held
    return Counter(each["state"] for each in found), [each["node_uuid"] for each in found if each["node_uuid"]], said


def test_of_two_hundred_wishes_for_a_hundred_nodes_exactly_a_hundred_come_true(servers: list[Server]) -> None:
    fill(servers[0].database, FEW_TRAITS)
    uuids = ask_often(servers, WISHES, FEW_TRAITS)
    states, nodes, said = outcome(servers[0].wire, uuids)
    assert states == {"active": NODES, "error": WISHES - NODES}
    assert len(set(nodes)) == len(nodes) == len(said) == NODES
    assert len(listed(servers[-1].wire, HERE, plural="allocations")) == WISHES
    assert [server.faults() for server in servers] == [[]] * len(servers)


def test_what_a_killed_process_took_is_decided_about_by_others(start: Start) -> None:
    victim = start(HOST)
    fill(victim.database, MANY_TRAITS)
    uuids = ask_often([victim], SOME, MANY_TRAITS)
    os.kill(victim.process_id, signal.SIGKILL)
    left = victim.database.read(allocations.undecided, AFTER_EVERYTHING, WISHES)
    assert left, "the process was killed too late: it had decided about everything"
    victim.stop()
    states, nodes, _ = outcome(start("survivor").wire, uuids)
    assert states == {"active": SOME}
    assert len(set(nodes)) == SOME


def test_several_may_decide_about_the_same_ones_at_once(start: Start) -> None:
    server = start(HOST)
    fill(server.database, FEW_TRAITS)
    uuids = ask_often([server], SOME, FEW_TRAITS)
    with ThreadPoolExecutor(4) as pool:
        work: list[Any] = [pool.submit(decide, server.database, uuid) for uuid in uuids for _ in range(3)]
    assert [each.result() for each in work] == [None] * 3 * SOME
    states, nodes, _ = outcome(server.wire, uuids)
    assert (states, len(set(nodes))) == ({"active": SOME}, SOME)


def test_young_ones_are_left_to_the_process_that_took_them(start: Start) -> None:
    server = start(HOST)
    ask(server.wire)
    assert UndecidedAllocations(server.database).look() == 0
