"""What machines are attached to: network ports, port groups, remote volumes."""

from sqlalchemy import Column, ForeignKey, Integer, UniqueConstraint

from bessemer.store.schema.declaring import flag, json, parent, table, word

portgroups = table(
    "portgroups",
    parent("node_id", "nodes"),
    word("name", unique=True),
    word("address", length=64, unique=True),
    json("extra"),
    json("internal_info"),
    flag("standalone_ports_supported"),
    word("mode"),
    json("properties"),
    word("physical_network", length=64),
    word("category", length=80),
    flag("dynamic_portgroup"),
)

ports = table(
    "ports",
    parent("node_id", "nodes"),
    Column("portgroup_id", ForeignKey("portgroups.id"), index=True),
    word("address", length=64, unique=True, empty=False),
    json("extra"),
    json("internal_info"),
    json("local_link_connection"),
    flag("pxe_enabled"),
    word("physical_network", length=64),
    flag("is_smartnic"),
    word("name", unique=True),
    word("description"),
    word("vendor", length=32),
    word("category", length=80),
    flag("available_for_dynamic_portgroup"),
)

volume_connectors = table(
    "volume_connectors",
    parent("node_id", "nodes"),
    word("type", length=32, empty=False),
    word("connector_id", empty=False),
    json("extra"),
    UniqueConstraint("type", "connector_id"),
)

volume_targets = table(
    "volume_targets",
    parent("node_id", "nodes"),
    word("volume_type", length=64, empty=False),
    word("volume_id", empty=False),
    Column("boot_index", Integer, nullable=False),
    json("properties"),
    json("properties_masked"),
    json("extra"),
    UniqueConstraint("node_id", "boot_index"),
)
