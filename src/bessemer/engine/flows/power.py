"""Changes the power of a machine, because somebody asked for just that."""

from collections.abc import Mapping

from bessemer.drivers.contract.outcome import Done, Learned, Outcome, outcome_from_return
from bessemer.drivers.contract.power import PowerInterface
from bessemer.engine.flow import Flow, Refused, Stage, Written
from bessemer.engine.flows.deeds import validated
from bessemer.engine.work import Work
from bessemer.model.power import PowerState
from bessemer.store.transaction import Transaction

REBOOTS: Mapping[PowerState, bool] = {PowerState.REBOOT: False, PowerState.SOFT_REBOOT: True}
"""What is a reboot, and whether it is a soft one."""


def switch(work: Work) -> Outcome:
    """Bring the machine to the power that was asked for."""
    power = work.need(PowerInterface)
    target = PowerState(work.operation.arguments["target"])
    soft = REBOOTS.get(target)
    if soft is None:
        returned = power.set_power_state(work.view, work.turn, target)
    else:
        returned = power.reboot(work.view, work.turn, soft=soft)
    outcome = outcome_from_return(returned, "The change of power")
    if isinstance(outcome, Done) and "power_state" not in outcome.learned.fields:
        return Done(learned=Learned(fields={"power_state": work.operation.target}), message=outcome.message)
    return outcome


def settle(_: Transaction, __: Work) -> Written | Refused:
    """Tell that the power is not being changed any more."""
    return Written(node={"target_power_state": None})


FLOW = Flow(
    title="The change of power",
    stages=(Stage(name="validate", deed=validated("power")), Stage(name="switch power", deed=switch)),
    finish=settle,
    moves=False,
)
