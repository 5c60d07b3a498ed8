"""Throw-away PostgreSQL and MariaDB servers for the tests.

`python -m tools.databases install` fetches what is missing from Debian, when it may.
`python -m tools.databases keep [NAME]…` starts servers, prints the URL of each and stops them when its input ends.
"""

import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TypedDict

import sqlalchemy as sa

from tools import debian

SECONDS_TO_START = 90
UNPRIVILEGED_ACCOUNT = "nobody"
"""Who runs the servers when we are root, which both refuse to be run by."""


@dataclass(frozen=True, kw_only=True)
class Recipe:
    """How to make and run a server of one product."""

    name: str
    packages: tuple[str, ...]
    """Debian's packages that bring the programs; their own service is not used."""
    maker: str
    """The program that makes an empty data folder."""
    server: str
    helpers: tuple[str, ...] = ()
    """Programs that the maker needs besides."""
    make: Callable[[Path], list[str]]
    """Arguments of the maker, from the data folder."""
    run: Callable[[Path, int], list[str]]
    """Arguments of the server, from the data folder and the port."""
    stop: signal.Signals
    """Ends it at once: nobody will read the data again."""
    pause: signal.Signals
    """Ends it so that all that was committed is there when it is started again, for it does not wait for the disk."""
    url: str


POSTGRESQL = Recipe(
    name="postgresql",
    packages=("postgresql",),
    maker="initdb",
    server="postgres",
    make=lambda data: [
        *("-D", str(data), "-U", "bessemer", "--auth=trust", "--encoding=UTF8", "--no-locale"),
        *("--no-sync", "--no-instructions"),
    ],
    run=lambda data, port: [
        *("-D", str(data), "-k", str(data), "-h", "127.0.0.1", "-p", str(port)),
        *("-c", "fsync=off", "-c", "synchronous_commit=off", "-c", "full_page_writes=off"),
        *("-c", "wal_level=minimal", "-c", "max_wal_senders=0", "-c", "shared_buffers=64MB"),
    ],
    stop=signal.SIGQUIT,
    pause=signal.SIGINT,
    url="postgresql+psycopg://bessemer@127.0.0.1:{port}/postgres",
)
MARIADB = Recipe(
    name="mariadb",
    packages=("mariadb-server-core", "mariadb-client-core"),
    maker="mariadb-install-db",
    server="mariadbd",
    helpers=("my_print_defaults",),
    make=lambda data: [
        "--no-defaults",
        f"--datadir={data}",
        "--skip-test-db",
        "--auth-root-authentication-method=normal",
    ],
    run=lambda data, port: [
        *("--no-defaults", f"--datadir={data}", f"--socket={data}/socket", f"--pid-file={data}/pid"),
        *("--skip-networking=0", "--bind-address=127.0.0.1", f"--port={port}", "--skip-name-resolve"),
        *("--skip-grant-tables", "--character-set-server=utf8mb4", "--lock-wait-timeout=30"),
        *("--innodb-flush-log-at-trx-commit=0", "--skip-innodb-doublewrite", "--innodb-buffer-pool-size=64M"),
    ],
    stop=signal.SIGKILL,
    pause=signal.SIGTERM,
    url="mysql+pymysql://root@127.0.0.1:{port}/mysql?charset=utf8mb4",
)
RECIPES: Mapping[str, Recipe] = {recipe.name: recipe for recipe in (POSTGRESQL, MARIADB)}


class Account(TypedDict, total=False):
    """Who a program runs as, in the words of subprocess; empty for whoever we are."""

    user: int
    group: int
    extra_groups: list[int]


class StartError(Exception):
    """A server did not come up; the text holds the end of its log."""


def program(name: str) -> str | None:
    """Find a program on the PATH, or where Debian keeps what a person's PATH leaves out."""
    versions = sorted(
        Path("/usr/lib/postgresql").glob("*/bin"), key=lambda folder: int(folder.parent.name), reverse=True
    )
    folders = [os.environ.get("PATH", os.defpath), *map(str, versions), "/usr/local/sbin", "/usr/sbin"]
    return shutil.which(name, path=os.pathsep.join(folders))


def is_here(recipe: Recipe) -> bool:
    """Tell whether this machine has the programs of a product."""
    return all(program(name) for name in (recipe.maker, recipe.server, *recipe.helpers))


