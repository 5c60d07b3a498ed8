"""The rules for what belongs to the whole site: chassis, drivers, conductors, shards, events, the ramdisk's calls."""

from bessemer.api.policy.rule import Rule, rule, system_rule
from bessemer.api.policy.who import EVERYBODY, SYSTEM_ADMIN, SYSTEM_MEMBER, SYSTEM_READER

_PASSTHRU = "/v1/drivers/{driver}/vendor_passthru"

RULES: tuple[Rule, ...] = (
    system_rule(
        "baremetal:chassis:get",
        SYSTEM_READER,
        "See chassis.",
        "GET /v1/chassis",
        "GET /v1/chassis/detail",
        "GET /v1/chassis/{chassis}",
    ),
    system_rule("baremetal:chassis:create", SYSTEM_ADMIN, "Add a chassis.", "POST /v1/chassis"),
    system_rule("baremetal:chassis:update", SYSTEM_MEMBER, "Change a chassis.", "PATCH /v1/chassis/{chassis}"),
    system_rule("baremetal:chassis:delete", SYSTEM_ADMIN, "Delete a chassis.", "DELETE /v1/chassis/{chassis}"),
    system_rule(
        "baremetal:driver:get",
        SYSTEM_READER,
        "See which drivers there are.",
        "GET /v1/drivers",
        "GET /v1/drivers/{driver}",
    ),
    system_rule(
        "baremetal:driver:get_properties",
        SYSTEM_READER,
        "See what a driver wants to know of a node.",
        "GET /v1/drivers/{driver}/properties",
    ),
    system_rule(
        "baremetal:driver:get_raid_logical_disk_properties",
        SYSTEM_READER,
        "See what a RAID layout may say for a driver.",
        "GET /v1/drivers/{driver}/raid/logical_disk_properties",
    ),
    system_rule(
        "baremetal:driver:vendor_passthru",
        SYSTEM_ADMIN,
        "Call what only one vendor's driver can do.",
        f"GET {_PASSTHRU}/methods",
        *(f"{method} {_PASSTHRU}" for method in ("GET", "POST", "PUT", "PATCH", "DELETE")),
    ),
    rule(
        "baremetal:conductor:get",
        SYSTEM_READER,
        "See the conductors.",
        "GET /v1/conductors",
        "GET /v1/conductors/{hostname}",
    ),
    rule("baremetal:shards:get", SYSTEM_READER, "See the shards with their sizes.", "GET /v1/shards"),
    system_rule("baremetal:events:post", SYSTEM_ADMIN, "Report what happened to a network port.", "POST /v1/events"),
    rule(
        "baremetal:driver:ipa_lookup",
        EVERYBODY,
        "Find the node that a booted ramdisk runs on.",
        "GET /v1/lookup",
    ),
    rule(
        "baremetal:node:ipa_heartbeat",
        EVERYBODY,
        "Say that a ramdisk is alive.",
        "POST /v1/heartbeat/{node}",
    ),
    rule(
        "baremetal:driver:ipa_continue_inspection",
        EVERYBODY,
        "Bring what a ramdisk found during inspection.",
        "POST /v1/continue_inspection",
    ),
)
