"""Open the place where a conductor that is no API shows its measurements."""

import asyncio
import socket

from bessemer.api.metering import ApiMeters
from bessemer.api.metrics_door import MetricsDoor
from bessemer.assembly.listening import Opened, plain_config, tcp_socket
from bessemer.model.measures import Measures
from bessemer.settings.records import MetricsSettings
from bessemer.store.database import Database
from bessemer.store.measures import read_measures


def open_metrics_socket(metrics: MetricsSettings) -> socket.socket | None:
    """Take the address for it, if there is one."""
    return None if metrics.port is None else tcp_socket("metrics", metrics.host_ip, metrics.port)


def open_metrics_door(meters: ApiMeters, database: Database, listener: socket.socket) -> Opened:
    """Answer there."""

    async def read() -> Measures:
        return await asyncio.to_thread(database.read, read_measures)

    return Opened(config=plain_config(MetricsDoor(meters, read)), listener=listener)
