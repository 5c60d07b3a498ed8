"""The shape of one row in the policy table."""

import msgspec


class Rule(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that a caller may or may not do, and who may by default."""

    name: str
    """The name that a policy file overrides."""
    check: str
    """Who may by default, in the language of oslo.policy."""
    description: str
    """What the rule guards, in one line."""
    operations: tuple[str, ...] = ()
    """The requests that ask the rule, as method and path."""
    follows: str | None = None
    """A wider rule whose override in a policy file holds here too, unless this rule has an override of its own."""
    system_only: bool = False
    """Whether callers that act for a project are refused whatever the check says."""


def rule(name: str, check: str, description: str, *operations: str, follows: str | None = None) -> Rule:
    """Write one row of the table."""
    return Rule(name=name, check=check, description=description, operations=operations, follows=follows)


def system_rule(name: str, check: str, description: str, *operations: str) -> Rule:
    """Write one row that only callers for the whole system can pass."""
    return Rule(name=name, check=check, description=description, operations=operations, system_only=True)
