"""Inspection rules whole, with what sensitive ones hide from everybody."""

from typing import Any

from sqlalchemy import bindparam, delete, select

from bessemer.model.inspection_rule import WholeRule
from bessemer.store import schema as s
from bessemer.store.json_text import json_from_text
from bessemer.store.transaction import Transaction

RULES = s.inspection_rules.c
NAMES = WholeRule.__struct_fields__


def rules_of_phase(tx: Transaction, phase: str) -> list[WholeRule]:
    """Fetch the rules of a phase in the order in which they are applied."""
    found = tx.rows(
        "inspection rules of phase",
        lambda: (
            select(*(RULES[name] for name in NAMES))
            .where(RULES.phase == bindparam("phase", required=True))
            .order_by(RULES.priority.desc(), RULES.id)
        ),
        {"phase": phase},
    )
    return [_rule(row) for row in found]


def whole_rule(tx: Transaction, uuid: str) -> WholeRule | None:
    """Fetch one rule; nobody else can change it until this transaction ends."""
    found = tx.row(
        "whole inspection rule",
        lambda: (
            select(*(RULES[name] for name in NAMES))
            .where(RULES.uuid == bindparam("uuid", required=True))
            .with_for_update()
        ),
        {"uuid": uuid},
    )
    return None if found is None else _rule(found)


def _rule(row: tuple[Any, ...]) -> WholeRule:
    values = dict(zip(NAMES, row, strict=True))
    documents = {name: json_from_text(values[name]) for name in ("conditions", "actions")}
    return WholeRule(**{**values, **documents, "sensitive": bool(values["sensitive"])})


def uuids_of_rules(tx: Transaction) -> list[str]:
    """List all rules by their UUIDs."""
    return [str(row[0]) for row in tx.rows("inspection rule uuids", lambda: select(RULES.uuid).order_by(RULES.id), {})]


def remove_rules(tx: Transaction) -> None:
    """Delete every rule."""
    tx.change("remove inspection rules", lambda: delete(s.inspection_rules), {})
