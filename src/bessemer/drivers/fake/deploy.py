"""The deploy interface of pretended machines."""

from typing_extensions import override

from bessemer.drivers.contract.deploy import DeployInterface
from bessemer.drivers.contract.node_view import NodeView, Turn
from bessemer.drivers.contract.outcome import Outcome
from bessemer.drivers.contract.steps import deploy_step
from bessemer.drivers.fake.interface import FakeInterface
from bessemer.model.step import StepKind


class FakeDeploy(FakeInterface, DeployInterface):
    """Deploys instances that are not there."""

    @deploy_step(100, requires_ramdisk=False)
    def deploy(self, node: NodeView, turn: Turn) -> Outcome:
        """Put the instance onto the machine."""
        return self.deed(node, turn, "deploy")

    # Of priority 0, so that a deployment has the one step that it has in Ironic.
    @deploy_step(0, requires_ramdisk=False)
    def write_image(self, node: NodeView, turn: Turn) -> Outcome:
        """Write an image, as a second step for those who ask for one."""
        return self.deed(node, turn, "write_image")

    @override
    def prepare(self, node: NodeView, turn: Turn) -> Outcome:
        return self.deed(node, turn, "prepare")

    @override
    def clean_up(self, node: NodeView, turn: Turn) -> Outcome:
        return self.deed(node, turn, "clean_up")

    @override
    def tear_down(self, node: NodeView, turn: Turn) -> Outcome:
        return self.deed(node, turn, "tear_down")

    @override
    def take_over(self, node: NodeView, turn: Turn) -> Outcome:
        return self.deed(node, turn, "take_over")

    @override
    def prepare_steps(self, node: NodeView, turn: Turn, kind: StepKind) -> Outcome:
        return self.deed(node, turn, "prepare_steps", steps=kind.value)

    @override
    def tear_down_steps(self, node: NodeView, turn: Turn, kind: StepKind) -> Outcome:
        return self.deed(node, turn, "tear_down_steps", steps=kind.value)
