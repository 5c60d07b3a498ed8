"""Which drivers are served, and what each of them offers and wants to know.

R-DCR-28, 45 and 49 are about the inside; here is what clients see: R-DCR-8, 39 to 43, 50, 54 to 58.
"""

from typing import Any

import pytest

from bessemer.model.driver import KIND_SINCE
from bessemer.model.node import INTERFACE_KINDS
from tests.acceptance.site import wait_for
from tests.api.enrolled import enrol, show
from tests.api.serving import HOST, Server
from tests.api.wire import Wire
from tests.outside import TYPES

ALL = sorted([*TYPES, "windlass"])
FIELDS = tuple(
    field for kind in INTERFACE_KINDS for field in (f"default_{kind}_interface", f"enabled_{kind}_interfaces")
)
FROM_30 = {
    field
    for kind in INTERFACE_KINDS
    if kind not in KIND_SINCE
    for field in (f"default_{kind}_interface", f"enabled_{kind}_interfaces")
}


@pytest.fixture
def wire(outside_server: Server) -> Wire:
    """A server with all built-in types, one of somebody else's and a classic driver."""
    return outside_server.wire


def listed(wire: Wire, query: str = "", version: str = "1.115") -> list[dict[str, Any]]:
    answer = wire.get(f"/v1/drivers{query}", version=version)
    assert answer.status == 200, answer.text
    found: list[dict[str, Any]] = answer.json["drivers"]
    return found


@pytest.mark.parametrize("version", ["1.1", "1.29", "1.30", "1.115"])
def test_hardware_types_and_classic_drivers_are_listed_in_every_version(wire: Wire, version: str) -> None:
    """R-DCR-39, R-DCR-57: an old client finds what it may give a node as its driver."""
    found = listed(wire, version=version)
    assert [each["name"] for each in found] == ALL
    assert all(each["hosts"] == [HOST] for each in found)


@pytest.mark.parametrize(
    ("of_type", "names"), [("dynamic", list(TYPES)), ("classic", ["windlass"])], ids=["dynamic", "classic"]
)
def test_the_list_can_be_narrowed_to_one_type(wire: Wire, of_type: str, names: list[str]) -> None:
    """R-DCR-40, R-DCR-55: hardware types are dynamic."""
    found = listed(wire, f"?type={of_type}")
    assert [each["name"] for each in found] == names
    assert {each["type"] for each in found} == {of_type}


@pytest.mark.parametrize(
    ("query", "version", "status"),
    [
        ("?type=dynamic", "1.29", 406),
        ("?type=dynamic", "1.30", 200),
        ("?type=both", "1.30", 400),
        ("?type=", "1.115", 400),
        ("?type=DYNAMIC", "1.115", 400),
        ("?detail=true", "1.29", 406),
        ("?detail=true", "1.30", 200),
        ("?detail=maybe", "1.115", 400),
        ("?fields=name", "1.76", 406),
        ("?fields=name", "1.77", 200),
        ("?fields=name,nobody", "1.115", 400),
        ("?fields=name&detail=true", "1.115", 400),
        ("?limit=1", "1.115", 400),
    ],
)
def test_arguments_of_the_list_are_as_new_as_in_ironic(wire: Wire, query: str, version: str, status: int) -> None:
    """R-DCR-40, R-DCR-42: before its version an argument is not acceptable; what makes no sense is refused."""
    assert wire.get(f"/v1/drivers{query}", version=version).status == status


def test_the_type_is_shown_from_its_version_on(wire: Wire) -> None:
    """R-DCR-41, R-DCR-54: in the list and of a single driver."""
    for name, of_type in (("ipmi", "dynamic"), ("windlass", "classic")):
        assert wire.get(f"/v1/drivers/{name}", version="1.30").json["type"] == of_type
        assert "type" not in wire.get(f"/v1/drivers/{name}", version="1.29").json
    assert "type" not in listed(wire, version="1.29")[0]
    assert {each["name"]: each["type"] for each in listed(wire, version="1.30")} == {
        name: "classic" if name == "windlass" else "dynamic" for name in ALL
    }


