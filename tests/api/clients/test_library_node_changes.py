"""Changes of nodes through the Python library."""

from typing import Any

import pytest
from ironicclient import exc

from tests.api.clients.phrases import enrol, removed, set_to
from tests.api.clients.test_library_nodes import INTERFACES

SETTABLE: dict[str, tuple[Any, Any]] = {
    "automated_clean": (False, None),
    "description": ("moved", None),
    "disable_power_off": (True, False),
    "instance_name": ("db 1", None),
    "instance_uuid": ("5a9f1a3e-16ac-4d8f-8a2b-0a1a52b6f5b5", None),
    "lessee": ("project-c", None),
    "name": ("another", None),
    "owner": ("project-d", None),
    "resource_class": ("small", None),
    "retired": (True, False),
    "shard": ("s9", None),
    "extra": ({"a": 1}, {}),
    "driver_info": ({"a": 1}, {}),
    "instance_info": ({"a": 1}, {}),
    "properties": ({"a": 1}, {}),
}


@pytest.mark.parametrize("name", SETTABLE)
def test_a_field_is_set_and_unset(ironic: Any, name: str) -> None:
    value, nothing = SETTABLE[name]
    node = enrol(ironic)
    assert getattr(ironic.node.update(node.uuid, set_to(**{name: value})), name) == value
    assert getattr(ironic.node.get(node.uuid), name) == value
    ironic.node.update(node.uuid, removed(name))
    assert getattr(ironic.node.get(node.uuid), name) == nothing


@pytest.mark.parametrize("name", INTERFACES)
def test_an_interface_is_chosen_and_given_back(ironic: Any, name: str) -> None:
    node = enrol(ironic)
    default = getattr(node, name)
    assert getattr(ironic.node.update(node.uuid, set_to(**{name: INTERFACES[name]})), name) == INTERFACES[name]
    assert getattr(ironic.node.update(node.uuid, removed(name)), name) == default
    with pytest.raises(exc.BadRequest, match="no-such-thing"):
        ironic.node.update(node.uuid, set_to(**{name: "no-such-thing"}))


def test_a_change_reaches_into_objects_and_lists(ironic: Any) -> None:
    node = enrol(ironic, extra={"tags": ["a", "c"], "rack": {"row": "B", "unit": 7}})
    changed = ironic.node.update(
        node.uuid,
        [
            {"op": "add", "path": "/extra/tags/1", "value": "b"},
            {"op": "add", "path": "/extra/tags/-", "value": "d"},
            {"op": "replace", "path": "/extra/rack/row", "value": "C"},
            {"op": "remove", "path": "/extra/rack/unit"},
            {"op": "add", "path": "/extra/new", "value": {"deep": [1]}},
        ],
    )
    assert changed.extra == {"tags": ["a", "b", "c", "d"], "rack": {"row": "C"}, "new": {"deep": [1]}}
    assert changed.updated_at > changed.created_at


def test_a_change_happens_wholly_or_not_at_all(ironic: Any) -> None:
    node = enrol(ironic, name="before")
    with pytest.raises(exc.BadRequest):
        ironic.node.update(node.uuid, [*set_to(name="after"), *removed("extra/absent")])
    assert ironic.node.get(node.uuid).name == "before"


def test_a_driver_is_changed_with_its_interfaces(ironic: Any) -> None:
    node = enrol(ironic)
    with pytest.raises(exc.BadRequest):
        ironic.node.update(node.uuid, set_to(driver="manual-management"))
    changed = ironic.node.update(node.uuid, set_to(driver="manual-management"), reset_interfaces=True)
    assert changed.to_dict().items() >= {"driver": "manual-management", "boot_interface": "ipxe"}.items()
    with pytest.raises(exc.BadRequest, match="no-such-driver"):
        ironic.node.update(node.uuid, set_to(driver="no-such-driver"))
