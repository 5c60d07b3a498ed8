"""The stock `baremetal` command, as a function of its arguments."""

import json
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.api.serving import surroundings

HERE = Path(__file__).parent


class CommandFailed(AssertionError):
    """The command ended with an error; the text is what it said."""


class Baremetal:
    """A process of the command for one server; each call is one command line."""

    def __init__(self, url: str, home: Path) -> None:
        """Start it; `home` keeps the client's cache of negotiated versions away from the developer's own."""
        places = {"HOME": str(home), "XDG_CACHE_HOME": str(home / "cache"), "COLUMNS": "400"}
        self._process = subprocess.Popen(
            [sys.executable, "-W", "ignore", str(HERE / "command_loop.py")],
            env={**surroundings(), **places, "OS_AUTH_TYPE": "none", "OS_ENDPOINT": url},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def close(self) -> None:
        """End it."""
        self._process.communicate()

    def __call__(self, line: str) -> str:
        """Run a command line, giving what it printed."""
        assert self._process.stdin
        assert self._process.stdout
        print(json.dumps(["--max-retries", "0", *shlex.split(line)]), file=self._process.stdin, flush=True)
        answer = json.loads(self._process.stdout.readline())
        if answer["code"] != 0:
            raise CommandFailed(f"baremetal {line}: {answer['err'].strip()}")
        return str(answer["out"])

    def json(self, line: str) -> Any:
        """Run a command line that shows something, giving what it shows."""
        return json.loads(self(f"{line} -f json"))
