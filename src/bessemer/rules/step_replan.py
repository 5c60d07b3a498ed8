"""What remains of a list of steps that is made anew while it is being run."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

import msgspec

from bessemer.model.plan import PlannedStep, StepPlan
from bessemer.rules.reserved_steps import identity_of


def continued(plan: StepPlan, done: Sequence[PlannedStep]) -> StepPlan:
    """Put the steps that were run or begun first and the others of the new list behind them, so that none is lost."""
    left = Counter(map(_identity, done))
    rest = [step for step in plan.order if not _is_done(step, left)]
    return msgspec.structs.replace(plan, order=(*done, *rest))


def _is_done(step: PlannedStep, left: Counter[Any]) -> bool:
    """Tell whether a step is one of those done, each of which stands for one step only."""
    identity = _identity(step)
    found = left[identity] > 0
    left[identity] -= found
    return found


def _identity(step: PlannedStep) -> Any:
    where = (step.execute_on_child_nodes, step.limit_child_node_execution)
    return *identity_of(step.interface, step.step, step.args, step.priority), *where
