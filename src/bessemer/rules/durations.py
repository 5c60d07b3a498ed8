"""How long something takes, judged by how long it took before."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from math import ceil
from statistics import median

from bessemer.model.foresight import Duration

MOST = 0.95


def durations_of(runs: Iterable[tuple[str, str, str]]) -> Mapping[str, Duration]:
    """Sum up runs, each with its name, its beginning and its end, by their names."""
    seconds: dict[str, list[float]] = {}
    for name, began, ended in runs:
        seconds.setdefault(name, []).append(seconds_between(began, ended))
    return {name: _summed_up(sorted(each)) for name, each in seconds.items()}


def seconds_between(began: str, ended: str) -> float:
    """Measure the time between two moments; clocks that were set back in between make it nothing."""
    return max(0.0, (datetime.fromisoformat(ended) - datetime.fromisoformat(began)).total_seconds())


def _summed_up(seconds: list[float]) -> Duration:
    place = ceil(MOST * len(seconds)) - 1
    return Duration(runs=len(seconds), median_s=round(median(seconds), 3), p95_s=round(seconds[place], 3))
