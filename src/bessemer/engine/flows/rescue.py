"""Boots machines into a rescue system, and back."""

from bessemer.drivers.contract.outcome import Outcome
from bessemer.drivers.contract.rescue import RescueInterface
from bessemer.engine.flow import Flow, Refused, Stage, Written
from bessemer.engine.flows.deeds import failed_after, validated
from bessemer.engine.flows.evidence import COLLECT_AFTER_FAILURE
from bessemer.engine.work import Work
from bessemer.model.states import Fault
from bessemer.rules.ramdisk_states import forgotten_with_work
from bessemer.store.transaction import Transaction

PASSWORDS = ("rescue_password", "hashed_rescue_password")


def rescue(work: Work) -> Outcome:
    """Boot the rescue system."""
    return work.need(RescueInterface).rescue(work.view, work.turn)


def unrescue(work: Work) -> Outcome:
    """Boot the instance again."""
    return work.need(RescueInterface).unrescue(work.view, work.turn)


def clean_up(work: Work) -> Outcome:
    """Take away what was prepared."""
    return work.need(RescueInterface).clean_up(work.view, work.turn)


def forget_password(_: Transaction, work: Work) -> Written | Refused:
    """Keep the password, and what is known of the ramdisk, no longer than needed."""
    kept = {name: value for name, value in work.node.instance_info.items() if name not in PASSWORDS}
    return Written(node={"instance_info": kept}, remembered=forgotten_with_work(work.node.driver_internal_info))


FLOW = Flow(
    title="The rescue",
    stages=(
        Stage(name="validate", deed=validated("power", "network", "rescue")),
        Stage(name="rescue", deed=rescue, waits=True),
    ),
    clearing=(
        COLLECT_AFTER_FAILURE,
        Stage(name="clean up after failure", deed=clean_up, when=failed_after("validate")),
    ),
    finish=forget_password,
    clearing_fault=Fault.RESCUE_ABORT,
)

UNRESCUE_FLOW = Flow(
    title="The end of the rescue",
    stages=(
        Stage(name="validate", deed=validated("power", "network", "rescue")),
        Stage(name="unrescue", deed=unrescue),
    ),
    finish=forget_password,
)
