"""Machines: nodes with their traits, chassis, and what is known of their hardware."""

from sqlalchemy import CheckConstraint, Column, ForeignKey, Integer, String, UniqueConstraint

from bessemer.model.node import INTERFACE_KINDS
from bessemer.model.operation import NEEDS_OPERATION
from bessemer.store.schema.declaring import LONG, MOMENT, bare_table, flag, json, parent, table, word

AT_WORK = tuple(f"'{state}'" for state in sorted(NEEDS_OPERATION))
"""Nobody may be in one of these without somebody who works on it."""

chassis = table("chassis", word("description"), json("extra"))

nodes = table(
    "nodes",
    Column("version", Integer, nullable=False),
    Column("bucket", Integer, nullable=False, index=True),
    word("name", unique=True),
    word("driver", empty=False),
    json("driver_info"),
    json("driver_info_masked"),
    json("driver_internal_info"),
    json("driver_internal_info_masked"),
    json("properties"),
    json("extra"),
    json("instance_info"),
    json("instance_info_masked"),
    word("instance_uuid", length=36, unique=True),
    word("instance_name", index=True),
    Column("chassis_id", ForeignKey("chassis.id"), index=True),
    Column("allocation_id", Integer, index=True),
    word("resource_class", length=80, index=True),
    *(word(f"{kind}_interface") for kind in INTERFACE_KINDS),
    word("conductor_group", empty=False),
    flag("automated_clean", empty=True),
    flag("protected"),
    Column("protected_reason", LONG),
    word("owner", index=True),
    word("lessee", index=True),
    Column("description", LONG),
    flag("retired"),
    Column("retired_reason", LONG),
    json("network_data"),
    word("shard", index=True),
    word("parent_node", length=36, index=True),
    flag("disable_power_off"),
    flag("maintenance"),
    Column("maintenance_reason", LONG),
    word("fault", length=64),
    word("boot_mode", length=16),
    flag("secure_boot", empty=True),
    flag("console_enabled"),
    word("power_state", length=32),
    word("target_power_state", length=32),
    word("provision_state", length=32, index=True, empty=False),
    word("target_provision_state", length=32),
    Column("provision_updated_at", MOMENT),
    Column("last_error", LONG),
    json("clean_step"),
    json("deploy_step"),
    json("service_step"),
    json("raid_config"),
    json("target_raid_config"),
    Column("inspection_started_at", MOMENT),
    Column("inspection_finished_at", MOMENT),
    word("health", length=32),
    Column("operation_id", ForeignKey("operations.id"), index=True),
    CheckConstraint(f"operation_id IS NOT NULL OR provision_state NOT IN ({', '.join(AT_WORK)})", "operation"),
)

node_traits = bare_table(
    "node_traits",
    Column("node_id", ForeignKey("nodes.id", ondelete="CASCADE"), primary_key=True),
    Column("trait", String(255), primary_key=True, index=True),
    Column("created_at", MOMENT, nullable=False),
)

bios_settings = table(
    "bios_settings",
    parent("node_id", "nodes"),
    word("name", empty=False),
    Column("value", LONG),
    word("attribute_type"),
    json("allowable_values", empty=True),
    Column("lower_bound", Integer),
    Column("max_length", Integer),
    Column("min_length", Integer),
    flag("read_only", empty=True),
    flag("reset_required", empty=True),
    flag("unique", empty=True),
    Column("upper_bound", Integer),
    UniqueConstraint("node_id", "name"),
    uuid=False,
)

firmware_components = table(
    "firmware_components",
    parent("node_id", "nodes"),
    word("component", empty=False),
    word("initial_version"),
    word("current_version"),
    word("last_version_flashed"),
    word("vendor"),
    word("model"),
    word("serial_number"),
    UniqueConstraint("node_id", "component"),
    uuid=False,
)

node_inventories = table(
    "node_inventories",
    Column("node_id", ForeignKey("nodes.id", ondelete="CASCADE"), nullable=False, unique=True),
    json("inventory"),
    json("plugin_data"),
    uuid=False,
)
