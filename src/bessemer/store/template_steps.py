"""The steps of deploy templates, looked up by the traits that ask for them."""

from collections.abc import Collection
from typing import Any

from sqlalchemy import Select, bindparam, select

from bessemer.store import schema as s
from bessemer.store.json_text import json_from_text
from bessemer.store.transaction import Transaction

TEMPLATES, STEPS = s.deploy_templates, s.deploy_template_steps
WIDTHS = (1, 4, 16, 64)
"""How many names a prepared statement asks for; a few sizes keep the number of statements small."""


def steps_by_template(tx: Transaction, names: Collection[str]) -> dict[str, list[dict[str, Any]]]:
    """Fetch the steps, secrets and all, of the templates that have one of these names, in one statement."""
    wanted = sorted(set(names))
    if not wanted:
        return {}
    width = next((width for width in WIDTHS if width >= len(wanted)), len(wanted))
    places = [f"n{place}" for place in range(width)]
    values = [*wanted, *[wanted[-1]] * (width - len(wanted))]
    found: dict[str, list[dict[str, Any]]] = {}
    rows = tx.rows(("steps by template", width), lambda: _query(places), dict(zip(places, values, strict=True)))
    for name, interface, step, args, priority in rows:
        one = {"interface": interface, "step": step, "args": json_from_text(args), "priority": priority}
        found.setdefault(name, []).append(one)
    return found


def _query(places: list[str]) -> Select[Any]:
    columns = (TEMPLATES.c.name, STEPS.c.interface, STEPS.c.step, STEPS.c.args, STEPS.c.priority)
    return (
        select(*columns)
        .select_from(TEMPLATES.join(STEPS, STEPS.c.deploy_template_id == TEMPLATES.c.id))
        .where(TEMPLATES.c.name.in_([bindparam(place, required=True) for place in places]))
        .order_by(TEMPLATES.c.name, STEPS.c.id)
    )