def test_a_hardware_type_tells_its_interfaces_and_which_of_them_nodes_get(wire: Wire) -> None:
    """R-DCR-5, R-DCR-10, R-DCR-42, R-DCR-56: the calculated default, and all that are both enabled and supported."""
    shown = wire.get("/v1/drivers/hand-crank").json
    assert {name: shown[name] for name in FIELDS if name.split("_")[1] in {"power", "raid", "vendor", "boot"}} == {
        "default_boot_interface": "ipxe",
        "enabled_boot_interfaces": ["ipxe", "pxe", "http-ipxe", "http"],
        "default_power_interface": "crank",
        "enabled_power_interfaces": ["crank"],
        "default_raid_interface": "no-raid",
        "enabled_raid_interfaces": ["no-raid", "agent", "fake"],
        "default_vendor_interface": "crank",
        "enabled_vendor_interfaces": ["crank", "no-vendor"],
    }
    assert all(shown[f"default_{kind}_interface"] in shown[f"enabled_{kind}_interfaces"] for kind in INTERFACE_KINDS)


def test_a_classic_driver_has_no_interfaces_to_choose(wire: Wire) -> None:
    """R-DCR-42, R-DCR-58: the fields are there, and null."""
    shown = wire.get("/v1/drivers/windlass").json
    assert {name: shown[name] for name in FIELDS} == dict.fromkeys(FIELDS)


@pytest.mark.parametrize(("kind", "since"), [*KIND_SINCE.items(), ("power", 30)])
def test_the_interfaces_of_a_kind_are_shown_from_its_version_on(wire: Wire, kind: str, since: int) -> None:
    """R-DCR-42: of a single driver, and in the detailed list."""
    fields = {f"default_{kind}_interface", f"enabled_{kind}_interfaces"}
    assert not fields & wire.get("/v1/drivers/redfish", version=f"1.{since - 1}").json.keys()
    assert fields <= wire.get("/v1/drivers/redfish", version=f"1.{since}").json.keys()
    assert fields <= listed(wire, "?detail=true", version=f"1.{since}")[0].keys()


def test_the_plain_list_leaves_the_interfaces_out(wire: Wire) -> None:
    """R-DCR-42: with detail they are all there."""
    assert all(not set(FIELDS) & each.keys() for each in listed(wire))
    assert all(set(FIELDS) <= each.keys() for each in listed(wire, "?detail=true"))
    assert listed(wire, "?detail=true", version="1.30")[0].keys() >= FROM_30
    assert [set(each) for each in listed(wire, "?fields=name,default_power_interface")] == [
        {"name", "default_power_interface", "links"}
    ] * len(ALL)


@pytest.mark.parametrize("below", ["", "/properties", "/vendor_passthru/methods", "/raid/logical_disk_properties"])
def test_a_driver_that_nobody_serves_is_not_there(wire: Wire, below: str) -> None:
    """R-DCR-39: and the text says which are."""
    answer = wire.get(f"/v1/drivers/abacus{below}")
    assert (answer.status, all(name in answer.text for name in ALL)) == (404, True)


def test_properties_are_those_of_the_default_interfaces(wire: Wire) -> None:
    """R-DCR-43: of every kind together; of interfaces that could be chosen instead, nothing."""
    of_redfish = wire.get("/v1/drivers/redfish/properties").json
    assert {"redfish_address", "redfish_password", "deploy_kernel"} <= of_redfish.keys()
    assert "ipmi_address" not in of_redfish
    assert "Required." in of_redfish["redfish_address"]
    of_cranks = wire.get("/v1/drivers/hand-crank/properties").json
    assert of_cranks["crank_side"] == "Where the crank is: left or right. Required."
    assert of_cranks["crank_hand"] == "Who turns the crank. Optional."
    assert "crank_side" in wire.get("/v1/drivers/windlass/properties").json


