"""R-DCR-24: the housekeeping of drivers is found where it is declared, and done once."""

from collections.abc import Callable
from typing import Any

import pytest

from bessemer.drivers.catalogue import BUILT_IN, TYPES_GROUP, read_catalogue
from bessemer.drivers.contract.periodic import periodic, periodic_methods
from bessemer.drivers.contract.steps import DeclarationError
from bessemer.drivers.loading import SwitchedOn, load_hardware
from bessemer.engine.driver_chores import driver_chores
from tests.drivers import examples as ex


class TidyPower(ex.LeverPower):
    """Tidies up."""

    @periodic(every_s=60)
    def tidy(self) -> None:
        """Tidy up."""

    @periodic(every_s=0.5)
    def oil(self) -> None:
        """Oil the lever."""


class TidyHardware(ex.LeverHardware):
    """Machines with a lever that is kept tidy."""

    supported_power_interfaces = (TidyPower, ex.LeverPower)


class TidyCrank:
    """A classic driver that is kept tidy."""

    def __init__(self) -> None:
        """Wire it."""
        self.power = TidyPower()


def entry(name: str) -> Any:
    return ex.interface("power", name, f"{TidyPower.__module__}:TidyPower")


def tidy_type() -> Any:
    return ex.hardware_type("tidy", f"{TidyHardware.__module__}:TidyHardware")


def chores_of(*installed: Any, types: tuple[str, ...], classic: tuple[str, ...] = ()) -> list[tuple[str, float]]:
    loaded = load_hardware(read_catalogue(installed), SwitchedOn(types=types, classic=classic))
    assert loaded.problems == ()
    return [(chore.name, chore.every_s) for chores in driver_chores(loaded) for chore in chores]


def test_what_is_declared_is_collected_from_enabled_interfaces() -> None:
    """R-DCR-24: with how often it is due."""
    assert chores_of(tidy_type(), entry("tidy"), *ex.LEVER, types=("tidy",)) == [
        ("The periodic oil of the power interface 'tidy'", 0.5),
        ("The periodic tidy of the power interface 'tidy'", 60.0),
    ]


def test_an_implementation_with_two_names_does_it_once() -> None:
    """R-DCR-24: as it is one class; so it is when a classic driver has it, too."""
    crank = ex.classic("crank", f"{TidyCrank.__module__}:TidyCrank")
    installed = (tidy_type(), entry("tidy"), entry("neat"), crank, *ex.LEVER)
    assert len(chores_of(*installed, types=("tidy",), classic=("crank",))) == 2


def test_what_is_not_enabled_does_nothing() -> None:
    """R-DCR-24: what nobody uses is not even loaded."""
    assert chores_of(tidy_type(), entry("tidy"), *ex.LEVER, types=("lever",)) == []
    assert chores_of(types=tuple(BUILT_IN[TYPES_GROUP])) == []


def test_who_derives_from_a_class_has_its_housekeeping() -> None:
    assert periodic_methods(type("Neat", (TidyPower,), {})()) == {"oil": 0.5, "tidy": 60.0}


@pytest.mark.parametrize("every_s", [0, -1, 0.01, float("nan"), float("inf"), True, "60", None])
def test_a_wrong_interval_is_found_when_the_module_is_imported(every_s: Any) -> None:
    with pytest.raises(DeclarationError, match=r"tidy.*every_s must be a number"):
        periodic(every_s)(TidyPower.tidy)


def test_what_wants_to_know_a_machine_is_no_housekeeping() -> None:
    def visit(self: Any, node: Any) -> None:
        """Visit a machine."""

    wanted: Callable[[Any], Any] = periodic(60)
    with pytest.raises(DeclarationError, match="self and nothing else"):
        wanted(visit)
