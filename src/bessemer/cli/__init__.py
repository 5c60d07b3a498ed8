"""The command line: parses, calls, prints, exits."""

import sys

import click

from bessemer.cli.database import database_group
from bessemer.cli.drivers import drivers_command
from bessemer.cli.serve import api_command, conductor_command, serve_command
from bessemer.cli.show_settings import settings_command
from bessemer.cli.template import template_group
from bessemer.model.errors import ConfigurationError


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="bessemer")
def commands() -> None:
    """Turn a room full of servers into an API."""


commands.add_command(serve_command)
commands.add_command(api_command)
commands.add_command(conductor_command)
commands.add_command(drivers_command)
commands.add_command(settings_command)
commands.add_command(database_group)
commands.add_command(template_group)


def main() -> None:
    """Run the command line; a faulty set-up is told without a traceback."""
    try:
        commands()
    except ConfigurationError as error:
        click.echo(f"bessemer: {error.message}", err=True)
        sys.exit(2)
