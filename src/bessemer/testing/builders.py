"""Facts put straight into a database: what a test needs to be there and no request brings about."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Any
from uuid import uuid4

from sqlalchemy import Table, bindparam, delete, insert, select, update

from bessemer.drivers.catalogue import read_catalogue
from bessemer.drivers.loading import SwitchedOn, load_hardware
from bessemer.model.inspection import AWAITED, BMC_ADDRESSES
from bessemer.model.node import INTERFACE_KINDS, NODE
from bessemer.model.operation import NEEDS_OPERATION
from bessemer.rules.offers import Row, offered_rows
from bessemer.rules.placement import bucket_of
from bessemer.rules.record_values import default_values
from bessemer.store import members, rows
from bessemer.store import schema as s
from bessemer.store.database import Database
from bessemer.store.fleet import register
from bessemer.store.json_text import text_from_json
from bessemer.store.moments import text_from_moment
from bessemer.store.transaction import Transaction

CONDUCTOR = "a-conductor"
LATER = timedelta(hours=1)


def add_node(database: Database, *, traits: tuple[str, ...] = (), **fields: Any) -> str:
    """Put a node there, available and of fake hardware unless told otherwise; returns its UUID."""
    values = {
        **default_values(NODE),
        **{f"{kind}_interface": "noop" if kind in {"network", "storage"} else "fake" for kind in INTERFACE_KINDS},
        "uuid": str(uuid4()),
        "driver": "fake-hardware",
        "conductor_group": "",
        "provision_state": "available",
        "power_state": "power off",
        **fields,
    }
    values |= {"version": 1, "bucket": bucket_of(values["uuid"])}
    state = values["provision_state"]
    values["provision_state"] = "available" if state in NEEDS_OPERATION else state

    def deed(tx: Transaction) -> None:
        row = rows.add(tx, NODE, values)
        members.replace_members(tx, NODE.noun, "traits", row, traits)

    database.write(deed)
    if state in NEEDS_OPERATION:
        change_node(database, values["uuid"], provision_state=state)
    return str(values["uuid"])


def change_node(database: Database, node: str, **columns: Any) -> None:
    """Change columns of a node, JSON ones given as text; one put into a state of work gets work that waits."""
    if columns.get("provision_state") in NEEDS_OPERATION and _operation_of(database, node) is None:
        reserve(database, node, status="waiting")
    bound: dict[Any, Any] = {name: bindparam(name, required=True) for name in columns}
    database.write(
        lambda tx: tx.change(
            ("builders", "change node", *columns),
            lambda: update(s.nodes).where(s.nodes.c.uuid == bindparam("which", required=True)).values(bound),
            {**columns, "which": node},
        )
    )


def await_report(database: Database, node: str, *, bmc: tuple[str, ...] = ()) -> None:
    """Let a node wait for what its machine reports to an inspection."""
    memory = text_from_json({AWAITED: True, BMC_ADDRESSES: list(bmc)})
    reserve(database, node, status="waiting", kind="inspect", target="manageable", stage="inspect")
    told = {"driver_internal_info": memory, "driver_internal_info_masked": memory}
    change_node(database, node, provision_state="inspect wait", **told)


def _operation_of(database: Database, node: str) -> int | None:
    found = database.read(
        lambda tx: tx.row(
            ("builders", "operation of"),
            lambda: select(s.nodes.c.operation_id).where(s.nodes.c.uuid == bindparam("which", required=True)),
            {"which": node},
        )
    )
    return found[0] if found else None


def add_conductor(
    database: Database, hostname: str = CONDUCTOR, *, group: str = "", alive: bool = True,
    types: tuple[str, ...] = ("fake-hardware",),
) -> None:  # fmt: skip
    """Put a conductor there that offers everything its built-in hardware types can."""
    until = datetime.now(UTC) + (LATER if alive else -LATER)
    conductor = {
        "hostname": hostname,
        "url": None,
        "conductor_group": group,
        "lease_until": text_from_moment(until),
    }
    database.write(register, conductor, _offered_by(types))


@cache
def _offered_by(types: tuple[str, ...]) -> list[Row]:
    """List what a conductor offers that has these built-in hardware types and nothing else is said of."""
    loaded = load_hardware(read_catalogue(installed=()), SwitchedOn(types=types, defaults={"storage": "noop"}))
    assert not loaded.problems, loaded.problems
    return offered_rows(loaded.types, loaded.defaults)


def remove_conductor(database: Database, hostname: str = CONDUCTOR) -> None:
    """Take a conductor away again."""
    database.write(
        lambda tx: tx.change(
            ("builders", "remove conductor"),
            lambda: delete(s.conductors).where(s.conductors.c.hostname == bindparam("hostname", required=True)),
            {"hostname": hostname},
        )
    )


def reserve(database: Database, node: str, holder: str = CONDUCTOR, **fields: Any) -> str:
    """Let a conductor work on a node, which reserves it; returns the UUID of the operation."""
    row = node_id(database, node)
    uuid = _add_operation(database, {"node_id": row, "owner": holder, **fields})
    change_node(database, node, operation_id=row_id(database, s.operations, uuid))
    return uuid


def release(database: Database, node: str) -> None:
    """End the work on a node, whose state must be one that needs none."""
    values = {"node": node_id(database, node)}
    change_node(database, node, operation_id=None)
    database.write(
        lambda tx: tx.change(
            ("builders", "release"),
            lambda: (
                update(s.operations)
                .where(s.operations.c.node_id == bindparam("node", required=True))
                .values(active=None, status="done")
            ),
            values,
        )
    )


def _add_operation(database: Database, fields: Mapping[str, Any]) -> str:
    values = {
        "kind": "deploy",
        "target": "active",
        "arguments": text_from_json({}),
        "stage": "steps",
        "steps": text_from_json([]),
        "place": 0,
        "progress": text_from_json({}),
        "status": "running",
        "owner": CONDUCTOR,
        "generation": 1,
        "epoch": 1,
        "wake_seq": 0,
        "deadline": text_from_moment(datetime.now(UTC) + LATER),
        "abort": False,
        "active": 1,
        **fields,
    }
    return add_row(database, s.operations, values)


def add_allocation(database: Database, node: str | None = None, **fields: Any) -> str:
    """Put an allocation there, which holds the node if one is given; returns its UUID."""
    empty_list, empty_object = text_from_json([]), text_from_json({})
    values = {
        "state": "active" if node else "error",
        "traits": empty_list,
        "candidate_nodes": empty_list,
        "extra": empty_object,
        "node_id": None if node is None else node_id(database, node),
        **fields,
    }
    uuid = add_row(database, s.allocations, values)
    if node is not None:
        change_node(database, node, allocation_id=row_id(database, s.allocations, uuid), instance_uuid=uuid)
    return uuid


def add_history(database: Database, node: str, event: str, **fields: Any) -> str:
    """Tell something in the history of a node; returns the UUID of the entry."""
    values = {
        "uuid": str(uuid4()),
        "at": text_from_moment(datetime.now(UTC)),
        "subject": "node",
        "subject_uuid": node,
        "kind": "told",
        "severity": "ERROR",
        "event": event,
        **fields,
    }
    database.write(_insert, s.changes, values)
    return str(values["uuid"])


def add_bios_setting(database: Database, node: str, name: str, value: str | None = None, **fields: Any) -> None:
    """Put a BIOS setting of a node there."""
    if fields.get("allowable_values") is not None:
        fields["allowable_values"] = text_from_json(fields["allowable_values"])
    values = {"node_id": node_id(database, node), "name": name, "value": value, **fields}
    add_row(database, s.bios_settings, values)


def add_firmware(database: Database, node: str, component: str, **fields: Any) -> None:
    """Put a firmware component of a node there."""
    add_row(database, s.firmware_components, {"node_id": node_id(database, node), "component": component, **fields})


def add_inventory(
    database: Database, node: str, inventory: Mapping[str, Any], plugin_data: Mapping[str, Any] | None = None
) -> None:
    """Put there what an inspection of a node found."""
    values = {
        "node_id": node_id(database, node),
        "inventory": text_from_json(inventory),
        "plugin_data": text_from_json(plugin_data or {}),
    }
    add_row(database, s.node_inventories, values)


def node_id(database: Database, uuid: str) -> int:
    """Look up the row of a node."""
    return row_id(database, s.nodes, uuid)


def row_id(database: Database, table: Table, uuid: str) -> int:
    """Look up a row by its UUID."""
    found = database.read(
        lambda tx: tx.row(
            ("builders", "id", table.name),
            lambda: select(table.c.id).where(table.c.uuid == bindparam("uuid", required=True)),
            {"uuid": uuid},
        )
    )
    if found is None:
        message = f"there is no row {uuid} in {table.name}"
        raise LookupError(message)
    return int(found[0])


def add_row(database: Database, table: Table, values: Mapping[str, Any]) -> str:
    """Add a row to any table that has the usual columns; returns its UUID, if rows of the table have one."""
    usual: dict[str, Any] = {"created_at": text_from_moment(datetime.now(UTC))}
    if "uuid" in table.c:
        usual["uuid"] = str(uuid4())
    written = {**usual, **values}
    database.write(_insert, table, written)
    return str(written.get("uuid", ""))


def _insert(tx: Transaction, table: Table, values: Mapping[str, Any]) -> None:
    names = tuple(values)
    tx.change(
        ("builders", "insert", table.name, names),
        lambda: insert(table).values({name: bindparam(name, required=True) for name in names}),
        values,
    )
