"""Which changes of a node a patch can make, and that it makes all of them or none."""

from typing import Any

import pytest

from bessemer.model.node import INTERFACE_KINDS, Node
from bessemer.model.resource import fields_of
from tests.api.enrolled import MISSING, anything, change, clear, enrol, names, numbered, set_to, show
from tests.api.serving import Server

FIELDS = fields_of(Node)
INTERFACES = [f"{kind}_interface" for kind in INTERFACE_KINDS]
UNPATCHABLE = [name for name, field in FIELDS.items() if not field.patch]
PLAIN = {
    "name": "b",
    "driver_info": {"address": "x"},
    "properties": {"cpus": 4},
    "extra": {"a": {"b": 1}},
    "instance_info": {"image": "x"},
    "instance_uuid": MISSING,
    "instance_name": "web",
    "resource_class": "large",
    "automated_clean": False,
    "owner": "p1",
    "lessee": "p2",
    "description": "third from the top",
    "retired": True,
    "network_data": {"links": [], "networks": [], "services": []},
    "shard": "s1",
    "disable_power_off": True,
    "maintenance": True,
}
"""A value for each field that can be set in the state enroll without anything else."""

CLEARED = {name: FIELDS[name].default for name in PLAIN}
CLEARED_BY_NULL = [name for name in PLAIN if name not in {"name", "network_data"}]

REFUSED_OPERATIONS = numbered(
    *({"op": op, "path": "/extra/a", "value": 1} for op in ("test", "move", "copy", "ADD", "", None, 3)),
    {"op": "move", "path": "/extra/a", "from": "/extra/b"},
    {"op": "replace", "path": "/extra/a", "value": 1, "from": "/extra/b"},
    {"op": "add", "path": "/extra/a", "value": 1, "more": 1},
    {"path": "/extra/a", "value": 1},
    {"op": "add", "value": 1},
    {"op": "add", "path": "/extra/a"},
    {"op": "replace", "path": "/description"},
    *({"op": "add", "path": path, "value": 1} for path in anything("", "/", "extra", None, 3, [])),
    *({"op": "add", "path": path, "value": 1} for path in ("extra/a", "//", "/~", "/~2")),
    *({"op": "add", "path": path, "value": 1} for path in ("/zzz", "/EXTRA", "/extra\x00", "/ extra", "/links/0")),
    *({"op": "add", "path": path, "value": 1} for path in ("/extra/none/a", "/extra/text/a", "/extra/null/a")),
    *({"op": op, "path": "/extra/none", "value": 1} for op in ("replace", "remove")),
    *({"op": "add", "path": f"/extra/list/{index}", "value": 1} for index in ("3", "x", "01", "-1", "1.0", "")),
    *({"op": op, "path": "/extra/list/2", "value": 1} for op in ("replace", "remove")),
    *({"op": op, "path": "/extra/list/-", "value": 1} for op in ("replace", "remove")),
    {"op": "replace", "path": "/properties/capabilities", "value": "x"},
    {"op": "add", "path": "/description/x", "value": "x"},
    {"op": "remove", "path": "/name/x"},
)

REFUSED_VALUES = numbered(
    *(
        (name, value)
        for name in ("driver_info", "extra", "instance_info", "properties")
        for value in anything([], "x", 3)
    ),
    *(("name", value) for value in (None, "", "a b", "detail", 3, MISSING, "x" * 256)),
    *(("driver", value) for value in (None, "", "nope", 3)),
    *(("instance_uuid", value) for value in ("", "x", 3)),
    *(("chassis_uuid", value) for value in ("", "x", MISSING, 3)),
    *(("parent_node", value) for value in (None, "nope", MISSING, "self", 3)),
    *(("conductor_group", value) for value in ("elsewhere", 3)),
    *(("description", value) for value in ("d" * 4097, 3)),
    *(("resource_class", value) for value in ("r" * 81, 3)),
    *((name, "x" * 256) for name in ("owner", "lessee", "shard", "instance_name")),
    *(
        (name, value)
        for name in ("automated_clean", "retired", "protected", "disable_power_off", "maintenance")
        for value in anything("maybe", 0, 1, [], {})
    ),
    ("protected_reason", "while it is not protected"),
    ("retired_reason", "while it is not retired"),
    *((name, value) for name in INTERFACES for value in ("", "nope", 3)),
    *(("network_data", value) for value in anything({"links": []}, [], "x")),
)


