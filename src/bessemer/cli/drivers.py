"""The command that shows hardware types with their interfaces, and what is wrong with them."""

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import click
from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from bessemer.assembly.driver_matrix import Column, Matrix, Standing, driver_matrix
from bessemer.cli.options import DATA, FILES, loaded_settings

MARKS = {Standing.DEFAULT: "* ", Standing.ENABLED: "+ ", Standing.OFF: "- "}
STYLES = {Standing.DEFAULT: "bold green", Standing.ENABLED: "", Standing.OFF: "dim"}
LEGEND = "*  what a node gets that asks for none      +  enabled      -  not enabled"
GAP = 2


@click.command("drivers")
@click.option("--all", "everything", is_flag=True, help="Show the interfaces of types that are not enabled, too.")
@DATA
@FILES
def drivers_command(data: Path | None, config_files: tuple[Path, ...], *, everything: bool) -> None:
    """Show hardware types with their interfaces, and which are enabled.

    Anything that keeps a conductor from starting with these settings is
    told with what to do about it; the exit code is then 1.
    """
    loaded = loaded_settings(config_files, data)
    for warning in loaded.warnings:
        click.echo(f"Warning: {warning}", err=True)
    matrix = driver_matrix(loaded.settings)
    _show(matrix, [each for each in matrix.columns if everything or each.is_enabled])
    if matrix.problems:
        sys.exit(1)


def _show(matrix: Matrix, shown: Sequence[Column]) -> None:
    console = Console(highlight=False)
    with console.capture() as captured:
        for columns in _side_by_side(matrix, shown, console.width):
            console.print(_table(matrix, columns))
            console.print()
        if any(not each.is_classic for each in shown):
            console.print(Text(f"{LEGEND}\n", style="dim"))
        for classic in (each for each in shown if each.is_classic):
            console.print(Text.assemble(_title(classic), " is a classic driver: its interfaces are wired into it.\n"))
        hidden = [each.name for each in matrix.columns if each not in shown]
        if hidden:
            console.print(Text(f"Not enabled: {', '.join(hidden)}. With --all they are shown, too.\n", style="dim"))
        for line in (*_notes(matrix.notes), *_problems(matrix.problems)):
            console.print(line)
    # Tables fill their lines with blanks, which nobody wants in a file or a pasted report.
    click.echo("\n".join(line.rstrip() for line in captured.get().rstrip().split("\n")))


def _side_by_side(matrix: Matrix, shown: Sequence[Column], width: int) -> Iterator[list[Column]]:
    """Put as many hardware types next to each other as there is room for."""
    first = max(map(len, matrix.kinds))
    row: list[Column] = []
    used = first
    for column in shown:
        if column.is_classic:
            continue
        needed = GAP + _width(column)
        if row and used + needed > width:
            yield row
            row, used = [], first
        row.append(column)
        used += needed
    if row:
        yield row


def _width(column: Column) -> int:
    names = [len(name) + 2 for cell in column.cells.values() for name in cell]
    return max([len(_title(column).plain), *names])


def _table(matrix: Matrix, columns: Sequence[Column]) -> Table:
    table = Table(box=None, padding=(0, GAP, 0, 0), pad_edge=False, header_style="")
    table.add_column("", style="dim", no_wrap=True)
    for column in columns:
        table.add_column(_title(column), overflow="fold")
    for kind in matrix.kinds:
        table.add_row(kind, *(_cell(column, kind) for column in columns))
    return table


def _title(column: Column) -> Text:
    return Text(column.name, style="bold") if column.is_enabled else Text(f"{column.name} (not enabled)", style="dim")


def _cell(column: Column, kind: str) -> Text:
    lines = [Text(MARKS[standing] + name, style=STYLES[standing]) for name, standing in column.cells[kind].items()]
    return Text("\n").join(lines)


def _notes(notes: Sequence[str]) -> Iterator[Text | Padding]:
    if notes:
        yield Text("This keeps nothing from starting, and may not be what you want:", style="bold yellow")
        yield from map(_item, notes)
        yield Text()


def _problems(problems: Sequence[str]) -> Iterator[Text | Padding]:
    if problems:
        keep = "This keeps" if len(problems) == 1 else f"These {len(problems)} problems keep"
        yield Text(f"{keep} a conductor from starting:", style="bold red")
        yield from map(_item, problems)


def _item(sentence: str) -> Padding:
    return Padding(Text(sentence), (0, 0, 0, 2))
