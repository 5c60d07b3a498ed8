"""Lists of nodes narrowed by traits: R-NT-17 to R-NT-21."""

import random
from collections.abc import Callable, Mapping, Sequence
from urllib.parse import quote, urlencode

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bessemer.testing.builders import add_node
from tests.api.enrolled import enrol, listed, names, pages
from tests.api.serving import Server

TRAITS = [f"CUSTOM_{letter}" for letter in "ABCDE"]
ABSENT = "CUSTOM_ABSENT"

MEANINGS: Mapping[str, Callable[[set[str], Sequence[str]], bool]] = {
    "traits": lambda has, asked: all(trait in has for trait in asked),
    "not-traits": lambda has, asked: not all(trait in has for trait in asked),
    "traits-any": lambda has, asked: any(trait in has for trait in asked),
    "not-traits-any": lambda has, asked: not any(trait in has for trait in asked),
}
"""What each filter means, over the traits that a node has and those that are asked for."""


def three(server: Server) -> None:
    """Put three nodes there: one with A and B, one with B, one with none."""
    for name, traits in (("ab", ("CUSTOM_A", "CUSTOM_B")), ("b", ("CUSTOM_B",)), ("none", ())):
        add_node(server.database, name=name, traits=traits)


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("traits=CUSTOM_A,CUSTOM_B", ["ab"]),
        ("traits=CUSTOM_B", ["ab", "b"]),
        ("not-traits=CUSTOM_A,CUSTOM_B", ["b", "none"]),
        ("traits-any=CUSTOM_A,CUSTOM_B", ["ab", "b"]),
        ("not-traits-any=CUSTOM_A,CUSTOM_B", ["none"]),
        ("not-traits=CUSTOM_A&traits=CUSTOM_B", ["b"]),
        ("traits-any=CUSTOM_A,CUSTOM_B&not-traits-any=CUSTOM_A", ["b"]),
        ("traits=CUSTOM_ABSENT", []),
        ("not-traits=CUSTOM_ABSENT", ["ab", "b", "none"]),
        ("traits=custom_b", []),
        ("traits=%20CUSTOM_B%20,,CUSTOM_B", ["ab", "b"]),
        ("traits=CUSTOM_B&maintenance=false&sharded=false&provision_state=available", ["ab", "b"]),
    ],
)
def test_nodes_are_found_by_what_they_have_and_have_not(server: Server, query: str, found: list[str]) -> None:
    """R-NT-17 to R-NT-21, by examples."""
    three(server)
    assert names(server.wire.get(f"/v1/nodes?{query}").json["nodes"]) == found
    assert names(server.wire.get(f"/v1/nodes/detail?{query}").json["nodes"]) == found


@pytest.mark.parametrize("name", MEANINGS)
def test_a_trait_filter_exists_from_1_37_on(embedded_server: Server, name: str) -> None:
    """R-NT-17 to R-NT-20: no older version knows traits."""
    path = f"/v1/nodes?{name}=CUSTOM_A"
    assert embedded_server.wire.get(path, version="1.36").status == 406
    assert embedded_server.wire.get(path, version="1.37").status == 200
    assert embedded_server.wire.get(f"{path}&{name}=CUSTOM_B").status == 400, "given twice"


@pytest.mark.parametrize("name", MEANINGS)
def test_many_odd_traits_in_a_filter_are_no_fault(embedded_server: Server, name: str) -> None:
    enrol(embedded_server.wire)
    for words in ("'", "%", "🔧", "x" * 5000, ",".join(f"T{number}" for number in range(600))):
        assert embedded_server.wire.get(f"/v1/nodes?{name}={quote(words)}").status == 200


def test_every_combination_finds_what_it_says_on_every_page(server: Server) -> None:
    """R-NT-17, R-NT-18, R-NT-19, R-NT-20, R-NT-21: compared with plain Python over many nodes, by following `next`."""
    dice = random.Random(37)
    nodes = {f"n{number}": {trait for trait in TRAITS if dice.random() < 0.5} for number in range(24)}
    for name, traits in nodes.items():
        add_node(server.database, name=name, traits=tuple(sorted(traits)), maintenance=name.endswith("3"))
    some = st.lists(st.sampled_from([*TRAITS, ABSENT]), max_size=4, unique=True)

    @given(
        asked=st.dictionaries(st.sampled_from(sorted(MEANINGS)), some),
        limit=st.integers(1, 30),
        maintenance=st.sampled_from([None, "true", "false"]),
    )
    @settings(max_examples=60)
    def every_combination(asked: dict[str, list[str]], limit: int, maintenance: str | None) -> None:
        query = {**{name: ",".join(traits) for name, traits in asked.items()}, "limit": limit}
        if maintenance is not None:
            query["maintenance"] = maintenance
        expected = [
            name
            for name, has in nodes.items()
            if all(MEANINGS[filter_](has, traits) for filter_, traits in asked.items())
            and maintenance in {None, str(name.endswith("3")).lower()}
        ]
        found = list(pages(server.wire, f"/v1/nodes?{urlencode(query)}"))
        assert names(node for page in found for node in page) == expected
        assert all(len(page) == limit for page in found[:-1])

    every_combination()


def test_following_the_links_keeps_trait_filters_sorting_and_fields(server: Server) -> None:
    """R-NT-21: on the way through the pages nothing is forgotten."""
    for number in range(7):
        traits = ("CUSTOM_A",) if number % 2 else ("CUSTOM_A", "CUSTOM_B")
        add_node(server.database, name=f"n{number}", traits=traits)
    path = "/v1/nodes?not-traits=CUSTOM_B&traits=CUSTOM_A&sort_key=name&sort_dir=desc&fields=name,traits&limit=1"
    found = listed(server.wire, path)
    assert names(found) == ["n5", "n3", "n1"]
    assert all(set(node) == {"name", "traits", "links"} and node["traits"] == ["CUSTOM_A"] for node in found)
