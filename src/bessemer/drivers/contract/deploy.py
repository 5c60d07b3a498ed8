"""What a deploy interface offers: putting an instance onto a machine and taking it off."""

import logging
from abc import abstractmethod
from collections.abc import Mapping
from typing import Any, ClassVar

from bessemer.drivers.contract.interface import Interface
from bessemer.drivers.contract.node_view import NodeView, Turn
from bessemer.drivers.contract.outcome import Done, Outcome
from bessemer.model.step import StepKind

log = logging.getLogger(__name__)


class DeployInterface(Interface):
    """Leads machines through deployment, cleaning and servicing; what it does in between are its steps."""

    kind: ClassVar[str] = "deploy"
    deploys_with_agent: ClassVar[bool] = True
    """Whether the ramdisk, where it is needed at all, is booted for deployments too, and may bring steps of its own."""

    @abstractmethod
    def prepare(self, node: NodeView, turn: Turn) -> Outcome:
        """Make ready what the steps of a deployment need."""

    @abstractmethod
    def clean_up(self, node: NodeView, turn: Turn) -> Outcome:
        """Take away what was prepared for a deployment."""

    @abstractmethod
    def tear_down(self, node: NodeView, turn: Turn) -> Outcome:
        """Take the instance off the machine."""

    @abstractmethod
    def take_over(self, node: NodeView, turn: Turn) -> Outcome:
        """Make ready here what a deployed machine needs, after another process has served it."""

    @abstractmethod
    def prepare_steps(self, node: NodeView, turn: Turn, kind: StepKind) -> Outcome:
        """Boot the ramdisk for cleaning or servicing, where one is needed; done when steps can begin."""

    @abstractmethod
    def tear_down_steps(self, node: NodeView, turn: Turn, kind: StepKind) -> Outcome:
        """Leave the ramdisk after cleaning or servicing."""

    def collect_evidence(self, node: NodeView) -> Outcome:
        """Ask the ramdisk, within a time and a size, for files that tell why work failed."""
        return Done()

    def heartbeat(self, node: NodeView, told: Mapping[str, Any]) -> Outcome:
        """Take note of a heartbeat, besides what is kept of each one; one that fails ends the work."""
        log.warning(
            "The ramdisk of the node %s was heard of, which the deploy interface %r of the driver %r ignores.",
            node.label,
            self.name or type(self).__name__,
            node.driver,
        )
        return Done()
