"""Puts an instance onto a machine, for the first time or anew."""

from bessemer.drivers.contract.deploy import DeployInterface
from bessemer.drivers.contract.outcome import Outcome
from bessemer.engine.flow import Flow, Stage
from bessemer.engine.flows.deeds import attach_volumes, failed_after, switch_off, validated
from bessemer.engine.flows.evidence import COLLECT_AFTER_FAILURE
from bessemer.engine.forgetting import forget_ramdisk
from bessemer.engine.planning import plan_deployment, plan_deployment_again
from bessemer.engine.work import Work
from bessemer.model.step import StepKind


def prepare(work: Work) -> Outcome:
    """Make ready what the steps need."""
    return work.need(DeployInterface).prepare(work.view, work.turn)


def clean_up(work: Work) -> Outcome:
    """Take away what was prepared."""
    return work.need(DeployInterface).clean_up(work.view, work.turn)


def is_to_be_off(work: Work) -> bool:
    """Tell whether a machine is switched off of which the deployment failed."""
    progress = work.operation.progress
    wanted = work.settings.power_off_after_deploy_failure
    return wanted and not progress.aborting and progress.failed_at not in {"validate", "plan"}


def _flow(*before: Stage) -> Flow:
    return Flow(
        title="The deployment",
        stages=(
            Stage(name="validate", deed=validated("power", "deploy", "network", "storage", instance=True)),
            Stage(name="plan", desk=plan_deployment),
            *before,
            Stage(name="prepare", deed=prepare, waits=True),
            Stage(name="deploy steps", steps=StepKind.DEPLOY, again=plan_deployment_again),
        ),
        clearing=(
            COLLECT_AFTER_FAILURE,
            Stage(name="clean up after failure", deed=clean_up, when=failed_after("validate", "plan")),
            Stage(name="switch off after failure", deed=switch_off, when=is_to_be_off),
        ),
        finish=forget_ramdisk,
    )


FLOW = _flow(Stage(name="attach volumes", deed=attach_volumes))

REBUILD_FLOW = _flow()
"""The volumes of the instance are attached by now."""
