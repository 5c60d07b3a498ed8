"""Which interface implementations a node gets, changes and is found by.

R-DCR-29 test_the_driver_can_be_set_in_every_version
R-DCR-30 test_interfaces_are_fields_of_a_node
R-DCR-31 test_clearing_an_interface_gives_the_default
R-DCR-33 test_all_interfaces_must_fit_the_driver
R-DCR-34 test_driver_and_interfaces_change_together_in_any_order
R-DCR-35 test_a_driver_that_leaves_an_interface_behind_is_refused, test_reset_interfaces_*
R-DCR-38 test_an_interface_cannot_be_given_or_seen_before_its_version
R-DCR-44 test_nodes_are_found_by_interface and those below it
R-DCR-32 is gone with classic drivers; R-DCR-36, 37 and 39 to 43 belong to /v1/drivers and to validation.
"""

from itertools import permutations
from typing import Any

import pytest

from bessemer.model.node import INTERFACE_KINDS
from tests.api.enrolled import change, clear, enrol, names, set_to, show
from tests.api.serving import Server

KINDS = list(INTERFACE_KINDS.items())
FAKE = {f"{kind}_interface": "fake" for kind in INTERFACE_KINDS} | {
    "network_interface": "noop",
    "storage_interface": "noop",
}
OTHER = {
    f"{kind}_interface": f"no-{kind}" for kind in ("bios", "console", "firmware", "inspect", "raid", "rescue", "vendor")
}
REDFISH = ("power", "management", "bios", "firmware", "inspect", "raid", "vendor")


def test_interfaces_are_fields_of_a_node(embedded_server: Server) -> None:
    """R-DCR-30: every kind has its field, which shows what the node gets when nobody chose."""
    node = enrol(embedded_server.wire)
    assert {field: node[field] for field in FAKE} == FAKE


@pytest.mark.parametrize("version", ["1.1", "1.30", "1.115"])
def test_the_driver_can_be_set_in_every_version(embedded_server: Server, version: str) -> None:
    """R-DCR-29: an old client chooses a hardware type and gets its defaults."""
    wire = embedded_server.wire
    uuid = wire.post("/v1/nodes", {"driver": "redfish"}, version=version).json["uuid"]
    assert show(wire, uuid)["power_interface"] == "redfish"
    answer = wire.patch(f"/v1/nodes/{uuid}?reset_interfaces=true", set_to(driver="ipmi"))
    assert (answer.status, answer.json["power_interface"]) == (200, "ipmitool")


@pytest.mark.parametrize(("field", "value"), OTHER.items())
@pytest.mark.parametrize("how", ["null", "remove"])
def test_clearing_an_interface_gives_the_default(embedded_server: Server, field: str, value: str, how: str) -> None:
    """R-DCR-31: null, or taking the field away, asks for the default."""
    wire, uuid = embedded_server.wire, enrol(embedded_server.wire, **{field: value})["uuid"]
    assert show(wire, uuid)[field] == value
    answer = change(wire, uuid, **{field: None}) if how == "null" else clear(wire, uuid, field)
    assert (answer.status, answer.json[field]) == (200, FAKE[field])


@pytest.mark.parametrize("field", FAKE)
def test_null_on_creation_asks_for_the_default(embedded_server: Server, field: str) -> None:
    """R-DCR-31, on creation."""
    assert enrol(embedded_server.wire, **{field: None})[field] == FAKE[field]


@pytest.mark.parametrize("kind", INTERFACE_KINDS)
def test_all_interfaces_must_fit_the_driver(embedded_server: Server, kind: str) -> None:
    """R-DCR-33: an interface of another hardware type is refused, and the text says what would do."""
    field = f"{kind}_interface"
    node = enrol(embedded_server.wire, driver="redfish")
    answer = embedded_server.wire.post("/v1/nodes", {"driver": "redfish", field: "fake"})
    assert answer.status == 400
    assert kind in answer.text
    assert node[field] in answer.text
    assert change(embedded_server.wire, node["uuid"], **{field: "fake"}).status == 400


@pytest.mark.parametrize("kind", INTERFACE_KINDS)
def test_pretended_machines_may_have_any_interface_that_is_enabled(embedded_server: Server, kind: str) -> None:
    """R-DCR-12: this type alone is exempt, so that real interfaces can be tried out on it."""
    real = enrol(embedded_server.wire, driver="redfish")[f"{kind}_interface"]
    assert enrol(embedded_server.wire, **{f"{kind}_interface": real})[f"{kind}_interface"] == real


