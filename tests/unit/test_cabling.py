"""When the parts of a node may change, and which ports fit together."""

from typing import Any

import pytest

from bessemer.model.errors import Conflict, Forbidden, Invalid, NotAcceptable
from bessemer.model.node import Node
from bessemer.model.portgroup import Portgroup
from bessemer.model.states import CABLING_EDITABLE, ProvisionState
from bessemer.rules.busy_nodes import check_not_inspecting, check_unreserved
from bessemer.rules.cabling import (
    check_membership,
    check_port_edit,
    check_port_filters,
    check_portgroup_filters,
    check_same_network,
    check_unbound,
)
from bessemer.rules.local_link_connection import checked_link
from bessemer.rules.named_node import check_node_ident_version, require_uuid, with_node_uuid
from bessemer.rules.volume_edits import check_volume_deletion, check_volume_edit

UUID = "8c5a9b3e-2f58-4a0d-9d2c-0f4a1b7f3c11"
SWITCH = {"switch_id": "00:11:22:33:44:55", "port_id": "1"}
LATEST = 115


def node(**fields: Any) -> Node:
    values: dict[str, Any] = dict.fromkeys(Node.__struct_fields__)
    return Node(**{**values, "id": 1, "uuid": UUID, "provision_state": "enroll", "maintenance": False, **fields})


def group(**fields: Any) -> Portgroup:
    values: dict[str, Any] = dict.fromkeys(Portgroup.__struct_fields__)
    return Portgroup(**{**values, "id": 1, "uuid": UUID, "node_id": 1, "standalone_ports_supported": True, **fields})


@pytest.mark.parametrize("state", ProvisionState)
def test_wiring_changes_in_some_states_and_in_maintenance(state: ProvisionState) -> None:
    check_port_edit(node(provision_state=state, maintenance=True), {"pxe_enabled"})
    check_port_edit(node(provision_state=state), {"extra", "name", "is_smartnic"})
    if state in CABLING_EDITABLE:
        check_port_edit(node(provision_state=state), {"pxe_enabled"})
    else:
        with pytest.raises(Conflict, match=f"pxe_enabled .* {state!r}".replace("'", ".")):
            check_port_edit(node(provision_state=state), {"pxe_enabled"})


@pytest.mark.parametrize("fields", [{"provision_state": "active"}, {"instance_uuid": UUID}])
def test_an_address_stays_while_there_is_an_instance(fields: dict[str, str]) -> None:
    with pytest.raises(Conflict, match="address"):
        check_port_edit(node(**fields), {"address"})
    check_port_edit(node(**fields, maintenance=True), {"address"})


def test_ports_join_groups_of_their_own_node_that_fit_them() -> None:
    check_membership(group(), node(), boots=True)
    check_membership(group(standalone_ports_supported=False), node(), boots=False)
    with pytest.raises(Conflict, match="pxe_enabled"):
        check_membership(group(standalone_ports_supported=False), node(), boots=True)
    with pytest.raises(Invalid, match="another node"):
        check_membership(group(), node(id=2), boots=False)


def test_no_network_is_a_network_too() -> None:
    check_same_network(group(), None, [])
    check_same_network(group(), "a", ["a", "a"])
    for network, others in ((None, ["a"]), ("a", [None]), ("a", ["a", "b"])):
        with pytest.raises(Conflict, match="physical network"):
            check_same_network(group(), network, others)


@pytest.mark.parametrize("purpose", ["tenant", "cleaning", "provisioning", "rescuing", "inspection", "servicing"])
def test_what_a_network_is_attached_to_is_kept(purpose: str) -> None:
    info = {f"{purpose}_vif_port_id": "vif-1", "other": 1}
    with pytest.raises(Conflict, match=f"vif-1 for {purpose} use"):
        check_unbound("port", UUID, info, node())
    check_unbound("port", UUID, info, node(maintenance=True))
    check_unbound("port", UUID, {f"{purpose}_vif_port_id": None}, node())


def test_a_busy_node_keeps_its_parts() -> None:
    with pytest.raises(Conflict, match="conductor-7"):
        check_unreserved(node(reservation="conductor-7"))
    check_unreserved(node())
    with pytest.raises(Conflict, match="inspected"):
        check_not_inspecting(node(provision_state="inspecting"), LATEST)
    check_not_inspecting(node(provision_state="inspecting"), 38)
    check_not_inspecting(node(provision_state="inspect wait"), LATEST)


