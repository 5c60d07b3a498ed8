"""What stands for a plan in a few letters, and how two plans differ."""

from collections import Counter, deque
from collections.abc import Sequence
from hashlib import sha256

import msgspec

from bessemer.model.masking import masked
from bessemer.model.plan import PlannedStep

LETTERS = 64
"""How long a digest is."""
MOST_SAID = 50
"""How many differences are told one by one."""


class Line(msgspec.Struct, frozen=True, kw_only=True):
    """One step as it is compared: all that a plan shows of what will be run."""

    title: str
    priority: int
    likeness: bytes
    """What stands for its arguments, without their secrets, and for the child nodes that run it."""


def outline(steps: Sequence[PlannedStep]) -> tuple[Line, ...]:
    """Reduce steps to what makes two plans the same or not.

    Secrets count as there or not there only: a digest must not be something that they can be guessed with.
    """
    return tuple(
        Line(
            title=step.title,
            priority=step.priority,
            likeness=_likeness(step),
        )
        for step in steps
    )


def _likeness(step: PlannedStep) -> bytes:
    told = (masked(step.args), step.execute_on_child_nodes, step.limit_child_node_execution)
    return sha256(msgspec.json.encode(told, order="deterministic")).digest()


def digest_of(work: str, lines: Sequence[Line]) -> str:
    """Give what stands for a kind of work with exactly these steps in this order."""
    return sha256(
        msgspec.json.encode((work, [(each.title, each.priority, each.likeness) for each in lines]))
    ).hexdigest()


def is_digest(text: str) -> bool:
    """Tell whether a text can be a digest."""
    return len(text) == LETTERS and set(text) <= set("0123456789abcdef")


def differences(before: Sequence[Line], now: Sequence[Line]) -> list[str]:
    """Say in sentences how a plan differs from an earlier one."""
    gone, new = list((Counter(before) - Counter(now)).elements()), list((Counter(now) - Counter(before)).elements())
    alike: dict[str, deque[Line]] = {}
    for line in new:
        alike.setdefault(line.title, deque()).append(line)
    said = [
        _changed(line, alike[line.title].popleft())
        if alike.get(line.title)
        else f"{line.title} (priority {line.priority}) is no longer run."
        for line in gone
    ]
    said += [f"{line.title} (priority {line.priority}) is run besides." for lines in alike.values() for line in lines]
    if len(said) > MOST_SAID:
        said = [*said[:MOST_SAID], f"And {len(said) - MOST_SAID} more."]
    return said or ["The same steps are run in another order."]


def _changed(line: Line, now: Line) -> str:
    arguments = " with other arguments" if line.likeness != now.likeness else ""
    priority = f" with priority {now.priority} instead of {line.priority}" if line.priority != now.priority else ""
    return f"{line.title} is run{priority}{' and' if priority and arguments else ''}{arguments}."
