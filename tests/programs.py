"""Programs of Debian that tests need: installed where that may be done, and else the test is skipped and says so."""

import shutil

import pytest

from tools import debian


def need_program(program: str, package: str) -> None:
    """See to it that a program is there."""
    if shutil.which(program) is None and debian.may_install():
        debian.install(package)
    if shutil.which(program) is None:
        pytest.skip(f"{program} is not on this machine and was not installed: it is in Debian's {package}")
