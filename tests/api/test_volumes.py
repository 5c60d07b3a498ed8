"""Volume connectors and targets are created, listed, changed and deleted as clients of Ironic expect."""

from typing import Any

import pytest

from bessemer.model.masking import MASK
from bessemer.store.database import Database
from bessemer.testing.builders import change_node, reserve
from tests.api.enrolled import MISSING, Node, enrol, listed, numbered, set_to, uuids
from tests.api.parts import Made, connector, history, made, removed, target
from tests.api.wire import Wire

CONNECTORS, TARGETS = "/v1/volume/connectors", "/v1/volume/targets"
KINDS = (CONNECTORS, TARGETS)
CONNECTOR: Made = {"type": "iqn", "connector_id": "iqn.2026-11.test:a"}
TARGET: Made = {"volume_type": "iscsi", "volume_id": "v1", "boot_index": 0}
BODIES = {CONNECTORS: CONNECTOR, TARGETS: TARGET}


@pytest.fixture
def node(wire: Wire, database: Database) -> Node:
    """A node that is powered off."""
    node = enrol(wire, name="n1")
    change_node(database, node["uuid"], power_state="power off", provision_state="available")
    return node


@pytest.fixture
def other(wire: Wire) -> Node:
    """A node of unknown power."""
    return enrol(wire, name="n2")


def add(wire: Wire, path: str, node: Node, **fields: Any) -> Made:
    """Create a connector or a target, whichever lives at the path."""
    return made(wire, path.removeprefix("/v1/"), {"node_uuid": node["uuid"], **BODIES[path], **fields})


class TestCreation:
    """What becomes of the body of a creation."""

    def test_both_are_shown_whole_with_their_place(self, wire: Wire, node: Node) -> None:
        common = {"uuid", "node_uuid", "extra", "created_at", "updated_at", "links"}
        for path in KINDS:
            answer = wire.post(path, {"node_uuid": node["uuid"], **BODIES[path]})
            own = {"properties"} if path == TARGETS else set()
            assert set(answer.json) == common | set(BODIES[path]) | own
            assert answer.headers["Location"] == f"{wire.url}{path}/{answer.json['uuid']}"
            assert wire.get(f"{path}/{answer.json['uuid']}").json == answer.json

    @pytest.mark.parametrize(
        ("path", "name", "value"),
        [
            *((path, name, value) for path in KINDS for name, value in (
                ("node_uuid", "n1"), ("node_uuid", MISSING), ("node_uuid", None), ("uuid", "x"), ("extra", []),
                ("unknown", 1),
            )),
            (CONNECTORS, "type", None),
            (CONNECTORS, "type", "x" * 33),
            (CONNECTORS, "connector_id", 3),
            (CONNECTORS, "connector_id", "x" * 256),
            (TARGETS, "volume_type", None),
            (TARGETS, "volume_type", "x" * 65),
            (TARGETS, "volume_id", 3),
            (TARGETS, "properties", []),
            (TARGETS, "boot_index", None),
            (TARGETS, "boot_index", "1"),
            (TARGETS, "boot_index", True),
            (TARGETS, "boot_index", 1.5),
            (TARGETS, "boot_index", 2**40),
        ],
        ids=str,
    )  # fmt: skip
    def test_what_cannot_be_is_refused(self, wire: Wire, node: Node, path: str, name: str, value: Any) -> None:
        body = {"node_uuid": node["uuid"], **BODIES[path], name: value}
        assert wire.post(path, body).status == 400
        assert wire.post(path, {key: kept for key, kept in body.items() if key != name}).status in {201, 400}

    def test_any_word_is_a_type(self, wire: Wire, node: Node) -> None:
        assert connector(wire, node, type="IQN", connector_id="")["type"] == "IQN"
        assert target(wire, node, boot_index=-1, volume_type="")["boot_index"] == -1

    def test_what_must_be_unique(self, wire: Wire, node: Node, other: Node) -> None:
        connector(wire, node)
        target(wire, node)
        assert wire.post(CONNECTORS, {"node_uuid": other["uuid"], **CONNECTOR}).status == 409
        assert wire.post(TARGETS, {"node_uuid": node["uuid"], **TARGET}).status == 409
        connector(wire, other, type="ip")
        target(wire, other)

    def test_secrets_of_a_target_are_masked_and_survive_the_mask(self, wire: Wire, node: Node) -> None:
        properties = {"auth_password": "secret", "iqn": "i"}
        created = target(wire, node, properties=properties)
        assert created["properties"] == {"auth_password": MASK, "iqn": "i"}
        here = f"{TARGETS}/{created['uuid']}"
        assert wire.get(f"{here}?fields=properties").json["properties"] == created["properties"]
        assert wire.get(f"{TARGETS}?detail=true").json["targets"][0]["properties"] == created["properties"]
        changed = wire.patch(here, set_to(properties={"auth_password": MASK, "iqn": "j"}))
        assert changed.json["properties"] == {"auth_password": MASK, "iqn": "j"}

    def test_before_1_32_there_are_none(self, wire: Wire, node: Node) -> None:
        for path in (*KINDS, *(f"{path}/{MISSING}" for path in KINDS)):
            assert wire.get(path, version="1.31").status == 404
        for path in KINDS:
            assert wire.post(path, {}, version="1.31").status == 404
            assert wire.patch(f"{path}/{MISSING}", [], version="1.31").status == 404
            assert wire.delete(f"{path}/{MISSING}", version="1.31").status == 404
        assert wire.get("/v1/volume", version="1.31").status == 404
        assert wire.get(f"/v1/nodes/{node['uuid']}/volume", version="1.31").status == 404


