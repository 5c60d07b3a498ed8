"""Drivers and interfaces through the stock `baremetal` command.

R-DCR-13, 33 to 35, 42, 43 and 53 to 57, as operators type them.
"""

from collections.abc import Iterator

import pytest

from tests.api.clients.commands import Baremetal, CommandFailed
from tests.api.clients.conftest import Connect
from tests.api.clients.test_commands import KINDS
from tests.api.serving import HOST, Server
from tests.outside import TYPES

ALL = sorted([*TYPES, "windlass"])


@pytest.fixture
def baremetal(outside_server: Server, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Baremetal]:
    """The command, for a server with drivers of somebody else's."""
    command = Baremetal(outside_server.url, tmp_path_factory.mktemp("home"))
    yield command
    command.close()


def test_the_list_of_drivers(baremetal: Baremetal) -> None:
    """R-DCR-39, R-DCR-54, R-DCR-55: with the type of each where it is asked for."""
    assert [each["name"] for each in baremetal.json("driver list")] == ALL
    assert HOST in baremetal("driver list")
    types = {name: "classic" if name == "windlass" else "dynamic" for name in ALL}
    assert {each["name"]: each["type"] for each in baremetal.json("driver list --long")} == types
    assert [each["name"] for each in baremetal.json("driver list --type dynamic")] == list(TYPES)
    assert [each["name"] for each in baremetal.json("driver list --type classic")] == ["windlass"]
    shown = baremetal.json("driver list --fields name type default_power_interface")
    assert {each["name"]: each["type"] for each in shown} == types


def test_one_driver(baremetal: Baremetal) -> None:
    """R-DCR-42, R-DCR-56: the interfaces that nodes get and may have, of each kind."""
    shown = baremetal.json("driver show hand-crank")
    assert (shown["name"], shown["type"], shown["hosts"]) == ("hand-crank", "dynamic", HOST)
    assert {f"{word}_{kind}_interface{s}" for kind in KINDS for word, s in (("default", ""), ("enabled", "s"))} <= set(
        shown
    )
    assert (shown["default_power_interface"], shown["enabled_power_interfaces"]) == ("crank", "crank")
    assert baremetal.json("driver show windlass")["default_power_interface"] is None
    assert set(baremetal.json("driver show ipmi --fields name hosts")) == {"name", "hosts"}
    with pytest.raises(CommandFailed, match="abacus"):
        baremetal("driver show abacus")


def test_what_a_driver_wants_to_know(baremetal: Baremetal) -> None:
    """R-DCR-43: each key of driver_info with what it is."""
    told = {each["property"]: each["description"] for each in baremetal.json("driver property list hand-crank")}
    assert told["crank_side"].endswith("Required.")
    assert "ipmi_address" in baremetal("driver property list ipmi")
    disks = {each["property"] for each in baremetal.json("driver raid property list redfish")}
    assert {"raid_level", "size_gb"} <= disks
    with pytest.raises(CommandFailed, match="logical disks"):
        baremetal("driver raid property list hand-crank")


def test_the_methods_of_the_vendor_of_a_driver(baremetal: Baremetal) -> None:
    """R-DCR-43: listed and called."""
    listed = {each["name"]: each for each in baremetal.json("driver passthru list hand-crank")}
    assert set(listed) == {"hands", "train"}
    assert baremetal.json("driver passthru list manual-management") == []
    baremetal("driver passthru call hand-crank train --http-method POST --arg hard=true")
    with pytest.raises(CommandFailed, match="feet"):
        baremetal("driver passthru call hand-crank feet")


def test_the_answer_of_a_method_of_a_driver(outside_server: Server, connect: Connect) -> None:
    """R-DCR-43: through the library, as the command itself trips over every answer that is not empty."""
    answer = connect(outside_server).driver.vendor_passthru("hand-crank", "hands", http_method="GET")
    assert answer.to_dict()["hands"] == ["left", "right"]


def test_the_methods_of_the_vendor_of_a_node(baremetal: Baremetal) -> None:
    """R-DCR-43: listed and called, as far as its own vendor interface goes."""
    baremetal("node create --driver hand-crank --name n")
    assert [each["Name"] for each in baremetal.json("node passthru list n")] == ["squeak"]
    assert "eek eek" in baremetal("node passthru call n squeak --arg times=2")
    baremetal("node set n --vendor-interface no-vendor")
    with pytest.raises(CommandFailed, match="squeak"):
        baremetal("node passthru call n squeak --arg times=2")


