"""Lists everything that can be switched on by name: ours from a literal, that of other packages by entry points."""

from collections.abc import Iterable, Mapping
from importlib.metadata import EntryPoint, entry_points

import msgspec

from bessemer.drivers.contract.kinds import KINDS

TYPES_GROUP = "bessemer.hardware.types"
INTERFACES_GROUP = "bessemer.hardware.interfaces."
"""Followed by the kind."""
CLASSIC_GROUP = "bessemer.drivers"

OURS = "bessemer"

BUILT_IN: Mapping[str, Mapping[str, str]] = {
    TYPES_GROUP: {
        "fake-hardware": "bessemer.drivers.hardware_types.fake_hardware:FakeHardware",
        "ipmi": "bessemer.drivers.hardware_types.ipmi:IpmiHardware",
        "manual-management": "bessemer.drivers.hardware_types.manual_management:ManualManagementHardware",
        "redfish": "bessemer.drivers.hardware_types.redfish:RedfishHardware",
    },
    f"{INTERFACES_GROUP}bios": {
        "fake": "bessemer.drivers.fake.bios:FakeBios",
        "no-bios": "bessemer.drivers.noop.bios:NoBios",
        "redfish": "bessemer.drivers.redfish.bios:RedfishBios",
    },
    f"{INTERFACES_GROUP}boot": {
        "fake": "bessemer.drivers.fake.boot:FakeBoot",
        "http": "bessemer.drivers.pxe.boot:HttpBoot",
        "http-ipxe": "bessemer.drivers.pxe.boot:HttpIpxeBoot",
        "ipxe": "bessemer.drivers.pxe.boot:IpxeBoot",
        "pxe": "bessemer.drivers.pxe.boot:PxeBoot",
        "redfish-https": "bessemer.drivers.redfish.boot:RedfishHttpsBoot",
        "redfish-virtual-media": "bessemer.drivers.redfish.boot:RedfishVirtualMediaBoot",
    },
    f"{INTERFACES_GROUP}console": {
        "fake": "bessemer.drivers.fake.console:FakeConsole",
        "ipmitool-socat": "bessemer.drivers.ipmi.console:IpmitoolSocatConsole",
        "no-console": "bessemer.drivers.noop.console:NoConsole",
    },
    f"{INTERFACES_GROUP}deploy": {
        "custom-agent": "bessemer.drivers.agent.deploy:CustomAgentDeploy",
        "direct": "bessemer.drivers.agent.deploy:AgentDeploy",
        "fake": "bessemer.drivers.fake.deploy:FakeDeploy",
        "noop": "bessemer.drivers.noop.deploy:NoopDeploy",
        "ramdisk": "bessemer.drivers.agent.deploy:RamdiskDeploy",
    },
    f"{INTERFACES_GROUP}firmware": {
        "fake": "bessemer.drivers.fake.firmware:FakeFirmware",
        "no-firmware": "bessemer.drivers.noop.firmware:NoFirmware",
        "redfish": "bessemer.drivers.redfish.firmware:RedfishFirmware",
    },
    f"{INTERFACES_GROUP}inspect": {
        "agent": "bessemer.drivers.agent.inspect:AgentInspect",
        "fake": "bessemer.drivers.fake.inspect:FakeInspect",
        "no-inspect": "bessemer.drivers.noop.inspect:NoInspect",
        "redfish": "bessemer.drivers.redfish.inspect:RedfishInspect",
    },
    f"{INTERFACES_GROUP}management": {
        "fake": "bessemer.drivers.fake.management:FakeManagement",
        "ipmitool": "bessemer.drivers.ipmi.management:IpmitoolManagement",
        "noop": "bessemer.drivers.noop.management:NoopManagement",
        "redfish": "bessemer.drivers.redfish.management:RedfishManagement",
    },
    f"{INTERFACES_GROUP}network": {
        "fake": "bessemer.drivers.fake.network:FakeNetwork",
        "flat": "bessemer.drivers.network.flat:FlatNetwork",
        "noop": "bessemer.drivers.noop.network:NoopNetwork",
    },
    f"{INTERFACES_GROUP}power": {
        "fake": "bessemer.drivers.fake.power:FakePower",
        "ipmitool": "bessemer.drivers.ipmi.power:IpmitoolPower",
        "redfish": "bessemer.drivers.redfish.power:RedfishPower",
    },
    f"{INTERFACES_GROUP}raid": {
        "agent": "bessemer.drivers.agent.raid:AgentRaid",
        "fake": "bessemer.drivers.fake.raid:FakeRaid",
        "no-raid": "bessemer.drivers.noop.raid:NoRaid",
        "redfish": "bessemer.drivers.redfish.raid:RedfishRaid",
    },
    f"{INTERFACES_GROUP}rescue": {
        "agent": "bessemer.drivers.agent.rescue:AgentRescue",
        "fake": "bessemer.drivers.fake.rescue:FakeRescue",
        "no-rescue": "bessemer.drivers.noop.rescue:NoRescue",
    },
    f"{INTERFACES_GROUP}storage": {
        "external": "bessemer.drivers.storage.external:ExternalStorage",
        "fake": "bessemer.drivers.fake.storage:FakeStorage",
        "noop": "bessemer.drivers.noop.storage:NoopStorage",
    },
    f"{INTERFACES_GROUP}vendor": {
        "fake": "bessemer.drivers.fake.vendor:FakeVendor",
        "ipmitool": "bessemer.drivers.ipmi.vendor:IpmitoolVendor",
        "no-vendor": "bessemer.drivers.noop.vendor:NoVendor",
        "redfish": "bessemer.drivers.redfish.vendor:RedfishVendor",
    },
}
"""By group and name, the class."""


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """A class that can be switched on by its name."""

    name: str
    target: str
    """The class as module:Class."""
    origin: str
    """The package that brings it."""


