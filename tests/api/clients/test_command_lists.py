"""Every list of the stock `baremetal` command can be walked, turned round and narrowed."""

from typing import Any

import msgspec
import pytest

from tests.api.clients.commands import Baremetal
from tests.api.serving import Server

STEP = {"interface": "bios", "step": "apply_configuration", "args": {}}


class Kind(msgspec.Struct, frozen=True, kw_only=True):
    """One list of the command."""

    command: str
    path: str
    made: tuple[dict[str, Any], ...]
    """Three that may stand beside each other, in the order of the key."""
    key: str
    """A column of the list by which it can be sorted."""
    of_a_node: bool = False
    """Whether each belongs to a node, by which the list can be narrowed."""


KINDS = (
    Kind(
        command="node",
        path="nodes",
        made=tuple({"name": f"node-{number}", "driver": "fake-hardware"} for number in (1, 2, 3)),
        key="name",
    ),
    Kind(
        command="port",
        path="ports",
        made=tuple({"address": f"52:54:00:00:00:0{number}"} for number in (1, 2, 3)),
        key="address",
        of_a_node=True,
    ),
    Kind(
        command="port group",
        path="portgroups",
        made=tuple({"name": f"bond-{number}"} for number in (1, 2, 3)),
        key="name",
        of_a_node=True,
    ),
    Kind(command="chassis", path="chassis", made=tuple({"description": row} for row in "ABC"), key="description"),
    Kind(
        command="deploy template",
        path="deploy_templates",
        made=tuple({"name": f"CUSTOM_{name}", "steps": [{**STEP, "priority": 10}]} for name in "ABC"),
        key="name",
    ),
    Kind(
        command="runbook",
        path="runbooks",
        made=tuple({"name": f"nightly-{number}", "steps": [{**STEP, "order": 0}]} for number in (1, 2, 3)),
        key="name",
    ),
    Kind(
        command="volume connector",
        path="volume/connectors",
        made=tuple({"type": "iqn", "connector_id": f"iqn.2026-11.example:{number}"} for number in (1, 2, 3)),
        key="connector_id",
        of_a_node=True,
    ),
    Kind(
        command="volume target",
        path="volume/targets",
        made=tuple({"volume_type": "iscsi", "volume_id": f"v{index}", "boot_index": index} for index in (0, 1, 2)),
        key="volume_id",
        of_a_node=True,
    ),
)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.command)
def test_a_list_is_walked_sorted_and_narrowed(baremetal: Baremetal, embedded_server: Server, kind: Kind) -> None:
    wire = embedded_server.wire
    belonging = {}
    if kind.of_a_node:
        for name in ("other", "the-one"):
            made = wire.post("/v1/nodes", {"name": name, "driver": "fake-hardware"}).json
            belonging = {"node_uuid": made["uuid"]}
    uuids = [wire.post(f"/v1/{kind.path}", {**each, **belonging}).json["uuid"] for each in kind.made]

    def listed(options: str) -> list[str]:
        return [each["uuid"] for each in baremetal.json(f"{kind.command} list --fields uuid {kind.key} {options}")]

    assert listed("") == uuids
    assert listed("--limit 2") == uuids[:2]
    assert listed(f"--limit 1 --marker {uuids[0]}") == uuids[1:2]
    assert listed(f"--marker {uuids[1]}") == uuids[2:]
    assert listed(f"--sort {kind.key}:desc") == uuids[::-1]  # which the command does by itself
    if kind.of_a_node:
        assert listed("--node the-one") == uuids
        assert listed("--node other") == []
