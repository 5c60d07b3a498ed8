"""Whether a node fits an allocation, and the words in which it is said that it does not."""

from typing import Any

import msgspec
import pytest

from bessemer.model.allocation import Allocation, Obstacle, SeenNode
from bessemer.model.errors import Invalid
from bessemer.rules.allocation_match import RULES, first_obstacle, told, why_no_node
from bessemer.rules.allocations import checked_candidates

UUID = "0d3c1a52-5f0e-4b8f-9a53-2f6f3f0c8b01"
OTHER = "5f1d4d5c-6c1b-4f0e-9a53-2f6f3f0c8b02"

FITTING = SeenNode(
    uuid=UUID,
    name="n1",
    owner="p1",
    lessee=None,
    resource_class="small",
    provision_state="available",
    maintenance=False,
    instance_uuid=None,
    power_state="power off",
    operation_id=None,
    traits=frozenset({"CUSTOM_A", "CUSTOM_B"}),
)


def wish(**fields: Any) -> Allocation:
    values = {
        "id": 1,
        "uuid": OTHER,
        "node_id": None,
        "name": None,
        "node_uuid": None,
        "resource_class": "small",
        "traits": [],
        "candidate_nodes": [],
        "extra": {},
        "state": "allocating",
        "owner": None,
        "last_error": None,
        "created_at": "",
        "updated_at": None,
    }
    return Allocation(**{**values, **fields})


def with_changes(**fields: Any) -> SeenNode:
    return msgspec.structs.replace(FITTING, **fields)


REJECTED = [
    (Obstacle.NOT_A_CANDIDATE, wish(candidate_nodes=[OTHER]), FITTING, "not one of the candidate_nodes"),
    (Obstacle.OF_OTHERS, wish(owner="p2"), FITTING, "neither owned nor leased by the project p2"),
    (Obstacle.OF_OTHERS, wish(owner="p2"), with_changes(owner=None), "neither owned nor leased"),
    (Obstacle.OTHER_CLASS, wish(resource_class="large"), FITTING, "'small', not 'large'"),
    (Obstacle.OTHER_CLASS, wish(), with_changes(resource_class=None), "None, not 'small'"),
    (Obstacle.LACKS_TRAITS, wish(traits=["CUSTOM_A", "CUSTOM_Z", "CUSTOM_Y"]), FITTING, "CUSTOM_Y, CUSTOM_Z"),
    (Obstacle.NOT_AVAILABLE, wish(), with_changes(provision_state="active"), "'active', not 'available'"),
    (Obstacle.IN_MAINTENANCE, wish(), with_changes(maintenance=True), "in maintenance"),
    (Obstacle.HAS_INSTANCE, wish(), with_changes(instance_uuid=OTHER), "carries an instance"),
    (Obstacle.POWER_UNKNOWN, wish(), with_changes(power_state=None), "nobody knows"),
    (Obstacle.BUSY, wish(), with_changes(operation_id=7), "worked on"),
]


@pytest.mark.parametrize(("obstacle", "asked", "node", "words"), REJECTED)
def test_each_rule_rejects_and_says_why(obstacle: Obstacle, asked: Allocation, node: SeenNode, words: str) -> None:
    assert first_obstacle(asked, node) is obstacle
    assert words in told(asked, node, obstacle)


def test_every_obstacle_has_a_rule_that_is_tried() -> None:
    assert set(RULES) == {obstacle for obstacle, *_ in REJECTED} == set(Obstacle)


@pytest.mark.parametrize(
    "asked",
    [wish(), wish(traits=["CUSTOM_B"]), wish(candidate_nodes=[OTHER, UUID]), wish(owner="p1")],
)
def test_a_node_that_is_as_asked_fits(asked: Allocation) -> None:
    assert first_obstacle(asked, FITTING) is None
    assert told(asked, FITTING, None) == "The node n1 fits."


def test_a_lessee_may_have_the_node_as_its_owner_may() -> None:
    assert first_obstacle(wish(owner="p2"), with_changes(lessee="p2")) is None


def test_what_never_fits_is_told_before_what_does_not_fit_just_now() -> None:
    node = with_changes(resource_class="large", maintenance=True, operation_id=7)
    assert first_obstacle(wish(), node) is Obstacle.OTHER_CLASS


def test_a_failure_counts_the_reasons_with_the_most_common_first() -> None:
    text = why_no_node(
        wish(traits=["CUSTOM_A"]), {Obstacle.IN_MAINTENANCE: 2, Obstacle.HAS_INSTANCE: 9, Obstacle.OTHER_CLASS: 9}
    )
    assert "'small' and the traits CUSTOM_A" in text
    assert "of 20 nodes looked at, 9 of another resource class, 9 taken by an instance, 2 in maintenance" in text
    assert f"/bessemer/v1/allocations/{OTHER}/explain" in text


def test_a_project_does_not_learn_how_many_nodes_others_have() -> None:
    assert "17" not in why_no_node(wish(owner="p1"), {Obstacle.OF_OTHERS: 17, Obstacle.BUSY: 1})
    assert "there is no node that the project p1 owns or leases" in why_no_node(
        wish(owner="p1"), {Obstacle.OF_OTHERS: 17}
    )


def test_nodes_that_nobody_named_are_not_counted() -> None:
    text = why_no_node(wish(candidate_nodes=[UUID]), {Obstacle.NOT_A_CANDIDATE: 99, Obstacle.IN_MAINTENANCE: 1})
    assert "of the only node looked at, 1 in maintenance" in text


@pytest.mark.parametrize("idents", [[1], [None], [""], ["a b"], [UUID, {}], ["x" * 256], ["a/b"], ["\0"]])
def test_what_names_no_node_is_no_candidate(idents: list[Any]) -> None:
    with pytest.raises(Invalid, match="UUID or its name"):
        checked_candidates(idents)


def test_candidates_are_named_once_and_there_is_a_limit() -> None:
    assert checked_candidates([UUID.upper(), "b", UUID, "b"]) == [UUID, "b"]
    with pytest.raises(Invalid, match="at most 1000"):
        checked_candidates([f"n{number}" for number in range(1001)])
