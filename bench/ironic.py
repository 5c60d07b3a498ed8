"""A real Ironic from the package index, in one process, to be measured beside ours."""

import os
import subprocess
import sys
import venv
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bench.servers import Server, free_port, running

RELEASE = "39.0.0"
KINDS = (
    "bios boot console deploy firmware inspect management network power raid rescue storage vendor".split()  # noqa: SIM905
)
WITHOUT_FAKE = ("network", "storage")
"""Kinds whose default is the interface that does nothing."""
MAKE_TABLES = "create_schema"


def installed(folder: Path) -> Path:
    """Give the programs of a virtual environment that has Ironic, making it the first time."""
    programs = folder / "bin"
    if not (programs / "ironic").exists():
        print(f"Installing ironic {RELEASE} into {folder} …", file=sys.stderr)
        venv.create(folder, with_pip=True)
        pip = [str(programs / "python"), "-m", "pip", "install", "--quiet"]
        subprocess.run([*pip, f"ironic=={RELEASE}", "pymysql"], check=True)
    return programs


@contextmanager
def ironic(programs: Path, folder: Path, url: str | None) -> Iterator[Server]:
    """Run it on a database of its own: a file, or an empty one that the URL names."""
    port = free_port()
    folder.mkdir()
    settings = folder / "ironic.conf"
    settings.write_text(_settings(folder, url or f"sqlite:///{folder}/ironic.sqlite", port), encoding="utf-8")
    sync = [str(programs / "ironic-dbsync"), "--config-file", str(settings), MAKE_TABLES]
    subprocess.run(sync, check=True, capture_output=True)
    command = [str(programs / "ironic"), "--config-file", str(settings)]
    with running(command, port, folder / "ironic.log", dict(os.environ)) as server:
        yield server


def _settings(folder: Path, url: str, port: int) -> str:
    lines = [
        "[DEFAULT]",
        "auth_strategy = noauth",
        "rpc_transport = none",
        "host = bench",
        "my_ip = 127.0.0.1",
        f"state_path = {folder}/state",
        f"tempdir = {folder}",
        "enabled_hardware_types = fake-hardware",
        *(f"enabled_{kind}_interfaces = {'noop' if kind in WITHOUT_FAKE else 'fake'}" for kind in KINDS),
        "[api]",
        "host_ip = 127.0.0.1",
        f"port = {port}",
        "[database]",
        f"connection = {url}",
        "[conductor]",
        "automated_clean = false",
        "[oslo_concurrency]",
        f"lock_path = {folder}/locks",
    ]
    return "\n".join([*lines, ""])
