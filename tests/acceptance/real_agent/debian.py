"""Makes trees of Debian packages, in which programs run that this machine need not have installed."""

import os
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

SUITE = "bookworm"
MIRROR = os.environ.get("BESSEMER_DEBIAN_MIRROR", "http://deb.debian.org/debian")
LEFT_OUT = ("/usr/share/doc/*", "/usr/share/man/*", "/usr/share/locale/*", "/usr/share/info/*")


class CannotBuild(Exception):
    """Something that a part is built from is not to be had here; the text says what."""


class Tree:
    """A folder with a small Debian in it."""

    def __init__(self, folder: Path) -> None:
        """Take one that is there."""
        self.folder = folder

    def run(self, *command: str, **how: object) -> "subprocess.CompletedProcess[bytes]":
        """Run a program of the tree inside it, to its end."""
        return run("chroot", str(self.folder), *command, **how)


def run(*command: str, **how: object) -> "subprocess.CompletedProcess[bytes]":
    """Run a program to its end; what it said is told when it fails."""
    given = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "stdin": subprocess.DEVNULL, **how}
    done: subprocess.CompletedProcess[bytes] = subprocess.run(command, check=False, **given)  # type: ignore[call-overload]
    if done.returncode:
        said = (done.stdout or b"").decode(errors="replace")[-4000:]
        raise CannotBuild(f"`{' '.join(command)[:300]}` ended with {done.returncode}:\n{said}")
    return done


def make_tree(folder: Path, packages: Sequence[str], scratch: Path) -> Tree:
    """Put Debian packages and what they need into a new folder."""
    if not folder.exists():
        environment = {**os.environ, "PATH": f"{_mmdebstrap(scratch)}:{os.environ['PATH']}"}
        options = ['--aptopt=Acquire::Languages "none"', '--aptopt=APT::Install-Recommends "false"']
        options += [f"--dpkgopt=path-exclude={path}" for path in LEFT_OUT]
        unfinished = folder.with_suffix(".unfinished")
        shutil.rmtree(unfinished, ignore_errors=True)
        wanted = f"--include={','.join(packages)}"
        command = ("mmdebstrap", "--mode=root", "--variant=minbase", wanted, *options, SUITE, str(unfinished), MIRROR)
        run(*command, env=environment)
        unfinished.rename(folder)
    return Tree(folder)


def _mmdebstrap(scratch: Path) -> str:
    """Give the folder that mmdebstrap is in, fetched without being installed where it is not there."""
    found = shutil.which("mmdebstrap")
    if found:
        return str(Path(found).parent)
    folder = scratch / "mmdebstrap"
    if not folder.exists():
        run("apt-get", "download", "mmdebstrap", cwd=scratch)
        (package,) = scratch.glob("mmdebstrap_*.deb")
        run("dpkg", "-x", str(package), str(folder))
    return str(folder / "usr/bin")
