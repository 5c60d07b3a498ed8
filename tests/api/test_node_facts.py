"""History, inventory, BIOS settings, firmware and children are read below a node, by its UUID or its name."""

from uuid import uuid4

import pytest

from bessemer.store.database import Database
from bessemer.testing.builders import (
    add_bios_setting,
    add_firmware,
    add_history,
    add_inventory,
    add_node,
)
from tests.api.wire import Wire


@pytest.fixture
def node(database: Database) -> str:
    """The UUID of a node called n1."""
    return add_node(database, name="n1")


def pair(wire: Wire, path: str) -> list[dict[str, str]]:
    return [
        {"href": f"{wire.url}/v1/{path}", "rel": "self"},
        {"href": f"{wire.url}/{path}", "rel": "bookmark"},
    ]


@pytest.mark.parametrize("fact", ["bios", "bios/x", "firmware", "history", "history/x", "inventory", "children"])
class TestAll:
    """What holds for all of them."""

    def test_a_node_that_is_not_there_has_none(self, wire: Wire, fact: str) -> None:
        assert wire.get(f"/v1/nodes/nope/{fact}").status == 404
        assert wire.get(f"/v1/nodes/{uuid4()}/{fact}").status == 404

    def test_unknown_arguments_are_refused(self, wire: Wire, node: str, fact: str) -> None:
        assert wire.get(f"/v1/nodes/{node}/{fact}?unknown=1").status == 400

    def test_nobody_writes_them(self, wire: Wire, node: str, fact: str) -> None:
        for method in ("POST", "PUT", "PATCH", "DELETE"):
            assert wire.request(method, f"/v1/nodes/{node}/{fact}", json={}).status == 405

    def test_they_have_a_first_version(self, wire: Wire, node: str, fact: str) -> None:
        since = {"bios": 40, "firmware": 86, "history": 78, "inventory": 81, "children": 83}[fact.partition("/")[0]]
        assert wire.get(f"/v1/nodes/{node}/{fact}", version=f"1.{since - 1}").status == 404


class TestHistory:
    """What happened to a node."""

    SHORT = frozenset({"uuid", "created_at", "severity", "event", "links"})
    WHOLE = SHORT | {
        "event_type", "conductor", "user", "project", "state", "target_provision_state", "duration_seconds",
    }  # fmt: skip

    def test_it_is_told_from_the_oldest_on_and_shortened(self, wire: Wire, database: Database, node: str) -> None:
        first = add_history(database, node, "x" * 256, at="2030-01-01T00:00:00.000000+00:00")
        second = add_history(database, node, "y" * 255, at="2030-01-02T00:00:00.000000+00:00", severity="INFO")
        entries = wire.get("/v1/nodes/n1/history").json["history"]
        assert [set(each) for each in entries] == [self.SHORT] * 2
        assert [each["uuid"] for each in entries] == [first, second]
        assert [each["event"] for each in entries] == ["x" * 251 + "...", "y" * 255]
        assert entries[0]["created_at"] == "2030-01-01T00:00:00.000000+00:00"
        assert entries[0]["links"] == pair(wire, f"nodes/n1/history/{first}")

    def test_details_tell_everything(self, wire: Wire, database: Database, node: str) -> None:
        told = {"event_type": "cleaning", "conductor": "c1", "project": "p", "state": "clean failed"}
        uuid = add_history(database, node, "x" * 300, **told, by="alice", target_state="available", duration_seconds=12)
        entry = wire.get(f"/v1/nodes/{node}/history/{uuid}").json
        assert set(entry) == self.WHOLE
        assert {name: entry[name] for name in told} == told
        assert (entry["user"], entry["target_provision_state"], entry["duration_seconds"]) == ("alice", "available", 12)
        assert entry["event"] == "x" * 300
        assert wire.get(f"/v1/nodes/{node}/history?detail=true").json == {"history": [entry]}
        old = wire.get(f"/v1/nodes/{node}/history/{uuid}", version="1.112").json
        assert set(old) == self.WHOLE - {"project", "state", "target_provision_state", "duration_seconds"}

    def test_it_has_pages(self, wire: Wire, database: Database, node: str) -> None:
        added = [add_history(database, node, event) for event in ("b", "a", "c")]
        found, page = [], f"/v1/nodes/{node}/history?limit=1"
        while page:
            answer = wire.get(page).json
            found += [each["uuid"] for each in answer["history"]]
            page = answer.get("next", "")
        assert found == added
        descending = wire.get(f"/v1/nodes/{node}/history?sort_key=event&sort_dir=desc").json["history"]
        assert [each["event"] for each in descending] == ["c", "b", "a"]

    @pytest.mark.parametrize(
        ("query", "status"),
        [("fields=uuid", 400), ("sort_key=x", 400), ("marker=x", 400), (f"marker={uuid4()}", 404), ("limit=0", 400)],
    )
    def test_what_cannot_be_is_refused(self, wire: Wire, node: str, query: str, status: int) -> None:
        assert wire.get(f"/v1/nodes/{node}/history?{query}").status == status

    def test_it_is_of_this_node_only(self, wire: Wire, database: Database, node: str) -> None:
        others = add_history(database, add_node(database), "elsewhere")
        assert wire.get(f"/v1/nodes/{node}/history").json == {"history": []}
        assert wire.get(f"/v1/nodes/{node}/history/{others}").status == 404
        assert wire.get(f"/v1/nodes/{node}/history/detail").status == 404

    def test_an_earlier_node_of_the_same_uuid_is_another(self, wire: Wire, database: Database, node: str) -> None:
        add_history(database, node, "long ago", at="2001-01-01T00:00:00.000000+00:00")
        assert wire.get(f"/v1/nodes/{node}/history").json == {"history": []}

    def test_edits_are_not_told(self, wire: Wire, node: str) -> None:
        assert wire.patch(f"/v1/nodes/{node}", [{"op": "add", "path": "/extra/a", "value": 1}]).status == 200
        assert wire.get(f"/v1/nodes/{node}/history").json == {"history": []}


