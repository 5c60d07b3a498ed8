"""What an inspection of a pretended machine finds, in the form in which the agent reports it."""

from collections.abc import Mapping
from typing import Any

from bessemer.drivers.contract.node_view import NodeView
from bessemer.drivers.fake.machine import Machine
from bessemer.drivers.fake.new import ARCHITECTURE, CORES, DISK_GB, MEMORY_MB, MODEL, VENDOR

GIB = 1024**3
MIB = 1024**2


def inventory_of(node: NodeView, machine: Machine) -> Mapping[str, Any]:
    """List the parts of a machine; its network cards are the ports of the node."""
    return {
        "interfaces": [
            {"name": f"eth{place}", "mac_address": port.address, "has_carrier": True, "ipv4_address": None}
            for place, port in enumerate(node.ports)
        ],
        "cpu": {
            "model_name": "Pretended CPU",
            "frequency": "2400.0",
            "count": CORES,
            "architecture": ARCHITECTURE,
            "flags": [],
        },
        "memory": {"total": MEMORY_MB * MIB, "physical_mb": MEMORY_MB},
        "disks": [
            {"name": f"/dev/sd{letter}", "size": size * GIB, "rotational": False, "vendor": VENDOR}
            for letter, size in zip("abcdefgh", disk_sizes_gb(machine), strict=False)
        ],
        "bmc_address": None,
        "system_vendor": {"manufacturer": VENDOR, "product_name": MODEL, "serial_number": node.uuid},
        "boot": {"current_boot_mode": machine.lasting.boot_mode, "pxe_interface": None},
        "hostname": node.name,
    }


def properties_of(machine: Machine) -> Mapping[str, Any]:
    """Tell the properties that schedulers look at."""
    return {
        "cpu_arch": ARCHITECTURE,
        "cpus": CORES,
        "memory_mb": MEMORY_MB,
        "local_gb": disk_sizes_gb(machine)[0] - 1,  # room for the partition table, as in Ironic
    }


def disk_sizes_gb(machine: Machine) -> list[int]:
    """List the sizes of the disks that the machine shows."""
    return [disk["size_gb"] for disk in machine.disks if isinstance(disk.get("size_gb"), int)] or [DISK_GB]
