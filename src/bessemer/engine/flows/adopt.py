"""Takes over a machine that has an instance, without touching that."""

from bessemer.drivers.contract.deploy import DeployInterface
from bessemer.drivers.contract.outcome import Outcome
from bessemer.engine.flow import Flow, Stage
from bessemer.engine.flows.deeds import read_power, validated
from bessemer.engine.flows.deploy import prepare
from bessemer.engine.work import Work


def take_over(work: Work) -> Outcome:
    """Make ready here what a deployed machine needs."""
    return work.need(DeployInterface).take_over(work.view, work.turn)


FLOW = Flow(
    title="The adoption",
    stages=(
        Stage(name="validate", deed=validated("power", "deploy", "network", "storage")),
        Stage(name="read power", deed=read_power),
        Stage(name="prepare", deed=prepare),
        Stage(name="take over", deed=take_over),
    ),
)
