"""Write docs/reference/routes.md, fields.md and versions.md from the tables that answer the requests."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from pathlib import Path

from bessemer.api.microversions import MICROVERSIONS
from bessemer.api.openapi import success_of
from bessemer.api.route_table import root_routes, v1_routes
from bessemer.api.routes import Route
from bessemer.api.versions import MAXIMUM, MINIMUM
from bessemer.model.field import Choice, Count, Field, Kind, Reference, Text
from bessemer.model.node_facts import BIOS, FIRMWARE, HISTORY
from bessemer.model.resource import Resource, fields_of
from bessemer.rules.record_values import created_since, patched_since

FOLDER = Path(__file__).resolve().parents[1] / "docs" / "reference"

WRITTEN_BY = "This page is written by `python -m tools.reference_pages` from the tables that answer the requests."

ROUTES_HEAD = f"""# Routes

{WRITTEN_BY}

*Since* is the first API version that has the route; in brackets, what older versions are answered with. Besides the
codes named, any route may answer 400 (the request is wrong), 401 (nobody is logged in), 403 (the policy forbids it),
406 (the version does not have this), 413 (the body is too large) and 503 (too busy just now). *Paging* stands for
`limit`, `marker`, `sort_key` and `sort_dir`, in lists without `/detail` also `fields` (1.8) and
`detail` (1.43, of volumes 1.32). The same,
for programs: `/openapi.json` on every server.
"""

FIELDS_HEAD = f"""# Fields

{WRITTEN_BY}

*Set* tells when a caller may give a field: C on creation, P in a patch; a number is the API version that first takes
it, where that is not the one that first shows it. Fields without either are written by the server. A list shows the
fields in **bold** unless others are asked for.
"""

VERSIONS_HEAD = f"""# API versions

{WRITTEN_BY}

A request names its version in the header `X-OpenStack-Ironic-API-Version`; without one it speaks 1.{MINIMUM}. How
versions are negotiated is told in [API versions](../explanation/api-versions.md).
"""


def resources_of(routes: Iterable[Route]) -> list[Resource]:
    """List every resource that the routes take or show, in the order they come."""
    met = (each for route in routes for each in (route.answer, route.listed, route.body) if isinstance(each, Resource))
    return list(dict.fromkeys([*met, BIOS, FIRMWARE, HISTORY]))


def pages() -> dict[Path, str]:
    """Write all pages."""
    routes = v1_routes(MAXIMUM)
    return {
        FOLDER / "routes.md": routes_page(routes, root_routes(MAXIMUM)),
        FOLDER / "fields.md": fields_page(resources_of(routes)),
        FOLDER / "versions.md": versions_page(),
    }


def routes_page(routes: Sequence[Route], outside: Sequence[Route]) -> str:
    """Give a table of routes for each first word of their paths."""
    parts = [ROUTES_HEAD, "## Outside /v1\n", _route_table((f"/{route.path}", route) for route in outside)]
    below = sorted(routes, key=lambda route: (_family(route), route.path))
    for family, members in groupby(below, key=_family):
        parts += [f"## {family}\n", _route_table((f"/v1/{route.path}", route) for route in members)]
    return "\n".join(parts)


def _family(route: Route) -> str:
    return route.path.split("/", 1)[0] or "/v1 itself"


def _route_table(routes: Iterable[tuple[str, Route]]) -> str:
    head = "| route | what it does | since | arguments | answers |\n| --- | --- | --- | --- | --- |"
    return "\n".join([head, *(_route_row(path, route) for path, route in routes if route.method != "HEAD"), ""])


def _route_row(path: str, route: Route) -> str:
    older = f" ({route.refusal_below})" if route.since > MINIMUM else ""
    arguments = ", ".join([*_list_arguments(route.listed), *(f"`{name}`" for name in route.arguments)])
    codes = ", ".join(map(str, (success_of(route), *sorted(route.codes))))
    return f"| `{route.method} {path}` | {route.doc} | 1.{route.since}{older} | {arguments} | {codes} |"


def _list_arguments(listed: Resource | None) -> list[str]:
    if listed is None:
        return []
    place = listed.noun.replace("_", "-")
    return ["paging", *([f"[filters](fields.md#{place})"] if listed.filters else [])]


def fields_page(resources: Sequence[Resource]) -> str:
    """Give a table of fields, of filters and of links for each resource."""
    return "\n".join([FIELDS_HEAD, *(part for resource in resources for part in _resource_section(resource))])


def _resource_section(resource: Resource) -> Iterator[str]:
    yield f"## {resource.noun.replace('_', ' ')}\n"
    yield "| field | value | since | set | default | meaning |\n| --- | --- | --- | --- | --- | --- |"
    yield "\n".join(_field_row(resource, name, field) for name, field in fields_of(resource.record).items()) + "\n"
    if resource.filters:
        yield "| filter | since | lists |\n| --- | --- | --- |"
        yield "\n".join(f"| `{each.name}` | 1.{each.since} | {each.doc} |" for each in resource.filters) + "\n"
    if resource.links:
        yield "| link | since | leads to |\n| --- | --- | --- |"
        yield "\n".join(f"| `{each.name}` | 1.{each.since} | {each.doc} |" for each in resource.links) + "\n"


def _field_row(resource: Resource, name: str, field: Field) -> str:
    shown = f"**`{name}`**" if name in resource.short else f"`{name}`"
    value = kind_in_words(field.kind) + ("" if not field.required else ", needed")
    default = "" if field.default is None else f"`{_json(field.default)}`"
    return f"| {shown} | {value} | 1.{field.since} | {_settable(field)} | {default} | {field.doc} |"


def _settable(field: Field) -> str:
    ways = (("C", field.create, created_since(field)), ("P", field.patch, patched_since(field)))
    return " ".join(mark if since == field.since else f"{mark} 1.{since}" for mark, may, since in ways if may)


def _json(value: object) -> str:
    return {True: "true", False: "false"}.get(value, str(value)) if isinstance(value, bool) else str(value)


def kind_in_words(kind: Kind) -> str:
    """Name what a field holds."""
    match kind:
        case Text():
            return f"text of at most {kind.longest} characters"
        case Choice():
            return "one of " + ", ".join(f"`{word}`" for word in kind.words)
        case Count():
            return f"whole number from {kind.lowest}"
        case Reference():
            return f"UUID{' or name' if kind.by_name else ''} of a {kind.noun}"
        case _:
            return WORDS[type(kind).__name__]


WORDS = {
    "Uuid": "UUID",
    "Mac": "MAC address",
    "Name": "name",
    "Trait": "trait",
    "Flag": "true or false",
    "Document": "object",
    "Items": "list",
    "Moment": "moment",
}
"""What the simple kinds of value are called."""


def versions_page() -> str:
    """Give a line for each version."""
    rows = "\n".join(f"| 1.{minor} | {text} |" for minor, text in MICROVERSIONS.items())
    return f"{VERSIONS_HEAD}\n| version | what it added |\n| --- | --- |\n{rows}\n"


if __name__ == "__main__":
    for path, text in pages().items():
        path.write_text(text, encoding="utf-8")
