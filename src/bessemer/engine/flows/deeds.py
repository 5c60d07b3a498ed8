"""What several flows ask of a machine."""

from collections.abc import Callable

from bessemer.drivers.contract.deploy import DeployInterface
from bessemer.drivers.contract.kinds import CONTRACTS
from bessemer.drivers.contract.outcome import Done, Failed, Learned, Outcome
from bessemer.drivers.contract.power import PowerInterface
from bessemer.drivers.contract.storage import StorageInterface
from bessemer.engine.reserved import power_off
from bessemer.engine.work import Work
from bessemer.model.power import PowerState
from bessemer.model.step import StepKind
from bessemer.rules.instance_traits import faults_of_instance_traits

CORRECT = "Correct the node, then ask for the same again; GET /v1/nodes/<node>/validate tells what is still missing."


def validated(*kinds: str, instance: bool = False) -> Callable[[Work], Outcome]:
    """Make the deed that checks whether some kinds of interface have what they need."""

    def validate(work: Work) -> Outcome:
        problems = [problem for kind in kinds for problem in work.need(CONTRACTS[kind]).validate(work.view)]
        if instance:
            problems += faults_of_instance_traits(work.node.instance_info, work.node.traits)
        return Failed(reason=" ".join(problems), remedy=CORRECT) if problems else Done()

    return validate


def read_power(work: Work) -> Outcome:
    """Ask the machine for its power, which shows that it can be reached."""
    found = work.need(PowerInterface).get_power_state(work.view)
    if found is PowerState.ERROR:
        return Failed(
            reason="The power of the machine cannot be read",
            remedy="See that its BMC answers and that driver_info has the right address and credentials.",
        )
    return Done(learned=Learned(fields={"power_state": str(found)}))


def switch_off(work: Work) -> Outcome:
    """Switch the machine off, where that is allowed."""
    return power_off(work)


def prepared(kind: StepKind) -> Callable[[Work], Outcome]:
    """Make the deed that boots the ramdisk for steps."""
    return lambda work: work.need(DeployInterface).prepare_steps(work.view, work.turn, kind)


def torn_down(kind: StepKind) -> Callable[[Work], Outcome]:
    """Make the deed that leaves the ramdisk after steps."""
    return lambda work: work.need(DeployInterface).tear_down_steps(work.view, work.turn, kind)


def attach_volumes(work: Work) -> Outcome:
    """Tell the storage that the machine will use its volumes."""
    return work.need(StorageInterface).attach_volumes(work.view, work.turn)


def detach_volumes(work: Work) -> Outcome:
    """Tell the storage that the machine is done with its volumes."""
    return work.need(StorageInterface).detach_volumes(work.view, work.turn)


def failed_after(*stages: str) -> Callable[[Work], bool]:
    """Tell whether a failure came after all of these stages."""
    return lambda work: work.operation.progress.failed_at not in stages
