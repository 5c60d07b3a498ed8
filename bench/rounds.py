"""Measure things in turns, so that whatever else the machine does falls on all of them alike."""

import gc
import time
from collections.abc import Callable, Mapping

import msgspec

from bench.clock import cpu_s


class Spent(msgspec.Struct, frozen=True):
    """What one operation took, in seconds: the least of all rounds, as noise only ever adds."""

    cpu: float
    wall: float


class Subject(msgspec.Struct, frozen=True, kw_only=True):
    """Something to be measured."""

    pid: int
    """The process whose CPU time counts."""
    work: Callable[[], int]
    """Does a share of the work, and tells how many operations that was."""


def spent_in_turns(subjects: Mapping[str, Subject], rounds: int) -> dict[str, Spent]:
    """Let all subjects do one share in each round, after one that does not count."""
    found = dict.fromkeys(subjects, Spent(float("inf"), float("inf")))
    for each in range(rounds + 1):
        for name, subject in subjects.items():
            spent = _measured(subject)
            if each:
                found[name] = Spent(min(found[name].cpu, spent.cpu), min(found[name].wall, spent.wall))
    return found


def _measured(subject: Subject) -> Spent:
    gc.collect()
    cpu, wall = cpu_s(subject.pid), time.perf_counter()
    count = subject.work()
    return Spent((cpu_s(subject.pid) - cpu) / count, (time.perf_counter() - wall) / count)