def install_missing() -> None:
    """Fetch what is missing from Debian's packages when we may; otherwise say what will be left out."""
    missing = [package for recipe in RECIPES.values() if not is_here(recipe) for package in recipe.packages]
    if missing and debian.may_install():
        debian.install(*missing)
    elif missing:
        names = " ".join(missing)
        print(
            f"Not on this machine: {names}. Tests that need them will be skipped; apt-get install {names} brings them."
        )


class Program:
    """A server of one product with a data folder of its own, which can be stopped and started again."""

    def __init__(self, recipe: Recipe, folder: Path) -> None:
        """Make the data folder; start nothing yet."""
        self._recipe = recipe
        self._folder = folder
        self._log = folder / "log"
        self._account = _unprivileged(folder)
        self._port = _free_port()
        self._server: subprocess.Popen[bytes] | None = None
        self.url = recipe.url.format(port=self._port)
        made = self._run(program(recipe.maker) or recipe.maker, *recipe.make(folder / "data"))
        if made.wait() != 0:
            raise StartError(_last_words(recipe, self._log))

    def start(self) -> None:
        """Run it and wait until it answers."""
        recipe = self._recipe
        self._server = self._run(
            program(recipe.server) or recipe.server, *recipe.run(self._folder / "data", self._port)
        )
        _wait_until_it_answers(recipe, self._server, self.url, self._log)

    def pause(self) -> None:
        """End it for a while."""
        self._end(self._recipe.pause)

    def stop(self) -> None:
        """End it at once and for good."""
        self._end(self._recipe.stop)

    def _end(self, how: signal.Signals) -> None:
        if self._server is not None:
            _stop(self._server, how)
            self._server = None

    def _run(self, *command: str) -> subprocess.Popen[bytes]:
        with self._log.open("ab") as output:
            return subprocess.Popen(
                command, stdout=output, stderr=output, cwd=self._folder, start_new_session=True, **self._account
            )


@contextmanager
def stoppable(recipe: Recipe) -> Iterator[Program]:
    """Run a server in a folder of its own for as long as the block lasts, or with pauses."""
    with ExitStack() as stack:
        folder = Path(tempfile.mkdtemp(prefix=f"bessemer-{recipe.name}-"))
        stack.callback(shutil.rmtree, folder, ignore_errors=True)
        server = Program(recipe, folder)
        stack.callback(server.stop)
        server.start()
        yield server


@contextmanager
def running(recipe: Recipe) -> Iterator[str]:
    """Run a server for as long as the block lasts, and give its URL."""
    with stoppable(recipe) as server:
        yield server.url


def _unprivileged(folder: Path) -> Account:
    if os.geteuid() != 0:
        return {}
    record = pwd.getpwnam(UNPRIVILEGED_ACCOUNT)
    os.chown(folder, record.pw_uid, record.pw_gid)
    return {"user": record.pw_uid, "group": record.pw_gid, "extra_groups": []}


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])


def _wait_until_it_answers(recipe: Recipe, server: subprocess.Popen[bytes], url: str, log: Path) -> None:
    engine = sa.create_engine(url, poolclass=sa.NullPool)
    give_up_at = time.monotonic() + SECONDS_TO_START
    while True:
        try:
            engine.connect().close()
        except sa.exc.OperationalError:
            if server.poll() is not None or time.monotonic() > give_up_at:
                raise StartError(_last_words(recipe, log)) from None
            time.sleep(0.05)
        else:
            return


def _last_words(recipe: Recipe, log: Path) -> str:
    lines = log.read_text(errors="replace").splitlines()[-20:]
    return "\n".join([f"{recipe.name} did not start. The end of its log:", *lines])


def _stop(server: subprocess.Popen[bytes], how: signal.Signals) -> None:
    server.send_signal(how)
    server.wait()


def keep(names: list[str]) -> int:
    """Run servers until the input ends, so that they cannot outlive whoever holds its other end."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        with ExitStack() as stack:
            for name in names:
                print(stack.enter_context(running(RECIPES[name])), flush=True)
            sys.stdin.buffer.read()
    except StartError as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


def main(arguments: list[str]) -> int:
    """Carry out the command named first."""
    match arguments:
        case ["install"]:
            install_missing()
            return 0
        case ["keep", *names] if set(names) <= set(RECIPES):
            return keep(names or list(RECIPES))
        case _:
            print(__doc__, file=sys.stderr)
            return 2


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
