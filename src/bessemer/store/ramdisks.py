"""Nodes as their ramdisks need them: found by address, changed key by key, read no further than needed."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

import msgspec
from sqlalchemy import Select, bindparam, select, update

from bessemer.model.masking import masked
from bessemer.model.ramdisk import Ramdisk
from bessemer.model.states import ProvisionState
from bessemer.store import schema as s
from bessemer.store.database import Stale
from bessemer.store.transaction import Transaction

NODES = s.nodes.c
_keys = msgspec.json.Decoder(dict[str, msgspec.Raw]).decode
_encode = msgspec.json.Encoder().encode
Changes = Mapping[str, Any]
EVERY = frozenset(ProvisionState)


def _bound(name: str) -> Any:
    return bindparam(name, required=True)


def _whole() -> Select[Any]:
    return select(
        NODES.id,
        NODES.uuid,
        NODES.version,
        NODES.driver,
        NODES.provision_state,
        NODES.maintenance,
        NODES.properties,
        NODES.instance_info_masked,
        NODES.driver_internal_info,
        NODES.driver_internal_info_masked,
        s.operations.c.owner,
    ).select_from(s.nodes.outerjoin(s.operations, NODES.operation_id == s.operations.c.id))


def ramdisk_of(tx: Transaction, column: str, value: str, states: Collection[str] = EVERY) -> Ramdisk | None:
    """Fetch a node by its UUID or its name; in a state that is not wanted it is as good as not there."""
    found = tx.row(("ramdisk", column), lambda: _whole().where(NODES[column] == _bound("value")), {"value": value})
    return None if found is None else _ramdisk(found, states)


def ramdisk_at(tx: Transaction, addresses: Sequence[str], states: Collection[str] = EVERY) -> Ramdisk | None:
    """Fetch the one node that has ports with any of these addresses; None where there are none or several."""
    names = [f"a{place}" for place in range(_rounded(len(addresses)))]
    padded = [*addresses, *([addresses[-1]] * (len(names) - len(addresses)))]
    found = tx.rows(
        ("ramdisk at", len(names)),
        lambda: (
            _whole()
            .where(
                NODES.id.in_(select(s.ports.c.node_id).where(s.ports.c.address.in_([_bound(name) for name in names])))
            )
            .limit(2)
        ),
        dict(zip(names, padded, strict=True)),
    )
    return _ramdisk(found[0], states) if len(found) == 1 else None


def _rounded(count: int) -> int:
    """Round up to a power of two, so that few statements serve any number of addresses."""
    return 1 << (count - 1).bit_length()


def _ramdisk(row: tuple[Any, ...], states: Collection[str]) -> Ramdisk | None:
    # Before anything is read: how long an answer takes must not tell a stranger that there is such a node.
    if row[4] not in states:
        return None
    return Ramdisk(
        id=row[0],
        uuid=row[1],
        version=row[2],
        driver=row[3],
        provision_state=row[4],
        maintenance=bool(row[5]),
        properties=msgspec.Raw(row[6]),
        instance_info=msgspec.Raw(row[7]),
        memory=_keys(row[8]),
        shown_memory=msgspec.Raw(row[9]),
        worker=row[10],
    )


def remember(tx: Transaction, ramdisk: Ramdisk, changes: Changes, *, put_off: bool = False) -> Ramdisk:
    """Give keys of the driver_internal_info of a node new values, without reading the others; None removes a key.

    Put off, the deadline of the state that the node waits in is counted from now.
    """
    memory = _merged(ramdisk.memory, changes)
    shown = msgspec.Raw(_encode(_merged(_keys(ramdisk.shown_memory), masked(dict(changes)))))
    names = ("provision_updated_at", "updated_at") if put_off else ("updated_at",)
    touched = tx.change(
        ("remember", put_off),
        lambda: (
            update(s.nodes)
            .where(NODES.id == _bound("row"), NODES.version == _bound("was"))
            .values(
                version=NODES.version + 1,
                driver_internal_info=_bound("memory"),
                driver_internal_info_masked=_bound("shown"),
                **dict.fromkeys(names, _bound("now")),
            )
        ),
        {
            "row": ramdisk.id,
            "was": ramdisk.version,
            "memory": _encode(memory).decode(),
            "shown": bytes(shown).decode(),
            "now": tx.now,
        },
    )
    if not touched:
        raise Stale("The node was changed by somebody else at the same moment.")
    return msgspec.structs.replace(ramdisk, version=ramdisk.version + 1, memory=memory, shown_memory=shown)


def _merged(old: Mapping[str, msgspec.Raw], changes: Changes) -> dict[str, msgspec.Raw]:
    kept = {name: value for name, value in old.items() if name not in changes}
    return {**kept, **{name: msgspec.Raw(_encode(value)) for name, value in changes.items() if value is not None}}
