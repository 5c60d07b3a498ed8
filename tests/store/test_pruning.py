"""What is too old goes, what is in use stays, and nobody has to wait for it or is left to believe he has read all."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import Any

import pytest
from sqlalchemy import func, select

from bessemer.engine.pruning import DAY_S, FIRST_AFTER_S, Pruning, PruningSettings
from bessemer.engine.telling import INFO, tell
from bessemer.store import change_reading
from bessemer.store import schema as s
from bessemer.store.database import Database, DatabaseSettings
from bessemer.store.moments import text_from_moment
from bessemer.store.upgrading import upgrade
from bessemer.testing.builders import CONDUCTOR, add_conductor, add_history, add_node, add_row, change_node, node_id

LONG_AGO_S = 1000.0 * DAY_S


@pytest.fixture
def database(database_url: str) -> Iterator[Database]:
    """A database of the test's own, with one conductor."""
    upgrade(database_url)
    database = Database(DatabaseSettings(connection=database_url, pool_size=2))
    add_conductor(database)
    yield database
    database.close()


def days_ago(days: float) -> str:
    return text_from_moment(datetime.now(UTC) - timedelta(days=days))


def prune(database: Database, host: str = CONDUCTOR, **settings: Any) -> list[int]:
    """Prune until nothing is left to do, telling how many changes there were after each look."""
    pruning = Pruning(database, PruningSettings(host=host, **settings))
    counts = []
    for look in range(200):
        pruning.look(LONG_AGO_S + (0 if look == 0 else FIRST_AFTER_S))
        counts.append(count(database, s.changes))
    return counts


def count(database: Database, table: Any) -> int:
    found = database.read(lambda tx: tx.row(("count", table.name), lambda: select(func.count()).select_from(table)))
    assert found is not None
    return int(found[0])


def events(database: Database, node: str) -> list[str]:
    c = s.changes.c
    query = select(c.event).where(c.subject_uuid == node).order_by(c.seq)
    return [row[0] for row in database.read(lambda tx: tx.rows(("events of", node), lambda: query))]


def add_told(database: Database, node: str, amount: int, days: float = 0) -> None:
    for number in range(amount):
        add_history(database, node, f"event {number}", at=days_ago(days))


def add_ended(database: Database, node: str, days: float, **fields: Any) -> str:
    """Put an operation there that ended long ago, with one run of a step."""
    values = {
        "node_id": node_id(database, node), "kind": "deploy", "arguments": "{}", "stage": "", "steps": "[]",
        "place": 0, "progress": "{}", "status": "done", "owner": CONDUCTOR, "generation": 1, "epoch": 1,
        "wake_seq": 0, "deadline": days_ago(days), "abort": False, "active": None, "ended_at": days_ago(days),
        **fields,
    }  # fmt: skip
    uuid = add_row(database, s.operations, values)
    run = {"operation_id": row_of(database, uuid), "place": 0, "attempt": 1, "name": "a step", "conductor": "c"}
    add_row(database, s.step_runs, {**run, "started_at": days_ago(days)})
    return uuid


def row_of(database: Database, uuid: str) -> int:
    query = select(s.operations.c.id).where(s.operations.c.uuid == uuid)
    found = database.read(lambda tx: tx.row(("row of", uuid), lambda: query))
    assert found is not None
    return int(found[0])


def test_the_history_of_a_node_keeps_its_newest_entries(database: Database) -> None:
    crowded, other = add_node(database), add_node(database)
    add_told(database, crowded, 12)
    add_told(database, other, 3)
    prune(database, history_entries=5)
    assert events(database, crowded) == [f"event {number}" for number in range(7, 12)]
    assert len(events(database, other)) == 3


def test_an_entry_is_kept_for_its_days_however_many_there_are(database: Database) -> None:
    node = add_node(database)
    add_told(database, node, 4, days=20)
    add_told(database, node, 6, days=1)
    prune(database, history_entries=3, history_days=7)
    assert len(events(database, node)) == 6


def test_many_crowded_histories_are_all_pruned(database: Database) -> None:
    nodes = [add_node(database) for _ in range(5)]
    for node in nodes:
        add_told(database, node, 4)
    prune(database, history_entries=1, most_at_once=2)
    assert [len(events(database, node)) for node in nodes] == [1] * 5


def test_old_changes_go_but_the_last_one_of_all_stays(database: Database) -> None:
    """The next one is counted from it, and would else be taken for one that a listener has had."""
    node = add_node(database)
    add_told(database, node, 9, days=100)
    database.write(change_reading.number)
    newest = database.read(change_reading.newest)
    prune(database, changes_days=90)
    assert events(database, node) == ["event 8"]
    assert database.read(change_reading.newest) == newest
    assert database.read(change_reading.pruned) == newest - 1
    database.write(tell, node, CONDUCTOR, INFO, "test", "a new one")
    database.write(change_reading.number)
    assert database.read(change_reading.newest) == newest + 1


def test_a_listener_learns_that_something_is_missing(database: Database) -> None:
    """Who has read up to what is left has missed nothing; who has not is told."""
    node = add_node(database)
    add_told(database, node, 4, days=100)
    add_told(database, node, 2)
    database.write(change_reading.number)
    newest = database.read(change_reading.newest)
    prune(database)
    assert database.read(change_reading.pruned) == newest - 2
    assert len(events(database, node)) == 2


def test_changes_that_nobody_has_read_yet_are_pruned_too(database: Database) -> None:
    node = add_node(database)
    database.write(tell, node, CONDUCTOR, INFO, "test", "before anybody listened")
    add_told(database, node, 5, days=100)
    prune(database)
    assert events(database, node) == ["before anybody listened", "event 4"]


def test_nothing_is_pruned_more_than_a_little_at_a_time(database: Database) -> None:
    node = add_node(database)
    add_told(database, node, 50, days=100)
    counts = prune(database, most_at_once=7)
    steps = [before - after for before, after in pairwise(counts)]
    assert max(steps) <= 7
    assert counts[-1] == 1


def test_operations_go_when_they_ended_long_ago_with_their_timelines(database: Database) -> None:
    node, busy, failed = add_node(database), add_node(database), add_node(database)
    for _ in range(3):
        add_ended(database, node, days=100)
    young = add_ended(database, node, days=10)
    going_on = add_ended(database, busy, days=100, active=1, status="waiting", ended_at=None)
    held = add_ended(database, failed, days=100)
    change_node(database, failed, operation_id=row_of(database, held))
    prune(database, most_at_once=1)
    assert count(database, s.operations) == 3
    assert count(database, s.step_runs) == 3
    for uuid in (young, going_on, held):
        assert row_of(database, uuid)


@pytest.mark.parametrize(
    "settings",
    [{"every_s": 0}, {"most_at_once": 0}, {"operations_days": 0, "changes_days": 0, "history_entries": 100}],
)
def test_what_is_switched_off_deletes_nothing(database: Database, settings: dict[str, Any]) -> None:
    node = add_node(database)
    add_told(database, node, 5, days=1000)
    add_ended(database, node, days=1000)
    assert prune(database, **settings)[-1] == 5
    assert count(database, s.operations) == 1


def test_one_of_the_conductors_prunes(database: Database) -> None:
    add_conductor(database, "z-another")
    node = add_node(database)
    add_told(database, node, 5, days=100)
    assert prune(database, host="z-another")[-1] == 5
    assert prune(database)[-1] == 1
