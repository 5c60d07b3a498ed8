"""Machines that the server pretends to switch are on and off when it believes so, and boot what they should."""

from collections.abc import Mapping
from typing import Any

import msgspec
import pytest

from bessemer.lab.power_of_pretended import PowerOfPretended, Switches
from bessemer.lab.ramdisk import Purpose

ON, OFF = "power on", "power off"
NODE = "ff680000-0000-4000-8000-000000000001"


class Machine:
    """Notes how it is switched."""

    def __init__(self) -> None:
        """Begin switched off."""
        self.switched: list[object] = []

    def boot(self, uuid: str, purpose: Purpose | None) -> None:
        """Be switched on."""
        assert uuid == NODE
        self.switched.append("disk" if purpose is None else purpose.value)

    def switch_off(self, uuid: str) -> None:
        """Be switched off."""
        assert uuid == NODE
        self.switched.append("off")


def switched(*changes: Mapping[str, Any]) -> list[object]:
    """Tell how a machine was switched when its node had changed so."""
    machine = Machine()
    switches = Switches(boot=machine.boot, switch_off=machine.switch_off)
    power = PowerOfPretended("http://127.0.0.1:1", {}, switches)
    for after in changes:
        power.take(msgspec.json.encode({"node": NODE, "after": after}).decode())
    return machine.switched


ON_NOW, OFF_NOW = {"power_state": ON}, {"power_state": OFF}
DEPLOYING = {"provision_state": "deploying", "power_state": OFF}
BOOTS_DISK = {"deploy_step": {"interface": "deploy", "step": "boot_instance"}}


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ([{"provision_state": "cleaning"}, ON_NOW], ["work"]),
        ([{"provision_state": "inspecting"}, ON_NOW], ["inspect"]),
        (
            [DEPLOYING, ON_NOW, OFF_NOW, BOOTS_DISK, ON_NOW],
            ["off", "work", "off", "disk"],
        ),
        ([{"provision_state": "active"}, ON_NOW], ["disk"]),
        ([ON_NOW, ON_NOW], ["disk"]),
        ([ON_NOW, {"power_state": None}, OFF_NOW], ["disk", "off"]),
        ([{"after": 1}, {"name": "renamed"}], []),
    ],
)
def test_what_a_machine_boots_follows_from_what_its_node_is_in(
    changes: list[Mapping[str, Any]], expected: list[object]
) -> None:
    assert switched(*changes) == expected


def test_machine_that_leaves_its_instance_for_its_ramdisk_was_rebooted() -> None:
    rescued = [{"provision_state": "rescuing"}, {"provision_state": "rescue wait"}]
    assert switched({"provision_state": "active"}, ON_NOW, *rescued) == ["disk", "work"]


def test_ramdisk_that_is_waited_for_again_was_not_rebooted() -> None:
    waits = [{"provision_state": "wait call-back"}, {"provision_state": "deploying"}]
    assert switched(DEPLOYING, ON_NOW, *waits, *waits) == ["off", "work"]
