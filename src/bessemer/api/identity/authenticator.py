"""What it means to find out who is asking, and the way that asks nobody."""

from collections.abc import Mapping
from typing import Protocol

from bessemer.model.caller import Identity

ROLES_IMPLIED: dict[str, frozenset[str]] = {
    "admin": frozenset({"admin", "manager", "member", "reader"}),
    "manager": frozenset({"manager", "member", "reader"}),
    "member": frozenset({"member", "reader"}),
    "reader": frozenset({"reader"}),
    "service": frozenset({"service"}),
}
"""Each role that can be given, with the roles that it brings."""


class Authenticator(Protocol):
    """Finds out who sent a request."""

    async def authenticate(self, headers: Mapping[str, str]) -> Identity:
        """Tell who sent the request with these headers, which are looked up in lower case."""
        ...


class NoAuth:
    """Takes every caller for an administrator of the whole system and believes no header."""

    _somebody = Identity(system=True, roles=ROLES_IMPLIED["admin"])

    async def authenticate(self, headers: Mapping[str, str]) -> Identity:  # noqa: ARG002 - the point of it
        """Tell that an unnamed administrator sent the request."""
        return self._somebody
