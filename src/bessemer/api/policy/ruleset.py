"""The policy table with overrides applied, ready to judge."""

from collections.abc import Mapping

from oslo_policy import policy

from bessemer.api.policy.attributes import caller_attributes, target_attributes
from bessemer.api.policy.check_faults import referenced_names, refuse_faults
from bessemer.api.policy.checks import judges
from bessemer.api.policy.settings import PolicySettings
from bessemer.api.policy.table import RULES, RULES_BY_NAME
from bessemer.model.caller import Identity, Target


class UnknownRuleError(LookupError):
    """The code asked for a rule that is not in the table: a mistake in the program, not in the request."""


class Ruleset:
    """Judges every rule by the checks in force."""

    def __init__(self, settings: PolicySettings, overrides: Mapping[str, str]) -> None:
        """Parse all checks; a faulty one is a ConfigurationError."""
        texts = _texts(overrides)
        rules = policy.Rules.from_dict(texts)
        refuse_faults(rules, texts)
        self._settings = settings
        self._judges = judges(rules)
        self.unused = tuple(sorted(overrides.keys() - RULES_BY_NAME.keys() - referenced_names(rules)))
        """Names that the overrides define and nothing asks for."""

    def judge(self, identity: Identity, rule: str, target: Target) -> bool:
        """Tell whether the caller may do what the rule names to the target."""
        row = RULES_BY_NAME.get(rule)
        if row is None:
            raise UnknownRuleError(f"There is no policy rule {rule}. Add it to a table in bessemer/api/policy.")
        if row.system_only and self._settings.enforce_scope and not identity.system:
            return False
        caller = caller_attributes(identity)
        return self._judges[rule](target_attributes(caller, target, self._settings.service_project), caller)


def _texts(overrides: Mapping[str, str]) -> dict[str, str]:
    """Lay the overrides over the table, wider rules first."""
    texts = {row.name: row.check for row in RULES}
    for row in RULES:
        wider = overrides.get(row.follows) if row.follows is not None else None
        # An override that only points at the narrower rule would go round in a circle.
        if wider is not None and wider.strip() != f"rule:{row.name}":
            texts[row.name] = wider
    return {**texts, **overrides}
