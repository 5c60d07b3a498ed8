"""The network interface of machines whose switches are configured by others."""

from collections.abc import Mapping
from typing import Any

from typing_extensions import override

from bessemer.drivers.contract.network import Network, NetworkInterface
from bessemer.drivers.contract.node_view import NodeView, Turn
from bessemer.drivers.contract.outcome import Done, Outcome


class NoopNetwork(NetworkInterface):
    """Lets every machine be attached to what it is plugged into."""

    @override
    def attach(self, node: NodeView, turn: Turn, network: Network) -> Outcome:
        return Done()

    @override
    def detach(self, node: NodeView, turn: Turn, network: Network) -> Outcome:
        return Done()

    @override
    def vif_list(self, node: NodeView) -> tuple[str, ...]:
        return ()

    # Schedulers attach virtual interfaces to every machine, and would give up on one that refuses.
    @override
    def vif_attach(self, node: NodeView, vif: Mapping[str, Any]) -> Done:
        return Done()

    @override
    def vif_detach(self, node: NodeView, vif_id: str) -> Done:
        return Done()
