"""What can be switched on by name: what is built in, and what packages add under the names of Bessemer's groups."""

from importlib.metadata import EntryPoint, distributions

import pytest

from bessemer.drivers.catalogue import BUILT_IN, INTERFACES_GROUP, TYPES_GROUP, read_catalogue
from bessemer.drivers.contract.kinds import KINDS
from bessemer.drivers.hardware_types.base import AbstractHardwareType
from bessemer.drivers.loading import SwitchedOn, load_hardware
from bessemer.model.node import INTERFACE_KINDS
from tests.drivers import examples as ex

THIRTEEN = {
    "bios", "boot", "console", "deploy", "firmware", "inspect", "management",
    "network", "power", "raid", "rescue", "storage", "vendor",
}  # fmt: skip
MANDATORY = {"boot", "deploy", "management", "power"}


def test_there_are_thirteen_kinds_of_interface() -> None:
    """R-DCR-2: the same in the contracts and in the fields of nodes."""
    assert set(KINDS) == set(INTERFACE_KINDS) == THIRTEEN


def test_a_package_cannot_add_a_kind() -> None:
    """R-DCR-2: what stands in a group that is not known is not looked at."""
    unknown = EntryPoint(name="beam", value="nowhere:Beam", group=f"{INTERFACES_GROUP}teleport")
    catalogue = read_catalogue([unknown])
    assert set(catalogue.interfaces) == THIRTEEN
    assert catalogue.problems == ()


def test_names_are_those_under_which_packages_register() -> None:
    """R-DCR-3, R-DCR-4, R-DCR-11: each with the class and the package, so that an error can say whom to ask."""
    catalogue = read_catalogue(ex.LEVER)
    assert catalogue.types["lever"].target.endswith(":LeverHardware")
    assert catalogue.interfaces["power"]["lever"].target.endswith(":LeverPower")
    assert catalogue.types["redfish"].origin == "bessemer"


def test_one_name_may_stand_for_interfaces_of_many_kinds() -> None:
    """R-DCR-4: a name is unique within its kind."""
    catalogue = read_catalogue(())
    assert all("fake" in catalogue.interfaces[kind] for kind in KINDS)


def test_nothing_of_bessemers_own_is_found_by_entry_points() -> None:
    """R-DCR-3: what is built in stands in one table; the groups are for packages of other people."""
    ours = next(iter(distributions(name="bessemer")))
    assert [each for each in ours.entry_points if each.group.startswith("bessemer.")] == []


@pytest.mark.parametrize("kind", KINDS)
def test_a_hardware_type_must_say_what_a_machine_cannot_do_without(kind: str) -> None:
    """R-DCR-6: boot, deploy, management and power; for the other kinds there is a stand-in."""
    demanded = f"supported_{kind}_interfaces" in AbstractHardwareType.__abstractmethods__
    assert demanded is (kind in MANDATORY)


def test_a_type_that_does_not_say_it_is_refused_by_name() -> None:
    """R-DCR-6: with what is missing."""
    installed = [ex.hardware_type("half", ex.UnfinishedHardware)]
    problems = load_hardware(read_catalogue(installed), SwitchedOn(types=("half",))).problems
    told = " ".join(problems)
    assert all(word in told for word in ("'half'", "supported_power_interfaces", "supported_management_interfaces"))


def test_what_is_switched_on_when_nothing_is_said() -> None:
    """R-DCR-15: everything that the enabled types support, so that the first of each list is the default."""
    loaded = load_hardware(read_catalogue(()), SwitchedOn(types=tuple(BUILT_IN[TYPES_GROUP])))
    assert list(loaded.types["ipmi"]["boot"]) == ["ipxe", "pxe", "http-ipxe", "http"]
    for name, usable in loaded.types.items():
        assert {kind: next(iter(names)) for kind, names in usable.items()} == loaded.defaults[name]


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_has_an_option_of_its_own(kind: str) -> None:
    """R-DCR-15, R-DCR-16: what is said of one kind does not touch the others."""
    alone = load_hardware(read_catalogue(()), SwitchedOn(types=("fake-hardware",), interfaces={kind: ("fake",)}))
    assert alone.problems == ()
    assert list(alone.types["fake-hardware"][kind]) == ["fake"]
    others = load_hardware(read_catalogue(()), SwitchedOn(types=("fake-hardware",)))
    assert {other: list(names) for other, names in alone.types["fake-hardware"].items() if other != kind} == {
        other: list(names) for other, names in others.types["fake-hardware"].items() if other != kind
    }
