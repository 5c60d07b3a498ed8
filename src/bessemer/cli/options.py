"""Options that several commands have."""

import os
from pathlib import Path

import click

from bessemer.settings import Loaded, load
from bessemer.settings.options import Key, Value

DATA = click.option(
    "--data",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="The folder that data, such as the SQLite file, lies in.",
)
FILES = click.option(
    "--config-file",
    "config_files",
    multiple=True,
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Read this file; a later one overrides an earlier one.",
)


def loaded_settings(
    config_files: tuple[Path, ...], data: Path | None, others: dict[Key, Value] | None = None
) -> Loaded:
    """Load the settings; what was given on the command line goes before everything else."""
    return load(
        config_files,
        os.environ,
        {("DEFAULT", "state_path"): None if data is None else str(data), **(others or {})},
    )
