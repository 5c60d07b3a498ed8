"""Hide whole fields from callers whom the policy keeps from them."""

from collections.abc import Mapping
from typing import Any

import msgspec

from bessemer.model.caller import NOTHING, Target
from bessemer.model.listing import Rows
from bessemer.model.resource import Resource, fields_of, is_json
from bessemer.services.asking import Asking
from bessemer.services.visibility import node_target


class Guarded(msgspec.Struct, frozen=True, kw_only=True):
    """What is hidden of one resource."""

    fields: Mapping[str, str]
    """The rule that opens each field."""
    threshold: str | None = None
    """The rule that opens them all, where there is one."""
    owned: bool = False
    """Whether the rules look at the owner and the lessee of each row."""


OWNED_BY = ("owner", "lessee")

GUARDED: Mapping[str, Guarded] = {
    "volume_target": Guarded(fields={"properties": "baremetal:volume:view_target_properties"}),
    "node": Guarded(
        fields={
            name: f"baremetal:node:get:{name}"
            for name in ("last_error", "reservation", "driver_info", "driver_internal_info")
        },
        threshold="baremetal:node:get:filter_threshold",
        owned=True,
    ),
}
"""What is hidden, by the noun of its resource."""


def guard_for(asking: Asking, resource: Resource, columns: tuple[str, ...]) -> Guarded | None:
    """Tell what may have to be hidden of these columns; None when the caller sees everything."""
    guarded = GUARDED.get(resource.noun)
    if guarded is None or (guarded.threshold is not None and asking.caller.allows(guarded.threshold)):
        return None
    return None if guarded.fields.keys().isdisjoint(columns) else guarded


def columns_to_judge_by(asking: Asking, resource: Resource, columns: tuple[str, ...]) -> tuple[str, ...]:
    """Tell which columns are needed to decide what is hidden, besides those that are shown."""
    guarded = guard_for(asking, resource, columns)
    return OWNED_BY if guarded is not None and guarded.owned else ()


def without_forbidden(asking: Asking, resource: Resource, found: Rows) -> Rows:
    """Put a notice in the place of what the caller may not see."""
    guarded = guard_for(asking, resource, found.columns)
    if guarded is None:
        return found
    kinds = fields_of(resource.record)
    places = [
        (found.columns.index(name) + 1, rule, _notice(rule, json=is_json(kinds[name].kind)))
        for name, rule in guarded.fields.items()
        if name in found.columns
    ]
    rows = [_hidden(asking, row, places, _target(guarded, found.columns, row)) for row in found.rows]
    return msgspec.structs.replace(found, rows=rows)


def _target(guarded: Guarded, columns: tuple[str, ...], row: tuple[Any, ...]) -> Target:
    if not guarded.owned:
        return NOTHING
    owner, lessee = (row[columns.index(name) + 1] for name in OWNED_BY)
    return node_target(owner, lessee)


def _hidden(
    asking: Asking, row: tuple[Any, ...], places: list[tuple[int, str, str]], target: Target
) -> tuple[Any, ...]:
    closed = {place: notice for place, rule, notice in places if not asking.caller.allows(rule, target)}
    return tuple(closed.get(place, value) for place, value in enumerate(row)) if closed else row


def _notice(rule: str, *, json: bool) -> str:
    text = f"** Redacted: the policy rule {rule} does not allow you to see this. **"
    return f'{{"content":"{text}"}}' if json else text
