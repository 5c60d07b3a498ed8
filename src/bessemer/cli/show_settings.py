"""The command that shows every setting, its value and where it came from."""

import os
from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from pathlib import Path

import click
import msgspec
from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from bessemer.cli.options import FILES
from bessemer.model.errors import ConfigurationError
from bessemer.settings import Line, lines, load

_ROOM_FOR_A_TABLE = 120
_OPTION_WIDTH = 34


@click.command("settings")
@FILES
@click.option("--changed", is_flag=True, help="Show only what somebody has set.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["table", "ini", "json"]),
    default="table",
    show_default=True,
    help="For people, as a configuration file, or for programs.",
)
def settings_command(config_files: tuple[Path, ...], form: str, *, changed: bool) -> None:
    """Show every setting, its value and where it came from.

    Passwords are hidden. The order of precedence is: environment
    (OS_<GROUP>__<OPTION>), later file, earlier file, default.
    """
    try:
        loaded = load(config_files, os.environ)
    except ConfigurationError as error:
        raise click.ClickException(error.message) from error
    for warning in loaded.warnings:
        click.echo(f"Warning: {warning}", err=True)
    shown = [line for line in lines(loaded) if line.is_changed or not changed]
    _WRITERS[form](shown)


def _write_table(shown: Sequence[Line]) -> None:
    console = Console(highlight=False)
    with console.capture() as captured:
        for group, members in groupby(shown, key=lambda line: line.group):
            if console.width >= _ROOM_FOR_A_TABLE:
                console.print(_wide_table(group, members))
            else:
                console.print(_narrow_table(group, members))
            console.print()
    text = captured.get() or "Nothing is set: every option has its default."
    # Tables fill their lines with blanks, which nobody wants in a file or a pasted report.
    click.echo("\n".join(line.rstrip() for line in text.rstrip().split("\n")))


def _wide_table(group: str, members: Iterable[Line]) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), expand=True, header_style="dim")
    table.add_column(Text(f"[{group}]", style="not dim bold"), width=_OPTION_WIDTH, no_wrap=True)
    table.add_column("value", ratio=3, overflow="fold")
    table.add_column("from", ratio=3, overflow="fold")
    table.add_column("meaning", ratio=6)
    for line in members:
        table.add_row(line.option, _value(line), _source(line), _meaning(line))
    return table


def _narrow_table(group: str, members: Iterable[Line]) -> Table:
    """Put the meaning under the option, where four columns would leave no room for any."""
    table = Table.grid(expand=True)
    table.add_row(Text(f"[{group}]", style="bold"))
    for line in members:
        head = Table.grid(padding=(0, 2, 0, 0), expand=True)
        head.add_column(width=_OPTION_WIDTH, no_wrap=True)
        head.add_column(ratio=1, overflow="fold")
        head.add_row(line.option, _value(line))
        table.add_row(head)
        if line.is_changed:
            table.add_row(Padding(_source(line), (0, 0, 0, 4)))
        table.add_row(Padding(_meaning(line), (0, 0, 0, 4)))
    return table


def _meaning(line: Line) -> Text:
    return Text(line.meaning, style="dim")


def _value(line: Line) -> Text:
    if not line.value:
        return Text("unset" if line.value is None else "empty", style="dim italic")
    return Text(line.value, style="bold" if line.is_changed else "")


def _source(line: Line) -> Text:
    return Text(line.source, style="green" if line.is_changed else "dim")


def _write_ini(shown: Sequence[Line]) -> None:
    for group, members in groupby(shown, key=lambda line: line.group):
        click.echo(f"[{group}]")
        for line in members:
            click.echo(f"\n# {line.meaning}\n# From: {line.source}.")
            mark = "# " if line.is_hidden or not line.is_changed else ""
            for value in (line.value or "").split("\n"):
                click.echo(f"{mark}{line.option} = {_ini_value(value)}".rstrip())
        click.echo()


def _ini_value(value: str) -> str:
    # A dollar sign would begin the name of another option; outer quotes and blanks would be taken off.
    escaped = value.replace("$", "$$")
    return f'"{escaped}"' if escaped[:1] in {'"', "'"} or escaped != escaped.strip() else escaped


def _write_json(shown: Sequence[Line]) -> None:
    click.echo(msgspec.json.format(msgspec.json.encode(shown), indent=2).decode())


_WRITERS: dict[str, Callable[[Sequence[Line]], None]] = {
    "table": _write_table,
    "ini": _write_ini,
    "json": _write_json,
}
