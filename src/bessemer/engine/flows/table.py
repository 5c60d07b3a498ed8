"""Which flow each kind of operation follows."""

from collections.abc import Mapping

from bessemer.engine.flow import Flow
from bessemer.engine.flows import adopt, child_step, clean, deploy, inspect, power, rescue, service, undeploy, verify
from bessemer.model.operation import OperationKind

FLOWS: Mapping[OperationKind, Flow] = {
    OperationKind.VERIFY: verify.FLOW,
    OperationKind.INSPECT: inspect.FLOW,
    OperationKind.CLEAN: clean.FLOW,
    OperationKind.MANUAL_CLEAN: clean.MANUAL_FLOW,
    OperationKind.DEPLOY: deploy.FLOW,
    OperationKind.REBUILD: deploy.REBUILD_FLOW,
    OperationKind.UNDEPLOY: undeploy.FLOW,
    OperationKind.ADOPT: adopt.FLOW,
    OperationKind.RESCUE: rescue.FLOW,
    OperationKind.UNRESCUE: rescue.UNRESCUE_FLOW,
    OperationKind.SERVICE: service.FLOW,
    OperationKind.POWER: power.FLOW,
    OperationKind.CHILD_STEP: child_step.FLOW,
}
