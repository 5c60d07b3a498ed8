"""Conductors, and the nodes that they look after."""

from typing import Any

import sqlalchemy as sa
from alembic import op

from bessemer.store.migrations.words import INNODB, LONG, MOMENT, NUMBERED

revision = "0002"
down_revision = "0001"

Columns = tuple[sa.Column[Any], ...]

DESCRIBED: Columns = (
    sa.Column("id", sa.Integer, nullable=False),
    sa.Column("uuid", sa.String(36), nullable=False),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("bucket", sa.Integer, nullable=False),
    sa.Column("name", sa.String(255)),
    sa.Column("driver", sa.String(255), nullable=False),
    sa.Column("driver_info", LONG, nullable=False),
    sa.Column("driver_info_masked", LONG, nullable=False),
    sa.Column("driver_internal_info", LONG, nullable=False),
    sa.Column("driver_internal_info_masked", LONG, nullable=False),
    sa.Column("properties", LONG, nullable=False),
    sa.Column("extra", LONG, nullable=False),
    sa.Column("instance_info", LONG, nullable=False),
    sa.Column("instance_info_masked", LONG, nullable=False),
    sa.Column("instance_uuid", sa.String(36)),
    sa.Column("instance_name", sa.String(255)),
    sa.Column("chassis_id", sa.Integer),
    sa.Column("allocation_id", sa.Integer),
    sa.Column("resource_class", sa.String(80)),
)

INTERFACES: Columns = (
    sa.Column("bios_interface", sa.String(255)),
    sa.Column("boot_interface", sa.String(255)),
    sa.Column("console_interface", sa.String(255)),
    sa.Column("deploy_interface", sa.String(255)),
    sa.Column("firmware_interface", sa.String(255)),
    sa.Column("inspect_interface", sa.String(255)),
    sa.Column("management_interface", sa.String(255)),
    sa.Column("network_interface", sa.String(255)),
    sa.Column("power_interface", sa.String(255)),
    sa.Column("raid_interface", sa.String(255)),
    sa.Column("rescue_interface", sa.String(255)),
    sa.Column("storage_interface", sa.String(255)),
    sa.Column("vendor_interface", sa.String(255)),
)

RULED: Columns = (
    sa.Column("conductor_group", sa.String(255), nullable=False),
    sa.Column("automated_clean", sa.Boolean),
    sa.Column("protected", sa.Boolean, nullable=False),
    sa.Column("protected_reason", LONG),
    sa.Column("owner", sa.String(255)),
    sa.Column("lessee", sa.String(255)),
    sa.Column("description", LONG),
    sa.Column("retired", sa.Boolean, nullable=False),
    sa.Column("retired_reason", LONG),
    sa.Column("network_data", LONG, nullable=False),
    sa.Column("shard", sa.String(255)),
    sa.Column("parent_node", sa.String(36)),
    sa.Column("disable_power_off", sa.Boolean, nullable=False),
)

OBSERVED: Columns = (
    sa.Column("maintenance", sa.Boolean, nullable=False),
    sa.Column("maintenance_reason", LONG),
    sa.Column("fault", sa.String(64)),
    sa.Column("boot_mode", sa.String(16)),
    sa.Column("secure_boot", sa.Boolean),
    sa.Column("console_enabled", sa.Boolean, nullable=False),
    sa.Column("power_state", sa.String(32)),
    sa.Column("target_power_state", sa.String(32)),
    sa.Column("provision_state", sa.String(32), nullable=False),
    sa.Column("target_provision_state", sa.String(32)),
    sa.Column("provision_updated_at", MOMENT),
    sa.Column("last_error", LONG),
    sa.Column("clean_step", LONG, nullable=False),
    sa.Column("deploy_step", LONG, nullable=False),
    sa.Column("service_step", LONG, nullable=False),
    sa.Column("raid_config", LONG, nullable=False),
    sa.Column("target_raid_config", LONG, nullable=False),
    sa.Column("inspection_started_at", MOMENT),
    sa.Column("inspection_finished_at", MOMENT),
    sa.Column("health", sa.String(32)),
    sa.Column("operation_id", sa.Integer),
    sa.Column("created_at", MOMENT, nullable=False),
    sa.Column("updated_at", MOMENT),
)


AT_WORK = (
    "adopting",
    "clean hold",
    "clean wait",
    "cleaning",
    "deleting",
    "deploy hold",
    "deploying",
    "inspect wait",
    "inspecting",
    "rescue wait",
    "rescuing",
    "service hold",
    "service wait",
    "servicing",
    "unrescuing",
    "verifying",
    "wait call-back",
)
"""States in which there must be an operation."""


def upgrade() -> None:
    """Make the tables."""
    _conductors()
    _conductor_hardware_interfaces()
    _chassis()
    _nodes()
    _node_traits()
    _allocations()


