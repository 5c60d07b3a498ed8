"""Nodes whose driver has its interfaces wired into it, as all had before there were hardware types."""

from itertools import permutations

import pytest

from bessemer.model.node import INTERFACE_KINDS
from tests.api.enrolled import change, enrol, set_to, show
from tests.api.serving import Server
from tests.api.wire import Wire

NONE = dict.fromkeys(f"{kind}_interface" for kind in INTERFACE_KINDS)


@pytest.fixture
def wire(outside_server: Server) -> Wire:
    """A server that has a classic driver, windlass, switched on."""
    return outside_server.wire


def interfaces_of(wire: Wire, ident: str) -> dict[str, str | None]:
    node = show(wire, ident)
    return {field: node[field] for field in NONE}


@pytest.mark.parametrize("version", ["1.1", "1.30", "1.115"])
def test_a_node_may_have_a_classic_driver_in_every_version(wire: Wire, version: str) -> None:
    """R-DCR-26, R-DCR-32, R-DCR-58: its interface fields are null."""
    uuid = wire.post("/v1/nodes", {"driver": "windlass"}, version=version).json["uuid"]
    assert interfaces_of(wire, uuid) == NONE


@pytest.mark.parametrize("kind", INTERFACE_KINDS)
def test_its_interfaces_cannot_be_chosen(wire: Wire, kind: str) -> None:
    """R-DCR-32: neither on creation nor later; the text names the field."""
    field = f"{kind}_interface"
    answer = wire.post("/v1/nodes", {"driver": "windlass", field: "fake"})
    assert (answer.status, field in answer.text, "classic" in answer.text) == (400, True, True)
    uuid = enrol(wire, driver="windlass")["uuid"]
    assert change(wire, uuid, **{field: "fake"}).status == 400
    assert change(wire, uuid, **{field: None}).status == 200
    assert interfaces_of(wire, uuid) == NONE


def test_changing_to_a_classic_driver_clears_all_interfaces(wire: Wire) -> None:
    """R-DCR-32: what the node had before need not be taken away by hand."""
    uuid = enrol(wire, driver="redfish")["uuid"]
    assert change(wire, uuid, driver="windlass").status == 200
    assert interfaces_of(wire, uuid) == NONE


def test_changing_back_gives_the_defaults(wire: Wire) -> None:
    """R-DCR-31: as null means the default wherever there is one."""
    uuid = enrol(wire, driver="windlass")["uuid"]
    assert change(wire, uuid, driver="hand-crank").status == 200
    found = interfaces_of(wire, uuid)
    assert (found["power_interface"], None in found.values()) == ("crank", False)


@pytest.mark.parametrize("order", list(permutations(range(3))), ids=str)
def test_a_chosen_interface_spoils_the_change_in_any_order(wire: Wire, order: tuple[int, ...]) -> None:
    """R-DCR-32, R-DCR-34: only the end counts, and at the end there would be an interface on a classic driver."""
    node = enrol(wire, driver="redfish")
    patch = [*set_to(driver="windlass"), *set_to(boot_interface="pxe"), *set_to(description="in the well")]
    answer = wire.patch(f"/v1/nodes/{node['uuid']}", [patch[place] for place in order])
    assert (answer.status, show(wire, node["uuid"])) == (400, node)


def test_it_is_validated_by_what_is_wired_into_it(wire: Wire) -> None:
    """R-DCR-26: kinds that are not wired are not there; the others say what they miss."""
    uuid = enrol(wire, driver="windlass")["uuid"]
    found = wire.get(f"/v1/nodes/{uuid}/validate").json
    assert found["boot"] == found["management"] == {"result": True}
    assert (found["power"]["result"], "crank_side" in found["power"]["reason"]) == (False, True)
    assert (found["raid"]["result"], "no raid interface" in found["raid"]["reason"]) == (False, True)
    assert change(wire, uuid, driver_info={"crank_side": "left"}).status == 200
    assert wire.get(f"/v1/nodes/{uuid}/validate").json["power"] == {"result": True}


def test_the_methods_of_its_vendor_are_called(wire: Wire) -> None:
    """R-DCR-26: of one node."""
    uuid = enrol(wire, driver="windlass")["uuid"]
    assert set(wire.get(f"/v1/nodes/{uuid}/vendor_passthru/methods").json) == {"squeak"}
    answer = wire.post(f"/v1/nodes/{uuid}/vendor_passthru/squeak", {"times": 3})
    assert (answer.status, answer.json) == (200, {"heard": "eek eek eek"})
    assert wire.post(f"/v1/nodes/{uuid}/vendor_passthru/squeak", {}).status == 400
