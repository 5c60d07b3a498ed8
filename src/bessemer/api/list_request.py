"""Read the arguments of a list: which page, in which order, with which fields, narrowed how."""

from typing import Any
from urllib.parse import quote

import msgspec

from bessemer.api.call import Call, boolean_argument
from bessemer.api.wire.shape import Shape, shape_of
from bessemer.model.errors import Invalid, NotAcceptable
from bessemer.model.field import Choice, Flag, Mac, Reference, Uuid
from bessemer.model.listing import Rows, Wanted
from bessemer.model.resource import Filter, Resource, fields_of
from bessemer.rules.identifiers import is_uuid, mac_from_text, uuid_from_text
from bessemer.rules.record_values import too_new

PAGING = ("limit", "marker", "sort_key", "sort_dir")
INTERNAL_SORT_KEYS = frozenset({"id", ""})


class ListRequest(msgspec.Struct, frozen=True, kw_only=True):
    """A list that was asked for."""

    resource: Resource
    shape: Shape
    wanted: Wanted
    given: dict[str, str]
    """The arguments as they came, to be repeated in the link to the next page."""


def read_list_request(
    call: Call, resource: Resource, *, detailed: bool = False, default_sort: str = "id", filtered: bool = True
) -> ListRequest:
    """Read the arguments of a list, refusing what cannot be right before what is too new."""
    filters = resource.filters if filtered else ()
    extra = () if detailed else ("fields", "detail") if resource.detail_since else ("fields",)
    given = call.arguments(*PAGING, *extra, *(each.name for each in filters))
    values = [(each, filter_value(each, given[each.name])) for each in filters if each.name in given]
    limit = _limit(given.get("limit"), call.limits.page)
    marker = _marker(resource, given.get("marker"))
    sort_key = _sort_key(call, resource, given.get("sort_key") or default_sort)
    descending = _descending(given.get("sort_dir", "asc"))
    for each, _ in values:
        call.require_version(each.since, f"The argument {each.name}")
    shape = _shape(call, resource, given, detailed=detailed)
    wanted = Wanted(
        columns=shape.columns,
        filters=tuple((each.name, value) for each, value in values),
        limit=limit,
        marker=marker,
        sort_key=sort_key,
        descending=descending,
    )
    return ListRequest(resource=resource, shape=shape, wanted=wanted, given=given)


def filter_value(each: Filter, text: str) -> Any:
    """Read the value of a filter."""
    if each.many:
        return tuple(dict.fromkeys(part.strip() for part in text.split(",") if part.strip()))
    match each.kind:
        case Flag():
            return boolean_argument(each.name, text)
        case Uuid():
            found: Any = uuid_from_text(text)
        case Mac():
            found = mac_from_text(text)
        case Choice(words):
            found = text if text in words else None
        case Reference():
            found = text or None
        case _:
            return text
    if found is None:
        raise Invalid(f"The argument {each.name} cannot be {text[:80]!r}. {each.doc}")
    return found


def _limit(text: str | None, most: int) -> int:
    if text is None:
        return most
    digits = text.strip().removeprefix("+")
    if not (digits.isascii() and digits.isdigit()) or int(digits[:20]) == 0:
        raise Invalid(f"limit must be a whole number above 0; {text[:40]!r} was given.")
    return min(int(digits[:20]), most)


def _marker(resource: Resource, text: str | None) -> str | None:
    if text is None or resource.identifier != "uuid":
        return text
    if not is_uuid(text):
        raise Invalid(f"marker must be the UUID of the last item seen; {text[:80]!r} was given.")
    return text.lower()


def _sort_key(call: Call, resource: Resource, key: str) -> str:
    if key in INTERNAL_SORT_KEYS:
        return "id"
    field = fields_of(resource.record).get(key)
    if field is None:
        raise Invalid(f"A list of {resource.plural} cannot be sorted by {key[:80]!r}: there is no such field.")
    too_new(resource, [key], call.minor)
    if not field.sortable or key in resource.member_lists:
        raise Invalid(f"A list of {resource.plural} cannot be sorted by {key}.")
    return key


def _descending(text: str) -> bool:
    if text not in {"asc", "desc"}:
        raise Invalid(f"sort_dir must be asc or desc; {text[:40]!r} was given.")
    return text == "desc"


def _shape(call: Call, resource: Resource, given: dict[str, str], *, detailed: bool) -> Shape:
    detail = boolean_argument("detail", given["detail"]) if "detail" in given else False
    since = resource.detail_since
    if "detail" in given and call.minor < since:
        raise Invalid(f"The argument detail exists from API version 1.{since} on; 1.{call.minor} was asked for.")
    if detailed:
        return shape_of(resource, call.minor)
    if "fields" not in given:
        return shape_of(resource, call.minor, None if detail else resource.short)
    if detail:
        raise Invalid("detail and fields cannot be given together.")
    return shape_of(resource, call.minor, chosen_fields(call, resource, given["fields"]))


def chosen_fields(call: Call, resource: Resource, text: str) -> tuple[str, ...]:
    """Read the names of the fields a caller wants."""
    call.require_version(resource.fields_since, "The argument fields")
    known = fields_of(resource.record)
    links = {link.name: link.since for link in resource.links}
    names = dict.fromkeys(part.strip().lower() for part in text.split(","))
    chosen = [name for name in names if name and name != "links"]
    for name in chosen:
        since = known[name].since if name in known else links.get(name, 0)
        if since > call.minor:
            raise NotAcceptable(f"The field {name} exists from API version 1.{since} on; 1.{call.minor} was asked for.")
    for name in chosen:
        if name not in known and name not in links:
            raise Invalid(f"{name[:80]!r} is not a field of {resource.one}.")
    return tuple(chosen)


def written_page(call: Call, asked: ListRequest, found: Rows, path: str | None = None) -> dict[str, Any]:
    """Write a page, with the link to the next one when there may be one."""
    items = asked.shape.written(found, call.base, path)
    page: dict[str, Any] = {asked.resource.plural: items}
    if len(found.rows) == asked.wanted.limit:
        place = found.columns.index(asked.resource.identifier) + 1
        page["next"] = _next(call, asked, str(found.rows[-1][place]))
    return page


def _next(call: Call, asked: ListRequest, marker: str) -> str:
    """Repeat everything that was asked for: following the link must not lose a filter."""
    arguments = {
        "sort_key": asked.wanted.sort_key,
        "sort_dir": "desc" if asked.wanted.descending else "asc",
        **{name: value for name, value in asked.given.items() if name not in PAGING},
        "limit": str(asked.wanted.limit),
        "marker": marker,
    }
    words = "&".join(f"{name}={quote(value, safe=',:')}" for name, value in arguments.items())
    return f"{call.base}{call.path}?{words}"
