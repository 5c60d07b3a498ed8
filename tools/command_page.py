"""Write docs/reference/commands.md from the commands themselves."""

from collections.abc import Iterator
from inspect import cleandoc
from pathlib import Path

import click

from bessemer.cli import commands

PAGE = Path(__file__).resolve().parents[1] / "docs" / "reference" / "commands.md"
HEAD = """# Commands

This page is written by `python -m tools.command_page` from the commands themselves.

Settings come from the command line, else from the environment (`OS_<GROUP>__<OPTION>`), else from the files named with
`--config-file`, of which the last one that has an option wins. [All settings](settings.md).
"""


def page() -> str:
    """Write the whole page."""
    return "\n".join([HEAD, *_sections("bessemer", commands)])


def _sections(name: str, command: click.Command) -> Iterator[str]:
    if isinstance(command, click.Group):
        for inner in sorted(command.commands):
            yield from _sections(f"{name} {inner}", command.commands[inner])
        return
    yield f"## {name}\n"
    yield f"{cleandoc(command.help or '')}\n"
    options = [each for each in command.params if isinstance(each, click.Option)]
    if options:
        yield "| option | meaning |\n| --- | --- |"
        yield "\n".join(f"| `{_spelled(each)}` | {each.help or ''} |" for each in options) + "\n"


def _spelled(option: click.Option) -> str:
    many = "…" if option.multiple else ""
    value = "" if option.is_flag else f" {option.metavar or option.name.upper() if option.name else ''}{many}"
    return f"{', '.join(option.opts)}{value}"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