class TestBios:
    """The BIOS settings of a node."""

    SHORT = frozenset({"name", "value", "created_at", "updated_at", "links"})
    WHOLE = SHORT | {
        "attribute_type", "allowable_values", "lower_bound", "max_length", "min_length", "read_only",
        "reset_required", "unique", "upper_bound",
    }  # fmt: skip

    def test_they_are_listed_by_name(self, wire: Wire, database: Database, node: str) -> None:
        add_bios_setting(database, node, "BootMode", "uefi")
        add_bios_setting(database, node, "Aspm", None)
        listed = wire.get("/v1/nodes/n1/bios").json["bios"]
        assert [(each["name"], each["value"]) for each in listed] == [("Aspm", None), ("BootMode", "uefi")]
        assert [set(each) for each in listed] == [self.SHORT] * 2
        assert listed[0]["links"] == pair(wire, f"nodes/{node}/bios/Aspm")

    def test_details_tell_what_a_setting_takes(self, wire: Wire, database: Database, node: str) -> None:
        add_bios_setting(
            database, node, "BootMode", "uefi", allowable_values=["uefi", "bios"], read_only=False, upper_bound=3
        )
        setting = wire.get("/v1/nodes/n1/bios/BootMode").json["BootMode"]
        assert set(setting) == self.WHOLE
        assert (setting["allowable_values"], setting["read_only"], setting["upper_bound"], setting["unique"]) == (
            ["uefi", "bios"],
            False,
            3,
            None,
        )
        assert wire.get("/v1/nodes/n1/bios?detail=true").json == {"bios": [setting]}
        assert set(wire.get("/v1/nodes/n1/bios/BootMode", version="1.73").json["BootMode"]) == self.SHORT

    def test_fields_can_be_chosen(self, wire: Wire, database: Database, node: str) -> None:
        add_bios_setting(database, node, "BootMode", "uefi")
        chosen = wire.get("/v1/nodes/n1/bios?fields=value").json["bios"][0]
        assert set(chosen) == {"value", "created_at", "updated_at", "links"}
        assert wire.get("/v1/nodes/n1/bios?fields=unknown").status == 400
        assert wire.get("/v1/nodes/n1/bios?fields=value&detail=true").status == 400
        assert wire.get("/v1/nodes/n1/bios?fields=value", version="1.73").status == 400
        assert wire.get("/v1/nodes/n1/bios?detail=true", version="1.73").status == 400
        assert wire.get("/v1/nodes/n1/bios/BootMode?fields=value").status == 400

    def test_a_setting_may_be_called_anything(self, wire: Wire, database: Database, node: str) -> None:
        add_bios_setting(database, node, "detail", "x")
        assert wire.get("/v1/nodes/n1/bios/detail").json["detail"]["value"] == "x"
        assert wire.get("/v1/nodes/n1/bios/other").status == 404
        add_bios_setting(database, add_node(database), "other", "x")
        assert wire.get("/v1/nodes/n1/bios/other").status == 404


class TestFirmware:
    """The firmware of a node."""

    OLD = frozenset(
        {"component", "initial_version", "current_version", "last_version_flashed", "created_at", "updated_at"}
    )
    NEW = OLD | {"vendor", "model", "serial_number"}

    def test_it_is_listed_by_component_without_links(self, wire: Wire, database: Database, node: str) -> None:
        add_firmware(database, node, "bmc", current_version="2.1", vendor="ACME")
        add_firmware(database, node, "bios", initial_version="1.0")
        listed = wire.get("/v1/nodes/n1/firmware").json["firmware"]
        assert [each["component"] for each in listed] == ["bios", "bmc"]
        assert (listed[1]["current_version"], listed[1]["vendor"]) == ("2.1", "ACME")
        assert [set(each) for each in listed] == [self.NEW] * 2
        old = wire.get("/v1/nodes/n1/firmware", version="1.113").json["firmware"]
        assert [set(each) for each in old] == [self.OLD] * 2

    def test_fields_can_be_chosen(self, wire: Wire, database: Database, node: str) -> None:
        add_firmware(database, node, "bmc")
        chosen = wire.get("/v1/nodes/n1/firmware?fields=component").json["firmware"][0]
        assert set(chosen) == {"component", "created_at", "updated_at"}
        assert wire.get("/v1/nodes/n1/firmware?fields=unknown").status == 400
        assert wire.get("/v1/nodes/n1/firmware?detail=false").status == 400


def test_an_inventory_is_shown_as_it_was_found(wire: Wire, database: Database, node: str) -> None:
    assert wire.get("/v1/nodes/n1/inventory").status == 404
    add_inventory(database, node, {"cpu": {"count": 4}}, {"lldp": []})
    shown = {"inventory": {"cpu": {"count": 4}}, "plugin_data": {"lldp": []}}
    assert wire.get("/v1/nodes/n1/inventory").json == shown
    assert wire.get(f"/v1/nodes/{node}/inventory").json == shown


def test_children_are_the_parts_of_a_node(wire: Wire, database: Database, node: str) -> None:
    link = {"href": f"{wire.url}/v1/nodes?parent_node={node}", "rel": "children"}
    assert wire.get(f"/v1/nodes/{node}/children").json == {"children": [], "links": link}
    parts = [add_node(database, parent_node=node) for _ in range(2)]
    assert wire.get("/v1/nodes/n1/children").json == {"children": parts, "links": link}
    assert [each["uuid"] for each in wire.get(link["href"]).json["nodes"]] == parts
