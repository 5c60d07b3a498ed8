"""The RAID interface of pretended machines."""

from collections.abc import Mapping
from typing import Any

import msgspec
from typing_extensions import override

from bessemer.drivers.contract.node_view import NodeView, Turn
from bessemer.drivers.contract.outcome import Done, Failed, Learned, Outcome
from bessemer.drivers.contract.raid import APPLY_ARGUMENTS, CREATE_ARGUMENTS, RaidInterface
from bessemer.drivers.contract.steps import clean_step, deploy_step, service_step
from bessemer.drivers.fake.interface import FakeInterface
from bessemer.drivers.fake.machine import MACHINES, Machine
from bessemer.drivers.fake.new import DISK_GB
from bessemer.model.step import OnTakeover

CONTROLLER = "RAID.Pretended.1"
RECHECK = OnTakeover.RECHECK
"""Logical disks that were made may hold data by now, so they are looked at and not made anew."""


class Volumes(msgspec.Struct, frozen=True, kw_only=True):
    """Which volumes of a configuration are made."""

    root: bool
    others: bool
    keep: bool
    """Whether the volumes that are there stay."""


class FakeRaid(FakeInterface, RaidInterface):
    """Makes logical disks of disks that are pretended."""

    @override
    @clean_step(0, CREATE_ARGUMENTS, requires_ramdisk=False, on_takeover=RECHECK)
    def create_configuration(
        self,
        node: NodeView,
        turn: Turn,
        *,
        create_root_volume: bool = True,
        create_nonroot_volumes: bool = True,
        delete_existing: bool = True,
    ) -> Outcome:
        volumes = Volumes(root=create_root_volume, others=create_nonroot_volumes, keep=not delete_existing)
        return self._configured(node, turn, "create_configuration", node.target_raid_config, volumes)

    @deploy_step(0, APPLY_ARGUMENTS, requires_ramdisk=False, on_takeover=RECHECK)
    @service_step(0, APPLY_ARGUMENTS, requires_ramdisk=False, on_takeover=RECHECK)
    def apply_configuration(
        self,
        node: NodeView,
        turn: Turn,
        *,
        raid_config: Mapping[str, Any],
        create_root_volume: bool = True,
        create_nonroot_volumes: bool = True,
        delete_existing: bool = True,
    ) -> Outcome:
        """Make the logical disks of a configuration that is given."""
        volumes = Volumes(root=create_root_volume, others=create_nonroot_volumes, keep=not delete_existing)
        return self._configured(node, turn, "apply_configuration", raid_config, volumes)

    @override
    @clean_step(0, requires_ramdisk=False, on_takeover=RECHECK)
    @deploy_step(0, requires_ramdisk=False, on_takeover=RECHECK)
    @service_step(0, requires_ramdisk=False, on_takeover=RECHECK)
    def delete_configuration(self, node: NodeView, turn: Turn) -> Outcome:
        if is_unsure(turn):
            return rechecked(node, "delete_configuration", ())

        def effect(machine: Machine) -> Learned:
            machine.put_disks(())
            return Learned(fields={"raid_config": {"logical_disks": []}})

        return self.deed(node, turn, "delete_configuration", effect)

    def _configured(
        self, node: NodeView, turn: Turn, what: str, config: Mapping[str, Any], volumes: Volumes
    ) -> Outcome:
        """Make those logical disks of a configuration that are wanted."""
        faults = self.validate_raid_config(node, config)
        wanted = () if faults else logical_disks(config, volumes)
        if not wanted:
            return Failed(
                reason=f"No logical disks can be made on {node.label}: {' '.join(faults) or 'none is wanted.'}",
                remedy="Correct the RAID configuration, then try again.",
            )
        if is_unsure(turn):
            return rechecked(node, what, wanted)

        def effect(machine: Machine) -> Learned:
            machine.put_disks((*machine.disks, *wanted) if volumes.keep else wanted)
            disks = {"logical_disks": list(machine.disks)}
            return Learned(fields={"raid_config": disks, "target_raid_config": dict(config)})

        return self.deed(node, turn, what, effect, volumes=[disk["volume_name"] for disk in wanted])


def is_unsure(turn: Turn) -> bool:
    """Tell whether it is not known what a process that died has done."""
    return turn.recheck and turn.memo is None


def logical_disks(config: Mapping[str, Any], volumes: Volumes) -> tuple[Mapping[str, Any], ...]:
    """Tell the logical disks that come of a configuration."""
    return tuple(
        {
            "volume_name": f"volume-{place}",
            "controller": CONTROLLER,
            **disk,
            "size_gb": DISK_GB if disk["size_gb"] == "MAX" else disk["size_gb"],
        }
        for place, disk in enumerate(config["logical_disks"])
        if (volumes.root if disk.get("is_root_volume") else volumes.others)
    )


def rechecked(node: NodeView, what: str, wanted: tuple[Mapping[str, Any], ...]) -> Outcome:
    """Find out whether another process came to the end of its work before it died."""
    machine = MACHINES.meet(node)
    with machine.lock:
        is_done = all(disk in machine.disks for disk in wanted) if wanted else not machine.disks
        if is_done:
            found = Learned(fields={"raid_config": {"logical_disks": list(machine.disks)}})
            return Done(learned=machine.news(node, found), message="Found done")
    return Failed(
        reason=f"{what} on {node.label} was begun by a process that died, and the machine has not the logical disks "
        "that were wanted",
        remedy="Look at the disks of the machine; if nothing on them is needed, ask for the configuration again.",
    )
