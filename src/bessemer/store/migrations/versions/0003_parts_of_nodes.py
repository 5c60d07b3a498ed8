"""What a node is made of: ports, volumes, settings, firmware, inventory."""

import sqlalchemy as sa
from alembic import op

from bessemer.store.migrations.words import LONG, MOMENT, NUMBERED

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Make the tables."""
    _portgroups()
    _ports()
    _volume_connectors()
    _volume_targets()
    _bios_settings()
    _firmware_components()
    _node_inventories()


def _portgroups() -> None:
    op.create_table(
        "portgroups",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("uuid", sa.String(36), nullable=False),
        sa.Column("node_id", sa.Integer, nullable=False),
        sa.Column("name", sa.String(255)),
        sa.Column("address", sa.String(64)),
        sa.Column("extra", LONG, nullable=False),
        sa.Column("internal_info", LONG, nullable=False),
        sa.Column("standalone_ports_supported", sa.Boolean, nullable=False),
        sa.Column("mode", sa.String(255)),
        sa.Column("properties", LONG, nullable=False),
        sa.Column("physical_network", sa.String(64)),
        sa.Column("category", sa.String(80)),
        sa.Column("dynamic_portgroup", sa.Boolean, nullable=False),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("updated_at", MOMENT),
        sa.PrimaryKeyConstraint("id", name="pk_portgroups"),
        sa.ForeignKeyConstraint(["node_id"], ["nodes.id"], name="fk_portgroups_node_id", ondelete="CASCADE"),
        sa.UniqueConstraint("address", name="uq_portgroups_address"),
        sa.UniqueConstraint("name", name="uq_portgroups_name"),
        sa.UniqueConstraint("uuid", name="uq_portgroups_uuid"),
        **NUMBERED,
        if_not_exists=True,
    )
    op.create_index("ix_portgroups_node_id", "portgroups", ["node_id"], if_not_exists=True)


def _ports() -> None:
    op.create_table(
        "ports",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("uuid", sa.String(36), nullable=False),
        sa.Column("node_id", sa.Integer, nullable=False),
        sa.Column("portgroup_id", sa.Integer),
        sa.Column("address", sa.String(64), nullable=False),
        sa.Column("extra", LONG, nullable=False),
        sa.Column("internal_info", LONG, nullable=False),
        sa.Column("local_link_connection", LONG, nullable=False),
        sa.Column("pxe_enabled", sa.Boolean, nullable=False),
        sa.Column("physical_network", sa.String(64)),
        sa.Column("is_smartnic", sa.Boolean, nullable=False),
        sa.Column("name", sa.String(255)),
        sa.Column("description", sa.String(255)),
        sa.Column("vendor", sa.String(32)),
        sa.Column("category", sa.String(80)),
        sa.Column("available_for_dynamic_portgroup", sa.Boolean, nullable=False),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("updated_at", MOMENT),
        sa.PrimaryKeyConstraint("id", name="pk_ports"),
        sa.ForeignKeyConstraint(["node_id"], ["nodes.id"], name="fk_ports_node_id", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["portgroup_id"], ["portgroups.id"], name="fk_ports_portgroup_id"),
        sa.UniqueConstraint("address", name="uq_ports_address"),
        sa.UniqueConstraint("name", name="uq_ports_name"),
        sa.UniqueConstraint("uuid", name="uq_ports_uuid"),
        **NUMBERED,
        if_not_exists=True,
    )
    for column in ("node_id", "portgroup_id"):
        op.create_index(f"ix_ports_{column}", "ports", [column], if_not_exists=True)


def _volume_connectors() -> None:
    op.create_table(
        "volume_connectors",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("uuid", sa.String(36), nullable=False),
        sa.Column("node_id", sa.Integer, nullable=False),
        sa.Column("type", sa.String(32), nullable=False),
        sa.Column("connector_id", sa.String(255), nullable=False),
        sa.Column("extra", LONG, nullable=False),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("updated_at", MOMENT),
        sa.PrimaryKeyConstraint("id", name="pk_volume_connectors"),
        sa.ForeignKeyConstraint(["node_id"], ["nodes.id"], name="fk_volume_connectors_node_id", ondelete="CASCADE"),
        sa.UniqueConstraint("type", "connector_id", name="uq_volume_connectors_type_connector_id"),
        sa.UniqueConstraint("uuid", name="uq_volume_connectors_uuid"),
        **NUMBERED,
        if_not_exists=True,
    )
    op.create_index("ix_volume_connectors_node_id", "volume_connectors", ["node_id"], if_not_exists=True)


def _volume_targets() -> None:
    op.create_table(
        "volume_targets",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("uuid", sa.String(36), nullable=False),
        sa.Column("node_id", sa.Integer, nullable=False),
        sa.Column("volume_type", sa.String(64), nullable=False),
        sa.Column("volume_id", sa.String(255), nullable=False),
        sa.Column("boot_index", sa.Integer, nullable=False),
        sa.Column("properties", LONG, nullable=False),
        sa.Column("properties_masked", LONG, nullable=False),
        sa.Column("extra", LONG, nullable=False),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("updated_at", MOMENT),
        sa.PrimaryKeyConstraint("id", name="pk_volume_targets"),
        sa.ForeignKeyConstraint(["node_id"], ["nodes.id"], name="fk_volume_targets_node_id", ondelete="CASCADE"),
        sa.UniqueConstraint("node_id", "boot_index", name="uq_volume_targets_node_id_boot_index"),
        sa.UniqueConstraint("uuid", name="uq_volume_targets_uuid"),
        **NUMBERED,
        if_not_exists=True,
    )
    op.create_index("ix_volume_targets_node_id", "volume_targets", ["node_id"], if_not_exists=True)


def _bios_settings() -> None:
    op.create_table(
        "bios_settings",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("node_id", sa.Integer, nullable=False),
        sa.Column("name", sa.String(255), nullable=False),
        sa.Column("value", LONG),
        sa.Column("attribute_type", sa.String(255)),
        sa.Column("allowable_values", LONG),
        sa.Column("lower_bound", sa.Integer),
        sa.Column("max_length", sa.Integer),
        sa.Column("min_length", sa.Integer),
        sa.Column("read_only", sa.Boolean),
        sa.Column("reset_required", sa.Boolean),
        sa.Column("unique", sa.Boolean),
        sa.Column("upper_bound", sa.Integer),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("updated_at", MOMENT),
        sa.PrimaryKeyConstraint("id", name="pk_bios_settings"),
        sa.ForeignKeyConstraint(["node_id"], ["nodes.id"], name="fk_bios_settings_node_id", ondelete="CASCADE"),
        sa.UniqueConstraint("node_id", "name", name="uq_bios_settings_node_id_name"),
        **NUMBERED,
        if_not_exists=True,
    )
    op.create_index("ix_bios_settings_node_id", "bios_settings", ["node_id"], if_not_exists=True)


def _firmware_components() -> None:
    op.create_table(
        "firmware_components",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("node_id", sa.Integer, nullable=False),
        sa.Column("component", sa.String(255), nullable=False),
        sa.Column("initial_version", sa.String(255)),
        sa.Column("current_version", sa.String(255)),
        sa.Column("last_version_flashed", sa.String(255)),
        sa.Column("vendor", sa.String(255)),
        sa.Column("model", sa.String(255)),
        sa.Column("serial_number", sa.String(255)),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("updated_at", MOMENT),
        sa.PrimaryKeyConstraint("id", name="pk_firmware_components"),
        sa.ForeignKeyConstraint(["node_id"], ["nodes.id"], name="fk_firmware_components_node_id", ondelete="CASCADE"),
        sa.UniqueConstraint("node_id", "component", name="uq_firmware_components_node_id_component"),
        **NUMBERED,
        if_not_exists=True,
    )
    op.create_index("ix_firmware_components_node_id", "firmware_components", ["node_id"], if_not_exists=True)


def _node_inventories() -> None:
    op.create_table(
        "node_inventories",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("node_id", sa.Integer, nullable=False),
        sa.Column("inventory", LONG, nullable=False),
        sa.Column("plugin_data", LONG, nullable=False),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("updated_at", MOMENT),
        sa.PrimaryKeyConstraint("id", name="pk_node_inventories"),
        sa.ForeignKeyConstraint(["node_id"], ["nodes.id"], name="fk_node_inventories_node_id", ondelete="CASCADE"),
        sa.UniqueConstraint("node_id", name="uq_node_inventories_node_id"),
        **NUMBERED,
        if_not_exists=True,
    )
