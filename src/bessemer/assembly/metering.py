"""Make what the measurements of one process are gathered in, whichever rooms take them."""

import msgspec
from prometheus_client import CollectorRegistry, ProcessCollector, disable_created_metrics

from bessemer.api.metering import ApiMeters
from bessemer.engine.metering import EngineMeters


class Meters(msgspec.Struct, frozen=True, kw_only=True):
    """The measurements of one process."""

    api: ApiMeters
    engine: EngineMeters


def make_meters() -> Meters:
    """Begin to measure."""
    # What it disables is a line beside each other one, which says when counting began; the process says that once.
    disable_created_metrics()  # type: ignore[no-untyped-call]
    registry = CollectorRegistry()
    ProcessCollector(registry=registry)
    return Meters(api=ApiMeters(registry), engine=EngineMeters(registry))
