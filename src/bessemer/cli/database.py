"""The commands that look after the database."""

from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Concatenate, ParamSpec

import click

from bessemer.assembly.database import (
    CopiedTable,
    Inspection,
    copy_database,
    inspect_database,
    upgrade_database,
)
from bessemer.cli.options import DATA, FILES, loaded_settings
from bessemer.model.errors import ConfigurationError
from bessemer.settings import Settings

P = ParamSpec("P")


@click.group("db")
def database_group() -> None:
    """Make, check and copy the database."""


def with_settings(command: Callable[Concatenate[Settings, P], None]) -> Callable[..., None]:
    """Give a command the options that choose the settings, and the settings."""

    @DATA
    @FILES
    @wraps(command)
    def loaded(data: Path | None, config_files: tuple[Path, ...], *args: P.args, **kwargs: P.kwargs) -> None:
        found = loaded_settings(config_files, data)
        for warning in found.warnings:
            click.echo(f"Warning: {warning}", err=True)
        command(found.settings, *args, **kwargs)

    return loaded


@database_group.command("upgrade")
@with_settings
def upgrade_command(settings: Settings) -> None:
    """Make the tables, or bring them to the version of this release.

    Make a backup and stop every other Bessemer process first. Running it
    again changes nothing.
    """
    done = upgrade_database(settings)
    if done.before == done.after:
        click.echo(f"Nothing to do: the tables are of version {done.after} already.")
    elif done.before is None:
        click.echo(f"Made the tables, version {done.after}.")
    else:
        click.echo(f"Changed the tables from version {done.before} to {done.after}.")


@database_group.command("check")
@with_settings
def check_command(settings: Settings) -> None:
    """Show the state of the database; with problems the exit code is 1."""
    try:
        found = inspect_database(settings)
    except ConfigurationError as error:
        raise click.ClickException(error.message) from error
    _show(found)
    if found.problems:
        raise SystemExit(1)


def _show(found: Inspection) -> None:
    click.echo(found.place)
    click.echo(f"  engine   {found.engine}")
    click.echo(f"  charset  {found.charset}")
    click.echo(f"  version  {found.revision or 'no tables'}")
    if found.rows:
        click.echo("  rows")
    for table, rows in found.rows.items():
        click.echo(f"    {rows:>12,}  {table}")
    for problem in found.problems:
        click.echo(f"Problem: it {problem}")
    if not found.problems:
        click.echo("No problems.")


@database_group.command("copy")
@click.option(
    "--from",
    "source",
    required=True,
    envvar="BESSEMER_COPY_FROM",
    metavar="URL",
    help="The database to read; stop every Bessemer process on it first.",
)
@click.option(
    "--to",
    "target",
    required=True,
    envvar="BESSEMER_COPY_TO",
    metavar="URL",
    help="The database to fill; it must be empty.",
)
def copy_command(source: str, target: str) -> None:
    """Copy everything from one database to another, of any engine.

    A URL is written as in [database]connection. Other users of the machine
    see what stands on a command line: to hide a password, give the URL in
    the environment as BESSEMER_COPY_FROM or BESSEMER_COPY_TO.

    Every table is read back and compared before anything is kept.
    """
    copied: list[CopiedTable] = []

    def tell(table: CopiedTable) -> None:
        copied.append(table)
        click.echo(f"{table.rows:>12,}  {table.name}  (checksum {table.checksum[:16]})")

    copy_database(source, target, tell)
    click.echo(f"Copied {sum(table.rows for table in copied):,} rows; both sides are alike.")
