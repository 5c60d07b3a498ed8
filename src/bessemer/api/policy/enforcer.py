"""Decides what a caller may do, quickly, by policy files that may change at any time."""

import logging
import time
from collections.abc import Callable, Hashable

import msgspec

from bessemer.api.identity.reloading import Reloading, fingerprint
from bessemer.api.policy.override_files import override_paths, read_overrides
from bessemer.api.policy.ruleset import Ruleset
from bessemer.api.policy.settings import PolicySettings
from bessemer.model.caller import NOTHING, Identity, Target
from bessemer.model.errors import ConfigurationError

_log = logging.getLogger(__name__)

_Question = tuple[str, Identity, tuple[tuple[str, str | None], ...]]


class _InForce(msgspec.Struct, frozen=True, eq=False):
    """One reading of the policy files and the verdicts that it gave."""

    ruleset: Ruleset
    # The verdicts live and die with the rules that gave them, so none can outlast a change of the files.
    verdicts: dict[_Question, bool]


class PolicyEnforcer:
    """The policy of this server; safe to ask from any thread."""

    def __init__(self, settings: PolicySettings, clock: Callable[[], float] = time.monotonic) -> None:
        """Read the policy files; what is wrong with them is a ConfigurationError."""
        self._settings = settings
        self._warned: set[str] = set()
        self._policy = Reloading("the policy files", self._read, self._fingerprint, clock)

    def decide(self, identity: Identity, rule: str, target: Target = NOTHING) -> bool:
        """Tell whether the caller may do what the rule names to the target."""
        in_force = self._policy.current()
        question = (rule, identity, tuple(target.items()))
        verdict = in_force.verdicts.get(question)
        if verdict is None:
            verdict = in_force.ruleset.judge(identity, rule, target)
            if len(in_force.verdicts) >= self._settings.remembered_verdicts:
                in_force.verdicts.clear()
            in_force.verdicts[question] = verdict
        return verdict

    def _fingerprint(self) -> Hashable:
        """Tell the state of the files that hold the policy now."""
        try:
            return fingerprint(override_paths(self._settings))
        except ConfigurationError as error:
            return error.message

    def _read(self) -> _InForce:
        """Read the policy files and parse every check in them."""
        ruleset = Ruleset(self._settings, read_overrides(override_paths(self._settings)))
        for name in ruleset.unused:
            if name not in self._warned:
                self._warned.add(name)
                _log.warning(
                    "The policy files override %r, but there is no such rule: the line has no effect. "
                    "Correct the name or delete the line.",
                    name,
                )
        return _InForce(ruleset, {})
