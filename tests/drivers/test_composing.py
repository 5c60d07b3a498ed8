"""The thin object that drives one machine, and the stand-ins that may be part of it."""

import sys
from collections.abc import Mapping
from typing import Any

import pytest

from bessemer.drivers.catalogue import BUILT_IN, TYPES_GROUP, read_catalogue
from bessemer.drivers.composing import Driver, compose
from bessemer.drivers.contract.kinds import CONTRACTS, KINDS
from bessemer.drivers.contract.node_view import FIRST, NodeView
from bessemer.drivers.contract.outcome import Done, Failed
from bessemer.drivers.loading import Loaded, SwitchedOn, load_hardware
from bessemer.model.errors import Unsupported

MOST_BYTES = 500
"""Of one driver; 10 000 of them are to take less than 5 MB."""
NODE = NodeView(uuid="0f0f0f0f-0000-4000-8000-000000000001", driver="fake-hardware")


@pytest.fixture(scope="module")
def loaded() -> Loaded:
    return load_hardware(read_catalogue(()), SwitchedOn(types=tuple(BUILT_IN[TYPES_GROUP])))


def test_a_driver_has_an_attribute_for_each_kind(loaded: Loaded) -> None:
    """R-DCR-27: which keeps the contract of that kind."""
    driver = compose(loaded.types["redfish"], loaded.defaults["redfish"])
    assert Driver.__struct_fields__ == KINDS
    assert all(isinstance(getattr(driver, kind), CONTRACTS[kind]) for kind in KINDS)
    assert driver.power is driver.get("power") is loaded.types["redfish"]["power"]["redfish"]


@pytest.mark.parametrize("missing", ["gone", None, ""])
def test_what_is_not_to_be_had_is_none_and_the_rest_is_there(loaded: Loaded, missing: str | None) -> None:
    """R-DCR-37: a machine that names what was switched off can be served in all other ways."""
    driver = compose(loaded.types["redfish"], {**loaded.defaults["redfish"], "raid": missing})
    assert driver.raid is None
    assert all(getattr(driver, kind) is not None for kind in KINDS if kind != "raid")


def test_a_driver_is_small(loaded: Loaded) -> None:
    """R-DCR-21, R-DCR-28: links and nothing else, as there may be one for each of very many nodes."""
    drivers = [compose(loaded.types["redfish"], loaded.defaults["redfish"]) for _ in range(2)]
    assert sys.getsizeof(drivers[0]) < MOST_BYTES
    assert not hasattr(drivers[0], "__dict__")
    assert all(getattr(drivers[0], kind) is getattr(drivers[1], kind) for kind in KINDS)


ASKED_BY_PEOPLE: Mapping[str, tuple[str, Mapping[str, Any]]] = {
    "bios": ("apply_configuration", {"settings": []}),
    "console": ("start_console", {}),
    "firmware": ("update", {"settings": []}),
    "inspect": ("inspect_hardware", {}),
    "raid": ("create_configuration", {}),
    "rescue": ("rescue", {}),
}
ASKED_BY_THE_ENGINE: Mapping[str, tuple[str, Mapping[str, Any]]] = {
    "bios": ("cache_bios_settings", {}),
    "firmware": ("cache_firmware_components", {}),
    "network": ("attach", {"network": "cleaning"}),
    "rescue": ("clean_up", {}),
    "storage": ("attach_volumes", {}),
}
STAND_INS = {kind: f"no-{kind}" for kind in ASKED_BY_PEOPLE} | {"network": "noop", "storage": "noop"}


def stand_in(loaded: Loaded, kind: str) -> Any:
    return loaded.types["redfish"][kind][STAND_INS[kind]]


@pytest.mark.parametrize("kind", ASKED_BY_PEOPLE)
def test_a_stand_in_refuses_what_a_person_asks_for(loaded: Loaded, kind: str) -> None:
    """R-DCR-8: with the kind, its own name and what to choose instead."""
    method, arguments = ASKED_BY_PEOPLE[kind]
    outcome = getattr(stand_in(loaded, kind), method)(NODE, FIRST, **arguments)
    assert isinstance(outcome, Failed)
    assert f"'no-{kind}'" in outcome.reason
    assert f"{kind}_interface" in outcome.remedy


@pytest.mark.parametrize("kind", ASKED_BY_THE_ENGINE)
def test_a_stand_in_does_nothing_where_nobody_asked(loaded: Loaded, kind: str) -> None:
    """R-DCR-8: what is done for every machine must not fail where there is nothing to do."""
    method, arguments = ASKED_BY_THE_ENGINE[kind]
    assert getattr(stand_in(loaded, kind), method)(NODE, FIRST, **arguments) == Done()


def test_a_question_that_a_stand_in_cannot_answer_is_refused(loaded: Loaded) -> None:
    """R-DCR-8: so it is with consoles and with logical disks."""
    with pytest.raises(Unsupported, match="'no-console'"):
        loaded.types["redfish"]["console"]["no-console"].get_console(NODE)  # type: ignore[attr-defined]
    with pytest.raises(Unsupported, match="'no-raid'"):
        loaded.types["redfish"]["raid"]["no-raid"].get_logical_disk_properties()  # type: ignore[attr-defined]
