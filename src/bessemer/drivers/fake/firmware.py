"""The firmware interface of pretended machines."""

from collections.abc import Mapping
from typing import Any

from typing_extensions import override

from bessemer.drivers.contract.firmware import UPDATE_ARGUMENTS, FirmwareInterface
from bessemer.drivers.contract.node_view import NodeView, Turn
from bessemer.drivers.contract.outcome import Failed, Learned, Outcome
from bessemer.drivers.contract.steps import clean_step, deploy_step, service_step
from bessemer.drivers.driver_info import shown
from bessemer.drivers.fake.interface import FakeInterface
from bessemer.drivers.fake.machine import Machine
from bessemer.drivers.fake.new import FIRMWARE
from bessemer.model.step import OnTakeover

LONGEST_VERSION = 80


class FakeFirmware(FakeInterface, FirmwareInterface):
    """Updates firmware that is pretended: its new version is the last part of the URL."""

    # Writing firmware again that may be half written is for a person to decide.
    @override
    @clean_step(0, UPDATE_ARGUMENTS, requires_ramdisk=False, on_takeover=OnTakeover.FAIL)
    @deploy_step(0, UPDATE_ARGUMENTS, abortable=False, requires_ramdisk=False, on_takeover=OnTakeover.FAIL)
    @service_step(0, UPDATE_ARGUMENTS, requires_ramdisk=False, on_takeover=OnTakeover.FAIL)
    def update(self, node: NodeView, turn: Turn, *, settings: list[Mapping[str, Any]]) -> Outcome:
        def effect(machine: Machine) -> Learned | Failed:
            faults = faults_of(settings)
            if faults:
                return Failed(
                    reason=f"The firmware of {node.label} cannot be updated: {' '.join(faults)}",
                    remedy="Correct the settings; GET /v1/nodes/<node>/firmware tells the components there are.",
                )
            versions = {each["component"]: version_from_url(each["url"]) for each in settings}
            machine.change(firmware={**machine.lasting.firmware, **versions})
            return known(machine)

        components = [each.get("component") for each in settings if isinstance(each, Mapping)]
        return self.deed(node, turn, "update", effect, components=components)

    @override
    def cache_firmware_components(self, node: NodeView, turn: Turn) -> Outcome:
        return self.deed(node, turn, "cache_firmware_components", known)


def known(machine: Machine) -> Learned:
    """Read the versions of all components of a machine."""
    written = machine.lasting.firmware
    return Learned(
        firmware=tuple(
            {
                "component": name,
                **told,
                "current_version": written.get(name, told["initial_version"]),
                "last_version_flashed": written.get(name),
            }
            for name, told in FIRMWARE.items()
        )
    )


def version_from_url(url: str) -> str:
    """Make up the version that an image holds."""
    return url.rstrip("/").rpartition("/")[2][:LONGEST_VERSION]


def faults_of(settings: Any) -> list[str]:
    """Say what is wrong with updates that somebody wants."""
    faults: list[str] = []
    for each in settings:
        if not isinstance(each, Mapping) or not isinstance(each.get("url"), str) or "component" not in each:
            faults.append("Each update must be an object with component and url.")
        elif not isinstance(each["component"], str) or each["component"] not in FIRMWARE:
            faults.append(f"There is no component {shown(each['component'])}; there are: {', '.join(FIRMWARE)}.")
    return faults
