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
    assert "Not enabled: hand-crank, windlass." in done.stdout
    everything = run(installed, "bessemer", "drivers", "--all").stdout
    assert "hand-crank (not enabled)" in everything
    assert "windlass (not enabled)" in everything
    assert "- crank" in everything


def test_its_type_and_its_classic_driver_are_switched_on_by_their_names(installed: Path) -> None:
    """R-DCR-10, R-DCR-11, R-DCR-26: beside what is built in, of which it uses the greater part."""
    done = run(installed, "bessemer", "drivers", **SWITCHED_ON)
    assert done.returncode == 0, done.stderr
    assert "hand-crank" in done.stdout
    assert "Not enabled:" not in done.stdout
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


def broken(folder: Path) -> Path:
    """Put a package into a folder that lacks what it needs."""
    told = folder / "bent_lever-1.dist-info"
    told.mkdir(parents=True)
    (told / "METADATA").write_text("Metadata-Version: 2.1\nName: bent-lever\nVersion: 1\n")
    (told / "entry_points.txt").write_text("[bessemer.hardware.types]\nbent-lever = bent_lever:Hardware\n")
    return folder


def test_what_is_installed_and_cannot_be_loaded_is_told_before_somebody_enables_it(tmp_path: Path) -> None:
    """R-DCR-22: as a note while nothing depends on it, and as a problem from then on."""
    folder = broken(tmp_path / "packages")
    done = run(folder, "bessemer", "drivers")
    assert done.returncode == 0, done.stdout
    assert "'bent-lever' of the package bent-lever (bent_lever:Hardware) cannot be loaded" in done.stdout
    done = run(folder, "bessemer", "drivers", OS_DEFAULT__ENABLED_HARDWARE_TYPES="ipmi,bent-lever")
    assert done.returncode == 1
    assert "This keeps a conductor from starting" in done.stdout
    assert "No module named 'bent_lever'. Install what it needs" in done.stdout


def test_what_is_enabled_and_of_no_use_is_told(installed: Path) -> None:
    """R-DCR-23: it is not loaded, which nobody would notice."""
    done = run(
        installed, "bessemer", "drivers",
        OS_DEFAULT__ENABLED_HARDWARE_TYPES="ipmi", OS_DEFAULT__ENABLED_POWER_INTERFACES="ipmitool,crank",
    )  # fmt: skip
    assert done.returncode == 0, done.stdout
    assert "enabled_power_interfaces names 'crank', which no enabled hardware type can use." in done.stdout
