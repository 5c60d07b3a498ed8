"""The BIOS interface of pretended machines."""

from collections.abc import Mapping
from typing import Any

from typing_extensions import override

from bessemer.drivers.contract.bios import SETTINGS, BiosInterface
from bessemer.drivers.contract.node_view import NodeView, Turn
from bessemer.drivers.contract.outcome import Failed, Learned, Outcome
from bessemer.drivers.contract.steps import clean_step, deploy_step, service_step
from bessemer.drivers.fake import bios_settings
from bessemer.drivers.fake.interface import FakeInterface
from bessemer.drivers.fake.machine import Machine


class FakeBios(FakeInterface, BiosInterface):
    """Changes the settings of a BIOS that is pretended."""

    @override
    @clean_step(0, SETTINGS, requires_ramdisk=False)
    @deploy_step(0, SETTINGS, requires_ramdisk=False)
    @service_step(0, SETTINGS, requires_ramdisk=False)
    def apply_configuration(self, node: NodeView, turn: Turn, *, settings: list[Mapping[str, Any]]) -> Outcome:
        def effect(machine: Machine) -> Learned | Failed:
            faults = bios_settings.faults_of(settings)
            if faults:
                return Failed(
                    reason=f"The BIOS of {node.label} does not take the settings: {' '.join(faults)}",
                    remedy="Correct the settings; GET /v1/nodes/<node>/bios?detail=true tells what each of them takes.",
                )
            wanted = {each["name"]: str(each["value"]) for each in settings}
            machine.change(bios={**machine.lasting.bios, **wanted})
            return known(machine)

        names = [each.get("name") for each in settings if isinstance(each, Mapping)]
        return self.deed(node, turn, "apply_configuration", effect, settings=names)

    @override
    @clean_step(0, requires_ramdisk=False)
    @deploy_step(0, requires_ramdisk=False)
    @service_step(0, requires_ramdisk=False)
    def factory_reset(self, node: NodeView, turn: Turn) -> Outcome:
        def effect(machine: Machine) -> Learned:
            machine.change(bios={})
            return known(machine)

        return self.deed(node, turn, "factory_reset", effect)

    @override
    @clean_step(0, requires_ramdisk=False)
    def cache_bios_settings(self, node: NodeView, turn: Turn) -> Outcome:
        return self.deed(node, turn, "cache_bios_settings", known)


def known(machine: Machine) -> Learned:
    """Read all settings of a machine."""
    return Learned(bios=bios_settings.settings_with(machine.lasting.bios))
