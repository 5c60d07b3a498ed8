"""What is switched on is loaded, and nothing else; what cannot be is told, all of it, with what to do.

R-DCR-1, 5, 10, 11  test_a_type_of_another_package_uses_interfaces_of_its_own_and_of_ours
R-DCR-3, 4          tests/drivers/test_catalogue.py
R-DCR-7             test_every_optional_kind_has_a_stand_in
R-DCR-9, 19         test_defaults_are_those_that_clients_of_ironic_expect, test_the_order_of_the_options_is_nothing
R-DCR-12            test_a_class_that_is_not_listed_is_not_used, test_pretended_machines_alone_can_use_anything
R-DCR-14 to 18, 22, 25, 26   REFUSALS
R-DCR-21            test_an_implementation_is_made_once
R-DCR-23            test_what_nothing_uses_is_not_loaded
R-DCR-60            test_a_server_that_is_told_nothing_can_start
"""

import subprocess
import sys
from collections.abc import Iterable
from importlib.metadata import EntryPoint

import pytest

from bessemer.drivers.catalogue import BUILT_IN, TYPES_GROUP, read_catalogue
from bessemer.drivers.contract.kinds import KINDS
from bessemer.drivers.fake.power import FakePower
from bessemer.drivers.loading import Loaded, SwitchedOn, load_hardware
from bessemer.drivers.noop.dummy import Dummy
from tests.drivers import examples as ex

STORAGE = {"storage": "noop"}
"""The one default that the configuration has."""
ALL_TYPES = tuple(BUILT_IN[TYPES_GROUP])


def load(on: SwitchedOn, installed: Iterable[EntryPoint] = ()) -> Loaded:
    """Load what is built in, with what these entry points add."""
    return load_hardware(read_catalogue(installed), on)


def names_of(loaded: Loaded, driver: str, kind: str) -> list[str]:
    return list(loaded.types[driver][kind])


# --- what is loaded


def test_a_server_that_is_told_nothing_can_start() -> None:
    """R-DCR-60: all built-in types together have no problem, and a default for every kind."""
    loaded = load(SwitchedOn(types=ALL_TYPES, defaults=STORAGE))
    assert loaded.problems == ()
    assert {name: tuple(defaults) for name, defaults in loaded.defaults.items()} == dict.fromkeys(ALL_TYPES, KINDS)


OF_MOST = {
    "bios": "no-bios", "boot": "ipxe", "console": "no-console", "deploy": "direct", "firmware": "no-firmware",
    "inspect": "agent", "network": "noop", "raid": "no-raid", "rescue": "no-rescue", "storage": "noop",
    "vendor": "no-vendor",
}  # fmt: skip
DEFAULTS = {
    "fake-hardware": dict.fromkeys(KINDS, "fake") | {"network": "noop", "storage": "noop"},
    "manual-management": OF_MOST | {"management": "noop", "power": "fake"},
    "ipmi": OF_MOST
    | {"console": "ipmitool-socat", "management": "ipmitool", "power": "ipmitool", "vendor": "ipmitool"},
    "redfish": OF_MOST
    | dict.fromkeys(("bios", "firmware", "inspect", "management", "power", "raid", "vendor"), "redfish"),
}


@pytest.mark.parametrize("driver", ALL_TYPES)
def test_defaults_are_those_that_clients_of_ironic_expect(driver: str) -> None:
    """R-DCR-9, R-DCR-19: the first of the type's own list that is enabled; but flat needs Neutron, so noop is."""
    assert load(SwitchedOn(types=ALL_TYPES, defaults=STORAGE)).defaults[driver] == DEFAULTS[driver]
    assert load(SwitchedOn(types=(driver,), defaults=STORAGE)).defaults[driver] == DEFAULTS[driver]


def test_the_order_of_the_options_is_nothing() -> None:
    """R-DCR-19: the vendor's order decides, and not the operator's."""
    for enabled in (("pxe", "ipxe"), ("ipxe", "pxe")):
        loaded = load(SwitchedOn(types=("redfish",), interfaces={"boot": enabled}))
        assert names_of(loaded, "redfish", "boot") == ["ipxe", "pxe"]
        assert loaded.defaults["redfish"]["boot"] == "ipxe"
    assert load(SwitchedOn(types=("redfish",), interfaces={"boot": ("pxe",)})).defaults["redfish"]["boot"] == "pxe"