@pytest.mark.parametrize("op", ["add", "replace"])
@pytest.mark.parametrize("field", PLAIN)
def test_a_field_is_set_and_removed_again(embedded_server: Server, field: str, op: str) -> None:
    wire, uuid = embedded_server.wire, enrol(embedded_server.wire)["uuid"]
    answer = wire.patch(f"/v1/nodes/{uuid}", [{"op": op, "path": f"/{field}", "value": PLAIN[field]}])
    assert (answer.status, answer.json[field]) == (200, PLAIN[field])
    assert answer.json == show(wire, uuid)
    assert answer.json["updated_at"] > answer.json["created_at"]
    assert "Location" not in answer.headers
    answer = clear(wire, uuid, field)
    assert (answer.status, answer.json[field]) == (200, CLEARED[field])
    answer = clear(wire, uuid, field)
    assert (answer.status, answer.json[field]) == (200, CLEARED[field])


@pytest.mark.parametrize("field", CLEARED_BY_NULL)
def test_null_clears_a_field_as_removing_it_does(embedded_server: Server, field: str) -> None:
    uuid = enrol(embedded_server.wire)["uuid"]
    change(embedded_server.wire, uuid, **{field: PLAIN[field]})
    answer = change(embedded_server.wire, uuid, **{field: None})
    assert (answer.status, answer.json[field]) == (200, CLEARED[field])


@pytest.mark.parametrize(("field", "value"), REFUSED_VALUES)
def test_a_value_that_cannot_be_is_refused(embedded_server: Server, field: str, value: Any) -> None:
    node = enrol(embedded_server.wire, name="a")
    answer = change(embedded_server.wire, node["uuid"], **{field: node["uuid"] if value == "self" else value})
    assert answer.status == 400, answer.body
    assert show(embedded_server.wire, node["uuid"]) == node


@pytest.mark.parametrize("operation", REFUSED_OPERATIONS)
def test_an_operation_that_cannot_be_is_refused_and_so_is_the_whole_patch(
    embedded_server: Server, operation: Any
) -> None:
    node = enrol(embedded_server.wire, extra={"text": "x", "null": None, "list": [1, 2]})
    patch = [*set_to(description="new"), operation, *set_to(extra={})]
    answer = embedded_server.wire.patch(f"/v1/nodes/{node['uuid']}", patch)
    assert answer.status == 400, answer.body
    assert show(embedded_server.wire, node["uuid"]) == node


@pytest.mark.parametrize("patch", [None, {}, "a", 3, True, [1], [[]], [{}], [None]], ids=repr)
def test_what_is_no_list_of_operations_is_refused(embedded_server: Server, patch: Any) -> None:
    uuid = enrol(embedded_server.wire)["uuid"]
    assert embedded_server.wire.patch(f"/v1/nodes/{uuid}", patch).status == 400


def test_a_patch_without_a_body_is_refused(embedded_server: Server) -> None:
    uuid = enrol(embedded_server.wire)["uuid"]
    assert embedded_server.wire.patch(f"/v1/nodes/{uuid}").status == 400


def test_a_patch_of_nothing_changes_nothing(embedded_server: Server) -> None:
    node = enrol(embedded_server.wire)
    answer = embedded_server.wire.patch(f"/v1/nodes/{node['uuid']}", [])
    assert (answer.status, answer.json) == (200, node)


def test_setting_what_is_there_already_changes_nothing(embedded_server: Server) -> None:
    node = enrol(embedded_server.wire, name="a", extra={"x": 1}, instance_uuid=MISSING)
    same = {name: node[name] for name in ("name", "driver", "extra", "instance_uuid", "power_interface", "owner")}
    answer = change(embedded_server.wire, "a", **same)
    assert (answer.status, answer.json) == (200, node)


