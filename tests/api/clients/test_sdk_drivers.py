"""Drivers through openstacksdk.

R-DCR-39 to 43, and R-DCR-33 to 35 as Metal3 and others change a node.
"""

from collections.abc import Iterator
from typing import Any

import openstack
import pytest
from openstack import exceptions

from tests.api.clients.test_commands import KINDS
from tests.api.serving import HOST, Server
from tests.outside import TYPES


@pytest.fixture
def sdk(outside_server: Server) -> Iterator[Any]:
    """The bare metal part of openstacksdk, for a server with drivers of somebody else's."""
    connection = openstack.connect(
        auth_type="none",
        baremetal_endpoint_override=outside_server.url,
        baremetal_status_code_retries=0,
        load_yaml_config=False,
        load_envvars=False,
    )
    yield connection.baremetal
    connection.close()


def test_drivers_are_listed(sdk: Any) -> None:
    """R-DCR-39, R-DCR-42: with and without their details; the type of a driver is no field of this client's."""
    plain, detailed = ({each.name: each for each in sdk.drivers(details=told)} for told in (False, True))
    assert sorted(plain) == sorted(detailed) == sorted([*TYPES, "windlass"])
    assert all(each.hosts == [HOST] for each in plain.values())
    assert detailed["hand-crank"].enabled_power_interfaces == ["crank"]
    assert plain["hand-crank"].enabled_power_interfaces is None


def test_one_driver_is_shown(sdk: Any) -> None:
    """R-DCR-42: all thirteen kinds."""
    driver = sdk.get_driver("hand-crank")
    for kind in set(KINDS) - {"firmware"}:  # of which this client has no field
        assert getattr(driver, f"default_{kind}_interface") in getattr(driver, f"enabled_{kind}_interfaces")
    with pytest.raises(exceptions.NotFoundException):
        sdk.get_driver("abacus")


def test_methods_of_the_vendor_are_listed_and_called(sdk: Any) -> None:
    """R-DCR-43: as the SDK asks for them."""
    driver = sdk.get_driver("hand-crank")
    assert set(driver.list_vendor_passthru(sdk)) == {"hands", "train"}
    assert driver.call_vendor_passthru(sdk, "GET", "hands").json()["strength"] == 2


def test_a_node_changes_its_driver(sdk: Any) -> None:
    """R-DCR-33, R-DCR-34, R-DCR-35: all that changes goes out in one patch."""
    node = sdk.create_node(name="n", driver="redfish")
    with pytest.raises(exceptions.BadRequestException, match="redfish"):
        sdk.update_node(node.id, driver="hand-crank")
    node = sdk.patch_node(node.id, [{"op": "replace", "path": "/driver", "value": "hand-crank"}], reset_interfaces=True)
    assert (node.driver, node.power_interface) == ("hand-crank", "crank")


def test_a_node_is_validated(sdk: Any) -> None:
    """R-DCR-37: what is required has to be right, the rest is told."""
    node = sdk.create_node(name="n", driver="hand-crank")
    with pytest.raises(exceptions.ValidationException, match="crank_side"):
        sdk.validate_node(node, required=("power",))
    sdk.update_node(node, driver_info={"crank_side": "left"})
    assert sdk.validate_node(node, required=("power", "management"))["power"].result is True