class Catalogue(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that can be switched on."""

    types: Mapping[str, Entry]
    interfaces: Mapping[str, Mapping[str, Entry]]
    """By kind and name."""
    classic: Mapping[str, Entry]
    problems: tuple[str, ...]
    """Names that two classes claim."""


def read_catalogue(installed: Iterable[EntryPoint] | None = None) -> Catalogue:
    """Read what is built in and what packages add: those that are installed, unless others are given."""
    problems: list[str] = []
    # All groups in one go: each look for a group reads the entry points of every package there is.
    added = tuple(installed_entry_points() if installed is None else installed)

    def named(group: str) -> dict[str, Entry]:
        ours = [Entry(name=name, target=target, origin=OURS) for name, target in BUILT_IN.get(group, {}).items()]
        others = [
            Entry(name=each.name, target=_target(each), origin=_origin(each)) for each in added if each.group == group
        ]
        return _by_name(group, [*ours, *others], problems)

    types, classic = named(TYPES_GROUP), named(CLASSIC_GROUP)
    interfaces = {kind: named(f"{INTERFACES_GROUP}{kind}") for kind in KINDS}
    problems += [
        f"The name {name!r} is both a hardware type ({types[name].target}) and a classic driver "
        f"({classic[name].target}), so a node's driver would not say which. Uninstall one of the packages "
        f"{types[name].origin} and {classic[name].origin}."
        for name in sorted(types.keys() & classic.keys())
    ]
    return Catalogue(types=types, interfaces=interfaces, classic=classic, problems=tuple(problems))


def installed_entry_points() -> Iterable[EntryPoint]:
    """List what installed packages add."""
    found = entry_points()
    return (each for group in found.groups if group.startswith(OURS) for each in found.select(group=group))


def _target(found: EntryPoint) -> str:
    """Write the class as module:Class, without the extras that old packages may put behind it."""
    return found.value.partition("[")[0].replace(" ", "")


def _origin(found: EntryPoint) -> str:
    return found.dist.name if found.dist is not None else "an unknown package"


def _by_name(group: str, entries: Iterable[Entry], problems: list[str]) -> dict[str, Entry]:
    found: dict[str, Entry] = {}
    for each in entries:
        first = found.setdefault(each.name, each)
        if first.target != each.target:
            problems.append(
                f"The name {each.name!r} in {group} is claimed by {first.target} of {first.origin} and by "
                f"{each.target} of {each.origin}. Uninstall one of the packages."
            )
    return found