@pytest.mark.parametrize("version", ["1.1", "1.115"])
@pytest.mark.parametrize("op", ["add", "replace", "remove"])
@pytest.mark.parametrize("field", [*UNPATCHABLE, "links", "ports", "id", "zzz"])
def test_what_no_patch_may_touch_is_refused(embedded_server: Server, field: str, op: str, version: str) -> None:
    uuid = enrol(embedded_server.wire)["uuid"]
    for path in (f"/{field}", f"/{field}/0"):
        patch = [{"op": op, "path": path, "value": None}]
        assert embedded_server.wire.patch(f"/v1/nodes/{uuid}", patch, version=version).status == 400


def test_a_patch_reaches_into_objects_and_lists_under_any_key(embedded_server: Server) -> None:
    uuid = enrol(embedded_server.wire, extra={"list": [1, 2], "deep": {"a": {"b": 1}}})["uuid"]
    patch = [
        {"op": "add", "path": "/extra/list/0", "value": 0},
        {"op": "add", "path": "/extra/list/-", "value": 3},
        {"op": "replace", "path": "/extra/list/1", "value": "one"},
        {"op": "remove", "path": "/extra/list/2"},
        {"op": "add", "path": "/extra/deep/a/b", "value": 2},
        {"op": "add", "path": "/extra/a~1b~0c.d e:f", "value": True},
        {"op": "add", "path": "/extra/été 🔧", "value": {"x": []}},
        {"op": "add", "path": "/extra/été 🔧/x/-", "value": None},
        {"op": "add", "path": "/extra/~01", "value": 1},
    ]
    answer = embedded_server.wire.patch(f"/v1/nodes/{uuid}", patch)
    assert answer.status == 200, answer.body
    assert answer.json["extra"] == {
        "list": [0, "one", 3],
        "deep": {"a": {"b": 2}},
        "a/b~c.d e:f": True,
        "été 🔧": {"x": [None]},
        "~1": 1,
    }


def test_later_operations_see_what_earlier_ones_did(embedded_server: Server) -> None:
    uuid = enrol(embedded_server.wire)["uuid"]
    patch = [
        {"op": "add", "path": "/extra/a", "value": {}},
        {"op": "add", "path": "/extra/a/b", "value": 1},
        {"op": "replace", "path": "/extra/a/b", "value": 2},
        {"op": "replace", "path": "/description", "value": "x"},
        {"op": "remove", "path": "/description"},
    ]
    answer = embedded_server.wire.patch(f"/v1/nodes/{uuid}", patch)
    assert (answer.json["extra"], answer.json["description"]) == ({"a": {"b": 2}}, None)


def test_a_value_given_twice_is_not_one_value_in_two_places(embedded_server: Server) -> None:
    uuid = enrol(embedded_server.wire)["uuid"]
    patch = [
        {"op": "add", "path": "/extra/a", "value": {"n": []}},
        {"op": "add", "path": "/extra/a/n/-", "value": 1},
        {"op": "add", "path": "/instance_info/a", "value": {"n": []}},
    ]
    answer = embedded_server.wire.patch(f"/v1/nodes/{uuid}", patch)
    assert (answer.json["extra"], answer.json["instance_info"]) == ({"a": {"n": [1]}}, {"a": {"n": []}})


@pytest.mark.parametrize("field", ["name", "instance_uuid"])
def test_what_another_node_has_is_a_conflict(embedded_server: Server, field: str) -> None:
    value = {"name": "a", "instance_uuid": MISSING}[field]
    enrol(embedded_server.wire, **{field: value})
    other = enrol(embedded_server.wire)
    answer = change(embedded_server.wire, other["uuid"], **{field: value})
    assert (answer.status, field in answer.text) == (409, True)
    assert show(embedded_server.wire, other["uuid"])[field] is None


