"""However many nodes there are, a list of them costs three statements at the most, and finds what it should."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import pytest
import sqlalchemy as sa

from bessemer.model.caller import Caller, Identity
from bessemer.model.listing import Wanted
from bessemer.model.node import NODE
from bessemer.model.resource import fields_of
from bessemer.services.asking import Asking, HouseRules
from bessemer.services.chassis import create_chassis
from bessemer.services.fleet_watch import FleetWatch
from bessemer.services.nodes.find_many import list_nodes
from bessemer.store import schema as s
from bessemer.store.database import Database, DatabaseSettings
from bessemer.store.node_walks import FEW
from bessemer.testing.builders import add_conductor, add_node

MOST = 3
MANY = FEW + 60
PARENT = "8c5a9b3e-2f58-4a0d-9d2c-0f4a1b7f3c11"
CHASSIS = "2d1c7f60-3c0e-4c57-9a44-5f6f0f2b9e10"


def traits_of(number: int) -> set[str]:
    """Two traits that too many have to be a short way, one that few have, one that a single node has."""
    found = {"CUSTOM_EVERY"}
    if number % 50:
        found.add("CUSTOM_MOST")
    if number % 100 == 7:
        found.add("CUSTOM_FEW")
    if number == MANY - 1:
        found.add("CUSTOM_ONE")
    return found


def asking() -> Asking:
    caller = Caller(Identity(user="anybody", system=True), lambda *_: True)
    return Asking(caller=caller, minor=115, rules=HouseRules(), fleet=FleetWatch(max_age_s=3600))


@pytest.fixture
def database(database_url: str) -> Iterator[Database]:
    """A database with more nodes than are looked up one by one, the last of them a part of the first."""
    database = Database(DatabaseSettings(connection=database_url, pool_size=2))
    s.metadata.create_all(database.engine)
    add_conductor(database)
    database.write(create_chassis, asking(), {"uuid": CHASSIS})
    add_node(database, uuid=PARENT, name="parent")
    with database.engine.begin() as connection:
        [model] = connection.execute(sa.select(s.nodes)).mappings()
        nodes = [
            {**model, "id": model["id"] + 1 + n, "uuid": f"{n:08x}{PARENT[8:]}", "name": f"n{MANY - n:06}"}
            for n in range(MANY)
        ]
        nodes[-2]["parent_node"] = PARENT
        connection.execute(sa.insert(s.nodes), nodes)
        connection.execute(
            sa.insert(s.node_traits),
            [
                {"node_id": node["id"], "trait": trait, "created_at": model["created_at"]}
                for number, node in enumerate(nodes)
                for trait in sorted(traits_of(number))
            ],
        )
    yield database
    database.close()


FILTERS: Sequence[Mapping[str, Any]] = (
    {},
    {"include_children": True},
    {"parent_node": "parent"},
    {"parent_node": "parent", "traits": ["CUSTOM_FEW"]},
    {"chassis_uuid": CHASSIS, "traits": ["CUSTOM_FEW"]},
    {"conductor": "conductor-1", "traits": ["CUSTOM_FEW"]},
    {"traits": []},
    {"traits": ["CUSTOM_EVERY", "CUSTOM_MOST"]},
    {"traits": ["CUSTOM_EVERY", "CUSTOM_FEW"]},
    {"traits": ["CUSTOM_FEW", "CUSTOM_ONE"]},
    {"traits": ["CUSTOM_EVERY", "CUSTOM_NOBODY"]},
    {"traits": [f"CUSTOM_{number}" for number in range(60)]},
    {"traits-any": ["CUSTOM_FEW", "CUSTOM_ONE", "CUSTOM_NOBODY"]},
    {"traits-any": ["CUSTOM_ONE", "CUSTOM_EVERY"]},
    {"traits-any": ["CUSTOM_NOBODY"]},
    {"traits-any": []},
    {"traits": ["CUSTOM_ONE"], "traits-any": ["CUSTOM_FEW", "CUSTOM_MOST"], "not-traits-any": ["CUSTOM_NOBODY"]},
    {"traits": ["CUSTOM_EVERY"], "traits-any": ["CUSTOM_FEW"], "not-traits": ["CUSTOM_MOST", "CUSTOM_ONE"]},
)


def matches(number: int, filters: Mapping[str, Any]) -> bool:
    """Tell what the filters mean."""
    has = traits_of(number)
    return (
        (number == MANY - 2) <= filters.get("include_children", False)
        and all(trait in has for trait in filters.get("traits", ()))
        and any(trait in has for trait in filters.get("traits-any", has))
        and not ("not-traits" in filters and all(trait in has for trait in filters["not-traits"]))
        and not any(trait in has for trait in filters.get("not-traits-any", ()))
    )


def test_every_list_of_nodes_costs_three_statements_at_the_most(database: Database) -> None:
    """Which conductors there are is not counted: a process reads it every two seconds, not for each list."""
    columns, asked = tuple(fields_of(NODE.record)), asking()
    database.read(asked.fleet.now)
    costs = {}
    for filters in FILTERS:
        for marker in (None, f"{MANY - 1:08x}{PARENT[8:]}"):
            wanted = Wanted(columns=columns, filters=tuple(filters.items()), limit=10, marker=marker)
            with database.reading() as transaction:
                list_nodes(transaction, asked, NODE, wanted)
                costs[str(filters), marker] = transaction.statements
    assert {what: cost for what, cost in costs.items() if cost > MOST} == {}


@pytest.mark.parametrize("sort_key", ["id", "name"])
def test_a_list_is_the_same_whichever_way_it_is_found(database: Database, sort_key: str) -> None:
    for filters in FILTERS:
        if filters.keys() & {"parent_node", "chassis_uuid", "conductor"}:
            continue
        wanted = Wanted(columns=("name",), filters=tuple(filters.items()), limit=2 * MANY, sort_key=sort_key)
        found = [row[1] for row in database.read(list_nodes, asking(), NODE, wanted).rows if row[1] != "parent"]
        expected = [f"n{MANY - number:06}" for number in range(MANY) if matches(number, filters)]
        assert found == (expected if sort_key == "id" else sorted(expected)), filters
