"""A package of somebody else's, installed with pip beside the server as an operator would."""

import os
import subprocess
import sys
from pathlib import Path

from tests.api.serving import SOURCE, surroundings

PACKAGE = Path(__file__).parent / "drivers" / "outside"
"""Drives machines that somebody cranks: a hardware type, two interfaces and a classic driver."""
TYPES = ("fake-hardware", "hand-crank", "ipmi", "manual-management", "redfish")
SWITCHED_ON = {"OS_DEFAULT__ENABLED_HARDWARE_TYPES": ",".join(TYPES), "OS_DEFAULT__ENABLED_DRIVERS": "windlass"}
"""The settings that switch all of it on, besides what is built in."""


def pip_install(package: Path, folder: Path) -> Path:
    """Install a package into a folder of its own, with what is on this machine and nothing else."""
    quiet = ["--quiet", "--disable-pip-version-check", "--no-deps", "--no-index", "--no-build-isolation"]
    command = [sys.executable, "-m", "pip", "install", *quiet, "--target", str(folder), str(package)]
    done = subprocess.run(command, env=surroundings(), capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


def with_package(folder: Path) -> dict[str, str]:
    """Give the environment variable with which a program finds what was installed into a folder."""
    return {"PYTHONPATH": f"{SOURCE}{os.pathsep}{folder}"}
