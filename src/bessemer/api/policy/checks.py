"""Checks made ready to be asked: the trees that oslo.policy parses, as functions."""

from collections.abc import Callable, Mapping, MutableMapping
from typing import Any

from oslo_policy import policy

Judge = Callable[[Mapping[str, Any], MutableMapping[str, Any]], bool]
"""Asks a target and a caller, both as attributes, for a verdict."""


def judges(checks: Mapping[str, Any]) -> dict[str, Judge]:
    """Make the judge of every rule; the checks must be free of faults."""
    return {name: _judge(check, checks) for name, check in checks.items()}


def _judge(check: Any, checks: Mapping[str, Any]) -> Judge:
    """Make the judge of one check.

    oslo.policy would walk the tree itself, at the price of inspecting the signature of every node at every question:
    that costs ten times what the comparisons do.
    """
    if isinstance(check, policy.AndCheck):
        parts = [_judge(inner, checks) for inner in check.rules]
        return lambda target, caller: all(part(target, caller) for part in parts)
    if isinstance(check, policy.OrCheck):
        parts = [_judge(inner, checks) for inner in check.rules]
        return lambda target, caller: any(part(target, caller) for part in parts)
    if isinstance(check, policy.NotCheck):
        part = _judge(check.rule, checks)
        return lambda target, caller: not part(target, caller)
    if isinstance(check, policy.RuleCheck):
        return _judge(checks[check.match], checks)
    # Only a check of another rule asks the enforcer, and those are resolved above.
    enforcer: Any = None
    return lambda target, caller: bool(check(target, caller, enforcer))
