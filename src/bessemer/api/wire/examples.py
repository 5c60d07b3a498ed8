"""Example bodies: one to create each resource, in an order in which they can be sent, and one to change it."""

from collections.abc import Mapping
from typing import Any

NODE = "6f1d4d5c-6c1b-4f0e-9a53-2f6f3f0c8b01"
CHASSIS = "1c6a0f0e-8f43-4f83-8a39-5a0c6f0fbe02"
PORTGROUP = "a2f0b7f4-0c8d-4a1e-b7f5-6c9be4f9a103"
PORT = "3d0a7a52-9a1f-4a35-8f0c-7a1f4f7b2c04"
CONNECTOR = "b4c53c0e-23f7-4d55-b3d0-0f5f9a3c6d05"
TARGET = "5e9c7f6a-1b0d-4be8-9f46-0b1f6c2d9e06"
TEMPLATE = "90d7c1b8-6a4e-4c0b-8a3f-2f4b5d6e7f07"
RUNBOOK = "e7a1b2c3-4d5e-4f60-8a7b-9c0d1e2f3a08"
OPERATION = "1f0c2d3e-4b5a-4c6d-8e7f-0a1b2c3d4e12"

EXAMPLES: Mapping[str, Mapping[str, Any]] = {
    "chassis": {"uuid": CHASSIS, "description": "Row 3, rack 12", "extra": {"room": "north"}},
    "node": {
        "uuid": NODE,
        "name": "r12-u07",
        "driver": "fake-hardware",
        "driver_info": {"address": "192.0.2.7", "username": "operator"},
        "properties": {"cpu_arch": "x86_64", "capabilities": "boot_mode:uefi"},
        "resource_class": "baremetal.small",
        "chassis_uuid": CHASSIS,
        "automated_clean": False,
        "extra": {"asset": "A-1207"},
    },
    "portgroup": {
        "uuid": PORTGROUP,
        "node_uuid": NODE,
        "name": "r12-u07-bond0",
        "address": "52:54:00:12:34:50",
        "mode": "802.3ad",
        "properties": {"miimon": 100},
    },
    "port": {
        "uuid": PORT,
        "node_uuid": NODE,
        "address": "52:54:00:12:34:56",
        "portgroup_uuid": PORTGROUP,
        "pxe_enabled": True,
        "physical_network": "provisioning",
        "local_link_connection": {"switch_id": "52:54:00:ab:cd:ef", "port_id": "Ethernet1/7"},
    },
    "volume_connector": {
        "uuid": CONNECTOR,
        "node_uuid": NODE,
        "type": "iqn",
        "connector_id": "iqn.2026-11.org.example:r12-u07",
    },
    "volume_target": {
        "uuid": TARGET,
        "node_uuid": NODE,
        "volume_type": "iscsi",
        "volume_id": "04452bed-5367-4202-8bf5-de4335ac56d5",
        "boot_index": 0,
        "properties": {"target_portal": "192.0.2.80:3260"},
    },
    "deploy_template": {
        "uuid": TEMPLATE,
        "name": "CUSTOM_HYPERTHREADING_OFF",
        "steps": [
            {
                "interface": "bios",
                "step": "apply_configuration",
                "args": {"settings": [{"name": "LogicalProc", "value": "Disabled"}]},
                "priority": 150,
            }
        ],
    },
    "runbook": {
        "uuid": RUNBOOK,
        "name": "CUSTOM_FRESH_FIRMWARE",
        "steps": [
            {
                "interface": "firmware",
                "step": "update",
                "args": {"settings": [{"component": "bmc", "url": "http://192.0.2.1/bmc.bin"}]},
                "order": 1,
            }
        ],
        "public": True,
    },
}
"""By noun; what one needs stands before it."""

PATCH_EXAMPLES: Mapping[str, list[Mapping[str, Any]]] = {
    "chassis": [{"op": "replace", "path": "/description", "value": "Row 4, rack 2"}],
    "node": [
        {"op": "add", "path": "/properties/vendor", "value": "Example"},
        {"op": "remove", "path": "/extra/asset"},
    ],
    "portgroup": [{"op": "replace", "path": "/properties/miimon", "value": 50}],
    "port": [{"op": "replace", "path": "/physical_network", "value": "storage"}],
    "volume_connector": [{"op": "replace", "path": "/connector_id", "value": "iqn.2026-11.org.example:spare"}],
    "volume_target": [{"op": "replace", "path": "/boot_index", "value": 1}],
    "deploy_template": [{"op": "replace", "path": "/steps/0/priority", "value": 140}],
    "runbook": [{"op": "add", "path": "/extra/ticket", "value": "4711"}],
}
"""By noun; each fits the example that is created."""
