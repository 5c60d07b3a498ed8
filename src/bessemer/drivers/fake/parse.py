"""Reads from driver_info how one pretended machine is to misbehave."""

from collections.abc import Mapping
from difflib import get_close_matches
from typing import Any

import msgspec

from bessemer.drivers.driver_info import Reader, shown
from bessemer.drivers.fake.names import EVERYTHING, WAITABLE

PREFIX = "fake_"
DAY_S = 86_400.0
LONGEST_ANSWER_S = 10.0
"""A question keeps a thread of the server busy until it is answered."""
MOST_TIMES = 1_000_000

NAMES: Mapping[str, str] = {
    "fake_slow": "How many seconds each deed takes, in place of the configured delay.",
    "fake_answer_after": f"How many seconds each question takes, at most {LONGEST_ANSWER_S:g}.",
    "fake_fail_at": "What fails: a list of names such as deploy.deploy or power.set_power_state.",
    "fake_fail_times": "How many times each of these fails before it works; it fails always unless given.",
    "fake_hang_at": "What never comes back: a list of names. The call blocks until the process ends.",
    "fake_wait_at": "What waits until it is poked: a list of names of deeds. Poke with the vendor method poke.",
    "fake_poll_at": "What is done only after having been looked at three times more: a list of names of deeds.",
}


class Misbehaviour(msgspec.Struct, frozen=True, kw_only=True):
    """How a pretended machine differs from one that does at once what it is told."""

    slow_s: float | None = None
    """How long each deed takes; None leaves it to the configuration."""
    answer_after_s: float = 0.0
    """How long each question takes."""
    fail_at: frozenset[str] = frozenset()
    fail_times: int | None = None
    """How often each of these fails; None is always."""
    hang_at: frozenset[str] = frozenset()
    wait_at: frozenset[str] = frozenset()
    poll_at: frozenset[str] = frozenset()


NONE = Misbehaviour()


def parse(info: Mapping[str, Any]) -> Misbehaviour | list[str]:
    """Read the keys that begin with fake_, or tell everything that is wrong with them."""
    given = [name for name in info if name.startswith(PREFIX)]
    if not given:
        return NONE
    reader = Reader(info)
    found = Misbehaviour(
        slow_s=reader.seconds("fake_slow", DAY_S),
        answer_after_s=reader.seconds("fake_answer_after", LONGEST_ANSWER_S) or 0.0,
        fail_at=_names(reader, "fake_fail_at", EVERYTHING),
        fail_times=reader.whole("fake_fail_times", 1, MOST_TIMES),
        hang_at=_names(reader, "fake_hang_at", EVERYTHING),
        wait_at=_names(reader, "fake_wait_at", WAITABLE),
        poll_at=_names(reader, "fake_poll_at", WAITABLE),
    )
    unknown = [
        f"driver_info has the key {shown(name)}, which pretended machines do not know. Known: {', '.join(NAMES)}."
        for name in given
        if name not in NAMES
    ]
    return [*reader.faults, *unknown] or found


def _names(reader: Reader, key: str, known: frozenset[str]) -> frozenset[str]:
    names = frozenset(reader.words(key))
    for name in sorted(names - known):
        if name in EVERYTHING:
            reader.complain(key, "a list of deeds, which take turns", value=f"{name}, which is answered at once")
            continue
        near = get_close_matches(name[:80], known, n=3, cutoff=0.5) or ["deploy.deploy"]
        reader.complain(key, f"a list of names such as {', '.join(near)}", value=shown(name))
    return names & known
