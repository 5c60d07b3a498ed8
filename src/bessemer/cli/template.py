"""The command that checks deploy templates before they are stored."""

import sys
from pathlib import Path

import click

from bessemer.assembly.template_check import check_template
from bessemer.model.errors import BessemerError

NO_ANSWER = 2


@click.group("template")
def template_group() -> None:
    """Look after deploy templates."""


@template_group.command("check")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--node", metavar="NODE", help="Check against the steps that this node has, by its UUID or name.")
@click.option("--driver", metavar="DRIVER", help="Check against the steps that nodes of this driver have by default.")
@click.option(
    "--url",
    metavar="URL",
    default="http://127.0.0.1:6385",
    show_default=True,
    envvar="OS_ENDPOINT",
    help="Where the server answers; may have a user name and a password in it.",
)
def check_command(file: Path, node: str | None, driver: str | None, url: str) -> None:
    """Say everything that is wrong with a template in a JSON or YAML file.

    The file has a whole template, or a bare list of steps. With faults the
    exit code is 1; it is 2 when the file or the server cannot be read.
    """
    if (node is None) == (driver is None):
        raise click.UsageError("Name what the template is for: either --node or --driver.")
    try:
        verdict = check_template(file, url, node, driver)
    except BessemerError as error:
        click.echo(f"bessemer: {error.message}", err=True)
        sys.exit(NO_ANSWER)
    for line in (*verdict.faults, *verdict.notes):
        click.echo(line)
    if verdict.faults:
        sys.exit(1)
    click.echo("Nothing is wrong with it." if not verdict.notes else "Nothing else is wrong with it.")
