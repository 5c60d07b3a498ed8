"""The commands that start a server."""

import logging
from collections.abc import Callable
from pathlib import Path

import click

from bessemer.assembly.server import Announce, serve_api, serve_conductor, serve_everything
from bessemer.cli.options import DATA, FILES, loaded_settings
from bessemer.settings import Loaded
from bessemer.settings.options import Key, Value
from bessemer.settings.records import Settings

HOST = click.option("--host", help="The address to listen on; 127.0.0.1 unless set otherwise.")
PORT = click.option("--port", type=click.IntRange(0, 65535), help="The port to listen on; 6385 unless set otherwise.")


@click.command("serve")
@HOST
@PORT
@DATA
@FILES
def serve_command(host: str | None, port: int | None, data: Path | None, config_files: tuple[Path, ...]) -> None:
    """Start everything in one process."""
    _run(_loaded(host, port, data, config_files), serve_everything)


@click.command("api")
@HOST
@PORT
@DATA
@FILES
def api_command(host: str | None, port: int | None, data: Path | None, config_files: tuple[Path, ...]) -> None:
    """Start an API without a conductor, for use with a database that several processes share."""
    _run(_loaded(host, port, data, config_files), serve_api)


@click.command("conductor")
@click.option("--host", help="The address at which other processes ask it; 127.0.0.1 unless set otherwise.")
@click.option("--port", type=click.IntRange(0, 65535), help="The port for that; 8089 unless set otherwise.")
@DATA
@FILES
def conductor_command(host: str | None, port: int | None, data: Path | None, config_files: tuple[Path, ...]) -> None:
    """Start a conductor without an API, for use with a database that several processes share."""
    given: dict[Key, Value] = {("json_rpc", "host_ip"): host, ("json_rpc", "port"): port}
    _run(loaded_settings(config_files, data, given), serve_conductor)


def _loaded(host: str | None, port: int | None, data: Path | None, files: tuple[Path, ...]) -> Loaded:
    return loaded_settings(files, data, {("api", "host_ip"): host, ("api", "port"): port})


def _run(loaded: Loaded, serve: Callable[[Settings, Announce], None]) -> None:
    level = logging.DEBUG if loaded.settings.default.debug else logging.INFO
    logging.basicConfig(level=level, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    # Each step of an upgrade is a line that helps nobody; that there was one is told by the database's version.
    logging.getLogger("alembic").setLevel(logging.WARNING)
    for warning in loaded.warnings:
        logging.getLogger("bessemer.settings").warning(warning)
    serve(loaded.settings, lambda address: click.echo(f"Bessemer answers at {address}"))
