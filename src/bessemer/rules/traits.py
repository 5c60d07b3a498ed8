"""Which traits are valid, and how many fit on one node."""

import re
from collections.abc import Iterable

from bessemer.model.errors import Invalid

CUSTOM = re.compile(r"CUSTOM_[A-Z0-9_]+")
LONGEST = 255
MOST_ON_A_NODE = 50
"""The limit that schedulers keep as well."""


def fault_in_trait(trait: str, standard: frozenset[str]) -> str | None:
    """Tell what is wrong with a trait; None when it is valid."""
    if len(trait) > LONGEST:
        return f"The trait {trait[:40]}… is {len(trait)} characters long; {LONGEST} are allowed."
    if trait in standard or CUSTOM.fullmatch(trait):
        return None
    return (
        f"{trait[:80]!r} is not a trait: use one of the os-traits library, "
        "or CUSTOM_ followed by upper-case letters, digits and underscores."
    )


def checked_traits(traits: Iterable[str], standard: frozenset[str], *, most: int = MOST_ON_A_NODE) -> list[str]:
    """Return traits without repetition, refusing bad ones and too many."""
    unique = list(dict.fromkeys(traits))
    for trait in unique:
        fault = fault_in_trait(trait, standard)
        if fault:
            raise Invalid(fault)
    if len(unique) > most:
        raise Invalid(f"{len(unique)} traits were given; at most {most} are allowed.")
    return unique
