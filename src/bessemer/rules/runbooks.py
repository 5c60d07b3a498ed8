"""Which names, flags and owners a runbook may have."""

from collections.abc import Collection, Mapping
from typing import Any

from bessemer.model.errors import Invalid
from bessemer.model.step_lists import Runbook
from bessemer.rules.field_values import shown
from bessemer.rules.traits import fault_in_trait

FREE_NAMES_SINCE = 112
"""From this microversion on a name need not be a trait, and a runbook has traits and a description."""

FLAGS = ("disable_ramdisk", "public")


def check_runbook_name(name: str, minor: int, standard_traits: frozenset[str]) -> None:
    """Refuse a name that the version does not know."""
    fault = fault_in_trait(name, standard_traits) if minor < FREE_NAMES_SINCE else None
    if fault:
        raise Invalid(f"Before API version 1.{FREE_NAMES_SINCE} a runbook is named after a trait. {fault}")


def check_old_version(names: Collection[str], minor: int) -> None:
    """Refuse as unknown what runbooks of older versions do not have."""
    if minor < FREE_NAMES_SINCE and "description" in names:
        raise Invalid(
            f"A runbook has no field 'description' before API version 1.{FREE_NAMES_SINCE}; 1.{minor} was asked for."
        )


def check_plain_flags(values: Mapping[str, Any]) -> None:
    """Refuse words where only true, false and null are taken."""
    for name in FLAGS:
        value = values.get(name)
        if value is not None and not isinstance(value, bool):
            raise Invalid(f"{name} must be true or false; {shown(value)} was given.")


def settled_ownership(runbook: Runbook, changes: Mapping[str, Any]) -> dict[str, Any]:
    """Work out the owner after a change: a public runbook has none."""
    settled = dict(changes)
    if settled.get("owner") == "":
        settled["owner"] = None
    if settled.get("public", runbook.public):
        if settled.get("owner") is not None:
            raise Invalid("A public runbook has no owner: set public to false with it, or leave the owner out.")
        settled["owner"] = None
    return settled
