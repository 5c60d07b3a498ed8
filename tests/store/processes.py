"""Runs lines of Python in processes of their own, for what only real processes show."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def start(lines: str, *arguments: str) -> subprocess.Popen[str]:
    """Start a process; its arguments are sys.argv[1:]."""
    return subprocess.Popen(
        [sys.executable, "-c", lines, *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(ROOT)])},
    )


def finish(process: subprocess.Popen[str]) -> tuple[int, str, str]:
    """Wait for the end and give the exit code, the output and the errors."""
    output, errors = process.communicate(timeout=60)
    return process.returncode, output, errors


def run(lines: str, *arguments: str) -> tuple[int, str, str]:
    """Start a process and wait for its end."""
    return finish(start(lines, *arguments))
