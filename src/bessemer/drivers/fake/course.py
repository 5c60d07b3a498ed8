"""Decides how a deed on a pretended machine goes on, turn by turn."""

from typing import Any

import msgspec

from bessemer.drivers.contract.outcome import Waiting
from bessemer.drivers.fake.names import ALWAYS_WAIT
from bessemer.drivers.fake.parse import Misbehaviour

POLL_S = 1.0
POLLS = 3
TAKEN = "pauses"
"""The key of the memo that tells how many pauses have been begun."""


def pauses_of(what: str, misbehaviour: Misbehaviour, delay_s: float) -> tuple[Waiting, ...]:
    """List what a deed waits for before it is done: to be looked at, to be poked, to have taken its time."""
    pauses: list[Waiting] = []
    if what in misbehaviour.poll_at:
        pauses += [
            Waiting(look_again_after_s=POLL_S, message=f"Looked at {what}", progress=100 * turn // (POLLS + 1))
            for turn in range(1, POLLS + 1)
        ]
    if what in misbehaviour.wait_at | ALWAYS_WAIT:
        pauses.append(Waiting(message=f"{what} waits to be poked"))
    if delay_s > 0:
        pauses.append(Waiting(look_again_after_s=delay_s, message=f"{what} takes {delay_s:g} s"))
    return tuple(msgspec.structs.replace(pause, memo={TAKEN: place}) for place, pause in enumerate(pauses, start=1))


def next_pause(pauses: tuple[Waiting, ...], memo: Any, *, is_poked: bool) -> Waiting | None:
    """Choose the pause that comes now: the one that is not over, else the next; None when all are over."""
    taken = memo.get(TAKEN, 0) if isinstance(memo, dict) else 0
    if 0 < taken <= len(pauses) and is_for_poke(pauses[taken - 1]) and not is_poked:
        return pauses[taken - 1]
    return pauses[taken] if taken < len(pauses) else None


def is_for_poke(pause: Waiting) -> bool:
    """Tell whether a pause ends only when the machine is poked."""
    return pause.look_again_after_s is None
