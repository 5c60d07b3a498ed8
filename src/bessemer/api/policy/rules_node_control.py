"""The rules for what a node is made to do: power, provisioning, boot, consoles, maintenance."""

from bessemer.api.policy.rule import Rule, rule
from bessemer.api.policy.who import (
    NODE_KEEPERS,
    NODE_MANAGERS,
    NODE_OWNERS,
    NODE_READERS,
    NODE_USERS,
    SYSTEM_ADMIN,
)

_POWER = "baremetal:node:set_power_state"
_PASSTHRU = "/v1/nodes/{node}/vendor_passthru/{method}"

RULES: tuple[Rule, ...] = (
    rule(
        "baremetal:node:get_states",
        NODE_READERS,
        "See a node's power and provision states.",
        "GET /v1/nodes/{node}/states",
    ),
    rule(
        _POWER,
        NODE_USERS,
        "Switch a node on or off, or restart it.",
        "PUT /v1/nodes/{node}/states/power",
    ),
    rule(
        "baremetal:node:set_boot_mode",
        NODE_USERS,
        "Choose between UEFI and BIOS boot.",
        "PUT /v1/nodes/{node}/states/boot_mode",
        follows=_POWER,
    ),
    rule(
        "baremetal:node:set_secure_boot",
        NODE_USERS,
        "Switch secure boot on or off.",
        "PUT /v1/nodes/{node}/states/secure_boot",
        follows=_POWER,
    ),
    rule(
        "baremetal:node:set_provision_state",
        NODE_KEEPERS,
        "Deploy, clean, inspect, rescue or otherwise move a node through its life.",
        "PUT /v1/nodes/{node}/states/provision",
    ),
    rule(
        "baremetal:node:set_provision_state:clean_steps",
        NODE_KEEPERS,
        "Clean a node with steps of the caller's own choice.",
        "PUT /v1/nodes/{node}/states/provision",
    ),
    rule(
        "baremetal:node:set_provision_state:service_steps",
        NODE_KEEPERS,
        "Service a node with steps of the caller's own choice.",
        "PUT /v1/nodes/{node}/states/provision",
    ),
    rule(
        "baremetal:node:set_raid_state",
        NODE_OWNERS,
        "Set the RAID layout that cleaning will build.",
        "PUT /v1/nodes/{node}/states/raid",
    ),
    rule(
        "baremetal:node:get_console",
        NODE_OWNERS,
        "Learn how to reach a node's console.",
        "GET /v1/nodes/{node}/states/console",
    ),
    rule(
        "baremetal:node:set_console_state",
        NODE_OWNERS,
        "Start or stop a node's console.",
        "PUT /v1/nodes/{node}/states/console",
    ),
    rule(
        "baremetal:node:set_maintenance",
        NODE_KEEPERS,
        "Put a node into maintenance.",
        "PUT /v1/nodes/{node}/maintenance",
    ),
    rule(
        "baremetal:node:clear_maintenance",
        NODE_KEEPERS,
        "Take a node out of maintenance.",
        "DELETE /v1/nodes/{node}/maintenance",
    ),
    rule(
        "baremetal:node:get_boot_device",
        NODE_MANAGERS,
        "See what a node boots from and what it could boot from.",
        "GET /v1/nodes/{node}/management/boot_device",
        "GET /v1/nodes/{node}/management/boot_device/supported",
    ),
    rule(
        "baremetal:node:set_boot_device",
        NODE_MANAGERS,
        "Choose what a node boots from.",
        "PUT /v1/nodes/{node}/management/boot_device",
        follows="baremetal:node:set_maintenance",
    ),
    rule(
        "baremetal:node:get_indicator_state",
        NODE_READERS,
        "See a node's lights.",
        "GET /v1/nodes/{node}/management/indicators",
        "GET /v1/nodes/{node}/management/indicators/{indicator}",
    ),
    rule(
        "baremetal:node:set_indicator_state",
        NODE_OWNERS,
        "Switch one of a node's lights.",
        "PUT /v1/nodes/{node}/management/indicators/{indicator}",
    ),
    rule(
        "baremetal:node:inject_nmi",
        NODE_MANAGERS,
        "Send a node a non-maskable interrupt.",
        "PUT /v1/nodes/{node}/management/inject_nmi",
    ),
    rule(
        "baremetal:node:vmedia:attach",
        NODE_USERS,
        "Put an image into a node's virtual drive.",
        "POST /v1/nodes/{node}/vmedia",
    ),
    rule(
        "baremetal:node:vmedia:detach",
        NODE_USERS,
        "Take the image out of a node's virtual drive.",
        "DELETE /v1/nodes/{node}/vmedia",
    ),
    rule(
        "baremetal:node:vendor_passthru",
        SYSTEM_ADMIN,
        "Call what only one vendor's nodes can do.",
        "GET /v1/nodes/{node}/vendor_passthru/methods",
        *(f"{method} {_PASSTHRU}" for method in ("GET", "POST", "PUT", "PATCH", "DELETE")),
    ),
)
