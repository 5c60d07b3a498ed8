"""The commands that start a server."""

import logging
import os
from pathlib import Path

import click

from bessemer.assembly.opening import open_database
from bessemer.assembly.server import serve
from bessemer.settings import Loaded, load

HOST = click.option("--host", help="The address to listen on; 127.0.0.1 unless set otherwise.")
PORT = click.option("--port", type=click.IntRange(0, 65535), help="The port to listen on; 6385 unless set otherwise.")
DATA = click.option("--data", type=click.Path(file_okay=False, path_type=Path), help="The folder that data is kept in.")
FILES = click.option(
    "--config-file",
    "config_files",
    multiple=True,
    type=click.Path(dir_okay=False, path_type=Path),
    help="A file of settings; may be given several times, later ones win.",
)


@click.command("serve")
@HOST
@PORT
@DATA
@FILES
def serve_command(host: str | None, port: int | None, data: Path | None, config_files: tuple[Path, ...]) -> None:
    """Start everything in one process."""
    _run(_loaded(host, port, data, config_files), conductor=True)


@click.command("api")
@HOST
@PORT
@DATA
@FILES
def api_command(host: str | None, port: int | None, data: Path | None, config_files: tuple[Path, ...]) -> None:
    """Start an API without a conductor, for use with a database that several processes share."""
    _run(_loaded(host, port, data, config_files), conductor=False)


def _loaded(host: str | None, port: int | None, data: Path | None, files: tuple[Path, ...]) -> Loaded:
    return load(
        files,
        os.environ,
        {
            ("api", "host_ip"): host,
            ("api", "port"): port,
            ("DEFAULT", "state_path"): None if data is None else str(data),
        },
    )


def _run(loaded: Loaded, *, conductor: bool) -> None:
    level = logging.DEBUG if loaded.settings.default.debug else logging.INFO
    logging.basicConfig(level=level, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    for warning in loaded.warnings:
        logging.getLogger("bessemer.settings").warning(warning)
    database = open_database(loaded.settings)
    serve(
        loaded.settings,
        database,
        conductor=conductor,
        announce=lambda address: click.echo(f"Bessemer answers at {address}"),
    )