@pytest.mark.parametrize(
    ("names", "refusal"),
    [
        ({"node", "portgroup"}, Forbidden),
        ({"node", "shard"}, Forbidden),
        ({"portgroup", "shard"}, Forbidden),
        ({"conductor_groups", "node"}, Invalid),
        ({"conductor_groups", "address"}, Invalid),
        ({"conductor_groups", "portgroup"}, Invalid),
    ],
)
def test_some_ways_to_narrow_a_list_exclude_each_other(names: set[str], refusal: type[Exception]) -> None:
    with pytest.raises(refusal):
        check_port_filters(names)
    check_port_filters({"address", "shard", "description_contains"})
    check_port_filters({"address", "node"})
    with pytest.raises(Invalid):
        check_portgroup_filters({"node", "shard"})
    check_portgroup_filters({"address"})


@pytest.mark.parametrize(
    "link",
    [
        {},
        SWITCH,
        {**SWITCH, "switch_info": "x", "hostname": "h", "network_type": "managed"},
        {"switch_id": "0011223344556677", "port_id": ""},
        {"port_id": "1", "hostname": "h"},
        {"network_type": "unmanaged"},
    ],
)
def test_links_that_lead_somewhere_are_kept(link: dict[str, str]) -> None:
    assert checked_link(link, is_smartnic=False, minor=LATEST) == link


@pytest.mark.parametrize(
    "link",
    [
        {"port_id": "1"},
        {"switch_id": "00:11:22:33:44:55"},
        {"switch_id": "00-11-22-33-44-55", "port_id": "1"},
        {"switch_id": "001122334455", "port_id": "1"},
        {"hostname": "h"},
        {"network_type": "managed"},
        {"network_type": "other", **SWITCH},
        {"network_type": None},
        {**SWITCH, "port_id": 1},
        {**SWITCH, "unknown": "x"},
        {"port_id": "1", "vtep-logical-switch": "a"},
    ],
    ids=str,
)
def test_links_that_lead_nowhere_are_refused(link: dict[str, Any]) -> None:
    with pytest.raises(Invalid, match="local_link_connection"):
        checked_link(link, is_smartnic=False, minor=LATEST)


def test_a_switch_is_kept_in_lower_case() -> None:
    link = {"switch_id": "00:AA:BB:CC:DD:EE", "port_id": "Eth1"}
    assert checked_link(link, is_smartnic=False, minor=LATEST)["switch_id"] == "00:aa:bb:cc:dd:ee"


def test_a_smart_nic_needs_a_port_and_a_host() -> None:
    checked_link({}, is_smartnic=True, minor=LATEST)
    checked_link({**SWITCH, "hostname": "h"}, is_smartnic=True, minor=LATEST)
    for link in (SWITCH, {"network_type": "unmanaged"}):
        with pytest.raises(Invalid, match="smart NIC"):
            checked_link(link, is_smartnic=True, minor=LATEST)


VTEP = {"port_id": "1", "vtep-logical-switch": "a", "vtep-physical-switch": "b"}


@pytest.mark.parametrize(
    ("link", "minor"), [({"network_type": "unmanaged"}, 63), (VTEP, 89), (VTEP, 105)], ids=["network", "early", "late"]
)
def test_some_keys_belong_to_some_versions(link: dict[str, str], minor: int) -> None:
    with pytest.raises(NotAcceptable):
        checked_link(link, is_smartnic=False, minor=minor)
    assert checked_link(link, is_smartnic=False, minor=None) == link
    assert checked_link(link, is_smartnic=False, minor=100) == link


def test_a_new_port_names_its_node_in_one_way() -> None:
    assert with_node_uuid({"node_uuid": UUID}) == {"node_uuid": UUID}
    assert with_node_uuid({"node_ident": "n1", "a": 1}) == {"node_uuid": "n1", "a": 1}
    assert with_node_uuid([]) == []
    for body in (
        {"node_uuid": UUID, "node_ident": UUID},
        {"node_uuid": "n1"},
        {"node_ident": None},
        {"node_ident": "/"},
    ):
        with pytest.raises(Invalid):
            with_node_uuid(body)
    with pytest.raises(NotAcceptable, match=r"1\.94"):
        check_node_ident_version({"node_ident": "n1"}, 93)
    check_node_ident_version({"node_uuid": UUID}, 1)
    require_uuid(None)


@pytest.mark.parametrize("power", ["power on", "error", None])
def test_volumes_change_while_the_power_is_off(power: str | None) -> None:
    check_volume_edit(node(power_state="power off"))
    with pytest.raises(Invalid, match="powered off"):
        check_volume_edit(node(power_state=power, maintenance=True))


def test_volumes_are_deleted_without_power_or_on_an_idle_node() -> None:
    check_volume_deletion(node(power_state="power off", provision_state="active"))
    for state in ("enroll", "manageable", "adopt failed"):
        check_volume_deletion(node(power_state="power on", provision_state=state))
    with pytest.raises(Invalid, match="available"):
        check_volume_deletion(node(power_state=None, provision_state="available"))
