"""The links of a resource to itself and to the lists below it."""

from functools import lru_cache
from urllib.parse import quote

import msgspec
from msgspec import Raw

from bessemer.model.resource import Resource

HOLE = "\x00"
"""Stands in a template where the identifier goes; no URL contains it."""


def pair(base: str, path: str) -> list[dict[str, str]]:
    """Write the two links to one path."""
    return [
        {"href": f"{base}/v1/{path}", "rel": "self"},
        {"href": f"{base}/{path}", "rel": "bookmark"},
    ]


def link_names(resource: Resource, minor: int, fields: tuple[str, ...] | None) -> tuple[tuple[str, str], ...]:
    """Tell which fields hold links, with what each adds to the path; `links` itself is always among them."""
    if not resource.linked:
        return ()
    lists = [link.name for link in resource.links if link.since <= minor and (fields is None or link.name in fields)]
    return (("links", ""), *((name, f"/{name}") for name in lists))


class Template(msgspec.Struct, frozen=True):
    """A pair of links, encoded but for the identifier that goes in twice."""

    before: str
    middle: str
    after: str
    quoted: bool

    def to(self, identifier: str) -> Raw:
        """Put the identifier in."""
        if self.quoted:
            identifier = quote(identifier, safe="")
        return Raw(f"{self.before}{identifier}{self.middle}{identifier}{self.after}")


@lru_cache(maxsize=512)
def link_templates(
    resource: Resource, links: tuple[tuple[str, str], ...], base: str, path: str
) -> tuple[Template, ...]:
    """Encode each pair of links once."""
    found = []
    for _, below in links:
        encoded = msgspec.json.encode(pair(base, f"{path}/{HOLE}{below}")).decode()
        before, middle, after = encoded.split("\\u0000")
        found.append(Template(before, middle, after, resource.identifier != "uuid"))
    return tuple(found)
