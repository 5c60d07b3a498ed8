"""Which values a new node takes, how they are shown, and which are refused."""

from typing import Any
from uuid import UUID

import pytest

from bessemer.model.node import INTERFACE_KINDS, Node
from bessemer.model.resource import fields_of
from tests.api.enrolled import MISSING, anything, enrol, numbered
from tests.api.serving import Server

FIELDS = fields_of(Node)
UPPER = "0A1B2C3D-0000-4000-8000-00000000ABCD"
CANONICAL = UPPER.lower()
LINK = {"id": "p1", "type": "phy", "ethernet_mac_address": "52:54:00:00:00:01"}
NETWORK = {"id": "n1", "link": "p1", "network_id": "x", "type": "ipv4", "ip_address": "10.0.0.1"}
EMPTY_NETWORK: dict[str, Any] = {"links": [], "networks": [], "services": []}
DEEP = {"a": [{"b": [[{"c": '🔧 été \u0000 \\ " / \u2028'}]]}], "n": [0, -1, 2**63, 10**100, 1.5, True, None, ""]}

KEPT = numbered(
    ("name", "Rack-B.7_x~", "Rack-B.7_x~"),
    ("name", None, None),
    *(("name", word, word) for word in (".", "..", "-", "1", "null", "Detail", "name.json", "traits", "n" * 255)),
    ("driver_info", {"address": "10.0.0.7", "deep": DEEP}, {"address": "10.0.0.7", "deep": DEEP}),
    ("properties", {"cpus": "x", "capabilities": 3}, {"cpus": "x", "capabilities": 3}),
    ("extra", DEEP, DEEP),
    ("instance_info", {"capabilities": {"boot_mode": "uefi"}}, {"capabilities": {"boot_mode": "uefi"}}),
    *((name, None, {}) for name in ("driver_info", "properties", "extra", "instance_info", "network_data")),
    ("network_data", {}, {}),
    ("network_data", EMPTY_NETWORK, EMPTY_NETWORK),
    (
        "network_data",
        {**EMPTY_NETWORK, "links": [{**LINK, "mtu": 9000, "mine": 1}], "networks": [NETWORK], "more": 1},
        {**EMPTY_NETWORK, "links": [{**LINK, "mtu": 9000, "mine": 1}], "networks": [NETWORK], "more": 1},
    ),
    *(("uuid", form, CANONICAL) for form in (UPPER, UPPER.replace("-", ""), f"{{{UPPER}}}", f"urn:uuid:{CANONICAL}")),
    ("instance_uuid", UPPER, CANONICAL),
    ("instance_uuid", None, None),
    ("instance_name", "web server 1", "web server 1"),
    ("instance_name", "x" * 255, "x" * 255),
    ("resource_class", "Any chars/here 🔧", "Any chars/here 🔧"),
    ("resource_class", "r" * 80, "r" * 80),
    ("resource_class", "", None),
    ("conductor_group", "", ""),
    ("conductor_group", None, ""),
    ("automated_clean", None, None),
    *(
        (name, word, truth)
        for name in ("automated_clean", "retired", "disable_power_off", "maintenance", "console_enabled", "secure_boot")
        for word, truth in ((True, True), (False, False), ("yes", True), ("Off", False), ("1", True), ("n", False))
    ),
    *((name, None, False) for name in ("retired", "disable_power_off", "maintenance", "console_enabled")),
    ("retired_reason", "r" * 5000, "r" * 5000),
    ("owner", "project-a", "project-a"),
    ("owner", "", None),
    ("lessee", "", ""),
    ("shard", "", ""),
    ("shard", "s" * 255, "s" * 255),
    ("description", "", ""),
    ("description", "🔧" * 4096, "🔧" * 4096),
    ("boot_mode", "uefi", "uefi"),
    ("secure_boot", None, None),
    ("chassis_uuid", None, None),
    ("parent_node", None, None),
    *((f"{kind}_interface", None, ...) for kind in INTERFACE_KINDS),
)

NOT_OBJECTS: tuple[Any, ...] = ([], "x", 3, True, [{}])
NOT_STRINGS: tuple[Any, ...] = (3, True, [], {}, 1.5)

