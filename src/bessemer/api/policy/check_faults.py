"""Finds what is wrong with parsed checks before a request meets it."""

import re
from collections.abc import Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from typing import Any

from oslo_policy import policy

from bessemer.api.policy.attributes import caller_attributes
from bessemer.model.caller import Identity
from bessemer.model.errors import ConfigurationError

_REMOTE = ("http", "https")
# Has every attribute that a caller can have.
_SOMEBODY = Identity(user="u", project="p", system=True, roles=frozenset({"r"}))


class _AnyTarget(dict[str, str]):
    """A target that has every attribute."""

    def __missing__(self, key: str) -> str:
        return ""


def refuse_faults(checks: Mapping[str, Any], texts: Mapping[str, str]) -> None:
    """Raise a ConfigurationError that names the first faulty check."""
    references: dict[str, set[str]] = {}
    for name, check in checks.items():
        leaves = list(_leaves(check))
        _refuse_unparsed(name, texts[name], leaves)
        references[name] = {leaf.match for leaf in leaves if isinstance(leaf, policy.RuleCheck)}
        _refuse_unknown(name, references[name] - checks.keys())
        for leaf in leaves:
            if isinstance(leaf, policy.Check) and not isinstance(leaf, policy.RuleCheck):
                _try_out(name, leaf)
    try:
        TopologicalSorter(references).prepare()
    except CycleError as error:
        raise ConfigurationError(
            f"The policy rules {' → '.join(error.args[1])} refer to each other in a circle. "
            "Write one of them out in the policy file."
        ) from error


def referenced_names(checks: Mapping[str, Any]) -> set[str]:
    """Name every rule that another rule refers to."""
    return {leaf.match for check in checks.values() for leaf in _leaves(check) if isinstance(leaf, policy.RuleCheck)}


def _leaves(check: Any) -> Iterator[Any]:
    """Walk down to the checks that have no checks inside."""
    if isinstance(check, (policy.AndCheck, policy.OrCheck)):
        for inner in check.rules:
            yield from _leaves(inner)
    elif isinstance(check, policy.NotCheck):
        yield from _leaves(check.rule)
    else:
        yield check


def _refuse_unparsed(name: str, text: str, leaves: list[Any]) -> None:
    """Refuse text that the parser gave up on, which it shows only by putting "nobody" in its place."""
    nobody = sum(str(leaf) == "!" for leaf in leaves)
    meant = sum(word.strip("()") == "!" for word in re.split(r"\s+", text))
    if nobody != meant or any(isinstance(leaf, str) for leaf in leaves):
        raise ConfigurationError(
            f"The policy rule {name} cannot be understood: {text!r}. A check is made of kind:match pairs such as "
            "role:admin, joined by and, or, not and parentheses."
        )


def _refuse_unknown(name: str, missing: set[str]) -> None:
    """Refuse a reference to a rule that does not exist."""
    if missing:
        raise ConfigurationError(
            f"The policy rule {name} refers to {', '.join(sorted(missing))}, which is not defined. "
            "Correct the name or define it in the policy file."
        )


def _try_out(name: str, leaf: policy.Check) -> None:
    """Evaluate one check by itself, because evaluation of a malformed one raises instead of refusing."""
    if leaf.kind in _REMOTE:
        raise ConfigurationError(
            f"The policy rule {name} asks {leaf}, but checks by a remote server are not supported: verdicts are "
            "remembered and must not depend on anything but the caller and the target. Write the check out."
        )
    enforcer: Any = None
    try:
        leaf(_AnyTarget(), caller_attributes(_SOMEBODY), enforcer)
    except (ValueError, TypeError, SyntaxError, AttributeError, LookupError, RecursionError, MemoryError) as error:
        raise ConfigurationError(
            f"The policy rule {name} has a check that cannot be evaluated: {leaf} ({error}). "
            "Write the target's attribute as %(node.owner)s and the caller's as project_id."
        ) from error
