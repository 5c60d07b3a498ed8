"""Fetch one page of any resource, with a bound number of statements."""

from typing import Any

from sqlalchemy import ColumnElement, Select, UnaryExpression, and_, bindparam, or_, select

from bessemer.model.listing import Rows, Scope, Wanted
from bessemer.store.filters import bind_filter, condition, shape
from bessemer.store.members import MEMBERS, members_of
from bessemer.store.transaction import Transaction
from bessemer.store.views import NOTHING, VIEWS, View

KEPT_APART: dict[str, list[str]] = {}
"""The member lists of each resource."""
for _noun, _field in MEMBERS:
    KEPT_APART.setdefault(_noun, []).append(_field)


def page(tx: Transaction, noun: str, wanted: Wanted, scope: Scope) -> Rows | None:
    """Fetch a page; None when the marker stands for nothing the caller may see.

    The marker is looked up inside the query, so that a page costs one statement and one for each member list.
    """
    values: dict[str, Any] = {"limit": wanted.limit, "marker": wanted.marker, "project": scope.project, "now": tx.now}
    for place, (name, value) in enumerate(wanted.filters):
        values.update(bind_filter(noun, name, value, f"f{place}"))
    key = (
        noun,
        wanted.columns,
        tuple([(name, shape(value)) for name, value in wanted.filters]),
        scope.everything,
        wanted.marker is None,
        wanted.sort_key,
        wanted.descending,
        wanted.in_clear,
    )
    rows = tx.rows(key, lambda: _query(noun, wanted, scope, tx.dialect), values)
    if not rows and wanted.marker is not None and not exists(tx, noun, wanted.marker, scope):
        return None
    return Rows(columns=wanted.columns, rows=rows, members=_members(tx, noun, wanted, rows))


def exists(tx: Transaction, noun: str, marker: str, scope: Scope) -> bool:
    """Tell whether a marker names something the caller may see."""
    view = VIEWS[noun]
    scoped = view.visible is not None and not scope.everything
    query = select(view.columns["id"]).select_from(view.source).where(view.columns[view.key] == _bound("marker"))
    return (
        tx.row(
            ("exists", noun, scoped),
            lambda: query.where(view.visible) if scoped and view.visible is not None else query,
            {"marker": marker, "project": scope.project},
        )
        is not None
    )


def _bound(name: str) -> Any:
    return bindparam(name, required=True)


def _members(tx: Transaction, noun: str, wanted: Wanted, rows: list[tuple[Any, ...]]) -> dict[str, dict[int, Any]]:
    ids = [row[0] for row in rows]
    return {field: members_of(tx, noun, field, ids) for field in KEPT_APART.get(noun, ()) if field in wanted.columns}


def _query(noun: str, wanted: Wanted, scope: Scope, dialect: str) -> Select[Any]:
    view = VIEWS[noun]
    clauses = [condition(view, noun, name, value, f"f{place}") for place, (name, value) in enumerate(wanted.filters)]
    if not scope.everything and view.visible is not None:
        clauses.append(view.visible)
    columns = [_expression(view, name, wanted).label(f"c_{name}") for name in wanted.columns]
    identity, sort = view.columns["id"], view.columns[wanted.sort_key]
    query = select(identity.label("c_row"), *columns).select_from(view.source).where(*clauses)
    if wanted.marker is not None:
        query = query.where(_after_marker(view, wanted))
    order: list[Any] = [] if wanted.sort_key == "id" else [_ordered(sort, wanted, dialect)]
    order.append(identity.desc() if wanted.descending else identity.asc())
    return query.order_by(*order).limit(_bound("limit"))


def _expression(view: View, name: str, wanted: Wanted) -> ColumnElement[Any]:
    shown = view.secrets if name in wanted.in_clear else view.columns
    return shown.get(name, NOTHING)


def _ordered(column: ColumnElement[Any], wanted: Wanted, dialect: str) -> UnaryExpression[Any]:
    """Order nulls before everything, as SQLite and MariaDB do unasked and PostgreSQL when told."""
    ordered = column.desc() if wanted.descending else column.asc()
    if dialect != "postgresql":
        return ordered
    return ordered.nulls_last() if wanted.descending else ordered.nulls_first()


def _after_marker(view: View, wanted: Wanted) -> ColumnElement[Any]:
    found = select(view.columns["id"]).select_from(view.source).where(view.columns[view.key] == _bound("marker"))
    marker_id = found.correlate(None).scalar_subquery()
    identity, sort = view.columns["id"], view.columns[wanted.sort_key]
    further = identity < marker_id if wanted.descending else identity > marker_id
    if wanted.sort_key == "id":
        return further
    at = (
        select(sort)
        .select_from(view.source)
        .where(view.columns[view.key] == _bound("marker"))
        .correlate(None)
        .scalar_subquery()
    )
    same = or_(sort == at, and_(sort.is_(None), at.is_(None)))
    if wanted.descending:
        beyond = or_(sort < at, and_(sort.is_(None), at.is_not(None)))
    else:
        beyond = or_(sort > at, and_(at.is_(None), sort.is_not(None), marker_id.is_not(None)))
    return or_(beyond, and_(same, further))
