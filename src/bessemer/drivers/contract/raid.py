"""What a RAID interface offers: making logical disks of the disks of a machine."""

from abc import abstractmethod
from collections.abc import Mapping
from typing import Any, ClassVar

from bessemer.drivers.contract.interface import Interface
from bessemer.drivers.contract.node_view import NodeView, Turn
from bessemer.drivers.contract.outcome import Outcome

LOGICAL_DISK_PROPERTIES: Mapping[str, str] = {
    "size_gb": "The size in GiB, a whole number, or 'MAX' for all the room there is. Needed.",
    "raid_level": "The RAID level: JBOD, 0, 1, 2, 5, 6, 1+0, 5+0 or 6+0. Needed.",
    "is_root_volume": "Whether the instance goes onto it; at most one may say so.",
    "volume_name": "A name; made up when not given.",
    "share_physical_disks": "Whether other logical disks may use the same disks; false unless given.",
    "disk_type": "The kind of disks to use: hdd or ssd.",
    "interface_type": "How the disks are attached: sata, scsi or sas.",
    "number_of_physical_disks": "How many disks to use; the least that the level needs unless given.",
    "controller": "The controller to use.",
    "physical_disks": "The disks to use: a list of their names, or of objects that tell what they are like.",
}
"""What may be said of a logical disk, where an implementation does not tell otherwise."""

APPLY_ARGUMENTS: Mapping[str, Mapping[str, Any]] = {
    "raid_config": {
        "description": "The RAID configuration wanted: an object with the list `logical_disks`.",
        "required": True,
        "type": "object",
    },
    "create_root_volume": {
        "description": "Whether the root volume is made as well; true unless given.",
        "type": "boolean",
    },
    "create_nonroot_volumes": {
        "description": "Whether the other volumes are made as well; true unless given.",
        "type": "boolean",
    },
    "delete_existing": {
        "description": "Whether the volumes that are there are deleted first; true unless given.",
        "type": "boolean",
    },
}
"""The arguments of apply_configuration."""

CREATE_ARGUMENTS = {name: told for name, told in APPLY_ARGUMENTS.items() if name != "raid_config"}
"""The arguments of create_configuration."""


class RaidInterface(Interface):
    """Makes and deletes logical disks; implementations declare these as steps."""

    kind: ClassVar[str] = "raid"

    @abstractmethod
    def create_configuration(
        self,
        node: NodeView,
        turn: Turn,
        *,
        create_root_volume: bool = True,
        create_nonroot_volumes: bool = True,
        delete_existing: bool = True,
    ) -> Outcome:
        """Make the logical disks of target_raid_config."""

    @abstractmethod
    def delete_configuration(self, node: NodeView, turn: Turn) -> Outcome:
        """Delete all logical disks."""

    def get_logical_disk_properties(self) -> Mapping[str, str]:
        """Tell what may be said of a logical disk."""
        return LOGICAL_DISK_PROPERTIES

    def validate_raid_config(self, node: NodeView, raid_config: Mapping[str, Any]) -> list[str]:
        """Say what is wrong with a configuration that somebody wants."""
        disks = raid_config.get("logical_disks")
        if not isinstance(disks, list):
            return [f"The RAID configuration of the node {node.uuid} needs the list logical_disks."]
        known = self.get_logical_disk_properties()
        return [
            problem
            for place, disk in enumerate(disks)
            for problem in _faults_of_disk(f"Logical disk {place}", disk, known)
        ]


def _faults_of_disk(where: str, disk: Any, known: Mapping[str, str]) -> list[str]:
    if not isinstance(disk, Mapping):
        return [f"{where} must be an object."]
    faults = [f"{where} needs {name}." for name in ("size_gb", "raid_level") if name not in disk]
    faults += [f"{where} has the unknown key {str(name)[:80]!r}." for name in disk if name not in known]
    size = disk.get("size_gb", 1)
    if size != "MAX" and (isinstance(size, bool) or not isinstance(size, int) or size <= 0):
        faults.append(f"size_gb of {where.lower()} must be a whole number above 0, or 'MAX'.")
    return faults
