"""What drivers read of machines: BIOS settings, firmware, inventories, and what they remember of ports."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sqlalchemy import Table, bindparam, delete, insert, select, update

from bessemer.store import schema as s
from bessemer.store.json_text import json_from_text, text_from_json
from bessemer.store.transaction import Transaction

BOOKKEEPING = frozenset({"id", "node_id", "created_at", "updated_at"})
Change = Callable[[Mapping[str, Any]], Mapping[str, Any]]


def _bound(name: str) -> Any:
    return bindparam(name, required=True)


def replace_bios(tx: Transaction, node: int, settings: Sequence[Mapping[str, Any]]) -> None:
    """Keep the BIOS settings of a machine in place of those known before."""
    _replace(tx, s.bios_settings, node, [{**each, "allowable_values": _json(each)} for each in settings])


def _json(setting: Mapping[str, Any]) -> str | None:
    allowed = setting.get("allowable_values")
    return None if allowed is None else text_from_json(allowed)


def replace_firmware(tx: Transaction, node: int, components: Sequence[Mapping[str, Any]]) -> None:
    """Keep the firmware components of a machine in place of those known before."""
    _replace(tx, s.firmware_components, node, components)


def _replace(tx: Transaction, table: Table, node: int, items: Sequence[Mapping[str, Any]]) -> None:
    told = [column.name for column in table.c if column.name not in BOOKKEEPING]
    columns = ("node_id", *told, "created_at")
    tx.change(("clear", table.name), lambda: delete(table).where(table.c.node_id == _bound("node")), {"node": node})
    tx.change_each(
        ("fill", table.name),
        lambda: insert(table).values({name: _bound(name) for name in columns}),
        [{**{name: each.get(name) for name in told}, "node_id": node, "created_at": tx.now} for each in items],
    )


def put_inventory(
    tx: Transaction, node: int, inventory: Mapping[str, Any], plugin_data: Mapping[str, Any] | None = None
) -> None:
    """Keep what an inspection found in place of what was found before."""
    kept = s.node_inventories
    texts = {"inventory": text_from_json(inventory), "plugin_data": text_from_json(plugin_data or {})}
    values = {**texts, "node": node, "now": tx.now}
    touched = tx.change(
        "renew inventory",
        lambda: (
            update(kept)
            .where(kept.c.node_id == _bound("node"))
            .values(inventory=_bound("inventory"), plugin_data=_bound("plugin_data"), updated_at=_bound("now"))
        ),
        values,
    )
    if not touched:
        tx.change(
            "put inventory",
            lambda: insert(kept).values(
                node_id=_bound("node"),
                inventory=_bound("inventory"),
                plugin_data=_bound("plugin_data"),
                created_at=_bound("now"),
            ),
            values,
        )


def change_port(tx: Transaction, node: int, port: str, change: Change) -> None:
    """Change what is remembered of a port of a machine; one that is gone is left alone."""
    ports = s.ports.c
    found = tx.row(
        "memory of port",
        lambda: select(ports.id, ports.internal_info).where(
            ports.uuid == _bound("port"), ports.node_id == _bound("node")
        ),
        {"port": port, "node": node},
    )
    if found is None:
        return
    tx.change(
        "change memory of port",
        lambda: (
            update(s.ports)
            .where(ports.id == _bound("row"))
            .values(internal_info=_bound("info"), updated_at=_bound("now"))
        ),
        {"row": found[0], "info": text_from_json(change(json_from_text(found[1] or "{}"))), "now": tx.now},
    )
