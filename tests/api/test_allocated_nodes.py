"""What becomes of nodes that allocations hold: backfilling, giving back, undeploying, deletion, explanations."""

import time
from typing import Any
from uuid import uuid4

import pytest
from sqlalchemy import select

from bessemer.store.database import Database
from bessemer.store.schema import changes
from bessemer.testing.builders import add_allocation, add_conductor, add_node, change_node, release, reserve
from tests.api.allocated import HERE, SECONDS_TO_DECIDE, allocated, ask, decided
from tests.api.enrolled import clear, set_to, show
from tests.api.wire import Wire

CHANGES_OF_ALLOCATIONS = select(changes.c.kind).where(changes.c.subject == "allocation").order_by(changes.c.seq)


@pytest.fixture(autouse=True)
def absent_conductor(database: Database) -> None:
    """Let the conductor be alive that holds the nodes which tests reserve, or the server would take over from it."""
    add_conductor(database, group="elsewhere")


def in_use(database: Database, **fields: Any) -> str:
    """Put a node there that carries an instance of nobody's allocation."""
    return add_node(database, **{"provision_state": "active", "resource_class": "small", **fields})


class TestBackfill:
    """An allocation can be made for a node that is in use."""

    def test_it_takes_over_class_and_instance(self, wire: Wire, database: Database) -> None:
        instance = str(uuid4())
        node = in_use(database, name="n1", instance_uuid=instance, traits=("CUSTOM_A",))
        answer = wire.post(HERE, {"node": "n1", "traits": ["CUSTOM_A"]})
        made = answer.json
        assert (answer.status, made["state"], made["node_uuid"]) == (201, "active", node)
        assert (made["uuid"], made["resource_class"]) == (instance, "small")
        shown = show(wire, node)
        assert (shown["allocation_uuid"], shown["instance_info"]) == (instance, {"traits": ["CUSTOM_A"]})

    def test_a_node_without_instance_gets_the_uuid_of_the_allocation(self, wire: Wire, database: Database) -> None:
        node, uuid = in_use(database, resource_class=None), str(uuid4())
        made = wire.post(HERE, {"node": node, "uuid": uuid}).json
        assert (made["uuid"], made["resource_class"], made["state"]) == (uuid, None, "active")
        assert show(wire, node)["instance_uuid"] == uuid

    @pytest.mark.parametrize("state", ["available", "manageable", "enroll", "deploy failed", "deploying", "rescue"])
    def test_a_node_that_is_not_active_is_refused_and_nothing_is_left(
        self, wire: Wire, database: Database, state: str
    ) -> None:
        """Where Ironic answers 500 and leaves an allocation in the state error."""
        node = add_node(database, provision_state=state, resource_class="small")
        answer = wire.post(HERE, {"node": node})
        assert (answer.status, repr(state) in answer.text) == (409, True)
        assert wire.get(HERE).json == {"allocations": []}
        assert show(wire, node)["instance_uuid"] is None

    @pytest.mark.parametrize(
        ("fields", "status"),
        [
            ({"resource_class": "large"}, 400),
            ({"traits": ["CUSTOM_Z"]}, 400),
            ({"candidate_nodes": ["other"]}, 400),
            ({"owner": "p9"}, 400),
            ({"uuid": "5f1d4d5c-6c1b-4f0e-9a53-2f6f3f0c8b02"}, 409),
        ],
    )
    def test_a_node_that_is_not_as_asked_is_refused_and_nothing_is_left(
        self, wire: Wire, database: Database, fields: Any, status: int
    ) -> None:
        node = in_use(database, instance_uuid=str(uuid4()))
        add_node(database, name="other")
        assert wire.post(HERE, {"node": node, **fields}).status == status
        assert wire.get(HERE).json == {"allocations": []}
        assert show(wire, node)["allocation_uuid"] is None

    def test_a_node_has_one_allocation(self, wire: Wire, database: Database) -> None:
        node = in_use(database)
        assert wire.post(HERE, {"node": node}).status == 201
        assert wire.post(HERE, {"node": node}).status == 409
        assert wire.post(HERE, {"node": node, "uuid": str(uuid4())}).status == 409
        assert len(wire.get(HERE).json["allocations"]) == 1

    def test_the_instance_of_another_node_is_refused(self, wire: Wire, database: Database) -> None:
        instance = str(uuid4())
        in_use(database, instance_uuid=instance)
        node = in_use(database)
        assert wire.post(HERE, {"node": node, "uuid": instance}).status == 409
        assert wire.get(HERE).json == {"allocations": []}

    def test_a_node_that_is_worked_on_is_refused(self, wire: Wire, database: Database) -> None:
        node = in_use(database)
        reserve(database, node)
        assert wire.post(HERE, {"node": node}).status == 409
        assert wire.get(HERE).json == {"allocations": []}


