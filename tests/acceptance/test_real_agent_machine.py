"""The real ironic-python-agent in a machine of QEMU: inspected, cleaned, deployed, and booted from its own disk."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.acceptance.real_agent.leaving_out import built, leave_out
from tests.acceptance.real_agent.machine import DISK_BYTES, MAC, Machine
from tests.acceptance.real_agent.network import Wire, wire_to_machine
from tests.acceptance.real_agent.parts import MachineParts, machine_parts
from tests.acceptance.real_agent.power_player import power_played
from tests.acceptance.real_agent.site import AgentSite, served, sha256_of
from tests.lab.waiting import until

SECONDS = 240.0
"""For one boot with what follows; an idle machine takes a fifth of it."""
HOST_NAME = "smelter-7"
LEFT_BY_SOMEBODY = b"left by somebody"
PARTITION_TABLE = slice(446, 510)


@pytest.fixture
def parts(pytestconfig: pytest.Config) -> MachineParts:
    """What a machine needs."""
    if not pytestconfig.getoption("--machine"):
        leave_out(pytestconfig, "a machine of QEMU takes minutes and is started with --machine only")
    return built(pytestconfig, machine_parts)


@pytest.fixture
def wire(parts: MachineParts) -> Iterator[Wire]:
    """A wire to the machine."""
    with wire_to_machine() as laid:
        yield laid


@pytest.fixture
def machine(parts: MachineParts, wire: Wire) -> Iterator[Machine]:
    """A machine, switched off, whose disk somebody else has used."""
    made = Machine(parts, wire)
    leave_partitions(made.disk)
    yield made
    print(made.said()[-20_000:])  # noqa: T201 - pytest shows it with a failure
    made.discard()


@pytest.fixture
def site(tmp_path: Path, wire: Wire) -> Iterator[AgentSite]:
    """A server that knows the machine."""
    running = AgentSite(tmp_path, wire, MAC, properties={"capabilities": "boot_mode:bios"})
    yield running
    running.stop()
    print(running.server.log()[-20_000:])  # noqa: T201 - pytest shows it with a failure


def test_machine_is_inspected_cleaned_deployed_and_boots_from_its_disk(
    site: AgentSite, machine: Machine, parts: MachineParts, wire: Wire
) -> None:
    with power_played(site.server.url, site.node, machine, site.words()):
        site.ask("manage")
        site.reach("manageable", SECONDS)

        site.ask("inspect")
        site.reach("manageable", SECONDS)
        inventory = site.wire.get(f"/v1/nodes/{site.node}/inventory").json["inventory"]
        assert [card["mac_address"] for card in inventory["interfaces"]] == [MAC]
        assert [(disk["name"], disk["size"]) for disk in inventory["disks"]] == [("/dev/vda", DISK_BYTES)]

        site.ask("provide")
        site.reach("available", SECONDS)
        assert first_sector(machine.disk)[PARTITION_TABLE] == bytes(64), "the partitions are still there"

        with served(parts.packed_image.parent, wire.here) as url:
            tell_image(site, parts, url)
            site.ask("active", configdrive={"meta_data": {"hostname": HOST_NAME}})
            site.reach("active", SECONDS)
        assert differing_bytes(machine.disk, parts.image) == []
        until(lambda: f"INSTANCE IS UP: {HOST_NAME}" in machine.said(), "the instance says its name", SECONDS)
    assert machine.boots == ["ramdisk", "ramdisk", "ramdisk", "disk"]
    assert site.server.faults() == []


def tell_image(site: AgentSite, parts: MachineParts, url: str) -> None:
    """Say which image the machine is to get."""
    info = {
        "image_source": f"{url}/{parts.packed_image.name}",
        "image_os_hash_algo": "sha256",
        "image_os_hash_value": sha256_of(parts.packed_image),
        "image_checksum": sha256_of(parts.packed_image),
        "image_disk_format": "qcow2",
        "image_type": "whole-disk",
    }
    patch = [{"op": "add", "path": f"/instance_info/{name}", "value": value} for name, value in info.items()]
    answer = site.wire.patch(f"/v1/nodes/{site.node}", patch)
    assert answer.status == 200, answer.body


def leave_partitions(disk: Path) -> None:
    """Write a partition table with one partition, and something into that."""
    entry = bytes((0x80, 0, 2, 0, 0x83, 0xFE, 0xFF, 0xFF)) + (2048).to_bytes(4, "little") + (4096).to_bytes(4, "little")
    with disk.open("r+b") as file:
        file.write(bytes(446) + entry + bytes(48) + b"\x55\xaa")
        file.seek(2048 * 512)
        file.write(LEFT_BY_SOMEBODY)


def first_sector(disk: Path) -> bytes:
    """Read the sector with the partition table."""
    with disk.open("rb") as file:
        return file.read(512)


def differing_bytes(disk: Path, image: Path) -> list[int]:
    """List the places, of 4096 bytes each, where a disk is not as the image; the partition table may have grown."""
    size, places, place = 4096, [], 0
    with disk.open("rb") as one, image.open("rb") as other:
        while expected := other.read(size):
            found = one.read(len(expected))
            if place == 0:
                without = slice(PARTITION_TABLE.stop, None)
                is_same = found[:446] == expected[:446] and found[without] == expected[without]
            else:
                is_same = found == expected
            if not is_same:
                places.append(place)
            place += 1
    return places
