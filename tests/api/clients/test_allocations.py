"""Allocations through the `baremetal` command, the Python library and openstacksdk."""

from typing import Any

import pytest
from ironicclient import exc
from openstack import exceptions

from bessemer.store.database import Database
from bessemer.testing.builders import add_node
from tests.api.clients.commands import Baremetal, CommandFailed
from tests.api.serving import Server


def free(database: Database, name: str, **fields: Any) -> str:
    return add_node(database, name=name, resource_class="small", traits=("CUSTOM_A",), **fields)


def test_a_long_day_with_the_command(baremetal: Baremetal, embedded_server: Server) -> None:
    node = free(embedded_server.database, "n1")
    made = baremetal.json(
        "allocation create --resource-class small --name web --trait CUSTOM_A --candidate-node n1 --extra a=1 --wait"
    )
    assert (made["state"], made["node_uuid"], made["candidate_nodes"]) == ("active", node, [node])
    assert baremetal.json("allocation show web") == made
    assert baremetal.json("node show n1 --fields allocation_uuid") == {"allocation_uuid": made["uuid"]}
    with pytest.raises(CommandFailed, match="No node with the resource class 'small'"):
        baremetal("allocation create --resource-class small --name late --wait")
    listed = baremetal.json("allocation list")
    assert {each["name"]: each["state"] for each in listed} == {"web": "active", "late": "error"}
    assert len(baremetal.json("allocation list --long")[0]) > len(listed[0])
    assert [each["name"] for each in baremetal.json("allocation list --state error")] == ["late"]
    assert [each["name"] for each in baremetal.json("allocation list --node n1 --resource-class small")] == ["web"]
    baremetal("allocation set web --name web-2 --extra b=2")
    shown = baremetal.json("allocation show web-2")
    assert shown["extra"] == {"a": 1, "b": 2}
    baremetal("allocation unset web-2 --name --extra a")
    shown = baremetal.json(f"allocation show {made['uuid']}")
    assert (shown["name"], shown["extra"]) == (None, {"b": 2})
    baremetal(f"allocation delete {made['uuid']} late")
    assert baremetal.json("allocation list") == []
    assert baremetal.json("node show n1 --fields instance_uuid") == {"instance_uuid": None}


def test_a_node_in_use_gets_its_allocation_by_the_command(baremetal: Baremetal, embedded_server: Server) -> None:
    node = free(embedded_server.database, "n1", provision_state="active")
    free(embedded_server.database, "n2")
    with pytest.raises(CommandFailed, match="active"):
        baremetal("allocation create --node n2")
    made = baremetal.json("allocation create --node n1 --name old")
    assert (made["node_uuid"], made["state"], made["resource_class"]) == (node, "active", "small")
    with pytest.raises(CommandFailed, match="maintenance"):
        baremetal("allocation delete old")


def test_the_python_library(ironic: Any, server: Server) -> None:
    node = free(server.database, "n1")
    made = ironic.allocation.create(resource_class="small", name="web", traits=["CUSTOM_A"])
    made = ironic.allocation.wait(made.uuid, timeout=30)
    assert (made.state, made.node_uuid) == ("active", node)
    assert ironic.allocation.get("web").node_uuid == node
    changed = ironic.allocation.update("web", [{"op": "replace", "path": "/name", "value": "web-2"}])
    assert changed.name == "web-2"
    assert [each.uuid for each in ironic.allocation.list(node="n1", fields=["uuid"])] == [made.uuid]
    assert [each.uuid for each in ironic.allocation.list(limit=0, sort_key="name", owner=None)] == [made.uuid]
    ironic.allocation.delete("web-2")
    with pytest.raises(exc.NotFound):
        ironic.allocation.get("web-2")


def test_openstacksdk(sdk: Any, server: Server) -> None:
    node = free(server.database, "n1")
    made = sdk.create_allocation(resource_class="small", name="web", traits=["CUSTOM_A"], candidate_nodes=["n1"])
    made = sdk.wait_for_allocation(made, timeout=30)
    assert (made.state, made.node_id, made.candidate_nodes) == ("active", node, [node])
    assert sdk.get_allocation("web").id == made.id
    assert sdk.get_node("n1").allocation_id == made.id
    assert sdk.update_allocation("web", name="web-2", extra={"a": 1}).extra == {"a": 1}
    assert [each.name for each in sdk.allocations(node=node, resource_class="small", state="active")] == ["web-2"]
    failed = sdk.create_allocation(resource_class="small")
    with pytest.raises(exceptions.ResourceFailure):
        sdk.wait_for_allocation(failed, timeout=30)
    assert "taken by an instance" in sdk.wait_for_allocation(failed, timeout=30, ignore_error=True).last_error
    sdk.delete_allocation(made)
    sdk.delete_allocation(failed)
    assert list(sdk.allocations()) == []
    with pytest.raises(exceptions.NotFoundException):
        sdk.get_allocation("web-2")