def test_the_allocation_of_a_node_is_shown_and_given_back_below_it(wire: Wire, database: Database) -> None:
    node = add_node(database, name="n1", resource_class="small", traits=("CUSTOM_A",))
    assert wire.get("/v1/nodes/n1/allocation").status == 404
    assert wire.delete("/v1/nodes/n1/allocation").status == 404
    made = allocated(wire, traits=["CUSTOM_A"])
    assert wire.get("/v1/nodes/n1/allocation").json == made
    assert set(wire.get(f"/v1/nodes/{node}/allocation?fields=state").json) == {"state", "links"}
    assert wire.get("/v1/nodes/n1/allocation", version="1.51").status == 404
    assert wire.delete("/v1/nodes/n1/allocation", version="1.51").status == 404
    assert wire.delete("/v1/nodes/n1/allocation").status == 204
    shown = show(wire, node)
    assert (shown["instance_uuid"], shown["allocation_uuid"], shown["instance_info"]) == (None, None, {})
    assert wire.get(HERE).json == {"allocations": []}
    assert allocated(wire)["node_uuid"] == node


@pytest.mark.parametrize("path", ["allocations/a", "nodes/n1/allocation"])
@pytest.mark.parametrize("state", ["active", "deploying", "wait call-back", "deploy hold", "deleting"])
def test_a_node_in_use_keeps_its_allocation_but_in_maintenance(
    wire: Wire, database: Database, path: str, state: str
) -> None:
    node = add_node(database, name="n1", provision_state=state, resource_class="small")
    if state != "active":
        change_node(database, node, target_provision_state="active")
    held = add_allocation(database, node, name="a", resource_class="small")
    answer = wire.delete(f"/v1/{path}")
    assert (answer.status, show(wire, node)["allocation_uuid"]) == (409, held)
    change_node(database, node, maintenance=True)
    assert wire.delete(f"/v1/{path}").status == 204
    shown = show(wire, node)
    assert (shown["instance_uuid"], shown["allocation_uuid"]) == (None, None)


@pytest.mark.parametrize(
    ("state", "target"),
    [("deploy failed", "active"), ("clean failed", "available"), ("error", "available"), ("available", None),
     ("manageable", None), ("rescue", None)],
)  # fmt: skip
def test_a_node_at_rest_can_be_given_back(wire: Wire, database: Database, state: str, target: str | None) -> None:
    node = add_node(database, provision_state=state, target_provision_state=target)
    held = add_allocation(database, node)
    assert wire.delete(f"{HERE}/{held}").status == 204
    assert show(wire, node)["instance_uuid"] is None


def test_a_node_that_is_worked_on_is_not_given_back(wire: Wire, database: Database) -> None:
    node = add_node(database, maintenance=True)
    held = add_allocation(database, node)
    reserve(database, node)
    assert wire.delete(f"{HERE}/{held}").status == 409


def test_an_undecided_allocation_and_a_failed_one_can_be_deleted(wire: Wire, database: Database) -> None:
    for state in ("allocating", "error"):
        uuid = add_allocation(database, state=state, resource_class="small")
        assert wire.delete(f"{HERE}/{uuid}").status == 204
        assert wire.get(f"{HERE}/{uuid}").status == 404


def test_removing_the_instance_deletes_the_allocation(wire: Wire, database: Database) -> None:
    node = add_node(database, resource_class="small", traits=("CUSTOM_A",))
    made = allocated(wire, traits=["CUSTOM_A"])
    assert clear(wire, node, "instance_uuid").status == 200
    assert wire.get(f"{HERE}/{made['uuid']}").status == 404
    shown = show(wire, node)
    assert (shown["allocation_uuid"], shown["instance_info"]) == (None, {})


def test_the_instance_of_an_allocation_stays_where_it_is_in_use(wire: Wire, database: Database) -> None:
    node = add_node(database, provision_state="active")
    held = add_allocation(database, node)
    answer = clear(wire, node, "instance_uuid")
    assert (answer.status, held in answer.text) == (409, True)
    change_node(database, node, maintenance=True)
    assert clear(wire, node, "instance_uuid").status == 200
    assert wire.get(f"{HERE}/{held}").status == 404


def test_deleting_the_node_deletes_the_allocation(wire: Wire, database: Database) -> None:
    node = add_node(database, maintenance=True)
    held = add_allocation(database, node)
    assert wire.delete(f"/v1/nodes/{node}").status == 204
    assert wire.get(f"{HERE}/{held}").status == 404


def test_the_owner_of_a_node_stays_while_an_owned_allocation_has_it(wire: Wire, database: Database) -> None:
    node = add_node(database, owner="p1", resource_class="small")
    made = allocated(wire, owner="p1")
    assert made["node_uuid"] == node
    assert wire.patch(f"/v1/nodes/{node}", set_to(owner="p2")).status == 409


