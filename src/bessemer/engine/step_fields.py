"""Shows on a node which of its steps is being run, in the fields that clients know."""

from collections.abc import Mapping, Sequence
from typing import Any

from bessemer.engine.books import Books
from bessemer.model.masking import masked
from bessemer.model.step import StepKind

SHOWN = ("interface", "step", "args", "priority", "abortable", "requires_ramdisk")
CHILDREN = ("execute_on_child_nodes", "limit_child_node_execution")

HAVE_FIELDS = frozenset({StepKind.DEPLOY, StepKind.CLEAN, StepKind.SERVICE})
"""Steps of verification are over so soon that nobody has a field for them."""


def step_as_shown(step: Mapping[str, Any]) -> dict[str, Any]:
    """Give what clients see of a step, without the secrets in its arguments."""
    names = (*SHOWN, *(CHILDREN if step.get("execute_on_child_nodes") else ()))
    shown: dict[str, Any] = masked({name: step.get(name) for name in names})
    return shown


def listed(kind: StepKind, steps: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Give the key of driver_internal_info that tells the whole list."""
    return {f"{kind}_steps": [step_as_shown(step) for step in steps]} if kind in HAVE_FIELDS else {}


def show_step(books: Books, kind: StepKind, step: Mapping[str, Any], index: int) -> None:
    """Tell the step that is begun."""
    if kind in HAVE_FIELDS:
        books.edit({f"{kind}_step": step_as_shown(step)})
        books.remember({f"{kind}_step_index": index})


def hide_step(books: Books, kind: StepKind) -> None:
    """Tell that no step is being run any more."""
    if kind in HAVE_FIELDS:
        books.edit({f"{kind}_step": {}})
        books.remember({f"{kind}_steps": None}, forget=(f"{kind}_step_index",))
