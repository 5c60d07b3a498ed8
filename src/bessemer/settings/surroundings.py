"""Finds the defaults that depend on the machine."""

import os
import socket
from pathlib import Path

from bessemer.settings.options import Surroundings


def host_name(_surroundings: Surroundings) -> str:
    """Give the name of this machine."""
    return socket.gethostname()


def data_folder(surroundings: Surroundings) -> Path:
    """Give the folder that this user may keep data in."""
    if os.geteuid() == 0:
        return Path("/var/lib/bessemer")
    home = Path(surroundings.environ.get("HOME") or "/")
    return Path(surroundings.environ.get("XDG_DATA_HOME") or home / ".local" / "share") / "bessemer"


def policy_file(surroundings: Surroundings) -> Path | None:
    """Give the policy.yaml that lies beside a configuration file."""
    beside = [file.parent / "policy.yaml" for file in surroundings.config_files]
    return next((path for path in reversed(beside) if path.is_file()), None)


def policy_folders(surroundings: Surroundings) -> tuple[Path, ...]:
    """Give the folders policy.d that lie beside a configuration file."""
    beside = dict.fromkeys(file.parent / "policy.d" for file in surroundings.config_files)
    return tuple(path for path in beside if path.is_dir())