@pytest.mark.parametrize("driver", ["nope", "", "FAKE-HARDWARE", "fake"])
def test_an_unknown_driver_is_refused_with_those_that_are_served(embedded_server: Server, driver: str) -> None:
    answer = embedded_server.wire.post("/v1/nodes", {"driver": driver})
    assert (answer.status, "fake-hardware" in answer.text) == (400, True)
    uuid = enrol(embedded_server.wire)["uuid"]
    assert change(embedded_server.wire, uuid, driver=driver).status == 400
    assert show(embedded_server.wire, uuid)["driver"] == "fake-hardware"


TOGETHER = (
    {"op": "replace", "path": "/driver", "value": "redfish"},
    *({"op": op, "path": f"/{kind}_interface", "value": "redfish"} for kind, op in zip(
        ("power", "management"), ("replace", "add"), strict=True)),
    {"op": "remove", "path": "/boot_interface"},
)  # fmt: skip


@pytest.mark.parametrize("order", list(permutations(range(4))), ids=str)
def test_driver_and_interfaces_change_together_in_any_order(embedded_server: Server, order: tuple[int, ...]) -> None:
    """R-DCR-34: only the end result counts."""
    removed = [{"op": "remove", "path": f"/{kind}_interface"} for kind in ("console", "deploy", "rescue")]
    removed += [{"op": "remove", "path": f"/{kind}_interface"} for kind in REDFISH[2:]]
    uuid = enrol(embedded_server.wire)["uuid"]
    patch = [*removed, *(TOGETHER[place] for place in order)]
    answer = embedded_server.wire.patch(f"/v1/nodes/{uuid}", patch)
    assert answer.status == 200, answer.body
    node = answer.json
    assert (node["driver"], node["power_interface"]) == ("redfish", "redfish")
    assert "fake" not in {node[field] for field in FAKE}


def test_an_interface_may_be_wrong_for_a_while_within_one_patch(embedded_server: Server) -> None:
    """R-DCR-34: what an operation leaves behind is looked at when all of them are done."""
    uuid = enrol(embedded_server.wire)["uuid"]
    patch = [*set_to(power_interface="nope"), *set_to(power_interface="fake"), *set_to(driver="nope", name="x")]
    answer = embedded_server.wire.patch(f"/v1/nodes/{uuid}", [*patch, *set_to(driver="fake-hardware")])
    assert (answer.status, answer.json["name"]) == (200, "x")


def test_a_driver_that_leaves_an_interface_behind_is_refused(embedded_server: Server) -> None:
    """R-DCR-35: nothing is changed."""
    node = enrol(embedded_server.wire)
    answer = change(embedded_server.wire, node["uuid"], driver="redfish")
    assert answer.status == 400
    assert show(embedded_server.wire, node["uuid"]) == node


def test_reset_interfaces_gives_all_that_were_not_named_their_defaults(embedded_server: Server) -> None:
    """R-DCR-35: with the new driver come its interfaces, but for those in the patch."""
    uuid = enrol(embedded_server.wire)["uuid"]
    patch = set_to(driver="redfish", raid_interface="no-raid", boot_interface=None)
    node = embedded_server.wire.patch(f"/v1/nodes/{uuid}?reset_interfaces=true", patch).json
    assert {kind: node[f"{kind}_interface"] for kind in ("power", "raid", "boot", "network")} == {
        "power": "redfish",
        "raid": "no-raid",
        "boot": "ipxe",
        "network": "noop",
    }


def test_reset_interfaces_with_the_same_driver_resets_too(embedded_server: Server) -> None:
    """R-DCR-35: touching the driver is enough."""
    uuid = enrol(embedded_server.wire, **OTHER)["uuid"]
    answer = embedded_server.wire.patch(f"/v1/nodes/{uuid}?reset_interfaces=true", set_to(driver="fake-hardware"))
    assert {field: answer.json[field] for field in OTHER} == {field: FAKE[field] for field in OTHER}


def test_reset_interfaces_does_not_excuse_an_interface_in_the_patch(embedded_server: Server) -> None:
    """R-DCR-35: an interface that is named must fit."""
    uuid = enrol(embedded_server.wire)["uuid"]
    patch = set_to(driver="redfish", power_interface="fake")
    assert embedded_server.wire.patch(f"/v1/nodes/{uuid}?reset_interfaces=true", patch).status == 400