def test_nodes_that_are_only_busy_for_a_moment_are_waited_for(wire: Wire, database: Database) -> None:
    node = add_node(database, resource_class="small")
    reserve(database, node)
    made = ask(wire)
    other = allocated(wire, "large")
    assert other["state"] == "error"  # decided after the first one, which was left as it was
    assert wire.get(f"{HERE}/{made['uuid']}").json["state"] == "allocating"
    release(database, node)


def test_an_explanation_judges_every_node_page_by_page(wire: Wire, database: Database) -> None:
    nodes = [
        add_node(database, name="right", resource_class="small", maintenance=True),
        add_node(database, name="large", resource_class="large"),
        add_node(database, name="plain", resource_class="small"),
    ]
    made = allocated(wire, traits=["CUSTOM_A"], name="web")
    here = f"/bessemer/v1/allocations/{made['uuid']}/explain"
    whole = wire.get(here).json
    assert (whole["allocation"], whole["state"], whole["last_error"]) == (made["uuid"], "error", made["last_error"])
    assert whole["counts"] == {"lacks traits": 2, "other class": 1}
    assert [(each["uuid"], each["fits"], each["obstacle"]) for each in whole["nodes"]] == [
        (nodes[0], False, "lacks traits"), (nodes[1], False, "other class"), (nodes[2], False, "lacks traits"),
    ]  # fmt: skip
    assert whole["nodes"][2]["reason"] == "The node plain lacks the traits CUSTOM_A."
    first = wire.get(f"{here}?limit=2").json
    second = wire.get(first["next"]).json
    assert first["nodes"] + second["nodes"] == whole["nodes"]
    assert "next" not in second
    assert wire.get("/bessemer/v1/allocations/web/explain").json == whole
    assert wire.put(f"/v1/nodes/{nodes[2]}/traits/CUSTOM_A").status == 204
    assert [each["fits"] for each in wire.get(here).json["nodes"]] == [False, False, True]
    for query in ("limit=0", "marker=x", "unknown=1", "fields=uuid"):
        assert wire.get(f"{here}?{query}").status == 400


def test_an_explanation_keeps_to_the_candidates_and_tells_who_has_it(wire: Wire, database: Database) -> None:
    chosen = add_node(database, name="chosen", resource_class="small")
    add_node(database, resource_class="small")
    made = decided(wire, ask(wire, candidate_nodes=["chosen"])["uuid"])
    told = wire.get(f"/bessemer/v1/allocations/{made['uuid']}/explain").json
    assert (told["node_uuid"], [each["uuid"] for each in told["nodes"]]) == (chosen, [chosen])
    assert (told["nodes"][0]["fits"], "has it" in told["nodes"][0]["reason"]) == (True, True)


def test_a_uuid_that_is_taken_by_an_instance_ends_in_an_error(wire: Wire, database: Database) -> None:
    instance = str(uuid4())
    in_use(database, instance_uuid=instance)
    add_node(database, resource_class="small")
    made = allocated(wire, uuid=instance)
    assert (made["state"], "same instance_uuid" in made["last_error"]) == ("error", True)


def test_an_allocated_node_is_deployed_and_undeploying_it_frees_it(wire: Wire, database: Database) -> None:
    node = add_node(database, resource_class="small", traits=("CUSTOM_A",), automated_clean=False)
    made = allocated(wire, traits=["CUSTOM_A"])
    provision(wire, node, "active", "active")
    assert wire.delete(f"{HERE}/{made['uuid']}").status == 409
    provision(wire, node, "deleted", "available")
    assert wire.get(f"{HERE}/{made['uuid']}").status == 404
    shown = show(wire, node)
    assert (shown["instance_uuid"], shown["allocation_uuid"], shown["instance_info"]) == (None, None, {})
    assert kinds_of_changes(database) == ["created", "changed", "deleted"]
    assert allocated(wire)["node_uuid"] == node


def provision(wire: Wire, node: str, target: str, state: str) -> None:
    """Carry out a verb and wait until the node is in a state."""
    assert wire.put(f"/v1/nodes/{node}/states/provision", {"target": target}).status == 202
    until = time.monotonic() + SECONDS_TO_DECIDE
    while show(wire, node)["provision_state"] != state:
        assert time.monotonic() < until, show(wire, node)
        time.sleep(0.05)


def kinds_of_changes(database: Database) -> list[str]:
    """Tell what is in the log of changes about allocations."""
    return [kind for (kind,) in database.read(lambda tx: tx.rows("kinds of changes", lambda: CHANGES_OF_ALLOCATIONS))]


def test_every_step_of_an_allocation_is_in_the_log_of_changes(wire: Wire, database: Database) -> None:
    add_node(database, resource_class="small")
    made = allocated(wire)
    assert wire.delete(f"{HERE}/{made['uuid']}").status == 204
    assert kinds_of_changes(database) == ["created", "changed", "deleted"]
