"""What the stand-ins for optional interfaces have in common: what a person asks for is refused."""

from typing import ClassVar

from typing_extensions import override

from bessemer.drivers.contract.interface import Interface
from bessemer.drivers.contract.node_view import NodeView
from bessemer.drivers.contract.outcome import Failed


class Dummy(Interface):
    """Stands in for an interface that a machine does not have."""

    feature: ClassVar[str]
    """What the machine does not have, in the words of a refusal."""

    @override
    def validate(self, node: NodeView) -> list[str]:
        """Say that nothing can be asked for."""
        return [self.unsupported(node, self.feature).message]

    def refused(self, node: NodeView) -> Failed:
        """Refuse what a person asked for."""
        return Failed(
            reason=self.unsupported(node, self.feature).message,
            remedy=f"Set {self.kind}_interface of the node to one that can, if its hardware has this.",
        )
