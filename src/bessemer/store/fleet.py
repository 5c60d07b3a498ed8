"""Read the live conductors and what they offer, and keep a conductor's own rows."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import and_, bindparam, delete, insert, select, update

from bessemer.model.fleet import Fleet, Offer
from bessemer.store import schema as s
from bessemer.store.transaction import Transaction

OFFERED = s.conductor_hardware_interfaces


def _bound(name: str) -> Any:
    return bindparam(name, required=True)


def read_fleet(tx: Transaction) -> Fleet:
    """Fetch the live conductors with their interfaces, in one statement."""
    rows = tx.rows(
        "fleet",
        lambda: (
            select(
                s.conductors.c.hostname,
                s.conductors.c.url,
                s.conductors.c.conductor_group,
                OFFERED.c.hardware_type,
                OFFERED.c.interface_type,
                OFFERED.c.interface_name,
                OFFERED.c.default,
            )
            .join_from(s.conductors, OFFERED, OFFERED.c.conductor_id == s.conductors.c.id)
            .where(s.conductors.c.lease_until > _bound("now"))
            .order_by(s.conductors.c.hostname, OFFERED.c.id)
        ),
        {"now": tx.now},
    )
    hosts: dict[tuple[str, str], dict[str, None]] = {}
    enabled: dict[str, dict[str, dict[str, None]]] = {}
    default: dict[str, dict[str, str]] = {}
    urls: dict[str, str | None] = {}
    for host, url, group, driver, kind, name, is_default in rows:
        urls[host] = url
        hosts.setdefault((group, driver), {})[host] = None
        enabled.setdefault(driver, {}).setdefault(kind, {})[name] = None
        if is_default:
            default.setdefault(driver, {})[kind] = name
    return Fleet(
        hosts={place: tuple(names) for place, names in hosts.items()},
        offers={
            driver: Offer({kind: tuple(names) for kind, names in kinds.items()}, default.get(driver, {}))
            for driver, kinds in enabled.items()
        },
        urls=urls,
    )


def offers_of_others(tx: Transaction, host: str) -> dict[str, dict[str, dict[str, list[str]]]]:
    """Fetch what each other live conductor offers: host, hardware type, kind, names."""
    rows = tx.rows(
        "offers of others",
        lambda: (
            select(s.conductors.c.hostname, OFFERED.c.hardware_type, OFFERED.c.interface_type, OFFERED.c.interface_name)
            .join_from(s.conductors, OFFERED, OFFERED.c.conductor_id == s.conductors.c.id)
            .where(and_(s.conductors.c.lease_until > _bound("now"), s.conductors.c.hostname != _bound("host")))
            .order_by(s.conductors.c.hostname, OFFERED.c.id)
        ),
        {"now": tx.now, "host": host},
    )
    found: dict[str, dict[str, dict[str, list[str]]]] = {}
    for name, driver, kind, interface in rows:
        found.setdefault(name, {}).setdefault(driver, {}).setdefault(kind, []).append(interface)
    return found


def register(tx: Transaction, conductor: dict[str, Any], offered: Sequence[dict[str, Any]]) -> int:
    """Write a conductor's rows anew, returning its generation: one more than it had before."""
    before = tx.row(
        "conductor generation",
        lambda: select(s.conductors.c.id, s.conductors.c.generation).where(s.conductors.c.hostname == _bound("host")),
        {"host": conductor["hostname"]},
    )
    generation = 1 if before is None else int(before[1]) + 1
    values = {**conductor, "generation": generation}
    if before is None:
        names = (*values, "created_at")
        tx.change(
            "add conductor",
            lambda: insert(s.conductors).values({name: _bound(name) for name in names}),
            {**values, "created_at": tx.now},
        )
    else:
        tx.change(
            "replace conductor",
            lambda: (
                update(s.conductors)
                .where(s.conductors.c.hostname == _bound("host"))
                .values({name: _bound(f"v_{name}") for name in (*values, "updated_at")})
            ),
            {
                **{f"v_{name}": value for name, value in values.items()},
                "v_updated_at": tx.now,
                "host": values["hostname"],
            },
        )
    _replace_offered(tx, conductor["hostname"], offered)
    return generation


def _replace_offered(tx: Transaction, host: str, offered: Sequence[dict[str, Any]]) -> None:
    found = tx.row(
        "conductor id",
        lambda: select(s.conductors.c.id).where(s.conductors.c.hostname == _bound("host")),
        {"host": host},
    )
    assert found is not None  # the row was written in this transaction
    tx.change(
        "clear offered",
        lambda: delete(OFFERED).where(OFFERED.c.conductor_id == _bound("conductor")),
        {"conductor": found[0]},
    )
    columns = ("conductor_id", "hardware_type", "interface_type", "interface_name", "default", "created_at")
    tx.change_each(
        "add offered",
        lambda: insert(OFFERED).values({name: _bound(name) for name in columns}),
        [{**each, "conductor_id": found[0], "created_at": tx.now} for each in offered],
    )


def renew_lease(tx: Transaction, host: str, generation: int, until: str) -> bool:
    """Prolong a conductor's lease; False when another process has taken its name."""
    return bool(
        tx.change(
            "renew lease",
            lambda: (
                update(s.conductors)
                .where(
                    and_(s.conductors.c.hostname == _bound("host"), s.conductors.c.generation == _bound("generation"))
                )
                .values(lease_until=_bound("until"), updated_at=_bound("moment"))
            ),
            {"host": host, "generation": generation, "until": until, "moment": tx.now},
        )
    )


def withdraw(tx: Transaction, host: str, generation: int) -> None:
    """Remove a conductor that stops, unless its name has passed to another process."""
    tx.change(
        "withdraw conductor",
        lambda: delete(s.conductors).where(
            and_(s.conductors.c.hostname == _bound("host"), s.conductors.c.generation == _bound("generation"))
        ),
        {"host": host, "generation": generation},
    )