REFUSED = numbered(
    *(("driver", value) for value in anything(None, "", "nope", "x" * 300, *NOT_STRINGS)),
    *(("uuid", value) for value in ("", "x", 3, CANONICAL[:-1], f"{CANONICAL}0", f"{CANONICAL}\n")),
    *(("name", value) for value in ("", "n" * 256, "a b", "a/b", "a:b", "a,b", "a+b", "a@b", "a*b", "a%b", "a\tb")),
    *(("name", value) for value in ("été", "x\n", "a\u0000b", UPPER, CANONICAL, CANONICAL.replace("-", ""))),
    *(("name", word) for word in ("detail", "validate", "maintenance", "management", "states", "vendor_passthru")),
    *(("name", value) for value in NOT_STRINGS),
    *((name, value) for name in ("driver_info", "extra", "instance_info", "properties") for value in NOT_OBJECTS),
    *(("instance_uuid", value) for value in anything("", "x", 3, [])),
    *(("instance_name", value) for value in ("", "x" * 256, 3)),
    *(("chassis_uuid", value) for value in ("", "x", MISSING, 3)),
    *(("parent_node", value) for value in anything("nope", MISSING, "a b", 3, {})),
    *(("resource_class", value) for value in anything("r" * 81, 3, {})),
    *(("conductor_group", value) for value in ("elsewhere", "a b", "x" * 256, 3)),
    *(
        (name, value)
        for name in ("automated_clean", "retired", "disable_power_off", "maintenance", "console_enabled", "secure_boot")
        for value in anything("maybe", "", 0, 1, 1.0, [], {})
    ),
    *((name, value) for name in ("owner", "lessee", "shard", "retired_reason") for value in NOT_STRINGS),
    *((name, "x" * 256) for name in ("owner", "lessee", "shard")),
    *(("description", value) for value in anything("d" * 4097, 3, [])),
    *(("boot_mode", value) for value in ("", "legacy", 3)),
    *((f"{kind}_interface", value) for kind in INTERFACE_KINDS for value in ("", "nope", 3, "x" * 300)),
    *(("network_data", value) for value in anything([], "x", 3, {"links": []}, {**EMPTY_NETWORK, "links": {}})),
    *(("network_data", {**EMPTY_NETWORK, "links": [link]}) for link in (1, {}, {**LINK, "type": "x"}, {"id": "p1"})),
    ("network_data", {**EMPTY_NETWORK, "links": [{**LINK, "mtu": "1500"}]}),
    ("network_data", {**EMPTY_NETWORK, "networks": [{**NETWORK, "type": "ipv5"}]}),
    ("network_data", {**EMPTY_NETWORK, "services": [{"type": "dns", "address": "ns.example"}]}),
    *((name, None) for name, field in FIELDS.items() if not field.create),
    *((name, "x") for name, field in FIELDS.items() if not field.create),
    *((name, value) for name in ("links", "ports", "id", "zzz", "chassis_id", "version") for value in (None, "x")),
)


@pytest.mark.parametrize(("field", "value", "shown"), KEPT)
def test_a_value_is_kept_and_shown(embedded_server: Server, field: str, value: Any, shown: Any) -> None:
    wire = embedded_server.wire
    created = wire.post("/v1/nodes", {"driver": "fake-hardware", field: value})
    assert created.status == 201, created.body
    again = wire.get(f"/v1/nodes/{created.json['uuid']}").json
    if shown is ...:
        assert isinstance(again[field], str)
    else:
        assert again[field] == shown
        assert type(again[field]) is type(shown)
    assert created.json == again


@pytest.mark.parametrize(("field", "value"), REFUSED)
@pytest.mark.parametrize("version", ["1.1", "1.115"])
def test_a_value_that_cannot_be_is_refused_at_every_version_in_a_text_that_says_which(
    embedded_server: Server, field: str, value: Any, version: str
) -> None:
    answer = embedded_server.wire.post("/v1/nodes", {"driver": "fake-hardware", field: value}, version=version)
    too_new = field in FIELDS and FIELDS[field].since > int(version[2:])
    assert answer.status in ({400, 406} if too_new else {400}), answer.body
    assert field in answer.text or field.removesuffix("_interface") in answer.text or str(value) in answer.text
    assert embedded_server.wire.get("/v1/nodes").json == {"nodes": []}


