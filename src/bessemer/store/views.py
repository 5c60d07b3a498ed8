"""Where each wire field of each resource is found in the tables."""

from collections.abc import Mapping
from typing import Any

import msgspec
from sqlalchemy import FromClause, Table, bindparam, case, null, or_, true
from sqlalchemy.sql.elements import ColumnElement

from bessemer.model.operation import BUSY
from bessemer.store import schema as s

Expression = ColumnElement[Any]


class View(msgspec.Struct, frozen=True, kw_only=True):
    """How the rows of one resource are read."""

    table: Table
    source: FromClause
    columns: Mapping[str, Expression]
    """The expression behind each field that rows have."""
    secrets: Mapping[str, Expression] = {}
    """Fields whose unmasked form is kept beside the masked one."""
    key: str = "uuid"
    """The field that marks a place in a list."""
    visible: Expression | None = None
    """Which rows the project bound as :project may see; None where projects see all."""


def plain(table: Table, **others: Expression) -> dict[str, Expression]:
    """Take every column of a table as the field of the same name, then those given."""
    return {**{column.name: column for column in table.c}, **others}


def masked(table: Table, *names: str) -> tuple[dict[str, Expression], dict[str, Expression]]:
    """Give the masked and the full expressions of columns that exist in both forms."""
    return (
        {name: table.c[f"{name}_masked"] for name in names},
        {name: table.c[name] for name in names},
    )


PROJECT: Any = bindparam("project", required=True)

NODE_MASKED, NODE_SECRETS = masked(s.nodes, "driver_info", "driver_internal_info", "instance_info")
NODE_VISIBLE = or_(s.nodes.c.owner == PROJECT, s.nodes.c.lessee == PROJECT)

RESERVED = or_(*(s.operations.c.status == str(status) for status in sorted(BUSY)))
"""A conductor is at work on the node this moment; while it only waits for the machine, others may change the node."""

NODES = View(
    table=s.nodes,
    source=s.nodes.outerjoin(s.chassis, s.nodes.c.chassis_id == s.chassis.c.id)
    .outerjoin(s.allocations, s.nodes.c.allocation_id == s.allocations.c.id)
    .outerjoin(s.operations, s.operations.c.id == s.nodes.c.operation_id),
    columns=plain(
        s.nodes,
        chassis_uuid=s.chassis.c.uuid,
        allocation_uuid=s.allocations.c.uuid,
        reservation=case((RESERVED, s.operations.c.owner), else_=null()),
        **NODE_MASKED,
    ),
    secrets=NODE_SECRETS,
    visible=NODE_VISIBLE,
)

OF_NODE = {"node_uuid": s.nodes.c.uuid, "node_owner": s.nodes.c.owner, "node_lessee": s.nodes.c.lessee}

PORTS = View(
    table=s.ports,
    source=s.ports.join(s.nodes, s.ports.c.node_id == s.nodes.c.id).outerjoin(
        s.portgroups, s.ports.c.portgroup_id == s.portgroups.c.id
    ),
    columns=plain(s.ports, portgroup_uuid=s.portgroups.c.uuid, **OF_NODE),
    visible=NODE_VISIBLE,
)

PORTGROUPS = View(
    table=s.portgroups,
    source=s.portgroups.join(s.nodes, s.portgroups.c.node_id == s.nodes.c.id),
    columns=plain(s.portgroups, **OF_NODE),
    visible=NODE_VISIBLE,
)

VOLUME_CONNECTORS = View(
    table=s.volume_connectors,
    source=s.volume_connectors.join(s.nodes, s.volume_connectors.c.node_id == s.nodes.c.id),
    columns=plain(s.volume_connectors, **OF_NODE),
    visible=NODE_VISIBLE,
)

TARGET_MASKED, TARGET_SECRETS = masked(s.volume_targets, "properties")

VOLUME_TARGETS = View(
    table=s.volume_targets,
    source=s.volume_targets.join(s.nodes, s.volume_targets.c.node_id == s.nodes.c.id),
    columns=plain(s.volume_targets, **OF_NODE, **TARGET_MASKED),
    secrets=TARGET_SECRETS,
    visible=NODE_VISIBLE,
)

OPERATIONS = View(
    table=s.operations,
    source=s.operations.join(s.nodes, s.operations.c.node_id == s.nodes.c.id),
    columns=plain(
        s.operations,
        started_at=s.operations.c.created_at,
        node=s.nodes.c.uuid,
        node_name=s.nodes.c.name,
        node_owner=s.nodes.c.owner,
        node_lessee=s.nodes.c.lessee,
        state=s.nodes.c.provision_state,
    ),
    visible=NODE_VISIBLE,
)

HISTORY = View(
    table=s.changes,
    source=s.changes,
    columns={
        "id": s.changes.c.seq,
        "uuid": s.changes.c.uuid,
        "created_at": s.changes.c.at,
        "user": s.changes.c.by,
        "target_provision_state": s.changes.c.target_state,
        **{
            name: s.changes.c[name]
            for name in (
                "severity",
                "event",
                "event_type",
                "conductor",
                "project",
                "state",
                "duration_seconds",
                "subject",
                "subject_uuid",
            )
        },
    },
)

ALLOCATIONS = View(
    table=s.allocations,
    source=s.allocations.outerjoin(s.nodes, s.allocations.c.node_id == s.nodes.c.id),
    columns=plain(s.allocations, node_uuid=s.nodes.c.uuid),
    visible=s.allocations.c.owner == PROJECT,
)

CONDUCTORS = View(
    table=s.conductors,
    source=s.conductors,
    columns=plain(
        s.conductors,
        alive=case((s.conductors.c.lease_until > bindparam("now", required=True), True), else_=False),
    ),
    key="hostname",
)

VIEWS: Mapping[str, View] = {
    "node": NODES,
    "port": PORTS,
    "portgroup": PORTGROUPS,
    "chassis": View(table=s.chassis, source=s.chassis, columns=plain(s.chassis)),
    "volume_connector": VOLUME_CONNECTORS,
    "volume_target": VOLUME_TARGETS,
    "deploy_template": View(table=s.deploy_templates, source=s.deploy_templates, columns=plain(s.deploy_templates)),
    "runbook": View(
        table=s.runbooks,
        source=s.runbooks,
        columns=plain(s.runbooks),
        visible=or_(s.runbooks.c.owner == PROJECT, s.runbooks.c.public == true()),
    ),
    "allocation": ALLOCATIONS,
    "inspection_rule": View(
        table=s.inspection_rules,
        source=s.inspection_rules,
        columns=plain(
            s.inspection_rules,
            conditions=case((s.inspection_rules.c.sensitive, null()), else_=s.inspection_rules.c.conditions),
            actions=case((s.inspection_rules.c.sensitive, null()), else_=s.inspection_rules.c.actions),
        ),
    ),
    "conductor": CONDUCTORS,
    "history": HISTORY,
    "operation": OPERATIONS,
    "bios": View(
        table=s.bios_settings,
        source=s.bios_settings,
        columns=plain(s.bios_settings),
        key="name",
    ),
    "firmware": View(
        table=s.firmware_components,
        source=s.firmware_components,
        columns=plain(s.firmware_components),
        key="component",
    ),
}
"""The view of each resource, by its noun."""

NOTHING = null()
"""What stands for a field that has no column here."""
