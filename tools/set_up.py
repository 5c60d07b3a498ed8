"""Make the virtual environment .venv fit this checkout, quickly and silently when it already does.

Runs on the bare system Python, before anything is installed: standard library only.
Called as `python3 -m tools.set_up run` (what the server needs) or `… dev` (the tests and the gate as well).
"""

import fcntl
import hashlib
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tools import debian

REPOSITORY = Path(__file__).resolve().parent.parent
ENVIRONMENT = REPOSITORY / ".venv"
EXTRAS = {"run": "", "dev": "[dev,postgresql,mariadb]"}
OLDEST_PYTHON = (3, 11)

OURS = ENVIRONMENT / "made-by-set-up"
"""Says that the folder may be thrown away: it was made here and not by a person."""
STAMP = ENVIRONMENT / "set-up-for"
"""Written last: without it the folder is unfinished, whatever interrupted its making."""

NO_VENV = """\
Setting up stopped: this Python cannot make virtual environments ({python}).
On Debian or Ubuntu: apt-get install python3-venv. Elsewhere install virtualenv. Then run the same command again."""
NOT_OURS = """\
Setting up stopped: {environment} exists and was not made by this command.
Move it away or delete it, then run the same command again."""
INSTALL_FAILED = """\
Setting up stopped: installing the packages failed; pip's own words are above.
Mostly the package index could not be reached. Running the same command again starts afresh."""


class SetUpError(Exception):
    """The environment could not be made; the text says what to do."""


def main(level: str) -> int:
    """Bring the environment to a level; say a word only when there is something to do or to mend."""
    wanted = fingerprint()
    if is_ready(level, wanted):
        return 0
    try:
        with alone():
            if not is_ready(level, wanted):
                make(level, wanted)
    except SetUpError as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


def fingerprint() -> str:
    """Name what an environment depends on: the project file, its own place, the version of Python."""
    return hashlib.sha256((REPOSITORY / "pyproject.toml").read_bytes() + place().encode()).hexdigest()


def is_ready(level: str, wanted: str) -> bool:
    """Tell whether the finished environment is of this checkout and has what the level needs."""
    if not STAMP.exists() or not (ENVIRONMENT / "bin" / "python").exists():
        return False
    made_for, _, made_level = STAMP.read_text().strip().partition(" ")
    return made_for == wanted and made_level in {level, "dev"}


@contextmanager
def alone() -> Iterator[None]:
    """Let one process at a time work on the environment; the others wait."""
    with (REPOSITORY / ".venv.lock").open("w") as lock:
        fcntl.fcntl(lock, fcntl.F_SETFD, 0)  # handed on: an installation that outlives us still keeps others away
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def make(level: str, wanted: str) -> None:
    """Install into the environment, made new unless a finished one of the same place is there."""
    print("Setting up .venv: about a minute, only this time …", file=sys.stderr)
    finished_level = STAMP.read_text().strip().partition(" ")[2] if STAMP.exists() else ""
    if not finished_level or not is_of_this_place():
        make_new()
    STAMP.unlink(missing_ok=True)
    level = "dev" if "dev" in {level, finished_level} else level
    install(level)
    unfinished = STAMP.with_suffix(".new")
    unfinished.write_text(f"{wanted} {level}\n")
    unfinished.replace(STAMP)


def is_of_this_place() -> bool:
    """Tell whether the environment was made here by this Python, not copied along with the checkout."""
    return OURS.exists() and OURS.read_text() == place() and (ENVIRONMENT / "bin" / "python").exists()


def place() -> str:
    """Name where an environment stands and which Python it is of."""
    return f"{ENVIRONMENT} {sys.version_info[:2]}\n"


def make_new() -> None:
    """Make an empty environment by the first way that works."""
    if ENVIRONMENT.exists() and not OURS.exists():
        raise SetUpError(NOT_OURS.format(environment=ENVIRONMENT))
    if made_by("venv") or made_by("virtualenv"):
        return
    if debian.may_install():
        debian.install("python3-venv")
        if made_by("venv"):
            return
    shutil.rmtree(ENVIRONMENT, ignore_errors=True)
    raise SetUpError(NO_VENV.format(python=sys.executable))


def made_by(module: str) -> bool:
    """Try to make the environment with a module of this Python."""
    shutil.rmtree(ENVIRONMENT, ignore_errors=True)
    ENVIRONMENT.mkdir()
    OURS.write_text(place())
    command = [sys.executable, "-m", module, str(ENVIRONMENT)]
    return subprocess.run(command, check=False, capture_output=True).returncode == 0


def install(level: str) -> None:
    """Install this checkout, editable, with what the level asks for."""
    pip = [str(ENVIRONMENT / "bin" / "python"), "-m", "pip", "install", "-qq", "--disable-pip-version-check"]
    command = [*pip, "--editable", f"{REPOSITORY}{EXTRAS[level]}"]
    done = subprocess.run(command, check=False, stdout=sys.stderr, close_fds=False)
    if done.returncode != 0:
        raise SetUpError(INSTALL_FAILED)


if __name__ == "__main__":
    if sys.version_info < OLDEST_PYTHON:
        sys.exit(
            "Setting up stopped: Python 3.11 or newer is needed. Name one: PYTHON=/path/to/python3.11 and the command."
        )
    sys.exit(main(sys.argv[1]))
