"""Join the rooms into a process: everything in one, or the API and the conductors apart."""

import os
import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager

from bessemer.api.edge import Edge
from bessemer.assembly.conductor import Conductor
from bessemer.assembly.conductor_door import open_conductor_socket, open_door, url_of
from bessemer.assembly.database import database_url, opened_database
from bessemer.assembly.hardware import WaysToConductors, ways_to_conductors
from bessemer.assembly.images import opened_images
from bessemer.assembly.listening import Opened, answer_until_stopped, api_config, open_socket, shown_address
from bessemer.assembly.loaded_hardware import loaded_hardware
from bessemer.assembly.metering import Meters, make_meters
from bessemer.assembly.metrics_door import open_metrics_door, open_metrics_socket
from bessemer.assembly.public_api import for_ramdisks, make_edge, with_cors
from bessemer.assembly.ramdisk_calls import open_ramdisk_socket
from bessemer.assembly.shared_key import needed_key, shared_key
from bessemer.model.errors import ConfigurationError
from bessemer.settings.records import Settings
from bessemer.store.database import Database
from bessemer.store.embedded import is_embedded

Announce = Callable[[str], None]
"""Says to the person who started the process where it answers."""


def serve_everything(settings: Settings, announce: Announce) -> None:
    """Be the API and a conductor, until told to stop; with a key, others may ask the conductor too."""
    loaded = loaded_hardware(settings)
    key = None if is_embedded(database_url(settings)) else shared_key(settings)
    with ExitStack() as stack:
        listener = stack.enter_context(open_socket(settings.api))
        beside = _entered(stack, open_ramdisk_socket(settings))
        own = None if key is None else stack.enter_context(open_conductor_socket(settings.json_rpc))
        images = stack.enter_context(opened_images(settings))
        database = stack.enter_context(opened_database(settings))
        url = None if own is None else url_of(settings, own)
        meters = make_meters()
        conductor = stack.enter_context(Conductor(settings, database, loaded, url, meters.engine))
        ways = ways_to_conductors(database, conductor, key)
        edge = stack.enter_context(_opened_edge(settings, database, ways, meters))
        places = [*_places(settings, edge, listener, beside), *images]
        if key is not None and own is not None:
            places.append(open_door(settings, conductor, key, own))
        with draining_on_request(conductor, settings):
            answer_until_stopped(places, lambda: announce(shown_address(settings.api, listener)))


def serve_api(settings: Settings, announce: Announce) -> None:
    """Be an API whose questions about hardware go to conductors in other processes, until told to stop."""
    _refuse_embedded(settings, "api")
    key = needed_key(settings, "api")
    with ExitStack() as stack:
        listener = stack.enter_context(open_socket(settings.api))
        beside = _entered(stack, open_ramdisk_socket(settings))
        database = stack.enter_context(opened_database(settings))
        ways = ways_to_conductors(database, None, key)
        edge = stack.enter_context(_opened_edge(settings, database, ways, make_meters()))
        places = _places(settings, edge, listener, beside)
        answer_until_stopped(places, lambda: announce(shown_address(settings.api, listener)))


def serve_conductor(settings: Settings, announce: Announce) -> None:
    """Be a conductor that other processes ask, until told to stop."""
    _refuse_embedded(settings, "conductor")
    key = needed_key(settings, "conductor")
    loaded = loaded_hardware(settings)
    with (
        open_conductor_socket(settings.json_rpc) as own,
        opened_images(settings) as images,
        opened_database(settings) as database,
    ):
        url = url_of(settings, own)
        meters, places = make_meters(), [*images]
        shown = open_metrics_socket(settings.metrics)
        if shown is not None:
            places.append(open_metrics_door(meters.api, database, shown))
        conductor = Conductor(settings, database, loaded, url, meters.engine)
        with conductor, draining_on_request(conductor, settings):
            answer_until_stopped([open_door(settings, conductor, key, own), *places], lambda: announce(url))


@contextmanager
def draining_on_request(conductor: Conductor, settings: Settings) -> Iterator[None]:
    """Stop at SIGUSR2 as at SIGTERM, but with more patience for what is being done to machines."""

    def drain(*_: object) -> None:
        conductor.patience_s = settings.default.drain_shutdown_timeout
        os.kill(os.getpid(), signal.SIGTERM)

    before = signal.signal(signal.SIGUSR2, drain)
    try:
        yield
    finally:
        signal.signal(signal.SIGUSR2, before)


def _refuse_embedded(settings: Settings, command: str) -> None:
    if is_embedded(database_url(settings)):
        raise ConfigurationError(
            f"`bessemer {command}` shares its database with other processes, and a SQLite file belongs to one process. "
            "Use `bessemer serve`, or set [database]connection to PostgreSQL or MariaDB."
        )


@contextmanager
def _opened_edge(settings: Settings, database: Database, ways: WaysToConductors, meters: Meters) -> Iterator[Edge]:
    edge = make_edge(settings, database, ways.hardware, ways.waking, meters.api)
    try:
        yield edge
    finally:
        edge.desk.close()


def _entered(stack: ExitStack, listener: socket.socket | None) -> socket.socket | None:
    return None if listener is None else stack.enter_context(listener)


def _places(
    settings: Settings, edge: Edge, listener: socket.socket, ramdisk_listener: socket.socket | None
) -> list[Opened]:
    """Answer everybody at one place, and ramdisks at another where there is one for them."""
    app = with_cors(settings, edge)
    places = [Opened(config=api_config(settings.api, app), listener=listener, leave=edge.feed.close)]
    if ramdisk_listener is not None:
        config = api_config(settings.api, for_ramdisks(settings, edge))
        places.append(Opened(config=config, listener=ramdisk_listener))
    return places
