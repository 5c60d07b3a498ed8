"""What hooks and inspection rules may change of a machine."""

from bessemer.model.node import INTERFACE_KINDS

NODE_FIELDS = frozenset(
    {
        *(f"{kind}_interface" for kind in INTERFACE_KINDS),
        "automated_clean",
        "conductor_group",
        "description",
        "driver",
        "driver_info",
        "extra",
        "instance_info",
        "lessee",
        "name",
        "network_data",
        "owner",
        "properties",
        "protected",
        "protected_reason",
        "resource_class",
        "retired",
        "retired_reason",
        "shard",
    }
)
"""Fields of a node that rules may change."""

PORT_FIELDS = frozenset(
    {
        "category",
        "description",
        "extra",
        "is_smartnic",
        "local_link_connection",
        "name",
        "physical_network",
        "pxe_enabled",
        "vendor",
        "available_for_dynamic_portgroup",
    }
)
"""Fields of a port that hooks and rules may change."""