@pytest.mark.parametrize(
    ("argument", "patch", "version", "status"),
    [
        ("true", set_to(extra={}), "1.115", 400),
        ("true", [], "1.115", 400),
        ("false", set_to(extra={}), "1.115", 200),
        ("maybe", set_to(driver="fake-hardware"), "1.115", 400),
        ("", set_to(driver="fake-hardware"), "1.115", 400),
        ("true", set_to(driver="fake-hardware"), "1.45", 200),
        ("true", set_to(driver="fake-hardware"), "1.44", 406),
    ],
)
def test_reset_interfaces_goes_with_a_change_of_the_driver_only(
    embedded_server: Server, argument: str, patch: list[dict[str, Any]], version: str, status: int
) -> None:
    """R-DCR-35: otherwise it is refused, and before 1.45 it is unknown."""
    uuid = enrol(embedded_server.wire)["uuid"]
    path = f"/v1/nodes/{uuid}?reset_interfaces={argument}"
    assert embedded_server.wire.patch(path, patch, version=version).status == status


@pytest.mark.parametrize(("kind", "since"), KINDS)
def test_an_interface_cannot_be_given_or_seen_before_its_version(
    embedded_server: Server, kind: str, since: int
) -> None:
    """R-DCR-38: 406 on writing, absent on reading."""
    wire, field = embedded_server.wire, f"{kind}_interface"
    before, at = f"1.{since - 1}", f"1.{since}"
    body = {"driver": "fake-hardware", field: FAKE[field]}
    assert wire.post("/v1/nodes", body, version=before).status == 406
    uuid = wire.post("/v1/nodes", body, version=at).json["uuid"]
    assert field not in show(wire, uuid, version=before)
    assert show(wire, uuid, version=at)[field] == FAKE[field]
    assert wire.patch(f"/v1/nodes/{uuid}", set_to(**{field: FAKE[field]}), version=before).status == 406
    assert wire.patch(f"/v1/nodes/{uuid}", set_to(**{field: FAKE[field]}), version=at).status == 200


@pytest.mark.parametrize("kind", INTERFACE_KINDS)
def test_nodes_are_found_by_interface(embedded_server: Server, kind: str) -> None:
    """R-DCR-44: any kind, any value; one that no node has finds nothing."""
    wire, field = embedded_server.wire, f"{kind}_interface"
    enrol(wire, name="a")
    enrol(wire, name="b", driver="ipmi")
    found = {value: names(wire.get(f"/v1/nodes?{field}={value}").json["nodes"]) for value in ("fake", "noop", "", "x")}
    of_redfish = show(wire, "b")[field]
    assert "a" in found[FAKE[field]]
    assert "b" in names(wire.get(f"/v1/nodes?{field}={of_redfish}").json["nodes"])
    assert found["x"] == found[""] == []


def test_interface_filters_combine_with_each_other_and_with_paging(embedded_server: Server) -> None:
    """R-DCR-44: all must hold, and the link to the next page repeats them."""
    wire = embedded_server.wire
    for place in range(5):
        raid = "no-raid" if place % 2 else "fake"
        enrol(wire, name=f"n{place}", raid_interface=raid, maintenance=place == 3)
    path = "/v1/nodes?raid_interface=no-raid&power_interface=fake"
    assert names(wire.get(path).json["nodes"]) == ["n1", "n3"]
    assert names(wire.get(f"{path}&maintenance=true").json["nodes"]) == ["n3"]
    first = wire.get(f"{path}&limit=1").json
    assert "raid_interface=no-raid&power_interface=fake" in first["next"]
    assert names(wire.get(first["next"]).json["nodes"]) == ["n3"]


@pytest.mark.parametrize(("kind", "since"), KINDS)
def test_the_filter_for_an_interface_is_as_new_as_the_interface(embedded_server: Server, kind: str, since: int) -> None:
    """R-DCR-44: guarded by the version that shows the field, in the detailed list as well."""
    for path in (f"/v1/nodes?{kind}_interface=fake", f"/v1/nodes/detail?{kind}_interface=fake"):
        assert embedded_server.wire.get(path, version=f"1.{since - 1}").status == 406
        assert embedded_server.wire.get(path, version=f"1.{since}").status == 200
