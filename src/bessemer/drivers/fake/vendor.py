"""The vendor interface of pretended machines."""

from collections.abc import Mapping
from typing import Any

from typing_extensions import override

from bessemer.drivers.contract.node_view import NodeView, Turn
from bessemer.drivers.contract.outcome import Outcome
from bessemer.drivers.contract.steps import clean_step, service_step
from bessemer.drivers.contract.vendor import VendorInterface, passthru
from bessemer.drivers.fake.interface import FakeInterface
from bessemer.drivers.fake.machine import MACHINES

NEED_BAR = frozenset({"first_method", "second_method", "third_method_sync", "fourth_method_shared_lock"})


class FakeVendor(FakeInterface, VendorInterface):
    """Offers methods to try out the ways in which methods of vendors are called, and to poke what waits."""

    @override
    def validate_call(self, node: NodeView, method: str, data: Mapping[str, Any]) -> list[str]:
        if method in NEED_BAR and not data.get("bar"):
            return [f"The vendor method {method!r} needs the key bar in its data."]
        return []

    @passthru(["POST"], description="Tell whether bar is baz")
    def first_method(self, node: NodeView, http_method: str, data: Mapping[str, Any]) -> bool:
        """Compare bar with a word."""
        return self._compared(node, "first_method", data, "baz")

    @passthru(["POST"], description="Tell whether bar is kazoo")
    def second_method(self, node: NodeView, http_method: str, data: Mapping[str, Any]) -> bool:
        """Compare bar with another word."""
        return self._compared(node, "second_method", data, "kazoo")

    @passthru(["POST"], asynchronous=False, description="Tell at once whether bar is meow")
    def third_method_sync(self, node: NodeView, http_method: str, data: Mapping[str, Any]) -> bool:
        """Compare bar with a third word, while the caller waits."""
        return self._compared(node, "third_method_sync", data, "meow")

    @passthru(["POST"], description="Tell whether bar is woof")
    def fourth_method_shared_lock(self, node: NodeView, http_method: str, data: Mapping[str, Any]) -> bool:
        """Compare bar with a fourth word; its name is that of Ironic's, where it does not lock the node."""
        return self._compared(node, "fourth_method_shared_lock", data, "woof")

    @passthru(["POST"], asynchronous=False, description="Let what waits on the machine go on at its next turn")
    def poke(self, node: NodeView, http_method: str, data: Mapping[str, Any]) -> bool:
        """Let what waits go on."""
        machine = MACHINES.meet(node)
        with machine.lock:
            machine.note("vendor.poke", {})
            machine.is_poked = True
        return True

    @passthru(["POST"], method="log_passthrough", description="Write the call into the log of the machine")
    def log_call(self, node: NodeView, http_method: str, data: Mapping[str, Any]) -> None:
        """Write a call into the log."""
        self.ask(node, "log_passthrough", names=sorted(data))

    @clean_step(1, requires_ramdisk=False)
    @service_step(0, requires_ramdisk=False)
    def log_passthrough(self, node: NodeView, turn: Turn, **arguments: Any) -> Outcome:
        """Write a step into the log."""
        return self.deed(node, turn, "log_passthrough", names=sorted(arguments))

    @service_step(0, requires_ramdisk=False)
    def trigger_servicewait(self, node: NodeView, turn: Turn) -> Outcome:
        """Wait until the machine is poked."""
        return self.deed(node, turn, "trigger_servicewait")

    def _compared(self, node: NodeView, method: str, data: Mapping[str, Any], word: str) -> bool:
        self.ask(node, method)
        return bool(data.get("bar") == word)
