"""Builds what a driver sees of a machine from what the store knows of it."""

from typing import Any, cast

from bessemer.drivers.contract.kinds import KINDS
from bessemer.drivers.contract.node_view import NodeView, PortView
from bessemer.model.errors import NotFound
from bessemer.model.listing import EVERYTHING, Wanted
from bessemer.model.node import NODE, Node
from bessemer.model.port import PORT
from bessemer.model.power import PowerState
from bessemer.store import lists, rows
from bessemer.store.json_text import json_from_text
from bessemer.store.transaction import Transaction

PORT_DOCUMENTS = ("local_link_connection", "internal_info", "extra")
PORT_COLUMNS = ("uuid", "address", "pxe_enabled", "physical_network", *PORT_DOCUMENTS)
ALL_OF_THEM = 2**31 - 1


def node_view(tx: Transaction, uuid: str) -> NodeView:
    """Read a machine with its secrets, its traits and its ports."""
    found = rows.fetch(tx, NODE, "uuid", uuid)
    if found is None:
        raise NotFound(f"There is no node {uuid!r}; it was deleted a moment ago.")
    return view_of(cast("Node", found), ports_of(tx, uuid))


def view_of(node: Node, ports: tuple[PortView, ...]) -> NodeView:
    """Show a node and its ports as drivers see them."""
    return NodeView(
        uuid=node.uuid,
        name=node.name,
        driver=node.driver,
        driver_info=node.driver_info,
        driver_internal_info=node.driver_internal_info,
        properties=node.properties,
        extra=node.extra,
        instance_info=node.instance_info,
        instance_uuid=node.instance_uuid,
        interfaces={kind: _chosen(node, kind) for kind in KINDS},
        power_state=_power_state(node.power_state),
        provision_state=node.provision_state,
        raid_config=node.raid_config,
        target_raid_config=node.target_raid_config,
        network_data=node.network_data,
        disable_power_off=node.disable_power_off,
        traits=tuple(node.traits),
        ports=ports,
    )


def _chosen(node: Node, kind: str) -> str | None:
    """Name the implementation of a kind; an instance may bring one of its own for as long as it is there."""
    field = f"{kind}_interface"
    of_instance = node.instance_info.get(field)
    return of_instance if isinstance(of_instance, str) else getattr(node, field)


def _power_state(word: str | None) -> PowerState | None:
    return PowerState(word) if word in set(PowerState) else None


def ports_of(tx: Transaction, uuid: str) -> tuple[PortView, ...]:
    """Read the ports of a machine."""
    wanted = Wanted(columns=PORT_COLUMNS, filters=(("node_uuid", uuid),), limit=ALL_OF_THEM)
    found = lists.page(tx, PORT.noun, wanted, EVERYTHING)
    assert found is not None  # without a marker a page always exists
    return tuple(PortView(**_port(dict(zip(PORT_COLUMNS, row[1:], strict=False)))) for row in found.rows)


def _port(values: dict[str, Any]) -> dict[str, Any]:
    documents = {name: json_from_text(values[name] or "{}") for name in PORT_DOCUMENTS}
    return {**values, **documents, "pxe_enabled": bool(values["pxe_enabled"])}
