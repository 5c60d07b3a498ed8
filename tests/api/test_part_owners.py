"""Callers of a project see and change what belongs to its nodes, and nothing of others."""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest

from tests.api.enrolled import enrol, set_to
from tests.api.parts import MAC, OTHER_MAC, logged_in, made, port, portgroup
from tests.api.serving import Server
from tests.api.wire import Wire


class TestProjects:
    """What callers of a project may see and do."""

    ROLES: Mapping[str, str] = {
        "alice": "system admin",
        "bob": "project p1 manager",
        "carol": "project p2 manager",
        "dave": "project p1 reader",
    }

    @pytest.fixture
    def log_in(
        self, start_server: Callable[[Mapping[str, str]], Server], tmp_path: Path
    ) -> Iterator[Callable[[str], Wire]]:
        """A function that gives the wire of a user."""
        with logged_in(start_server, tmp_path, self.ROLES) as log_in:
            yield log_in

    def test_a_project_sees_the_ports_of_its_nodes(self, log_in: Callable[[str], Wire]) -> None:
        ours = enrol(log_in("alice"), owner="p1", name="ours")
        theirs = enrol(log_in("alice"), owner="p2", name="theirs")
        group = portgroup(log_in("alice"), theirs, name="bond0")
        port(log_in("alice"), ours)
        hidden = port(log_in("alice"), theirs, OTHER_MAC, portgroup_uuid=group["uuid"])
        bob = log_in("bob")
        assert [each["address"] for each in bob.get("/v1/ports").json["ports"]] == [MAC]
        assert bob.get("/v1/nodes/ours/ports").json["ports"] == bob.get("/v1/ports").json["ports"]
        for path in (
            f"ports/{hidden['uuid']}",
            "ports?node=theirs",
            "ports?portgroup=bond0",
            "nodes/theirs/ports",
            "nodes/theirs/volume",
            "portgroups/bond0/ports",
            "portgroups/bond0",
        ):
            assert bob.get(f"/v1/{path}").status == 404
        assert bob.get("/v1/portgroups").json == {"portgroups": []}

    def test_a_project_changes_the_ports_of_its_nodes(self, log_in: Callable[[str], Wire]) -> None:
        ours = enrol(log_in("alice"), owner="p1")
        theirs = enrol(log_in("alice"), owner="p2")
        made = port(log_in("bob"), ours)
        here = f"/v1/ports/{made['uuid']}"
        assert log_in("bob").patch(here, set_to(extra={"a": 1})).status == 200
        assert log_in("bob").patch(here, set_to(node_uuid=theirs["uuid"])).status == 400
        assert log_in("bob").post("/v1/ports", {"address": OTHER_MAC, "node_uuid": theirs["uuid"]}).status == 400
        assert log_in("dave").patch(here, []).status == 403
        assert log_in("dave").delete(here).status == 403
        assert log_in("carol").patch(here, []).status == 404
        assert log_in("carol").delete(here).status == 404
        assert log_in("bob").delete(here).status == 204

    def test_the_properties_of_volumes_are_for_administrators(self, log_in: Callable[[str], Wire]) -> None:
        node = enrol(log_in("alice"), owner="p1")
        body = {"node_uuid": node["uuid"], "volume_type": "iscsi", "volume_id": "v", "boot_index": 0}
        seen = made(log_in("bob"), "volume/targets", {**body, "properties": {"iqn": "i"}})["properties"]
        assert "iqn" not in seen
        listed = log_in("dave").get("/v1/volume/targets?detail=true").json["targets"]
        assert [each["properties"] for each in listed] == [seen]
        assert log_in("alice").get("/v1/volume/targets?detail=true").json["targets"][0]["properties"] == {"iqn": "i"}