@pytest.mark.parametrize("op", ["add", "replace"])
def test_an_instance_is_removed_before_another_comes(embedded_server: Server, op: str) -> None:
    wire, uuid = embedded_server.wire, enrol(embedded_server.wire, instance_uuid=MISSING)["uuid"]
    other = MISSING.replace("0", "1")
    patch = [{"op": op, "path": "/instance_uuid", "value": other}]
    assert wire.patch(f"/v1/nodes/{uuid}", patch).status == 409
    assert clear(wire, uuid, "instance_uuid").status == 200
    assert wire.patch(f"/v1/nodes/{uuid}", patch).json["instance_uuid"] == other


def test_a_reason_goes_with_what_it_explains(embedded_server: Server) -> None:
    wire, uuid = embedded_server.wire, enrol(embedded_server.wire)["uuid"]
    assert change(wire, uuid, retired=True, retired_reason="old").json["retired_reason"] == "old"
    assert change(wire, uuid, retired="no").json["retired_reason"] is None
    change(wire, uuid, retired=True)
    both = change(wire, uuid, retired=False, retired_reason="x")
    assert (both.status, both.json["retired_reason"]) == (200, None)
    wire.put(f"/v1/nodes/{uuid}/maintenance", {"reason": "fan"})
    assert change(wire, uuid, maintenance=True).json["maintenance_reason"] == "fan"
    assert change(wire, uuid, maintenance=False).json["maintenance_reason"] is None


def test_a_name_can_be_removed_in_versions_that_do_not_show_it(embedded_server: Server) -> None:
    uuid = enrol(embedded_server.wire, name="a", description="x")["uuid"]
    for field in ("name", "description"):
        assert clear(embedded_server.wire, uuid, field, version="1.1").status == 200
        assert show(embedded_server.wire, uuid)[field] is None


@pytest.mark.parametrize("field", [name for name, field in FIELDS.items() if field.patch and field.since > 1])
@pytest.mark.parametrize("value", [None, "x"])
def test_a_field_cannot_be_set_in_versions_before_it(embedded_server: Server, field: str, value: str | None) -> None:
    version = f"1.{FIELDS[field].since - 1}"
    answer = embedded_server.wire.patch(f"/v1/nodes/{MISSING}", set_to(**{field: value}), version=version)
    assert answer.status == 406, "even of a node that does not exist"


def test_the_node_is_looked_up_once_the_patch_can_be_right(embedded_server: Server) -> None:
    def status(*operations: Any) -> int:
        return embedded_server.wire.patch(f"/v1/nodes/{MISSING}", list(operations)).status

    assert status(*set_to(extra={})) == 404
    assert status() == 404
    assert status(*set_to(uuid=MISSING)) == 400
    assert status({"op": "test"}) == 400


def test_a_chassis_cannot_be_removed_before_1_25(embedded_server: Server) -> None:
    wire = embedded_server.wire
    chassis = wire.post("/v1/chassis", {}).json["uuid"]
    uuid = enrol(wire, chassis_uuid=chassis)["uuid"]
    assert clear(wire, uuid, "chassis_uuid", version="1.24").status == 406
    answer = clear(wire, uuid, "chassis_uuid", version="1.25")
    assert (answer.status, answer.json["chassis_uuid"]) == (200, None)


def test_unknown_arguments_are_refused(embedded_server: Server) -> None:
    uuid = enrol(embedded_server.wire)["uuid"]
    assert embedded_server.wire.patch(f"/v1/nodes/{uuid}?x=1", []).status == 400


def test_a_conductor_group_is_written_in_lower_case(embedded_server: Server) -> None:
    answer = change(embedded_server.wire, enrol(embedded_server.wire)["uuid"], conductor_group="ELSEWHERE")
    assert (answer.status, "'elsewhere'" in answer.text) == (400, True)


def test_a_node_is_named_in_the_url_by_its_name_or_its_uuid(embedded_server: Server) -> None:
    wire, uuid = embedded_server.wire, enrol(embedded_server.wire, name="a.b~c-d_e")["uuid"]
    assert change(wire, "a.b~c-d_e", name="next").json["uuid"] == uuid
    assert change(wire, "a.b~c-d_e", name="x").status == 404
    assert change(wire, uuid, name="last").status == 200
    assert names(wire.get("/v1/nodes").json["nodes"]) == ["last"]
