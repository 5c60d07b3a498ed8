"""A simulated machine: what it is made of, and what is on its disk."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from bessemer.lab.faults import HONEST, Faults

GIB = 1024**3


class Disk(msgspec.Struct, frozen=True, kw_only=True):
    """One disk."""

    name: str = "/dev/vda"
    size: int = 5 * GIB
    serial: str = "LABDISK0"


class Parts(msgspec.Struct, frozen=True, kw_only=True):
    """What a machine is made of."""

    macs: Sequence[str]
    disks: Sequence[Disk] = (Disk(),)
    cores: int = 2
    memory_mb: int = 2048
    boot_mode: str = "bios"


class Noted(msgspec.Struct, frozen=True):
    """Something that a ramdisk asked, or that became of it."""

    what: str
    status: int


class Order(msgspec.Struct, frozen=True, kw_only=True):
    """Something that a ramdisk was told to do, whether it then did it or not."""

    command: str
    step: str | None
    was_busy: bool
    """Whether it was at something else when it was told."""


class Machine:
    """One machine, which outlives the ramdisks that it boots."""

    def __init__(self, uuid: str, parts: Parts, faults: Faults = HONEST) -> None:
        """Begin with an empty disk."""
        self.uuid = uuid
        """The node that stands for it."""
        self.parts = parts
        self.faults = faults
        self.image: str | None = None
        """The image on its disk."""
        self.has_config_drive = False
        self.writes_begun = 0
        self.writes_done = 0
        self.boots = 0
        self.steps_done: list[str] = []
        self.orders: list[Order] = []
        """What its ramdisks were told, from the first boot on."""
        self.story: list[Noted] = []
        """What its ramdisks asked the server, and how that answered, from the first boot on."""

    def note(self, what: str, status: int) -> None:
        """Write down what a ramdisk asked, and the status of the answer: 0 where there was none."""
        self.story.append(Noted(what, status))

    def statuses(self, what: str) -> list[int]:
        """Give the statuses of the answers to one question."""
        return [noted.status for noted in self.story if noted.what == what]

    def inventory(self) -> dict[str, Any]:
        """List its parts as the real agent does."""
        return {
            "interfaces": [_card(place, mac) for place, mac in enumerate(self.parts.macs)],
            "cpu": {
                "model_name": "Simulated CPU",
                "frequency": "",
                "count": self.parts.cores,
                "architecture": "x86_64",
                "flags": ["fpu", "vmx"],
                "socket_count": 1,
            },
            "disks": [disk_facts(disk) for disk in self.parts.disks],
            "memory": {"total": self.parts.memory_mb * 1024**2, "physical_mb": self.parts.memory_mb},
            "bmc_address": None,
            "bmc_v6address": None,
            "system_vendor": {
                "product_name": "Simulated machine",
                "serial_number": "",
                "manufacturer": "Bessemer",
                "firmware": {"vendor": "Bessemer", "version": "1", "build_date": "04/01/2014"},
            },
            "boot": {"current_boot_mode": self.parts.boot_mode, "pxe_interface": None},
            "hostname": "ipa",
        }


def disk_facts(disk: Disk) -> Mapping[str, Any]:
    """Describe a disk as the real agent does."""
    unknown = dict.fromkeys(("model", "wwn", "wwn_with_extension", "wwn_vendor_extension", "hctl", "tran"))
    return {
        **unknown,
        "name": disk.name,
        "size": disk.size,
        "rotational": True,
        "serial": disk.serial,
        "vendor": "0x1af4",
        "by_path": f"/dev/disk/by-path/pci-0000:02:00.0-{disk.name.rpartition('/')[2]}",
        "logical_sectors": 512,
        "physical_sectors": 512,
    }


def _card(place: int, mac: str) -> dict[str, Any]:
    unknown = dict.fromkeys(("lldp", "client_id", "biosdevname", "speed_mbps"))
    return {
        **unknown,
        "name": f"enp{place + 1}s0",
        "mac_address": mac,
        "ipv4_address": f"172.31.77.{145 + place % 100}",
        "ipv6_address": f"fe80::5054:ff:fe77:{place:x}%enp{place + 1}s0",
        "has_carrier": True,
        "vendor": "0x1af4",
        "product": "0x0001",
        "pci_address": f"virtio{place}",
        "driver": "virtio_net",
    }
