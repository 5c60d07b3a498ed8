"""Short words for what tests do with nodes over the wire: enrol, change, list and follow links."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import pytest

from tests.api.wire import Answer, Wire

Node = dict[str, Any]

MISSING = "00000000-0000-4000-8000-000000000000"
"""A UUID that no test gives to anything."""


def enrol(wire: Wire, **fields: Any) -> Node:
    """Create a node of fake hardware and give what the server said of it."""
    answer = wire.post("/v1/nodes", {"driver": "fake-hardware", **fields})
    assert answer.status == 201, answer.body
    node: Node = answer.json
    return node


def enrol_many(wire: Wire, described: Iterable[Mapping[str, Any]]) -> list[Node]:
    """Create several nodes, in this order."""
    return [enrol(wire, **fields) for fields in described]


def show(wire: Wire, ident: str, **how: Any) -> Node:
    """Read one node."""
    answer = wire.get(f"/v1/nodes/{ident}", **how)
    assert answer.status == 200, answer.body
    node: Node = answer.json
    return node


def set_to(**values: Any) -> list[Node]:
    """Write the patch that replaces these fields."""
    return [{"op": "replace", "path": f"/{name}", "value": value} for name, value in values.items()]


def change(wire: Wire, ident: str, **values: Any) -> Answer:
    """Replace fields of one node."""
    return wire.patch(f"/v1/nodes/{ident}", set_to(**values))


def clear(wire: Wire, ident: str, name: str, **how: Any) -> Answer:
    """Remove one field of a node."""
    return wire.patch(f"/v1/nodes/{ident}", [{"op": "remove", "path": f"/{name}"}], **how)


def pages(wire: Wire, path: str, *, plural: str = "nodes", **how: Any) -> Iterator[list[Node]]:
    """Read a list page by page, following the links, and fail when they run in a circle."""
    seen: set[str] = set()
    while path:
        assert path not in seen, f"the link {path} leads back to itself"
        seen.add(path)
        answer = wire.get(path, **how)
        assert answer.status == 200, answer.body
        yield answer.json[plural]
        path = answer.json.get("next", "")


def listed(wire: Wire, path: str, **how: Any) -> list[Node]:
    """Read a list to its end."""
    return [node for page in pages(wire, path, **how) for node in page]


def names(nodes: Iterable[Node]) -> list[str]:
    """Give the names of nodes, in the order they came."""
    return [node["name"] for node in nodes]


def uuids(nodes: Iterable[Node]) -> list[str]:
    """Give the UUIDs of nodes, in the order they came."""
    return [node["uuid"] for node in nodes]


def anything(*values: Any) -> tuple[Any, ...]:
    """Give values of any types for a case to be made of each."""
    return values


def numbered(*cases: Any) -> list[Any]:
    """Give test cases ids that say their first word and their place, as values may be huge or odd."""
    found = []
    for place, case in enumerate(cases):
        values: Sequence[Any] = case if isinstance(case, tuple) else (case,)
        first = values[0] if isinstance(values[0], str) and values[0].isidentifier() else "case"
        found.append(pytest.param(*values, id=f"{first[:40]}-{place}"))
    return found