def test_a_node_needs_nothing_but_a_driver(embedded_server: Server) -> None:
    answer = embedded_server.wire.post("/v1/nodes", {"driver": "fake-hardware"})
    node = answer.json
    assert answer.status == 201
    assert answer.headers["Location"] == f"{embedded_server.url}/v1/nodes/{node['uuid']}"
    assert str(UUID(node["uuid"])) == node["uuid"]
    assert node["provision_state"] == "enroll"
    assert node["updated_at"] is None
    assert node["traits"] == []
    assert node["conductor"]
    assert node["links"] == [
        {"href": f"{embedded_server.url}/v1/nodes/{node['uuid']}", "rel": "self"},
        {"href": f"{embedded_server.url}/nodes/{node['uuid']}", "rel": "bookmark"},
    ]
    for below in ("ports", "portgroups", "states", "volume"):
        assert node[below][0]["href"] == f"{embedded_server.url}/v1/nodes/{node['uuid']}/{below}"


def test_every_field_is_in_the_answer(embedded_server: Server) -> None:
    assert set(enrol(embedded_server.wire)) == {*FIELDS, "links", "ports", "portgroups", "states", "volume"}


@pytest.mark.parametrize("body", [None, [], "a", 3, True, [{"driver": "fake-hardware"}]], ids=repr)
def test_only_an_object_describes_a_node(embedded_server: Server, body: Any) -> None:
    assert embedded_server.wire.post("/v1/nodes", body).status == 400


def test_without_a_body_the_driver_is_missed(embedded_server: Server) -> None:
    answer = embedded_server.wire.post("/v1/nodes")
    assert (answer.status, "driver" in answer.text) == (400, True)


@pytest.mark.parametrize("path", ["/v1/nodes/x", "/v1/nodes/detail"])
def test_a_node_is_created_in_the_collection_only(embedded_server: Server, path: str) -> None:
    answer = embedded_server.wire.post(path, {"driver": "fake-hardware"})
    assert answer.status in {400, 405}


def test_creation_takes_no_arguments(embedded_server: Server) -> None:
    assert embedded_server.wire.post("/v1/nodes?x=1", {"driver": "fake-hardware"}).status == 400


@pytest.mark.parametrize("field", ["uuid", "name", "instance_uuid"])
def test_what_must_be_unique_is_refused_the_second_time(embedded_server: Server, field: str) -> None:
    value = "same" if field == "name" else CANONICAL
    enrol(embedded_server.wire, **{field: value})
    answer = embedded_server.wire.post("/v1/nodes", {"driver": "fake-hardware", field: value})
    assert (answer.status, field in answer.text) == (409, True)
    assert len(embedded_server.wire.get("/v1/nodes").json["nodes"]) == 1


def test_a_uuid_in_other_letters_is_the_same_uuid(embedded_server: Server) -> None:
    enrol(embedded_server.wire, uuid=CANONICAL)
    assert embedded_server.wire.post("/v1/nodes", {"driver": "fake-hardware", "uuid": UPPER}).status == 409


def test_the_name_of_an_instance_comes_from_its_display_name(embedded_server: Server) -> None:
    assert enrol(embedded_server.wire, instance_info={"display_name": "web"})["instance_name"] == "web"
    both = enrol(embedded_server.wire, instance_info={"display_name": "web"}, instance_name="mine")
    assert both["instance_name"] == "mine"


@pytest.mark.parametrize(
    ("version", "name", "status"),
    [
        ("1.4", "host", 406),
        ("1.4", None, 201),
        ("1.5", "host.example", 201),
        *(("1.9", name, 400) for name in ("Host", "a_b", "a~b", "-a", "a" * 64)),
        ("1.10", "Host_~", 201),
    ],
)
def test_older_versions_know_host_names_only(
    embedded_server: Server, version: str, name: str | None, status: int
) -> None:
    answer = embedded_server.wire.post("/v1/nodes", {"driver": "fake-hardware", "name": name}, version=version)
    assert answer.status == status


@pytest.mark.parametrize(("version", "state"), [("1.10", "available"), ("1.11", "enroll")])
def test_nodes_begin_available_in_versions_that_do_not_know_enrolment(
    embedded_server: Server, version: str, state: str
) -> None:
    uuid = embedded_server.wire.post("/v1/nodes", {"driver": "fake-hardware"}, version=version).json["uuid"]
    assert embedded_server.wire.get(f"/v1/nodes/{uuid}").json["provision_state"] == state
