"""Machines as a data centre has them, written into a database in bulk."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from itertools import islice
from typing import Any
from uuid import UUID

from sqlalchemy import create_engine, func, insert, select
from sqlalchemy.engine import Connection

from bessemer.model.node import NODE
from bessemer.rules.placement import bucket_of
from bessemer.rules.record_values import default_values
from bessemer.store import schema as s
from bessemer.store.moments import text_from_moment
from bessemer.store.rows import columns_from_values

BATCH = 2000
BEGUN = datetime(2026, 3, 1, tzinfo=UTC)
LAST_FEW = 40
IN_A_RACK = 80
SITES = ("oslo", "lyon", "turin")


def uuid_of(number: int) -> str:
    """Give the UUID of a machine; they are in no order, as real ones are."""
    return str(UUID(int=(number * 0x9E3779B97F4A7C15F39CC0605CEDC835 + 0x1234567) % (1 << 128), version=4))


def traits_of(number: int, count: int) -> list[str]:
    """Give the five traits of a machine: three that all have, one that all but the last few have, one of its own sort.

    Two of the sorts are on a quarter of the machines each, and never together; the other machines name their rack.
    """
    nearly_all = "CUSTOM_UEFI" if number < count - LAST_FEW else "CUSTOM_BIOS_ONLY"
    own = {0: "CUSTOM_GPU", 2: "CUSTOM_FPGA"}.get(number % 4, rack_trait(number))
    return ["CUSTOM_X86", "CUSTOM_VMX", "CUSTOM_RAID", nearly_all, own]


def rack_trait(number: int) -> str:
    """Name the rack of a machine as a trait."""
    return f"CUSTOM_RACK_{number // IN_A_RACK}"


def described(number: int) -> dict[str, Any]:
    """Describe a machine as the body of an enrolment does."""
    site = SITES[number % len(SITES)]
    address = f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"
    return {
        "name": f"{site}-r{number // IN_A_RACK:04}-u{number % IN_A_RACK:02}",
        "driver": "fake-hardware",
        "resource_class": ("baremetal.large", "baremetal.small", "baremetal.gpu")[number % 3],
        "driver_info": {
            "redfish_address": f"https://{address}",
            "redfish_system_id": "/redfish/v1/Systems/System.Embedded.1",
            "redfish_username": "metal",
            "redfish_password": f"b9c1-{number:06}-kd83",
            "redfish_verify_ca": False,
            "deploy_kernel": "http://images.example.org/ipa/ipa.kernel",
            "deploy_ramdisk": "http://images.example.org/ipa/ipa.initramfs",
        },
        "properties": {
            "cpu_arch": "x86_64",
            "cpus": 64,
            "memory_mb": 524288,
            "local_gb": 1788,
            "vendor": "Dell Inc.",
            "capabilities": "boot_mode:uefi,secure_boot:true,disk_label:gpt",
            "root_device": {"wwn": f"0x5000c500{number:08x}", "rotational": False},
        },
        "extra": {"site": site, "rack": number // IN_A_RACK, "unit": number % IN_A_RACK, "asset": f"A-{number:07}"},
        "description": f"Compute node in rack {number // IN_A_RACK}, bought in 2026 with the third lot.",
    }


def columns_of(number: int) -> dict[str, Any]:
    """Lay out the row of a machine that carries an instance."""
    moment = text_from_moment(BEGUN + timedelta(seconds=number))
    values: dict[str, Any] = {
        **default_values(NODE),
        **described(number),
        "uuid": uuid_of(number),
        "conductor_group": "",
        "provision_state": "active",
        "power_state": "power on",
        "boot_mode": "uefi",
        "instance_uuid": uuid_of(number + (1 << 40)),
        "instance_name": f"worker-{number}",
        "instance_info": {
            "image_source": "http://images.example.org/debian-12.qcow2",
            "image_checksum": "9f2c1c7ea4c2b0a7a7c2b7f6f5c9d0e1",
            "capabilities": {"boot_option": "local"},
            "configdrive": "H4sIAAAAAAAAA+3OMQ0AAAgDMPyLhgccpE0K2NkEAAAAAAAAAAAAAAAAAAAA",
            "display_name": f"worker-{number}",
        },
        "driver_internal_info": {
            "agent_url": f"https://10.200.{number >> 8 & 255}.{number & 255}:9999",
            "agent_last_heartbeat": moment,
            "agent_version": "11.2.0",
            "is_whole_disk_image": True,
            "root_uuid_or_disk_id": f"0x{number:08x}",
            "last_power_state_change": moment,
        },
        **{f"{kind}_interface": "noop" if kind == "network" else "fake" for kind in _kinds()},
    }
    values.pop("chassis_uuid", None)
    columns = columns_from_values(NODE, values)
    known = {name: columns.get(name) for name in s.nodes.c.keys() if name != "id"}  # noqa: SIM118 - not a mapping
    return {**known, "version": 1, "bucket": bucket_of(values["uuid"]), "created_at": moment, "updated_at": moment}


def _kinds() -> list[str]:
    return [name.removesuffix("_interface") for name in s.nodes.c.keys() if name.endswith("_interface")]  # noqa: SIM118


def fill(url: str, count: int) -> None:
    """Bring a database, whose tables exist, from nothing to so many machines with five traits each."""
    engine = create_engine(url)
    with engine.begin() as connection:
        numbers = iter(range(count))
        while batch := list(islice(numbers, BATCH)):
            _write(connection, batch, count)
    engine.dispose()


def _write(connection: Connection, batch: Sequence[int], count: int) -> None:
    first = int(connection.execute(select(func.coalesce(func.max(s.nodes.c.id), 0))).scalar_one()) + 1
    connection.execute(insert(s.nodes), [{"id": first + place, **columns_of(n)} for place, n in enumerate(batch)])
    connection.execute(insert(s.node_traits), list(_trait_rows(first, batch, count)))


def _trait_rows(first: int, batch: Sequence[int], count: int) -> Iterator[dict[str, Any]]:
    for place, number in enumerate(batch):
        for trait in traits_of(number, count):
            yield {"node_id": first + place, "trait": trait, "created_at": text_from_moment(BEGUN)}