@pytest.mark.parametrize("driver", TYPES)
def test_every_interface_can_be_named_on_creation(baremetal: Baremetal, driver: str) -> None:
    """R-DCR-53: --<kind>-interface, the last of those that the driver tells for each kind."""
    shown = baremetal.json(f"driver show {driver}")
    chosen = {kind: shown[f"enabled_{kind}_interfaces"].split(", ")[-1] for kind in KINDS}
    options = " ".join(f"--{kind}-interface {name}" for kind, name in chosen.items())
    node = baremetal.json(f"node create --driver {driver} --name n {options}")
    assert {kind: node[f"{kind}_interface"] for kind in KINDS} == chosen
    resets = " ".join(f"--reset-{kind}-interface" for kind in KINDS)
    baremetal(f"node set n {resets}")
    node = baremetal.json("node show n")
    assert {kind: node[f"{kind}_interface"] for kind in KINDS} == {
        kind: shown[f"default_{kind}_interface"] for kind in KINDS
    }


def test_a_node_changes_its_driver(baremetal: Baremetal) -> None:
    """R-DCR-33, R-DCR-34, R-DCR-35: with all its interfaces at once, or not at all."""
    baremetal("node create --driver redfish --name n --raid-interface redfish")
    with pytest.raises(CommandFailed, match="hand-crank"):
        baremetal("node set n --driver hand-crank")
    baremetal("node set n --driver hand-crank --reset-interfaces --raid-interface fake")
    node = baremetal.json("node show n --fields driver power_interface raid_interface bios_interface")
    assert node == {
        "driver": "hand-crank",
        "power_interface": "crank",
        "raid_interface": "fake",
        "bios_interface": "no-bios",
    }
    baremetal("node set n --driver ipmi --power-interface ipmitool --management-interface ipmitool "
              "--vendor-interface ipmitool --console-interface no-console --raid-interface no-raid")  # fmt: skip
    assert baremetal.json("node show n --fields driver power_interface") == {
        "driver": "ipmi",
        "power_interface": "ipmitool",
    }
    with pytest.raises(CommandFailed, match="driver"):
        baremetal("node set n --reset-interfaces")


def test_a_feature_is_switched_off_on_one_node(baremetal: Baremetal) -> None:
    """R-DCR-13: by its stand-in; validation says so, and other nodes keep it."""
    for name in ("with", "without"):
        baremetal(f"node create --driver fake-hardware --name {name}")
    baremetal("node set without --inspect-interface no-inspect")
    lines = {
        name: {each["Interface"]: each for each in baremetal.json(f"node validate {name}")}
        for name in ("with", "without")
    }
    assert lines["with"]["inspect"]["Result"] is True
    assert lines["without"]["inspect"]["Result"] is False
    assert "inspect" in lines["without"]["inspect"]["Reason"]


def test_validation(baremetal: Baremetal) -> None:
    """R-DCR-37: a line for each kind; what is missing is named in its own line only."""
    baremetal("node create --driver hand-crank --name n")
    lines = {each["Interface"]: each for each in baremetal.json("node validate n")}
    assert set(lines) == set(KINDS) - {"vendor"}
    assert (lines["power"]["Result"], "crank_side" in lines["power"]["Reason"]) == (False, True)
    assert lines["management"]["Result"] is True
    baremetal("node set n --driver-info crank_side=left")
    lines = {each["Interface"]: each for each in baremetal.json("node validate n")}
    assert lines["power"]["Result"] is True


def test_a_client_of_old(baremetal: Baremetal) -> None:
    """R-DCR-29, R-DCR-57: sets a driver and gets its interfaces, without a word of them."""
    old = "--os-baremetal-api-version 1.9"
    baremetal(f"{old} node create --driver redfish --name n")
    assert "power_interface" not in baremetal.json(f"{old} node show n")
    assert baremetal.json("node show n")["power_interface"] == "redfish"
    assert [each["name"] for each in baremetal.json(f"{old} driver list")] == ALL
