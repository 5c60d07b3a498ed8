"""Changes the power of a machine, because somebody asked for just that."""

from collections.abc import Mapping

from bessemer.drivers.contract.node_view import Turn
from bessemer.drivers.contract.outcome import Done, Learned, Outcome, outcome_from_return
from bessemer.drivers.contract.power import PowerInterface
from bessemer.engine.flow import Flow, Refused, Stage, Written
from bessemer.engine.flows.deeds import validated
from bessemer.engine.forgetting import with_ramdisk_forgotten
from bessemer.engine.work import Work
from bessemer.model.power import PowerState
from bessemer.store.transaction import Transaction

REBOOTS: Mapping[PowerState, bool] = {PowerState.REBOOT: False, PowerState.SOFT_REBOOT: True}
"""What is a reboot, and whether it is a soft one."""


def switch(work: Work) -> Outcome:
    """Bring the machine to the power that was asked for."""
    target = PowerState(work.operation.arguments["target"])
    if target is PowerState.ON:
        outcome = _switched(work, work.turn, target)
    else:
        outcome = with_ramdisk_forgotten(work, lambda turn: _switched(work, turn, target))
    if isinstance(outcome, Done) and "power_state" not in outcome.learned.fields:
        return Done(learned=Learned(fields={"power_state": work.operation.target}), message=outcome.message)
    return outcome


def _switched(work: Work, turn: Turn, target: PowerState) -> Outcome:
    power = work.need(PowerInterface)
    soft = REBOOTS.get(target)
    if soft is None:
        returned = power.set_power_state(work.view, turn, target)
    else:
        returned = power.reboot(work.view, turn, soft=soft)
    return outcome_from_return(returned, "The change of power")


def settle(_: Transaction, __: Work) -> Written | Refused:
    """Tell that the power is not being changed any more."""
    return Written(node={"target_power_state": None})


FLOW = Flow(
    title="The change of power",
    stages=(Stage(name="validate", deed=validated("power")), Stage(name="switch power", deed=switch)),
    finish=settle,
    moves=False,
)
