"""What may be done to a node in each of its states."""

from typing import Any

import pytest

from bessemer.model.states import ProvisionState
from bessemer.testing import builders
from tests.api.enrolled import MISSING, change, clear, enrol, set_to, show
from tests.api.serving import Server

S = ProvisionState
FREE = {S.ENROLL, S.MANAGEABLE, S.AVAILABLE, S.INSPECT_WAIT}
"""States in which everything may change."""
SETTLED = {S.ENROLL, S.MANAGEABLE, S.AVAILABLE, S.ACTIVE, S.RESCUE}
"""States without a target."""
BUSY = {
    S.DEPLOYING, S.DEPLOY_WAIT, S.DEPLOY_HOLD, S.CLEANING, S.CLEAN_WAIT, S.CLEAN_HOLD, S.ADOPTING, S.RESCUING,
    S.RESCUE_WAIT, S.UNRESCUING, S.DELETING, S.SERVICING, S.SERVICE_WAIT, S.INSPECTING,
}  # fmt: skip
"""States in which nothing may change."""
OPEN = set(S) - BUSY
"""States in which at least notes may change."""
PROTECTABLE = {S.ACTIVE, S.RESCUE}
DELETABLE = {S.ENROLL, S.MANAGEABLE, S.AVAILABLE, S.ADOPT_FAILED}


def in_state(server: Server, state: str, **fields: Any) -> str:
    """Put a node there that is in the state, on its way to another where the state is not a lasting one."""
    target = None if state in SETTLED else "active"
    given = {"provision_state": state, "target_provision_state": target, "resource_class": "small", **fields}
    return builders.add_node(server.database, **given)


def codes(allowed: set[ProvisionState]) -> list[Any]:
    return [pytest.param(state, 200 if state in allowed else 409, id=state) for state in S]


@pytest.mark.parametrize(("state", "status"), codes(OPEN))
@pytest.mark.parametrize(
    "values",
    [{"extra": {"a": 1}}, {"name": "new"}, {"owner": "p1"}, {"driver_info": {"a": 1}}, {"description": "x"}],
    ids=lambda values: next(iter(values)),
)
def test_notes_can_be_changed_unless_work_is_going_on(
    embedded_server: Server, state: str, status: int, values: dict[str, Any]
) -> None:
    uuid = in_state(embedded_server, state)
    answer = change(embedded_server.wire, uuid, **values)
    assert answer.status == status
    assert status == 200 or state in answer.text


@pytest.mark.parametrize(("state", "status"), codes(FREE))
@pytest.mark.parametrize("how", ["replace", "remove"])
def test_a_resource_class_is_changed_in_few_states(embedded_server: Server, state: str, status: int, how: str) -> None:
    uuid = in_state(embedded_server, state)
    wire = embedded_server.wire
    answer = change(wire, uuid, resource_class="large") if how == "replace" else clear(wire, uuid, "resource_class")
    assert answer.status == status


@pytest.mark.parametrize(("state", "status"), codes(OPEN))
def test_a_first_resource_class_can_be_given_unless_work_is_going_on(
    embedded_server: Server, state: str, status: int
) -> None:
    uuid = in_state(embedded_server, state, resource_class=None)
    assert change(embedded_server.wire, uuid, resource_class="large").status == status


@pytest.mark.parametrize("state", sorted(OPEN))
def test_setting_what_a_node_has_already_is_allowed_unless_work_is_going_on(
    embedded_server: Server, state: str
) -> None:
    uuid = in_state(embedded_server, state)
    answer = change(embedded_server.wire, uuid, resource_class="small", raid_interface="fake", driver="fake-hardware")
    assert answer.status == 200


@pytest.mark.parametrize(("state", "status"), codes(FREE))
def test_an_interface_is_changed_in_few_states(embedded_server: Server, state: str, status: int) -> None:
    uuid = in_state(embedded_server, state)
    assert change(embedded_server.wire, uuid, raid_interface="no-raid").status == status


@pytest.mark.parametrize(("state", "status"), codes(OPEN))
def test_maintenance_lets_an_interface_change_unless_work_is_going_on(
    embedded_server: Server, state: str, status: int
) -> None:
    uuid = in_state(embedded_server, state, maintenance=True)
    assert change(embedded_server.wire, uuid, raid_interface="no-raid").status == status


