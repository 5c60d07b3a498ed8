"""What is tested of storage interfaces."""

from collections.abc import Mapping
from typing import Any, ClassVar

from bessemer.drivers.contract.interface import Interface
from bessemer.drivers.contract.storage import StorageInterface
from bessemer.testing.conformance.interface import InterfaceConformance, Question
from bessemer.testing.conformance.leading import is_done, lead_or_refusal


class StorageConformance(InterfaceConformance):
    """Attaching remote volumes."""

    contract: ClassVar[type[Interface]] = StorageInterface
    deeds: ClassVar[Mapping[str, Mapping[str, Any]]] = {"attach_volumes": {}, "detach_volumes": {}}
    questions: ClassVar[Mapping[str, Question]] = {"should_write_image": Question(answer=(bool,))}

    def test_volumes_can_be_detached_twice(self) -> None:
        """A process may die before it could say that it was done."""
        made, node = self.made(), self.node()
        if is_done(lead_or_refusal(made, node, "detach_volumes", {})):
            assert is_done(lead_or_refusal(made, node, "detach_volumes", {}))