class TestLists:
    """What is found where."""

    def test_documents_lead_to_both(self, wire: Wire, node: Node) -> None:
        for above in ("volume", f"nodes/{node['uuid']}/volume", "nodes/n1/volume"):
            found = wire.get(f"/v1/{above}").json
            assert found.keys() == {"links", "connectors", "targets"}
            assert found["links"][0]["href"] == f"{wire.url}/v1/{above}/"
            assert found["targets"] == [
                {"href": f"{wire.url}/v1/{above}/targets", "rel": "self"},
                {"href": f"{wire.url}/{above}/targets", "rel": "bookmark"},
            ]
        assert wire.get(f"/v1/nodes/{MISSING}/volume").status == 404
        assert wire.post("/v1/volume", {}).status == 405
        assert wire.get("/v1/volume?unknown=1").status == 400

    @pytest.mark.parametrize("path", KINDS)
    def test_lists_are_narrowed_by_node(self, wire: Wire, node: Node, other: Node, path: str) -> None:
        plural = path.rsplit("/", 1)[1]
        ours = add(wire, path, node)
        theirs = add(wire, path, other, **({"connector_id": "b"} if path == CONNECTORS else {}))
        short = {"uuid", "node_uuid", "links", *BODIES[path]}
        for item in wire.get(path).json[plural]:
            assert set(item) == short
        assert uuids(listed(wire, f"{path}?limit=1&detail=true", plural=plural)) == uuids([ours, theirs])
        assert uuids(wire.get(f"{path}?node=n1").json[plural]) == uuids([ours])
        assert uuids(wire.get(f"{path}?node={other['uuid']}").json[plural]) == uuids([theirs])

    @pytest.mark.parametrize("path", KINDS)
    @pytest.mark.parametrize(
        ("arguments", "status"),
        [
            ("node=nobody", 404),
            ("node=", 400),
            ("node_uuid=x", 400),
            ("sort_key=node_uuid", 400),
            ("sort_key=extra", 400),
            ("sort_key=created_at", 200),
            ("fields=uuid&detail=true", 400),
            ("fields=unknown", 400),
            (f"marker={MISSING}", 404),
        ],
    )
    def test_arguments_that_cannot_be_are_refused(self, wire: Wire, path: str, arguments: str, status: int) -> None:
        assert wire.get(f"{path}?{arguments}").status == status

    @pytest.mark.parametrize("path", KINDS)
    def test_one_is_found_by_its_uuid_only(self, wire: Wire, path: str) -> None:
        for method in ("GET", "PATCH", "DELETE"):
            assert wire.request(method, f"{path}/detail", json=[]).status == 400
            assert wire.request(method, f"{path}/{MISSING}", json=[]).status == 404


