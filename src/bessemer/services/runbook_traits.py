"""Change the traits of a runbook: those of nodes that it may be used on."""

from collections.abc import Sequence

from bessemer.model.errors import Invalid
from bessemer.model.step_lists import RUNBOOK, Runbook
from bessemer.rules.traits import MOST_ON_A_NODE, checked_traits
from bessemer.services.asking import Asking
from bessemer.services.changes import note
from bessemer.services.seen_runbooks import RULE, find_runbook
from bessemer.store import members, rows
from bessemer.store.transaction import Transaction

NOUN = RUNBOOK.noun
UPDATE = f"{RULE}update"


def replace_traits(tx: Transaction, asking: Asking, ident: str, traits: Sequence[str]) -> None:
    """Make the traits of a runbook exactly those given."""
    runbook = find_runbook(tx, asking, ident, UPDATE)
    wanted = sorted(checked_traits(traits, asking.rules.standard_traits))
    if wanted != sorted(runbook.traits):
        members.replace_members(tx, NOUN, "traits", runbook.id, wanted)
        _note(tx, asking, runbook, wanted)


def add_trait(tx: Transaction, asking: Asking, ident: str, trait: str) -> None:
    """Give a runbook one more trait; one that it has already is no error."""
    runbook = find_runbook(tx, asking, ident, UPDATE)
    checked_traits([trait], asking.rules.standard_traits)
    if trait in runbook.traits:
        return
    if len(runbook.traits) >= MOST_ON_A_NODE:
        raise Invalid(f"The runbook {runbook.name} has {len(runbook.traits)} traits already; it can have no more.")
    members.add_member(tx, NOUN, "traits", runbook.id, trait)
    _note(tx, asking, runbook, sorted([*runbook.traits, trait]))


def clear_traits(tx: Transaction, asking: Asking, ident: str) -> None:
    """Take all traits from a runbook."""
    runbook = find_runbook(tx, asking, ident, UPDATE)
    if runbook.traits:
        members.replace_members(tx, NOUN, "traits", runbook.id, [])
        _note(tx, asking, runbook, [])


def drop_trait(tx: Transaction, asking: Asking, ident: str, trait: str) -> None:
    """Take one trait from a runbook; one that it does not have is no error."""
    runbook = find_runbook(tx, asking, ident, UPDATE)
    if members.drop_member(tx, NOUN, "traits", runbook.id, trait):
        _note(tx, asking, runbook, [each for each in runbook.traits if each != trait])


def _note(tx: Transaction, asking: Asking, runbook: Runbook, traits: list[str]) -> None:
    rows.change(tx, RUNBOOK, runbook.id, {})
    note(tx, asking, (NOUN, runbook.uuid), "changed", before={"traits": runbook.traits}, after={"traits": traits})
