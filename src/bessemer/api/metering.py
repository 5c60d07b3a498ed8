"""Measures how long requests take, and writes all measurements as Prometheus reads them."""

from collections.abc import Iterable, Iterator
from datetime import datetime

from prometheus_client import CollectorRegistry, Histogram, generate_latest
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4
from prometheus_client.registry import Collector
from typing_extensions import override

from bessemer.model.measures import Measures

CONTENT_TYPE = CONTENT_TYPE_PLAIN_0_0_4
REQUEST_S = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10)
NOWHERE = "none"
"""Stands for the route of requests that lead to none; what they asked for is theirs to choose, and endless."""
PATTERN = "bessemer.route"
"""The key under which the route of a request is noted."""


class ApiMeters:
    """The measurements of this process, with the registry that they share with others."""

    def __init__(self, registry: CollectorRegistry | None = None) -> None:
        """Begin at nothing."""
        self._registry = registry or CollectorRegistry()
        self._requests = Histogram(
            "bessemer_request_seconds",
            "From the head of a request to the head of its answer.",
            ("method", "route", "status"),
            buckets=REQUEST_S,
            registry=self._registry,
        )
        self._known: dict[tuple[str, str, int], Histogram] = {}

    def note(self, method: str, route: str | None, status: int, seconds: float) -> None:
        """Take one request into account."""
        key = (NOWHERE, NOWHERE, status) if route is None else (method, route, status)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self._requests.labels(*key)
        known.observe(seconds)

    def written(self, measures: Measures) -> bytes:
        """Write all there is, with the state of the work as the database has it."""
        return generate_latest(_Joined(self._registry, families_from_measures(measures)))


class _Joined(CollectorRegistry):
    """The measurements of this process, followed by others."""

    def __init__(self, registry: Collector, families: Iterable[Metric]) -> None:
        super().__init__()
        self._parts: tuple[Iterable[Metric], ...] = (registry.collect(), families)

    @override
    def collect(self) -> Iterator[Metric]:
        for part in self._parts:
            yield from part


def families_from_measures(measures: Measures) -> tuple[Metric, ...]:
    """Put what the database told into the words of Prometheus."""
    active = GaugeMetricFamily(
        "bessemer_operations_active", "Operations that have not ended.", labels=("kind", "status")
    )
    for kind, status, count in measures.active:
        active.add_metric((kind, status), count)
    queue = GaugeMetricFamily(
        "bessemer_queue_age_seconds", "How long the longest waiting operation has been due.", labels=("conductor",)
    )
    lease = GaugeMetricFamily(
        "bessemer_lease_age_seconds", "How long ago a conductor last said that it is alive.", labels=("conductor",)
    )
    for host in sorted({*measures.renewed_at, *measures.due_since}):
        queue.add_metric((host,), _age(measures.due_since.get(host), measures.now))
    for host, moment in sorted(measures.renewed_at.items()):
        lease.add_metric((host,), _age(moment, measures.now))
    return active, queue, lease


def _age(moment: str | None, now: str) -> float:
    if moment is None:
        return 0.0
    return max(0.0, (datetime.fromisoformat(now) - datetime.fromisoformat(moment)).total_seconds())