class TestChanges:
    """When they may be changed and deleted."""

    @pytest.mark.parametrize("path", KINDS)
    def test_a_patch_needs_a_machine_without_power(
        self, wire: Wire, node: Node, other: Node, database: Database, path: str
    ) -> None:
        here = f"{path}/{add(wire, path, node)['uuid']}"
        assert wire.patch(here, set_to(extra={"a": 1})).json["extra"] == {"a": 1}
        assert wire.patch(here, set_to(node_uuid=other["uuid"])).status == 400
        for state in ("power on", "error", None):
            change_node(database, node["uuid"], power_state=state, maintenance=True)
            assert wire.patch(here, set_to(extra={})).status == 400
        for each in (node, other):
            change_node(database, each["uuid"], power_state="power off")
        assert wire.patch(here, set_to(node_uuid=other["uuid"])).json["node_uuid"] == other["uuid"]

    @pytest.mark.parametrize(
        ("path", "name", "value"),
        numbered(
            (CONNECTORS, "type", None),
            (CONNECTORS, "connector_id", None),
            (CONNECTORS, "node_uuid", None),
            (CONNECTORS, "node_uuid", "n1"),
            (CONNECTORS, "node_uuid", MISSING),
            (CONNECTORS, "uuid", MISSING),
            (TARGETS, "boot_index", None),
            (TARGETS, "boot_index", "1"),
            (TARGETS, "volume_type", 3),
            (TARGETS, "unknown", 1),
        ),
    )
    def test_what_cannot_be_is_refused(self, wire: Wire, node: Node, path: str, name: str, value: Any) -> None:
        here = f"{path}/{add(wire, path, node)['uuid']}"
        assert wire.patch(here, set_to(**{name: value})).status == 400

    def test_removal_empties_what_may_be_empty(self, wire: Wire, node: Node) -> None:
        here = f"{TARGETS}/{target(wire, node, properties={'a': 1}, extra={'b': 2})['uuid']}"
        left = wire.patch(here, removed("properties", "extra", "node_uuid")).json
        assert (left["properties"], left["extra"], left["node_uuid"]) == ({}, {}, node["uuid"])
        assert wire.patch(here, removed("boot_index")).status == 400

    def test_a_patch_cannot_take_what_is_taken(self, wire: Wire, node: Node) -> None:
        connector(wire, node)
        second = connector(wire, node, connector_id="b")
        assert wire.patch(f"{CONNECTORS}/{second['uuid']}", set_to(**CONNECTOR)).status == 409
        target(wire, node)
        second = target(wire, node, boot_index=1)
        assert wire.patch(f"{TARGETS}/{second['uuid']}", set_to(boot_index=0)).status == 409

    @pytest.mark.parametrize("path", KINDS)
    def test_deletion_needs_no_power_or_an_idle_machine(
        self, wire: Wire, node: Node, database: Database, path: str
    ) -> None:
        here = f"{path}/{add(wire, path, node)['uuid']}"
        for power, state in (("power on", "active"), ("power on", "available"), (None, "available")):
            change_node(database, node["uuid"], power_state=power, provision_state=state)
            assert wire.delete(here).status == 400

    @pytest.mark.parametrize("path", KINDS)
    @pytest.mark.parametrize(
        ("power", "state"),
        [("power off", "active"), ("power on", "enroll"), ("power on", "manageable"), (None, "adopt failed")],
    )
    def test_what_is_not_in_use_is_deleted(
        self, wire: Wire, database: Database, path: str, power: str | None, state: str
    ) -> None:
        node = enrol(wire)
        change_node(database, node["uuid"], power_state=power, provision_state=state)
        created = add(wire, path, node)
        assert wire.delete(f"{path}/{created['uuid']}").status == 204
        noun = "volume_connector" if path == CONNECTORS else "volume_target"
        assert history(database, created["uuid"]) == [f"{noun} created", f"{noun} deleted"]

    @pytest.mark.parametrize("path", KINDS)
    def test_work_on_the_node_keeps_them(self, wire: Wire, node: Node, database: Database, path: str) -> None:
        created = add(wire, path, node)
        reserve(database, node["uuid"])
        assert wire.patch(f"{path}/{created['uuid']}", []).status == 409
        assert wire.delete(f"{path}/{created['uuid']}").status == 409