def test_the_operator_may_choose_another_default() -> None:
    """R-DCR-16, R-DCR-18: it holds for every type that is enabled."""
    loaded = load(SwitchedOn(types=("redfish", "ipmi"), defaults={"deploy": "ramdisk"}))
    assert {name: found["deploy"] for name, found in loaded.defaults.items()} == {
        "redfish": "ramdisk",
        "ipmi": "ramdisk",
    }
    assert loaded.problems == ()


def test_every_optional_kind_has_a_stand_in() -> None:
    """R-DCR-7: a machine whose hardware has nothing can still be served."""
    stand_ins = {kind: f"no-{kind}" for kind in KINDS} | dict.fromkeys(("network", "storage"), "noop")
    optional = set(KINDS) - {"boot", "deploy", "management", "power"}
    loaded = load(SwitchedOn(types=ALL_TYPES, interfaces={kind: (stand_ins[kind],) for kind in optional}))
    assert loaded.problems == ()
    found = {(kind, name) for of_type in loaded.defaults.values() for kind, name in of_type.items() if kind in optional}
    assert found == {(kind, stand_ins[kind]) for kind in optional}
    refusing = optional - {"network", "storage"}
    assert all(isinstance(loaded.types["redfish"][kind][stand_ins[kind]], Dummy) for kind in refusing)


def test_a_type_of_another_package_uses_interfaces_of_its_own_and_of_ours() -> None:
    """R-DCR-1, 5, 10, 11: a list of classes, joined to that of the parent, without a line changed in the core."""
    loaded = load(SwitchedOn(types=("lever",), defaults=STORAGE), ex.LEVER)
    assert loaded.problems == ()
    assert (names_of(loaded, "lever", "power"), names_of(loaded, "lever", "boot")[:2]) == (["lever"], ["ipxe", "pxe"])


def test_a_class_that_is_not_listed_is_not_used() -> None:
    """R-DCR-12: the exact class; one that derives from it is another."""
    installed = (*ex.LEVER, ex.interface("power", "long", ex.LongLeverPower))
    loaded = load(SwitchedOn(types=("lever", "ipmi"), interfaces={"power": ("lever", "long", "ipmitool")}), installed)
    assert names_of(loaded, "lever", "power") == ["lever"]
    assert names_of(loaded, "ipmi", "power") == ["ipmitool"]


def test_a_class_may_have_two_names() -> None:
    """Both can be chosen, and each tells its own."""
    installed = (*ex.LEVER, ex.interface("power", "handle", ex.LeverPower))
    usable = load(SwitchedOn(types=("lever",), defaults=STORAGE), installed).types["lever"]["power"]
    assert {name: each.name for name, each in usable.items()} == {"lever": "lever", "handle": "handle"}


def test_pretended_machines_alone_can_use_anything() -> None:
    """R-DCR-12: so that one can be driven by half with what is being tried out; by default it is not."""
    interfaces = {"deploy": ("fake", "direct"), "power": ("fake", "ipmitool", "lever"), "management": ("fake", "noop")}
    loaded = load(SwitchedOn(types=("fake-hardware", "lever"), interfaces=interfaces, defaults=STORAGE), ex.LEVER)
    assert loaded.problems == ()
    assert names_of(loaded, "fake-hardware", "deploy") == ["fake", "direct"]
    assert names_of(loaded, "fake-hardware", "power") == ["fake", "ipmitool", "lever"]
    assert names_of(loaded, "lever", "power") == ["lever"]
    assert names_of(load(SwitchedOn(types=("fake-hardware",), defaults=STORAGE)), "fake-hardware", "power") == ["fake"]


def test_an_implementation_is_made_once() -> None:
    """R-DCR-21: types that share one share the object."""
    types = load(SwitchedOn(types=ALL_TYPES, defaults=STORAGE)).types
    assert types["ipmi"]["boot"]["ipxe"] is types["redfish"]["boot"]["ipxe"] is types["fake-hardware"]["boot"]["ipxe"]


def test_every_implementation_is_given_once() -> None:
    """R-DCR-24: however many types use it."""
    found = list(load(SwitchedOn(types=ALL_TYPES, defaults=STORAGE)).interfaces())
    assert len({id(each) for each in found}) == len(found)
    assert len([each for each in found if isinstance(each, FakePower)]) == 1


