"""Write docs/reference/states.md from the tables of states, events and verbs."""

from collections.abc import Iterator
from pathlib import Path

from bessemer.model.states import ProvisionState, StateSort
from bessemer.model.verbs import Target
from bessemer.rules.power_verbs import POWER_VERBS
from bessemer.rules.provision_events import TRANSITIONS
from bessemer.rules.provision_states import STATES, failure_of
from bessemer.rules.verb_arguments import ARGUMENTS, NEEDED
from bessemer.rules.verb_table import TAKEN_IN, VERBS, Maintenance, verbs_in

PAGE = Path(__file__).resolve().parents[1] / "docs" / "reference" / "states.md"

HEAD = """# Provision states and verbs

This page is written by `python -m tools.states_page` from the tables that decide.
"""

STATES_HEAD = """## States

A node is in one of five sorts of state. **Resting**: nothing goes on. **Working**: a conductor is at work.
**Waiting**: the machine is expected to call back. **Held**: somebody stopped the work and will let it go on.
**Parked**: something failed, and a person decides.

*Deadline* is the setting that says for how many seconds a node may stay; then it goes where *failure* says. With ⟳
every heartbeat starts the time anew. *Goal* is what `target_provision_state` shows; a cleaning that a person asked for
ends in `manageable`. *Way out* is the verb that always helps, whatever became of the machine. In a working state no
verb is taken on the node itself: there it is the work that is aborted.

| state | sort | goal | deadline | failure | verbs | way out |
| --- | --- | --- | --- | --- | --- | --- |"""

VERBS_HEAD = """## Verbs

`PUT /v1/nodes/{node}/states/provision` takes a `target` and its arguments. A request is judged for its version, for
maintenance, for the state of the node and for its arguments, in this order.

| target | since | from | leads to | in maintenance | what it does |
| --- | --- | --- | --- | --- | --- |"""

ARGUMENTS_HEAD = """## Arguments

An argument in **bold** is needed; of two in bold for one verb, one is.

| argument | with (since) | what it is |
| --- | --- | --- |"""

POWER_HEAD = """## Power

`PUT /v1/nodes/{node}/states/power` takes a `target` and, since 1.27, a `timeout` in seconds. It is refused while a node
is cleaned.

| target | since | leads to |
| --- | --- | --- |"""

DIAGRAM_HEAD = """## Ways from state to state

```mermaid
stateDiagram-v2"""


def page() -> str:
    """Write the whole page."""
    parts = (HEAD, STATES_HEAD, *_state_rows(), "", VERBS_HEAD, *_verb_rows(), "", ARGUMENTS_HEAD, *_argument_rows())
    return "\n".join([*parts, "", POWER_HEAD, *_power_rows(), "", DIAGRAM_HEAD, *_ways(), "```", ""])


def _code(word: str | None) -> str:
    return f"`{word}`" if word else ""


def _state_rows() -> Iterator[str]:
    for state, row in STATES.items():
        verbs = ", ".join(map(_code, verbs_in(state)))
        until = "" if row.deadline is None else _code(row.deadline.option) + " ⟳" * row.deadline.is_put_off
        failure = _code(failure_of(state))
        way_out = "abort the work" if row.sort is StateSort.WORKING else _code(row.way_out)
        yield f"| {_code(state)} | {row.sort} | {_code(row.target)} | {until} | {failure} | {verbs} | {way_out} |"


def _verb_rows() -> Iterator[str]:
    for target, verb in VERBS.items():
        later = {state: f" (1.{since})" for state, since in verb.since_from.items()}
        origins = ", ".join(_code(state) + later.get(state, "") for state in TAKEN_IN[target])
        ends = ", ".join(map(_code, dict.fromkeys(TRANSITIONS[state][verb.raises] for state in TAKEN_IN[target])))
        yield f"| {_code(target)} | 1.{verb.since} | {origins} | {ends} | {_maintenance(target)} | {_doc(target)} |"


def _maintenance(target: Target) -> str:
    rule = VERBS[target].maintenance
    return "`conductor.allow_provisioning_in_maintenance`" if rule is Maintenance.AS_CONFIGURED else rule


def _doc(target: Target) -> str:
    verb = VERBS[target]
    refused = [
        word for word, is_so in (("protected", verb.spares_protected), ("retired", verb.spares_retired)) if is_so
    ]
    return verb.doc + (f" Refused on {' and '.join(refused)} nodes." if refused else "")


def _argument_rows() -> Iterator[str]:
    for name, row in ARGUMENTS.items():
        verbs = ", ".join(f"{_code(target)} (1.{since})" for target, since in row.since.items())
        is_needed = any(name in needed for needed in NEEDED.values())
        yield f"| {'**' * is_needed}{_code(name)}{'**' * is_needed} | {verbs} | {row.doc} |"


def _power_rows() -> Iterator[str]:
    for target, verb in POWER_VERBS.items():
        yield f"| {_code(target)} | 1.{verb.since} | {_code(verb.goal)} |"


def _ways() -> Iterator[str]:
    for state in ProvisionState:
        yield f'    state "{state}" as {state.name}'
    for state, ways in TRANSITIONS.items():
        for event, to in ways.items():
            yield f"    {state.name} --> {to.name}: {event}"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
