"""Remembers which plans were told lately, to be able to say how later ones differ; nothing but words depends on it."""

from collections import OrderedDict
from collections.abc import Sequence
from threading import Lock

from bessemer.rules.plan_digest import Line, differences

MOST_LINES = 20_000
"""How many steps are remembered in all, however many plans they belong to."""

FORGOTTEN = (
    "The steps are no longer the same. What they were is not known any more, as that plan was made long ago or by "
    "another conductor. Ask for a new plan and compare the two."
)


class PlanMemory:
    """The plans that one conductor told."""

    def __init__(self) -> None:
        """Begin with none."""
        self._told: OrderedDict[str, tuple[Line, ...]] = OrderedDict()
        self._count = 0
        self._lock = Lock()

    def keep(self, digest: str, lines: tuple[Line, ...]) -> None:
        """Remember a plan that is told; those that were told longest ago are forgotten for it."""
        with self._lock:
            self._count += len(lines) - len(self._told.pop(digest, ()))
            self._told[digest] = lines
            while self._count > MOST_LINES:
                _, forgotten = self._told.popitem(last=False)
                self._count -= len(forgotten)

    def difference(self, digest: str, now: Sequence[Line]) -> tuple[str, ...]:
        """Say how steps differ from those of a plan that was told."""
        with self._lock:
            before = self._told.get(digest)
        return (FORGOTTEN,) if before is None else tuple(differences(before, now))