def test_maintenance_does_not_let_a_resource_class_change(embedded_server: Server) -> None:
    uuid = in_state(embedded_server, "active", maintenance=True)
    assert change(embedded_server.wire, uuid, resource_class="large").status == 409


@pytest.mark.parametrize("state", [state for state in S if state in PROTECTABLE])
def test_a_node_with_an_instance_can_be_protected(embedded_server: Server, state: str) -> None:
    uuid = in_state(embedded_server, state)
    node = change(embedded_server.wire, uuid, protected="yes", protected_reason="in use").json
    assert (node["protected"], node["protected_reason"]) == (True, "in use")
    node = change(embedded_server.wire, uuid, protected_reason="still").json
    assert (node["protected"], node["protected_reason"]) == (True, "still")
    node = clear(embedded_server.wire, uuid, "protected").json
    assert (node["protected"], node["protected_reason"]) == (False, None)


@pytest.mark.parametrize("state", [state for state in S if state not in PROTECTABLE])
def test_no_other_node_can_be_protected(embedded_server: Server, state: str) -> None:
    uuid = in_state(embedded_server, state)
    for values in ({"protected": True}, {"protected": True, "protected_reason": "x"}):
        assert change(embedded_server.wire, uuid, **values).status == 409
    assert show(embedded_server.wire, uuid)["protected"] is False


@pytest.mark.parametrize(("state", "status"), codes(OPEN - {S.AVAILABLE}))
def test_an_available_node_cannot_be_retired(embedded_server: Server, state: str, status: int) -> None:
    uuid = in_state(embedded_server, state)
    assert change(embedded_server.wire, uuid, retired=True).status == status


@pytest.mark.parametrize("state", S)
def test_traits_are_changed_in_every_state(embedded_server: Server, state: str) -> None:
    """R-NT-13, R-NT-30."""
    wire, uuid = embedded_server.wire, in_state(embedded_server, state)
    assert wire.put(f"/v1/nodes/{uuid}/traits", {"traits": ["CUSTOM_A"]}).status == 204
    assert wire.put(f"/v1/nodes/{uuid}/traits/CUSTOM_B").status == 204
    assert wire.delete(f"/v1/nodes/{uuid}/traits/CUSTOM_A").status == 204
    assert show(wire, uuid)["traits"] == ["CUSTOM_B"]
    assert wire.delete(f"/v1/nodes/{uuid}/traits").status == 204


@pytest.mark.parametrize("state", S)
def test_a_node_is_deleted_in_few_states_and_in_maintenance_in_all(embedded_server: Server, state: str) -> None:
    wire, uuid = embedded_server.wire, in_state(embedded_server, state)
    status = 204 if state in DELETABLE else 409
    assert wire.delete(f"/v1/nodes/{uuid}").status == status
    assert wire.get(f"/v1/nodes/{uuid}").status == (404 if status == 204 else 200)
    other = in_state(embedded_server, state, maintenance=True, instance_uuid=MISSING)
    assert wire.delete(f"/v1/nodes/{other}").status == 204


@pytest.mark.parametrize("more", [{}, {"maintenance": True}], ids=["in use", "in maintenance"])
def test_a_protected_node_is_not_deleted(embedded_server: Server, more: dict[str, bool]) -> None:
    uuid = in_state(embedded_server, "active", protected=True, protected_reason="in use", **more)
    answer = embedded_server.wire.delete(f"/v1/nodes/{uuid}")
    assert (answer.status, "in use" in answer.text) == (403, True)


def test_a_node_with_an_instance_is_not_deleted(embedded_server: Server) -> None:
    uuid = enrol(embedded_server.wire, instance_uuid=MISSING)["uuid"]
    answer = embedded_server.wire.delete(f"/v1/nodes/{uuid}")
    assert (answer.status, MISSING in answer.text) == (409, True)


