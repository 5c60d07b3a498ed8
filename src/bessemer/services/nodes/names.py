"""Which names nodes may have: some words are taken by the API itself."""

from bessemer.model.errors import Invalid
from bessemer.model.node import RESERVED_NAMES
from bessemer.rules.identifiers import is_hostname

FREE_NAMES_SINCE = 10


def check_name(name: str, minor: int) -> None:
    """Refuse a name that would hide a part of the API, or that the version does not know."""
    if name in RESERVED_NAMES:
        raise Invalid(f"name cannot be {name!r}: that word is a part of the API's own paths.")
    if minor < FREE_NAMES_SINCE and not is_hostname(name):
        raise Invalid(f"name cannot be {name[:80]!r}: before API version 1.10 it has to be a host name.")
