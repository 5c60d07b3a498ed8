"""Allocations that nobody decided about are found by any process, and none of them keeps the others waiting."""

from collections.abc import Iterator

import pytest
from sqlalchemy import select

from bessemer.model.allocation import ALLOCATION, Allocation
from bessemer.services.allocating import FAILED_INSIDE, UndecidedAllocations, decide
from bessemer.store import rows
from bessemer.store.database import Database, DatabaseSettings
from bessemer.store.schema import allocations, metadata
from bessemer.testing.builders import add_allocation, add_node, release, reserve

YOUNG_TOO = -60
LAST_ERRORS = select(allocations.c.uuid, allocations.c.state, allocations.c.last_error).where(
    allocations.c.last_error.is_not(None)
)
LONG_AGO = "2026-01-01T00:00:00.000000+00:00"


@pytest.fixture
def database(database_url: str) -> Iterator[Database]:
    """A database without any node."""
    database = Database(DatabaseSettings(connection=database_url, pool_size=2))
    metadata.create_all(database.engine)
    yield database
    database.close()


def waiting(database: Database, **fields: str) -> str:
    return add_allocation(database, **{"state": "allocating", "resource_class": "small", **fields})


def shown(database: Database, uuid: str) -> Allocation:
    found = database.read(rows.fetch, ALLOCATION, "uuid", uuid)
    assert isinstance(found, Allocation)
    return found


def test_each_look_decides_about_a_few_the_oldest_first(database: Database) -> None:
    for _ in range(3):
        add_node(database, resource_class="small")
    uuids = [waiting(database) for _ in range(3)]
    looking = UndecidedAllocations(database, older_than_s=YOUNG_TOO, most=2)
    assert looking.look() == 2
    assert [shown(database, uuid).state for uuid in uuids] == ["active", "active", "allocating"]
    assert (looking.look(), looking.look()) == (1, 0)
    assert len({shown(database, uuid).node_uuid for uuid in uuids}) == 3


def test_young_ones_are_left_alone(database: Database) -> None:
    young, old = waiting(database), waiting(database, created_at=LONG_AGO)
    assert UndecidedAllocations(database).look() == 1
    assert [shown(database, uuid).state for uuid in (young, old)] == ["allocating", "error"]


def test_one_that_cannot_be_read_fails_and_the_others_are_decided_about(database: Database) -> None:
    add_node(database, resource_class="small")
    broken, right = waiting(database, traits="{"), waiting(database)
    looking = UndecidedAllocations(database, older_than_s=YOUNG_TOO)
    assert looking.look() == 2
    assert shown(database, right).state == "active"
    assert looking.look() == 0
    told = database.read(lambda tx: tx.rows("last errors", lambda: LAST_ERRORS))
    assert told == [(broken, "error", FAILED_INSIDE)]


def test_busy_nodes_are_waited_for_but_not_for_ever(database: Database) -> None:
    node = add_node(database, resource_class="small")
    reserve(database, node)
    patient, weary = waiting(database), waiting(database, created_at=LONG_AGO)
    for uuid in (patient, weary):
        decide(database, uuid)
    assert shown(database, patient).state == "allocating"
    assert "1 being worked on this moment" in str(shown(database, weary).last_error)
    release(database, node)
    decide(database, patient)
    assert shown(database, patient).node_uuid == node


def test_deciding_again_changes_nothing(database: Database) -> None:
    add_node(database, resource_class="small")
    uuid = waiting(database)
    decide(database, uuid)
    before = shown(database, uuid)
    add_node(database, resource_class="small")
    decide(database, uuid)
    decide(database, "no such allocation")
    assert shown(database, uuid) == before
