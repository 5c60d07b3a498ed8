"""The deploy interface of machines whose instance is put onto them by others."""

from typing_extensions import override

from bessemer.drivers.contract.deploy import DeployInterface
from bessemer.drivers.contract.node_view import NodeView, Turn
from bessemer.drivers.contract.outcome import Done, Outcome
from bessemer.drivers.contract.steps import deploy_step
from bessemer.model.step import StepKind


class NoopDeploy(DeployInterface):
    """Writes nothing: the machine counts as deployed, cleaned or serviced when that is asked for."""

    @deploy_step(100, requires_ramdisk=False)
    def deploy(self, node: NodeView, turn: Turn) -> Outcome:
        """Leave the machine as it is."""
        return Done()

    @override
    def prepare(self, node: NodeView, turn: Turn) -> Outcome:
        return Done()

    @override
    def clean_up(self, node: NodeView, turn: Turn) -> Outcome:
        return Done()

    @override
    def tear_down(self, node: NodeView, turn: Turn) -> Outcome:
        return Done()

    @override
    def take_over(self, node: NodeView, turn: Turn) -> Outcome:
        return Done()

    @override
    def prepare_steps(self, node: NodeView, turn: Turn, kind: StepKind) -> Outcome:
        return Done()

    @override
    def tear_down_steps(self, node: NodeView, turn: Turn, kind: StepKind) -> Outcome:
        return Done()
