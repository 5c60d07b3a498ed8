"""A package of somebody else's, installed with pip: found, loaded and fit to be used without a line of the core."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.api.serving import surroundings
from tests.outside import PACKAGE, SWITCHED_ON, pip_install, with_package


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that pip has put it into."""
    return pip_install(PACKAGE, tmp_path_factory.mktemp("outside") / "packages")


def run(installed: Path, *command: str, **settings: str) -> subprocess.CompletedProcess[str]:
    """Run a Python module for which the package is installed."""
    environment = {**surroundings(), **with_package(installed), "COLUMNS": "200", **settings}
    arguments = [sys.executable, "-m", *command]
    folder = installed.parent
    return subprocess.run(
        arguments, env=environment, cwd=folder, capture_output=True, text=True, check=False, timeout=120
    )


def test_it_passes_the_suites_for_authors_of_drivers(installed: Path) -> None:
    """R-DCR-4, R-DCR-11: its own tests are three lines for each interface; the rest comes from Bessemer."""
    done = run(installed, "pytest", "-q", "-p", "no:cacheprovider", "--rootdir", str(PACKAGE), str(PACKAGE / "tests"))
    assert done.returncode == 0, done.stdout + done.stderr
    assert " passed" in done.stdout


def test_what_is_installed_and_not_switched_on_is_shown_as_such(installed: Path) -> None:
    """R-DCR-3, R-DCR-14: being there is not being enabled."""
    done = run(installed, "bessemer", "drivers")
    assert done.returncode == 0, done.stderr
    assert "hand-crank (not enabled)" in done.stdout
    assert "windlass (not enabled)" in done.stdout


def test_its_type_and_its_classic_driver_are_switched_on_by_their_names(installed: Path) -> None:
    """R-DCR-10, R-DCR-11, R-DCR-26: beside what is built in, of which it uses the greater part."""
    done = run(installed, "bessemer", "drivers", **SWITCHED_ON)
    assert done.returncode == 0, done.stderr
    assert "hand-crank" in done.stdout
    assert "not enabled)" not in done.stdout
    assert "* crank" in done.stdout


def test_what_cannot_be_is_told_with_the_name_of_the_package(installed: Path) -> None:
    """R-DCR-4, R-DCR-12, R-DCR-22: before a server would start."""
    done = run(
        installed, "bessemer", "drivers",
        OS_DEFAULT__ENABLED_HARDWARE_TYPES="hand-crank", OS_DEFAULT__ENABLED_POWER_INTERFACES="ipmitool",
    )  # fmt: skip
    assert done.returncode == 1
    assert all(word in done.stdout for word in ("enabled_power_interfaces", "'hand-crank'", "supports: crank"))


def test_a_server_without_the_package_says_what_is_missing(installed: Path) -> None:
    """R-DCR-22: the option, the name, and what is known."""
    environment = {**surroundings(), **SWITCHED_ON}
    done = subprocess.run(
        [sys.executable, "-m", "bessemer", "serve", "--port", "0", "--data", str(installed.parent / "data")],
        env=environment, capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    assert done.returncode == 2
    assert all(word in done.stderr for word in ("enabled_hardware_types", "'hand-crank'", "'windlass'", "Known"))
    assert "Traceback" not in done.stderr
