"""Applies inspection rules to the draft of a machine, in their order, until all are through or one fails."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from bessemer.model.errors import BessemerError, Invalid
from bessemer.model.inspection_rule import WholeRule
from bessemer.model.masking import masked
from bessemer.rules.inspection.actions import DEEDS, FailedByRule
from bessemer.rules.inspection.draft import Draft
from bessemer.rules.inspection.operators import OF_NOTHING, OPERATORS
from bessemer.rules.inspection.signatures import ACTIONS, CONDITIONS, Signature
from bessemer.rules.inspection.templates import Sources, filled, filled_in_all, sole_value
from bessemer.rules.inspection.written_rules import NEGATION, plain_op

ALWAYS, NEVER, SENSITIVE = "always", "never", "sensitive"
"""When secrets are hidden from rules; `sensitive` hides them from all rules but sensitive ones."""


class Failure(Exception):
    """The inspection has failed; the text says which rule, and why."""


def apply_rules(draft: Draft, rules: Sequence[WholeRule], mask_secrets: str = ALWAYS) -> None:
    """Apply rules, those with the highest priority first."""
    hidden = _Hidden()
    for rule in sorted(rules, key=lambda each: -each.priority):
        masks = mask_secrets == ALWAYS or (mask_secrets == SENSITIVE and not rule.sensitive)
        try:
            _Turn(draft, rule, hidden if masks else None).run()
        except FailedByRule as failed:
            raise Failure(f"the inspection rule {_title(rule)} says: {failed}") from failed
        except BessemerError as error:
            raise Failure(f"the inspection rule {_title(rule)} could not be applied: {error.message}") from error


def _title(rule: WholeRule) -> str:
    return f"{rule.uuid} ({rule.description})" if rule.description and not rule.sensitive else rule.uuid


class _Hidden:
    """Large documents with their secrets hidden, made anew only when a rule has put others in their place."""

    def __init__(self) -> None:
        self._kept: dict[str, tuple[Any, Any]] = {}

    def of(self, name: str, document: Any) -> Any:
        """Give a document with its secrets hidden."""
        if name not in self._kept or self._kept[name][0] is not document:
            self._kept[name] = (document, masked(document))
        return self._kept[name][1]


class _Turn:
    """One rule and what it looks at."""

    def __init__(self, draft: Draft, rule: WholeRule, hidden: _Hidden | None) -> None:
        self.draft, self.rule, self.hidden = draft, rule, hidden

    def run(self) -> None:
        """Do what the rule says, if all of its conditions hold."""
        if all(self._holds(condition) for condition in self.rule.conditions):
            for action in self.rule.actions:
                self._act(action)

    def sources(self, item: Any = msgspec.UNSET) -> Sources:
        """Give what texts may speak of at this moment."""
        draft, hidden = self.draft, self.hidden
        node = {**draft.node, "traits": draft.traits}
        large = {"inventory": draft.inventory, "plugin_data": draft.plugin_data}
        if hidden is None:
            seen = {**large, "node": node}
        else:
            seen = {**{name: hidden.of(name, document) for name, document in large.items()}, "node": masked(node)}
        return seen if item is msgspec.UNSET else {**seen, "item": item}

    def _each(self, part: Mapping[str, Any]) -> Iterator[Sources]:
        """Go through a loop; its items are the rule's own words, and are filled in before anything else is."""
        loop = part.get("loop")
        if not loop:
            yield self.sources()
            return
        for item in loop if isinstance(loop, list) else [loop]:
            # Filling in twice over would let a machine's words be read as if they were the rule's.
            yield self.sources(self._filled(item, self.sources()))

    def _filled(self, value: Any, sources: Sources) -> Any:
        lines: list[str] = []
        found = filled_in_all(value, sources, lines)
        for line in lines:
            self.draft.tell(f"Inspection rule {self.rule.uuid}: {line}", "warning")
        return found

    def _arguments(self, signature: Signature, part: Mapping[str, Any], sources: Sources) -> dict[str, Any]:
        given = signature.arguments(part["args"])
        in_loop = "item" in sources
        return {
            name: self._filled(value, sources) if in_loop or name not in signature.as_is else value
            for name, value in given.items()
        }

    def _holds(self, condition: Mapping[str, Any]) -> bool:
        held = [self._asked(condition, sources) for sources in self._each(condition)]
        match condition.get("multiple", "any"):
            case "all":
                return all(held)
            case "last":
                return held[-1]
            case "first" if isinstance(condition.get("loop"), dict):
                return held[0]
            case _:
                return any(held)

    def _asked(self, condition: Mapping[str, Any], sources: Sources) -> bool:
        op = plain_op(condition["op"])
        signature = CONDITIONS[op]
        if op in OF_NOTHING:
            value = signature.arguments(condition["args"])["value"]
            sole = sole_value(value, sources) if isinstance(value, str) else None
            given = {"value": self._filled(value, sources) if sole is None else sole.value}
        else:
            given = self._arguments(signature, condition, sources)
            if "item" in sources and "force_strings" in signature.optional:
                given["force_strings"] = True
        return OPERATORS[op](**given) is not condition["op"].startswith(NEGATION)

    def _act(self, action: Mapping[str, Any]) -> None:
        for sources in self._each(action):
            signature = ACTIONS[action["op"]]
            if action["op"] == "api-call":
                given = {**signature.arguments(action["args"]), "url": self._url(action, sources)}
            else:
                given = self._arguments(signature, action, sources)
                signature.check(given)
            DEEDS[action["op"]](self.draft, **given)

    def _url(self, action: Mapping[str, Any], sources: Sources) -> str:
        """Fill in a web address so that a machine's words cannot lead to another place."""
        url = ACTIONS["api-call"].arguments(action["args"])["url"]
        found = filled(url, sources, quoting=True)
        if found.missing is not None:
            raise Invalid(f"the URL {url[:80]!r} speaks of {found.missing}, which is not there.")
        return str(found.value)
