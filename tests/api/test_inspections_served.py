"""A whole inspection over the wire, and machines that nobody enrolled."""

import time
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from tests.api.enrolled import Node, enrol, show
from tests.api.parts import MAC, OTHER_MAC, port
from tests.api.serving import Server
from tests.api.test_continue_inspection import body, bring

Start = Callable[[Mapping[str, str]], Server]
INSPECTING = {
    "OS_DEFAULT__ENABLED_INSPECT_INTERFACES": "fake,agent",
    "OS_INSPECTOR__CALLBACK_ENDPOINT_OVERRIDE": "http://192.0.2.1:6385",
}
DISCOVERING = {"OS_AUTO_DISCOVERY__ENABLED": "true", "OS_AUTO_DISCOVERY__DRIVER": "fake-hardware"}
CPU = {"architecture": "x86_64", "count": 8}
SECONDS = 30


def settled(server: Server, node: str, state: str) -> Node:
    """Wait until a node is in a state."""
    end = time.monotonic() + SECONDS
    while (found := show(server.wire, node))["provision_state"] != state:
        assert time.monotonic() < end, found
        time.sleep(0.05)
    return found


def test_a_machine_is_inspected_by_the_agent(start_server: Start) -> None:
    server = start_server(INSPECTING)
    wire = server.wire
    actions = [{"op": "add-trait", "args": {"name": "CUSTOM_SEEN"}}]
    assert wire.post("/v1/inspection_rules", {"actions": actions}).status == 201
    node = enrol(wire, inspect_interface="agent")["uuid"]
    port(wire, {"uuid": node})
    here = f"/v1/nodes/{node}/states/provision"
    assert wire.put(here, {"target": "manage"}).status == 202
    settled(server, node, "manageable")
    assert wire.put(here, {"target": "inspect"}).status == 202
    settled(server, node, "inspect wait")
    content = body(MAC, OTHER_MAC, cpu=CPU, boot={"pxe_interface": OTHER_MAC})
    assert bring(wire, content).json["uuid"] == node
    found = settled(server, node, "manageable")
    assert (found["properties"], found["traits"]) == ({"cpu_arch": "x86_64"}, ["CUSTOM_SEEN"])
    assert found["inspection_finished_at"] is not None
    kept = wire.get(f"/v1/nodes/{node}/inventory").json
    assert kept["inventory"] == content["inventory"]
    assert "logs" not in kept["plugin_data"]
    ports = wire.get(f"/v1/nodes/{node}/ports/detail").json["ports"]
    assert {each["address"]: each["pxe_enabled"] for each in ports} == {MAC: False, OTHER_MAC: True}


def test_an_unknown_machine_is_enrolled_where_that_is_switched_on(start_server: Start) -> None:
    server = start_server(DISCOVERING)
    wire = server.wire
    condition = {"op": "is-true", "args": {"value": "{plugin_data[auto_discovered]}"}}
    actions = [{"op": "set-attribute", "args": {"path": "extra/found", "value": "{inventory[cpu][count]}"}}]
    assert wire.post("/v1/inspection_rules", {"actions": actions, "conditions": [condition]}).status == 201
    answer = bring(wire, body(MAC, cpu=CPU))
    assert answer.status == 202
    node = show(wire, answer.json["uuid"])
    assert (node["provision_state"], node["driver"], node["extra"]) == ("enroll", "fake-hardware", {"found": "8"})
    assert node["properties"] == {"cpu_arch": "x86_64"}
    assert [each["address"] for each in wire.get(f"/v1/nodes/{node['uuid']}/ports").json["ports"]] == [MAC]
    assert wire.get(f"/v1/nodes/{node['uuid']}/inventory").json["inventory"]["cpu"] == CPU
    assert bring(wire, body(MAC, cpu=CPU)).status == 404


@pytest.mark.parametrize(
    "content",
    [
        body("nonsense", cpu=CPU, bmc_address="198.51.100.7"),
        body(MAC),
        {**body(MAC, cpu=CPU), "error": "it burns"},
    ],
)
def test_a_machine_that_hooks_refuse_is_not_enrolled(start_server: Start, content: Any) -> None:
    server = start_server(DISCOVERING)
    assert bring(server.wire, content).status == 404
    assert server.wire.get("/v1/nodes").json["nodes"] == []


def test_a_machine_cannot_be_discovered_as_a_node_of_its_choice(start_server: Start) -> None:
    server = start_server(DISCOVERING)
    answer = bring(server.wire, body(MAC, cpu=CPU), "?node_uuid=6f1d4d5c-6c1b-4f0e-9a53-2f6f3f0c8b01", "1.84")
    assert answer.status == 404
    assert server.wire.get("/v1/nodes").json["nodes"] == []