def test_what_nothing_uses_is_not_loaded() -> None:
    """R-DCR-23: neither what is not enabled, nor what is enabled and used by no type that is."""
    program = (
        "import sys\n"
        "from bessemer.drivers.catalogue import read_catalogue\n"
        "from bessemer.drivers.loading import SwitchedOn, load_hardware\n"
        "on = SwitchedOn(types=('ipmi',), interfaces={'power': ('redfish', 'ipmitool', 'fake')})\n"
        "loaded = load_hardware(read_catalogue(installed=()), on)\n"
        "print(loaded.problems, list(loaded.types['ipmi']['power']))\n"
        "print(sorted(n for n in sys.modules if n.startswith(('bessemer.drivers.redfish', 'bessemer.drivers.fake'))))\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout.splitlines() == ["() ['ipmitool']", "[]"]


# --- classic drivers


def test_a_classic_driver_brings_its_interfaces_along() -> None:
    """R-DCR-26: they are wired into it, and named after it unless they have a name."""
    loaded = load(SwitchedOn(types=(), classic=("crank",)), [ex.classic("crank", ex.Crank)])
    driver = loaded.classic["crank"]
    assert loaded.problems == ()
    assert isinstance(driver.power, ex.LeverPower)
    assert (driver.power.name, driver.boot) == ("crank.power", None)
    assert set(loaded.interfaces()) == {driver.power, driver.management}


# --- what keeps a server from starting


REFUSALS: dict[str, tuple[SwitchedOn, tuple[EntryPoint, ...], tuple[str, ...]]] = {
    "R-DCR-14 no type at all": (SwitchedOn(types=()), (), ("enabled_hardware_types", "empty", "ipmi", "redfish")),
    "R-DCR-22 a type that nobody knows": (
        SwitchedOn(types=("redfsh",)), (), ("enabled_hardware_types", "'redfsh'", "Correct", "redfish"),
    ),
    "R-DCR-22 a type whose module is not there": (
        SwitchedOn(types=("t",)), (ex.hardware_type("t", "no.such.module:Hardware"),),
        ("enabled_hardware_types", "'t'", "no.such.module", "ModuleNotFoundError", "take 't' out"),
    ),
    "R-DCR-22 a type whose class is not there": (
        SwitchedOn(types=("t",)), (ex.hardware_type("t", f"{ex.__name__}:NoSuchHardware"),),
        ("enabled_hardware_types", "'t'", "NoSuchHardware", "take 't' out"),
    ),
    "R-DCR-6 a type that leaves out what is mandatory": (
        SwitchedOn(types=("t",)), (ex.hardware_type("t", ex.UnfinishedHardware),),
        ("enabled_hardware_types", "supported_management_interfaces", "supported_power_interfaces"),
    ),
    "R-DCR-1 a type that is none": (
        SwitchedOn(types=("t",)), (ex.hardware_type("t", ex.NoHardware),),
        ("enabled_hardware_types", "'t'", "NoHardware", "AbstractHardwareType", "authors"),
    ),
    "R-DCR-5 a type that lists a name": (
        SwitchedOn(types=("t",)), (ex.hardware_type("t", ex.ConfusedHardware), ex.LEVER[1]),
        ("'t'", "'lever'", "supported_power_interfaces", "not a class", "authors"),
    ),
    "R-DCR-5 a type that cannot tell its list": (
        SwitchedOn(types=("t",)), (ex.hardware_type("t", ex.ForgetfulHardware), ex.LEVER[1]),
        ("'t'", "supported_power_interfaces", "where was it", "authors"),
    ),
    "R-DCR-22 an interface that nobody knows": (
        SwitchedOn(types=("redfish",), interfaces={"power": ("redfish", "telepathy")}), (),
        ("enabled_power_interfaces", "'telepathy'", "Correct or remove", "ipmitool"),
    ),
    "R-DCR-22 an interface whose library is not there": (
        SwitchedOn(types=("fake-hardware",), interfaces={"power": ("fake", "more")}),
        (ex.interface("power", "more", ex.NeedsMorePower),),
        ("enabled_power_interfaces", "'more'", "NeedsMorePower", "No module named 'levers'", "Install"),
    ),
    "R-DCR-4 an interface that leaves out what its contract demands": (
        SwitchedOn(types=("fake-hardware",), interfaces={"power": ("fake", "half")}),
        (ex.interface("power", "half", ex.UnfinishedPower),),
        ("enabled_power_interfaces", "'half'", "UnfinishedPower", "get_power_state"),
    ),
    "R-DCR-4 an interface of another kind": (
        SwitchedOn(types=("fake-hardware",), interfaces={"boot": ("fake", "lever")}),
        (ex.interface("boot", "lever", ex.LeverPower),),
        ("enabled_boot_interfaces", "'lever'", "not a BootInterface", "take it out"),
    ),
    "R-DCR-17 a default that is not enabled": (
        SwitchedOn(types=("redfish",), interfaces={"boot": ("ipxe",)}, defaults={"boot": "pxe"}), (),
        ("default_boot_interface", "'pxe'", "enabled_boot_interfaces (ipxe)", "Add it there"),
    ),
    "R-DCR-18 a default that a type does not support": (
        SwitchedOn(types=("redfish", "ipmi"), defaults={"power": "redfish"}), (),
        ("default_power_interface", "'redfish'", "'ipmi'", "ipmitool", "leave the default unset"),
    ),
    "R-DCR-19 nothing enabled that a type supports": (
        SwitchedOn(types=("ipmi",), interfaces={"power": ("redfish",)}), (),
        ("enabled_power_interfaces (redfish)", "'ipmi'", "supports: ipmitool", "enabled_hardware_types"),
    ),
    "R-DCR-19 a type that supports nothing of a kind": (
        SwitchedOn(types=("t",)), (ex.hardware_type("t", ex.SilentHardware), ex.LEVER[1]),
        ("enabled_power_interfaces", "'t'", "supports: none"),
    ),
    "R-DCR-19 a type whose class has no name": (
        SwitchedOn(types=("lever",)), ex.LEVER[:1], ("'lever'", "LeverPower, to which no package gives a name"),
    ),
    "R-DCR-25 a classic driver named as a type": (
        SwitchedOn(types=("redfish",)), (ex.classic("redfish", ex.Crank),),
        ("'redfish'", "both a hardware type", "classic driver", "Crank", "Uninstall"),
    ),
    "R-DCR-25 a name that two packages claim": (
        SwitchedOn(types=("redfish",)), (ex.hardware_type("redfish", ex.LeverHardware),),
        ("'redfish'", "bessemer.hardware.types", "RedfishHardware", "LeverHardware", "Uninstall"),
    ),
    "R-DCR-25 an interface that two packages claim": (
        SwitchedOn(types=("ipmi",)), (ex.interface("power", "ipmitool", ex.LeverPower),),
        ("'ipmitool'", "bessemer.hardware.interfaces.power", "IpmitoolPower", "LeverPower"),
    ),
    "R-DCR-26 a classic driver that nobody knows": (
        SwitchedOn(types=("ipmi",), classic=("crnk",)), (ex.classic("crank", ex.Crank),),
        ("enabled_drivers", "'crnk'", "Known: crank"),
    ),
    "R-DCR-26 a classic driver that is wired wrongly": (
        SwitchedOn(types=("ipmi",), classic=("bent",)), (ex.classic("bent", ex.BentCrank),),
        ("enabled_drivers", "'bent'", "power", "PowerInterface", "authors"),
    ),
}  # fmt: skip


@pytest.mark.parametrize("why", REFUSALS)
def test_what_keeps_a_server_from_starting_is_told_with_the_option_the_name_and_the_remedy(why: str) -> None:
    on, installed, words = REFUSALS[why]
    defaults = {**STORAGE, **on.defaults}
    problems = load(
        SwitchedOn(types=on.types, interfaces=on.interfaces, defaults=defaults, classic=on.classic), installed
    ).problems
    assert any(all(word in problem for word in words) for problem in problems), "\n".join(problems)
    assert len(problems) <= 2, "\n".join(problems)
    assert all(problem.endswith(".") for problem in problems)


def test_all_problems_are_told_at_once() -> None:
    """R-DCR-22: a night is too short for one restart per mistake."""
    on = SwitchedOn(
        types=("redfish", "nope"),
        interfaces={"power": ("redfish", "telepathy"), "boot": ("no-boot",)},
        defaults={"deploy": "fake"},
        classic=("crnk",),
    )
    problems = load(on).problems
    for word in ("'nope'", "'telepathy'", "'no-boot'", "default_deploy_interface", "'crnk'"):
        assert any(word in problem for problem in problems), word


def test_a_problem_is_told_once() -> None:
    """However many types it is a problem for."""
    problems = load(
        SwitchedOn(types=ALL_TYPES, interfaces={"boot": ("ipxe", "fake")}, defaults={"boot": "pxe"})
    ).problems
    assert len([each for each in problems if "default_boot_interface" in each]) == 1
