"""The query that finds nodes for an allocation and the rules that say why one does not fit always agree."""

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bessemer.model.allocation import Allocation, AllocationState, Obstacle, SeenNode
from bessemer.model.listing import EVERYTHING, Scope
from bessemer.model.node import NODE, Node
from bessemer.rules.allocation_match import first_obstacle
from bessemer.rules.allocations import seen_from_node
from bessemer.store import candidates, rows
from bessemer.store.database import Database, DatabaseSettings
from bessemer.store.schema import metadata
from bessemer.testing.builders import add_node, node_id, reserve

COUNT = 60
WISHES = 120
CLASSES = (None, "small", "large", "Small")
PROJECTS = (None, "p1", "p2")
TRAITS = ("CUSTOM_A", "CUSTOM_B", "CUSTOM_C")
OTHER = "5f1d4d5c-6c1b-4f0e-9a53-2f6f3f0c8b02"


def mostly(random: Random, usual: Any, *others: Any) -> Any:
    return usual if random.random() < 0.8 else random.choice(others)


def one_node(database: Database, random: Random, number: int) -> str:
    uuid = add_node(
        database,
        name=f"n{number}",
        traits=tuple(trait for trait in TRAITS if random.random() < 0.6),
        resource_class=random.choice(CLASSES),
        owner=random.choice(PROJECTS),
        lessee=random.choice(PROJECTS),
        provision_state=mostly(random, "available", "active", "manageable"),
        maintenance=random.random() < 0.2,
        instance_uuid=f"{number:08x}-0000-4000-8000-000000000000" if random.random() < 0.2 else None,
        power_state=mostly(random, "power off", None),
    )
    if random.random() < 0.2:
        reserve(database, uuid, status=random.choice(("running", "waiting")))
    return uuid


@pytest.fixture
def database(database_url: str) -> Iterator[Database]:
    """A database without any node."""
    database = Database(DatabaseSettings(connection=database_url, pool_size=2))
    metadata.create_all(database.engine)
    yield database
    database.close()


def seen(database: Database, uuid: str) -> SeenNode:
    node = database.read(rows.fetch, NODE, "uuid", uuid)
    assert isinstance(node, Node)
    return seen_from_node(node)


def wishes(uuids: list[str]) -> st.SearchStrategy[Allocation]:
    return st.builds(
        Allocation,
        id=st.just(1),
        uuid=st.just(OTHER),
        node_id=st.none(),
        name=st.none(),
        node_uuid=st.none(),
        resource_class=st.sampled_from(CLASSES),
        traits=st.lists(st.sampled_from((*TRAITS, "CUSTOM_Z")), unique=True, max_size=3),
        candidate_nodes=st.just([]) | st.lists(st.sampled_from([*uuids, OTHER]), unique=True, max_size=30),
        extra=st.just({}),
        state=st.just(str(AllocationState.ALLOCATING)),
        owner=st.sampled_from(PROJECTS),
        last_error=st.none(),
        created_at=st.just(""),
        updated_at=st.none(),
    )


@pytest.mark.parametrize("seed", [1, 2])
def test_the_query_and_the_rules_agree_on_random_fleets(database: Database, seed: int) -> None:
    random = Random(seed)
    uuids = [one_node(database, random, number) for number in range(COUNT)]
    fleet = [(node_id(database, uuid), seen(database, uuid)) for uuid in uuids]
    met: Counter[Obstacle | None] = Counter()

    @settings(max_examples=WISHES, suppress_health_check=list(HealthCheck))
    @given(wishes(uuids), st.sampled_from(PROJECTS))
    def agree(wish: Allocation, project: str | None) -> None:
        judged = {row: first_obstacle(wish, node) for row, node in fleet}
        with database.reading() as transaction:
            found = candidates.fitting(transaction, wish)
            assert transaction.statements == 1
        assert set(found.nodes) == {row for row, obstacle in judged.items() if obstacle is None}
        assert database.read(candidates.tally, wish, EVERYTHING) == Counter(judged.values())
        own = Counter(judged[row] for row, node in fleet if project and project in {node.owner, node.lessee})
        assert database.read(candidates.tally, wish, Scope(project=project)) == own
        met.update(judged.values())

    agree()
    assert set(met) == {None, *Obstacle}