def _conductors() -> None:
    op.create_table(
        "conductors",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("hostname", sa.String(255), nullable=False),
        sa.Column("url", sa.String(255)),
        sa.Column("conductor_group", sa.String(255), nullable=False),
        sa.Column("generation", sa.Integer, nullable=False),
        sa.Column("lease_until", MOMENT, nullable=False),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("updated_at", MOMENT),
        sa.PrimaryKeyConstraint("id", name="pk_conductors"),
        sa.UniqueConstraint("hostname", name="uq_conductors_hostname"),
        **NUMBERED,
        if_not_exists=True,
    )


def _conductor_hardware_interfaces() -> None:
    op.create_table(
        "conductor_hardware_interfaces",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("conductor_id", sa.Integer, nullable=False),
        sa.Column("hardware_type", sa.String(255), nullable=False),
        sa.Column("interface_type", sa.String(16), nullable=False),
        sa.Column("interface_name", sa.String(255), nullable=False),
        sa.Column("default", sa.Boolean, nullable=False),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("updated_at", MOMENT),
        sa.PrimaryKeyConstraint("id", name="pk_conductor_hardware_interfaces"),
        sa.ForeignKeyConstraint(
            ["conductor_id"],
            ["conductors.id"],
            name="fk_conductor_hardware_interfaces_conductor_id",
            ondelete="CASCADE",
        ),
        sa.UniqueConstraint(
            "conductor_id", "hardware_type", "interface_type", "interface_name", name="uq_conductor_interface"
        ),
        **NUMBERED,
        if_not_exists=True,
    )
    op.create_index(
        "ix_conductor_hardware_interfaces_conductor_id",
        "conductor_hardware_interfaces",
        ["conductor_id"],
        if_not_exists=True,
    )


def _chassis() -> None:
    op.create_table(
        "chassis",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("uuid", sa.String(36), nullable=False),
        sa.Column("description", sa.String(255)),
        sa.Column("extra", LONG, nullable=False),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("updated_at", MOMENT),
        sa.PrimaryKeyConstraint("id", name="pk_chassis"),
        sa.UniqueConstraint("uuid", name="uq_chassis_uuid"),
        **NUMBERED,
        if_not_exists=True,
    )


def _nodes() -> None:
    op.create_table(
        "nodes",
        *DESCRIBED,
        *INTERFACES,
        *RULED,
        *OBSERVED,
        sa.PrimaryKeyConstraint("id", name="pk_nodes"),
        sa.ForeignKeyConstraint(["chassis_id"], ["chassis.id"], name="fk_nodes_chassis_id"),
        sa.ForeignKeyConstraint(["operation_id"], ["operations.id"], name="fk_nodes_operation_id"),
        sa.CheckConstraint(
            f"operation_id IS NOT NULL OR provision_state NOT IN ({', '.join(map(repr, AT_WORK))})",
            name="operation",
        ),
        sa.UniqueConstraint("instance_uuid", name="uq_nodes_instance_uuid"),
        sa.UniqueConstraint("name", name="uq_nodes_name"),
        sa.UniqueConstraint("uuid", name="uq_nodes_uuid"),
        **NUMBERED,
        if_not_exists=True,
    )
    for column in (
        "instance_name",
        "chassis_id",
        "allocation_id",
        "resource_class",
        "owner",
        "lessee",
        "shard",
        "parent_node",
        "provision_state",
        "operation_id",
    ):
        op.create_index(f"ix_nodes_{column}", "nodes", [column], if_not_exists=True)


def _node_traits() -> None:
    op.create_table(
        "node_traits",
        sa.Column("node_id", sa.Integer, nullable=False),
        sa.Column("trait", sa.String(255), nullable=False),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("node_id", "trait", name="pk_node_traits"),
        sa.ForeignKeyConstraint(["node_id"], ["nodes.id"], name="fk_node_traits_node_id", ondelete="CASCADE"),
        **INNODB,
        if_not_exists=True,
    )
    op.create_index("ix_node_traits_trait", "node_traits", ["trait"], if_not_exists=True)


def _allocations() -> None:
    op.create_table(
        "allocations",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("uuid", sa.String(36), nullable=False),
        sa.Column("node_id", sa.Integer),
        sa.Column("name", sa.String(255)),
        sa.Column("resource_class", sa.String(80)),
        sa.Column("traits", LONG, nullable=False),
        sa.Column("candidate_nodes", LONG, nullable=False),
        sa.Column("extra", LONG, nullable=False),
        sa.Column("state", sa.String(32), nullable=False),
        sa.Column("owner", sa.String(255)),
        sa.Column("last_error", LONG),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("updated_at", MOMENT),
        sa.PrimaryKeyConstraint("id", name="pk_allocations"),
        sa.ForeignKeyConstraint(["node_id"], ["nodes.id"], name="fk_allocations_node_id"),
        sa.UniqueConstraint("name", name="uq_allocations_name"),
        sa.UniqueConstraint("uuid", name="uq_allocations_uuid"),
        **NUMBERED,
        if_not_exists=True,
    )
    for column in ("node_id", "owner"):
        op.create_index(f"ix_allocations_{column}", "allocations", [column], if_not_exists=True)
