"""One request as handlers see it, free of any framework."""

from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import quote

import msgspec

from bessemer.api.body import json_from_body
from bessemer.api.metering import ApiMeters
from bessemer.model.errors import Invalid, NotAcceptable
from bessemer.rules.booleans import boolean_from_word
from bessemer.services.asking import Asking
from bessemer.services.change_stream import ChangeFeed
from bessemer.services.desk import Desk
from bessemer.services.hardware import Hardware
from bessemer.services.waking import Waking


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    """How much a request may ask for or bring along."""

    page: int = 1000
    """The most items on one page."""
    depth: int = 25
    """The deepest nesting of a body."""


class Call(msgspec.Struct, frozen=True, kw_only=True):
    """One request."""

    method: str
    path: str
    """The path below the root, always with its /v1."""
    params: Mapping[str, str]
    """What stood in the places that the route leaves open."""
    query: Sequence[tuple[str, str]]
    body: bytes
    base: str
    """The URL that clients reach this server under, without a slash at its end."""
    asking: Asking
    desk: Desk
    hardware: Hardware
    waking: Waking
    feed: ChangeFeed
    limits: Limits
    meters: ApiMeters
    newest: int
    """The N of the newest version 1.N that is offered."""
    head: Mapping[str, str] = {}

    @property
    def minor(self) -> int:
        """Tell the microversion: the N of 1.N."""
        return self.asking.minor

    def json(self) -> Any:
        """Decode the body."""
        return json_from_body(self.body, self.limits.depth)

    def arguments(self, *known: str) -> dict[str, str]:
        """Return the query arguments, refusing those that are unknown or given twice."""
        found: dict[str, str] = {}
        for name, value in self.query:
            if name not in known:
                raise Invalid(
                    f"Unexpected arguments: {name[:80] or 'one without a name'}. "
                    f"Known here: {', '.join(sorted(known)) or 'none'}."
                )
            if "\0" in value:
                raise Invalid(f"The argument {name} has a null character in it.")
            if name in found and name != "fields":
                raise Invalid(f"The argument {name} was given twice.")
            found[name] = f"{found[name]},{value}" if name in found else value
        return found

    def link(self, arguments: Mapping[str, str]) -> str:
        """Give the URL of this path with other arguments."""
        words = "&".join(f"{name}={quote(value, safe=',:')}" for name, value in arguments.items())
        return f"{self.base}{self.path}?{words}"

    def require_version(self, since: int, what: str) -> None:
        """Refuse what the API version of the request does not have."""
        if self.minor < since:
            raise NotAcceptable(f"{what} exists from API version 1.{since} on; 1.{self.minor} was asked for.")


def boolean_argument(name: str, value: str) -> bool:
    """Read a query argument that is true or false."""
    found = boolean_from_word(value)
    if found is None:
        raise Invalid(f"The argument {name} must be true or false; {value[:40]!r} was given.")
    return found
