"""Remembers which plans were told lately, to be able to say how later ones differ; nothing but words depends on it."""

from collections import OrderedDict
from collections.abc import Sequence
from threading import Lock

from bessemer.rules.plan_digest import Line, differences

MOST = 1000

FORGOTTEN = (
    "The steps are no longer the same. What they were is not known any more, as that plan was made long ago or by "
    "another conductor. Ask for a new plan and compare the two."
)


class PlanMemory:
    """The plans that one conductor told."""

    def __init__(self) -> None:
        """Begin with none."""
        self._told: OrderedDict[str, tuple[Line, ...]] = OrderedDict()
        self._lock = Lock()

    def keep(self, digest: str, lines: tuple[Line, ...]) -> None:
        """Remember a plan that is told; the one that was told longest ago is forgotten for it."""
        with self._lock:
            self._told[digest] = lines
            self._told.move_to_end(digest)
            while len(self._told) > MOST:
                self._told.popitem(last=False)

    def difference(self, digest: str, now: Sequence[Line]) -> tuple[str, ...]:
        """Say how steps differ from those of a plan that was told."""
        with self._lock:
            before = self._told.get(digest)
        return (FORGOTTEN,) if before is None else tuple(differences(before, now))
