"""Shards are listed with their sizes."""

import pytest

from bessemer.store.database import Database
from bessemer.testing.builders import add_node
from tests.api.wire import Wire

HERE = "/v1/shards"


def test_without_nodes_there_are_none(wire: Wire) -> None:
    assert wire.get(HERE).json == {"shards": []}


def test_each_shard_has_a_size_and_nodes_without_one_stand_last_under_null(wire: Wire, database: Database) -> None:
    for shard in ("s2", "s1", "s2", None, "None"):
        add_node(database, shard=shard)
    assert wire.get(HERE).json == {
        "shards": [
            {"name": "None", "count": 1},
            {"name": "s1", "count": 1},
            {"name": "s2", "count": 2},
            {"name": None, "count": 1},
        ]
    }


@pytest.mark.parametrize(
    ("method", "path", "version", "status"),
    [
        ("GET", HERE, "1.81", 404),
        ("GET", HERE, "1.82", 200),
        ("GET", f"{HERE}?limit=1", "1.82", 400),
        ("GET", f"{HERE}/s1", "1.82", 404),
        ("POST", HERE, "1.82", 405),
        ("POST", HERE, "1.81", 405),
    ],
)
def test_what_cannot_be_is_refused(wire: Wire, method: str, path: str, version: str, status: int) -> None:
    assert wire.request(method, path, version=version).status == status
