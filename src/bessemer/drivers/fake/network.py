"""The network interface of pretended machines."""

from collections.abc import Mapping
from typing import Any

from typing_extensions import override

from bessemer.drivers.contract.network import Network, NetworkInterface
from bessemer.drivers.contract.node_view import NodeView, PortView, Turn
from bessemer.drivers.contract.outcome import NOTHING_NEW, Done, Learned, Outcome
from bessemer.drivers.fake.interface import FakeInterface
from bessemer.drivers.fake.machine import Machine
from bessemer.model.errors import Conflict, Invalid

VIF = "tenant_vif_port_id"
"""The key of a port's internal_info that holds the virtual interface attached to it."""


class FakeNetwork(FakeInterface, NetworkInterface):
    """Attaches pretended machines to networks that are none."""

    @override
    def attach(self, node: NodeView, turn: Turn, network: Network) -> Outcome:
        def effect(machine: Machine) -> Learned:
            machine.change(networks=tuple(sorted({*machine.lasting.networks, network.value})))
            return NOTHING_NEW

        return self.deed(node, turn, "attach", effect, network=network.value)

    @override
    def detach(self, node: NodeView, turn: Turn, network: Network) -> Outcome:
        def effect(machine: Machine) -> Learned:
            machine.change(networks=tuple(each for each in machine.lasting.networks if each != network.value))
            return NOTHING_NEW

        return self.deed(node, turn, "detach", effect, network=network.value)

    @override
    def vif_list(self, node: NodeView) -> tuple[str, ...]:
        self.ask(node, "vif_list")
        return tuple(port.internal_info[VIF] for port in node.ports if port.internal_info.get(VIF))

    @override
    def vif_attach(self, node: NodeView, vif: Mapping[str, Any]) -> Done:
        self.ask(node, "vif_attach", vif=vif.get("id"))
        port = free_port(node, vif)
        return Done(learned=Learned(ports={port.uuid: {VIF: vif["id"]}}))

    @override
    def vif_detach(self, node: NodeView, vif_id: str) -> Done:
        self.ask(node, "vif_detach", vif=vif_id)
        for port in node.ports:
            if port.internal_info.get(VIF) == vif_id:
                return Done(learned=Learned(ports={port.uuid: {VIF: None}}))
        raise Invalid(
            f"The virtual interface {vif_id[:80]!r} is not attached to the node {node.label}. "
            f"GET /v1/nodes/{node.uuid}/vifs lists those that are."
        )


def free_port(node: NodeView, vif: Mapping[str, Any]) -> PortView:
    """Choose the port for a virtual interface: the one asked for, else a free one, rather one that boots."""
    holder = next((port for port in node.ports if port.internal_info.get(VIF) == vif["id"]), None)
    if holder is not None:
        raise Conflict(f"The virtual interface {vif['id']} is already attached to the port {holder.uuid}.")
    if vif.get("portgroup_uuid"):
        raise Invalid("Pretended machines have no port groups. Leave portgroup_uuid out, or give port_uuid.")
    wanted = vif.get("port_uuid")
    candidates = [port for port in node.ports if wanted in (None, port.uuid)]
    free = [port for port in candidates if not port.internal_info.get(VIF)]
    if not free:
        where = f"The port {wanted}" if candidates and wanted else f"Every port of the node {node.label}"
        raise Invalid(
            f"{where} is taken, so the virtual interface {vif['id']} cannot be attached. Detach another one, or add "
            "a port."
            if candidates
            else f"The node {node.label} has no port {wanted or 'at all'}. Add one, or name one that it has."
        )
    return min(free, key=lambda port: not port.pxe_enabled)
