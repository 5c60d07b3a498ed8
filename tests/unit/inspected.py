"""Machines that have reported, for the tests of hooks and rules."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import uuid4

import os_traits

from bessemer.model.inspection_rule import WholeRule
from bessemer.rules.inspection.hooks.hook import HookOptions
from bessemer.rules.inspection.processing import Findings, InspectionOptions, Known, findings_from_report
from bessemer.rules.inspection.report import report_from_body

MAC, OTHER = "52:54:00:77:00:10", "52:54:00:77:00:11"
PORT = "3d0a7a52-9a1f-4a35-8f0c-7a1f4f7b2c04"
STANDARD = frozenset(os_traits.get_traits())
INVENTORY: Mapping[str, Any] = {
    "interfaces": [
        {"name": "eth0", "mac_address": MAC.upper(), "ipv4_address": "192.0.2.9", "lldp": None},
        {"name": "eth1", "mac_address": OTHER, "ipv6_address": "fe80::1%eth1", "client_id": "ff:01"},
        {"name": "lo", "mac_address": "00:00:00:00:00:00", "ipv4_address": "127.0.0.1"},
    ],
    "cpu": {"architecture": "x86_64", "count": 8, "flags": ["vmx", "avx2", "aes"]},
    "memory": {"physical_mb": 32768},
    "disks": [
        {"name": "/dev/sda", "size": 500 * 1024**3, "serial": "A", "rotational": True, "model": "Spinner 500"},
        {"name": "/dev/nvme0n1", "size": 100 * 1024**3, "serial": "B", "rotational": False, "model": "Fast"},
    ],
    "boot": {"current_boot_mode": "uefi", "pxe_interface": f"01-{MAC.replace(':', '-')}"},
    "bmc_address": "198.51.100.7",
    "system_vendor": {"manufacturer": "Dell Inc.", "product_name": "R740", "password": "swordfish"},
}
NODE: Mapping[str, Any] = {
    "uuid": str(uuid4()),
    "name": "r1",
    "driver": "fake-hardware",
    "driver_info": {"ipmi_password": "swordfish", "ipmi_address": "198.51.100.7"},
    "properties": {},
    "extra": {},
    "instance_info": {},
    "resource_class": None,
    "description": None,
    "traits": ["CUSTOM_OLD"],
}
KNOWN_PORT: Mapping[str, Any] = {
    "uuid": PORT,
    "address": MAC,
    "pxe_enabled": True,
    "extra": {},
    "local_link_connection": {},
    "physical_network": None,
    "is_smartnic": False,
    "name": None,
}


def report(**changes: Any) -> dict[str, Any]:
    """What a machine says, with some of it changed."""
    inventory = {**INVENTORY, **changes.pop("inventory", {})}
    return {"inventory": inventory, "error": None, "root_disk": INVENTORY["disks"][0], **changes}


def inspected(
    *rules: WholeRule,
    body: Any = None,
    node: Mapping[str, Any] = NODE,
    ports: Sequence[Mapping[str, Any]] = (KNOWN_PORT,),
    earlier: Mapping[str, Any] | None = None,
    mask_secrets: str = "always",
    **options: Any,
) -> Findings:
    """Let hooks and rules look at a report: no hooks unless some are named."""
    hooks = HookOptions(standard_traits=STANDARD, **{"hooks": (), **options})
    settings = InspectionOptions(hooks=hooks, mask_secrets=mask_secrets)
    found = report_from_body(report() if body is None else body)
    return findings_from_report(found, Known(node=node, ports=ports, earlier=earlier), rules, settings)


def rule(*actions: Mapping[str, Any], conditions: Sequence[Mapping[str, Any]] = (), **fields: Any) -> WholeRule:
    """An inspection rule."""
    kept = {"conditions": [dict(each) for each in conditions], "actions": [dict(each) for each in actions]}
    return WholeRule(uuid=str(uuid4()), **{**kept, **fields})


def act(op: str, loop: Any = None, **args: Any) -> dict[str, Any]:
    """An action, or a condition without `multiple`."""
    return {"op": op, "args": args} if loop is None else {"op": op, "args": args, "loop": loop}