@pytest.mark.parametrize(
    ("method", "below", "body"),
    [
        ("PATCH", "", set_to(extra={"a": 1})),
        ("DELETE", "", None),
        ("PUT", "/traits", {"traits": []}),
        ("PUT", "/traits/CUSTOM_A", {}),
        ("DELETE", "/traits", {}),
        ("DELETE", "/traits/CUSTOM_A", {}),
    ],
)
def test_a_node_that_a_conductor_works_on_is_left_alone(
    embedded_server: Server, method: str, below: str, body: Any
) -> None:
    uuid = in_state(embedded_server, "manageable", traits=("CUSTOM_A",), maintenance=True)
    builders.reserve(embedded_server.database, uuid, "the-conductor")
    wire = embedded_server.wire
    assert show(wire, uuid)["reservation"] == "the-conductor"
    how = {} if body is None else {"json": body}
    answer = wire.request(method, f"/v1/nodes/{uuid}{below}", **how)
    assert (answer.status, "the-conductor" in answer.text) == (409, True)
    builders.release(embedded_server.database, uuid)
    assert wire.request(method, f"/v1/nodes/{uuid}{below}", **how).status in {200, 204}


def test_inspecting_stands_for_waiting_as_well_before_1_39(embedded_server: Server) -> None:
    wire = embedded_server.wire
    inspecting, waiting = in_state(embedded_server, "inspecting"), in_state(embedded_server, "inspect wait")
    assert show(wire, waiting, version="1.38")["provision_state"] == "inspecting"
    assert show(wire, waiting, version="1.39")["provision_state"] == "inspect wait"
    assert wire.patch(f"/v1/nodes/{inspecting}", set_to(extra={"a": 1}), version="1.38").status == 200
    assert wire.patch(f"/v1/nodes/{inspecting}", set_to(extra={"a": 2}), version="1.39").status == 409


def test_available_has_no_word_before_1_2(embedded_server: Server) -> None:
    uuid = in_state(embedded_server, "available")
    assert show(embedded_server.wire, uuid, version="1.1")["provision_state"] is None
    assert show(embedded_server.wire, uuid, version="1.2")["provision_state"] == "available"
    assert show(embedded_server.wire, f"{uuid}/states", version="1.1")["provision_state"] is None


def test_a_driver_stays_while_the_console_is_on(embedded_server: Server) -> None:
    uuid = in_state(embedded_server, "manageable", console_enabled=True)
    path = f"/v1/nodes/{uuid}?reset_interfaces=true"
    assert embedded_server.wire.patch(path, set_to(driver="redfish")).status == 409


STATES = ["console_enabled", "last_error", "power_state", "provision_state", "target_power_state"]
STATES += ["target_provision_state", "provision_updated_at"]


@pytest.mark.parametrize(
    ("version", "keys"),
    [
        ("1.1", STATES),
        ("1.12", [*STATES, "raid_config", "target_raid_config"]),
        ("1.115", [*STATES, "raid_config", "target_raid_config", "boot_mode", "secure_boot"]),
    ],
)
def test_states_are_shown_alone(embedded_server: Server, version: str, keys: list[str]) -> None:
    uuid = in_state(embedded_server, "active", name="a", power_state="power on")
    by_uuid = embedded_server.wire.get(f"/v1/nodes/{uuid}/states", version=version)
    assert list(by_uuid.json) == keys
    assert (by_uuid.json["power_state"], by_uuid.json["provision_state"]) == ("power on", "active")
    assert show(embedded_server.wire, "a/states")["provision_state"] == "active"


@pytest.mark.parametrize(
    ("method", "below", "status"),
    [
        ("GET", "?fields=power_state", 400),
        ("PUT", "", 405),
        ("GET", "/zzz", 404),
        ("GET", "/power", (404, 405)),
        ("GET", "/provision", (404, 405)),
    ],
)
def test_states_take_no_arguments(embedded_server: Server, method: str, below: str, status: Any) -> None:
    uuid = in_state(embedded_server, "active")
    answer = embedded_server.wire.request(method, f"/v1/nodes/{uuid}/states{below}")
    assert answer.status in (status if isinstance(status, tuple) else (status,))
    assert embedded_server.wire.get(f"/v1/nodes/{MISSING}/states").status == 404


def test_deleting_available_nodes_can_be_forbidden(start_server: Any) -> None:
    server = start_server({"OS_CONDUCTOR__ALLOW_DELETING_AVAILABLE_NODES": "false"})
    assert server.wire.delete(f"/v1/nodes/{in_state(server, 'available')}").status == 409
    assert server.wire.delete(f"/v1/nodes/{in_state(server, 'enroll')}").status == 204
