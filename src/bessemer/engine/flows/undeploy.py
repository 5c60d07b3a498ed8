"""Takes the instance off a machine, then cleans it."""

from collections.abc import Callable

from bessemer.drivers.contract.deploy import DeployInterface
from bessemer.drivers.contract.outcome import Outcome
from bessemer.drivers.contract.rescue import RescueInterface
from bessemer.engine.flow import Flow, Refused, Stage, Written
from bessemer.engine.flows import clean
from bessemer.engine.flows.deeds import detach_volumes
from bessemer.engine.flows.deploy import clean_up
from bessemer.engine.forgetting import forget_ramdisk
from bessemer.engine.notes import note_end_of_allocation
from bessemer.engine.work import Work
from bessemer.model.events import Event
from bessemer.model.states import Fault, ProvisionState
from bessemer.store import allocations
from bessemer.store.transaction import Transaction

S = ProvisionState

OF_INSTANCE = ("agent_url", "agent_secret_token", "deploy_boot_mode", "deploy_steps", "deploy_step_index", "instance")
"""Keys of driver_internal_info that are about an instance which is no more."""

RESCUE_STATES = frozenset({S.RESCUE, S.RESCUE_WAIT, S.RESCUE_FAILED, S.UNRESCUE_FAILED})


def was_rescued(work: Work) -> bool:
    """Tell whether what a rescue prepared is to be taken away."""
    return work.operation.arguments.get("from") in RESCUE_STATES


def clean_up_rescue(work: Work) -> Outcome:
    """Take away what a rescue prepared."""
    return work.need(RescueInterface).clean_up(work.view, work.turn)


def tear_down(work: Work) -> Outcome:
    """Take the instance off the machine."""
    return work.need(DeployInterface).tear_down(work.view, work.turn)


def forget_instance(tx: Transaction, work: Work) -> Written | Refused:
    """Forget all that was said about the instance; nobody holds the node any more."""
    node = work.node
    if node.allocation_uuid is not None:
        note_end_of_allocation(tx, work.settings.host, work.operation, node.allocation_uuid)
        allocations.remove(tx, node.allocation_uuid)
    return Written(
        node={
            "instance_info": {},
            "instance_uuid": None,
            "instance_name": None,
            "allocation_id": None,
            "deploy_step": {},
            "service_step": {},
        },
        remembered=dict.fromkeys(name for name in OF_INSTANCE if name in node.driver_internal_info),
    )


def failed_in_cleaning(work: Work) -> bool:
    """Tell whether the instance was taken off before it failed."""
    return work.operation.progress.failed_at in {stage.name for stage in clean.AUTOMATED}


def _if_cleaned(stage: Stage) -> Callable[[Work], bool]:
    """Make what tells whether a stage that clears up after a cleaning is needed after an undeployment."""
    return lambda work: failed_in_cleaning(work) and (stage.when is None or stage.when(work))


FLOW = Flow(
    title="The undeployment",
    stages=(
        Stage(name="clean up rescue", deed=clean_up_rescue, when=was_rescued),
        Stage(name="clean up", deed=clean_up),
        Stage(name="take off", deed=tear_down),
        Stage(name="detach volumes", deed=detach_volumes),
        Stage(name="forget instance", desk=forget_instance),
        Stage(name="begin cleaning", event=Event.CLEAN, desk=lambda _tx, _work: Written()),
        *clean.AUTOMATED,
    ),
    clearing=tuple(Stage(name=stage.name, deed=stage.deed, when=_if_cleaned(stage)) for stage in clean.CLEARING),
    success=clean.ends_in,
    finish=forget_ramdisk,
    fault=Fault.CLEAN,
)
