"""Reads what users may be from a roles file."""

import re

from bessemer.api.identity.authenticator import ROLES_IMPLIED
from bessemer.api.identity.password_file import read_text_file
from bessemer.model.caller import Identity
from bessemer.model.errors import ConfigurationError

_LINE = re.compile(
    r"(?P<user>[^:]+?)\s*:\s*(?:(?P<system>system)|project\s+(?P<project>\S{1,255}))\s+(?P<role>\S+)",
)
_FORM = '"alice: system admin" or "bob: project 5f1c9a member"'


def read_roles_file(path: str) -> dict[str, Identity]:
    """Read the file; a line in it that gives nobody a role is a ConfigurationError."""
    return parse_roles(read_text_file(path, "roles file"), path)


def parse_roles(text: str, path: str) -> dict[str, Identity]:
    """Take users and their identities out of the file's text."""
    identities: dict[str, Identity] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        entry = line.strip()
        if not entry or entry.startswith("#"):
            continue
        try:
            identity = _parse_line(entry, identities)
        except ConfigurationError as error:
            raise ConfigurationError(
                f"The roles file {path} cannot be used: in line {number}, {error.message}."
            ) from error
        identities[identity.user or ""] = identity
    return identities


def _parse_line(entry: str, before: dict[str, Identity]) -> Identity:
    """Take one user out of one line."""
    match = _LINE.fullmatch(entry)
    if match is None:
        raise ConfigurationError(f"{entry!r} is not of the form {_FORM}")
    user, role = match["user"], match["role"]
    if role not in ROLES_IMPLIED:
        raise ConfigurationError(f"there is no role {role!r}; the roles are {', '.join(ROLES_IMPLIED)}")
    if user in before:
        raise ConfigurationError(f"{user!r} has a role already; a user has one line")
    return Identity(user=user, project=match["project"], system=match["system"] is not None, roles=ROLES_IMPLIED[role])
