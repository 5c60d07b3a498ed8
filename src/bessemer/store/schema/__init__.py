"""Every table that is kept."""

from bessemer.store.schema.attachments import portgroups, ports, volume_connectors, volume_targets
from bessemer.store.schema.declaring import metadata
from bessemer.store.schema.inspection import inspection_reports, inspection_rules
from bessemer.store.schema.machines import (
    bios_settings,
    chassis,
    firmware_components,
    node_inventories,
    node_traits,
    nodes,
)
from bessemer.store.schema.requests import (
    allocations,
    deploy_template_steps,
    deploy_templates,
    runbook_steps,
    runbook_traits,
    runbooks,
)
from bessemer.store.schema.work import (
    change_marks,
    changes,
    conductor_hardware_interfaces,
    conductors,
    operations,
    step_runs,
)

__all__ = [
    "allocations",
    "bios_settings",
    "change_marks",
    "changes",
    "chassis",
    "conductor_hardware_interfaces",
    "conductors",
    "deploy_template_steps",
    "deploy_templates",
    "firmware_components",
    "inspection_reports",
    "inspection_rules",
    "metadata",
    "node_inventories",
    "node_traits",
    "nodes",
    "operations",
    "portgroups",
    "ports",
    "runbook_steps",
    "runbook_traits",
    "runbooks",
    "step_runs",
    "volume_connectors",
    "volume_targets",
]
