"""Every built-in interface passes the suite of its kind, once without and once with a machine that it may drive."""

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Any

import pytest

from bessemer.drivers.catalogue import BUILT_IN, INTERFACES_GROUP
from bessemer.drivers.contract.kinds import CONTRACTS, KINDS
from bessemer.testing.conformance.interface import InterfaceConformance
from bessemer.testing.conformance.kinds import SUITES

IMAGES = {"deploy_kernel": "http://192.0.2.1/k", "deploy_ramdisk": "http://192.0.2.1/r"}
COMPLETE: Mapping[str, Mapping[str, Any]] = {
    "fake": {"fake_slow": 0},
    "redfish": {"redfish_address": "https://192.0.2.2", "redfish_password": "x", **IMAGES},
    "ipmi": {"ipmi_address": "192.0.2.2", "ipmi_password": "x", "ipmi_terminal_port": 8023},
    "pxe": IMAGES,
}
"""What a family needs to know of a machine."""


def suites() -> Iterator[tuple[str, type[InterfaceConformance]]]:
    """Make a suite for each built-in interface, in the way in which authors write theirs."""
    for kind in KINDS:
        for name, target in BUILT_IN[f"{INTERFACES_GROUP}{kind}"].items():
            module, _, attribute = target.partition(":")
            told = {"interface": getattr(import_module(module), attribute)}
            complete = COMPLETE.get(module.split(".")[2], {})
            yield f"{kind}-{name}", type(f"Of{attribute}", (SUITES[kind],), {**told, "driver_info": complete})


@pytest.mark.parametrize(
    ("suite", "test"),
    [
        pytest.param(suite, test, id=f"{title}-{test.removeprefix('test_')}")
        for title, suite in suites()
        for test in dir(suite)
        if test.startswith("test_")
    ],
)
def test_a_built_in_interface_passes(suite: type[InterfaceConformance], test: str) -> None:
    getattr(suite(), test)()


@pytest.mark.parametrize("kind", KINDS)
def test_a_suite_asks_for_everything_that_its_contract_demands(kind: str) -> None:
    suite = SUITES[kind]
    demanded: frozenset[str] = getattr(CONTRACTS[kind], "__abstractmethods__", frozenset())
    assert demanded <= suite.deeds.keys() | suite.questions.keys()