def test_vendor_methods_are_those_of_the_default_vendor_interface(wire: Wire) -> None:
    """R-DCR-43: and only those that belong to the driver as a whole."""
    for name in ("hand-crank", "windlass"):
        assert wire.get(f"/v1/drivers/{name}/vendor_passthru/methods").json == {
            "hands": {
                "http_methods": ["GET"],
                "async": False,
                "attach": False,
                "description": "Tell who may turn a crank",
            },
            "train": {
                "http_methods": ["POST"],
                "async": True,
                "attach": False,
                "description": "Train all hands, without anybody waiting for it",
            },
        }
    assert wire.get("/v1/drivers/manual-management/vendor_passthru/methods").json == {}


def test_a_vendor_method_of_a_driver_is_called(wire: Wire) -> None:
    """R-DCR-43: by its name in the path or in an argument; what nobody waits for is accepted."""
    here = "/v1/drivers/hand-crank/vendor_passthru"
    assert [wire.get(f"{here}{how}").json["strength"] for how in ("/hands", "?method=hands")] == [2, 2]
    assert wire.post(f"{here}/train", {"hard": True}).status == 202
    assert wire.post(f"{here}?method=train", {}).status == 202
    assert wire.post(f"{here}/hands", {}).status == 400
    answer = wire.get(f"{here}/feet")
    assert (answer.status, "hands, train" in answer.text) == (400, True)
    assert wire.post("/v1/drivers/manual-management/vendor_passthru/train", {}).status == 400


def test_the_housekeeping_of_a_driver_is_done_again_and_again(wire: Wire) -> None:
    """R-DCR-24: by the conductor, without anybody asking."""
    here = "/v1/drivers/hand-crank/vendor_passthru/hands"
    before = wire.get(here).json["rests"]
    wait_for(lambda: wire.get(here).json["rests"], lambda rests: rests >= before + 2)


def test_what_may_be_said_of_logical_disks_is_told_by_the_default_raid_interface(wire: Wire) -> None:
    """R-DCR-8, R-DCR-43: a stand-in knows nothing of disks, and says so with 404."""
    here = "raid/logical_disk_properties"
    told = wire.get(f"/v1/drivers/redfish/{here}").json
    assert {"raid_level", "size_gb"} <= told.keys()
    for name in ("hand-crank", "windlass"):
        answer = wire.get(f"/v1/drivers/{name}/{here}")
        assert (answer.status, "logical disks" in answer.text) == (404, True)
    assert wire.get(f"/v1/drivers/redfish/{here}", version="1.11").status == 406


@pytest.mark.parametrize("path", ["/v1/conductor_hardware_interfaces", "/v1/hardware-types", "/v1/drivers/detail"])
def test_the_table_behind_it_is_not_shown(wire: Wire, path: str) -> None:
    """R-DCR-50: only what is computed from it is."""
    assert wire.get(path).status == 404


def test_nodes_go_the_same_way_whatever_their_driver_is(wire: Wire) -> None:
    """R-DCR-52: the states and what leads from one to the other know nothing of drivers."""
    refusals = set()
    for name in ALL:
        uuid = enrol(wire, driver=name)["uuid"]
        old = wire.post("/v1/nodes", {"driver": name}, version="1.10").json["uuid"]
        assert [show(wire, each)["provision_state"] for each in (uuid, old)] == ["enroll", "available"]
        answer = wire.put(f"/v1/nodes/{uuid}/states/provision", {"target": "provide"})
        refusals.add((answer.status, answer.text.replace(uuid, "…")))
    assert [status for status, _ in refusals] == [400]


def test_nobody_writes_drivers(wire: Wire) -> None:
    assert {wire.request(method, "/v1/drivers/ipmi").status for method in ("POST", "PUT", "PATCH", "DELETE")} == {405}
