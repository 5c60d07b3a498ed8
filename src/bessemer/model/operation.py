"""Work on one machine: what is to be done, how far it is, who does it, until when."""

from enum import StrEnum
from typing import Any

import msgspec

from bessemer.model.states import ProvisionState


class OperationKind(StrEnum):
    """What is being done to a machine."""

    VERIFY = "verify"
    INSPECT = "inspect"
    CLEAN = "clean"
    MANUAL_CLEAN = "manual clean"
    DEPLOY = "deploy"
    REBUILD = "rebuild"
    UNDEPLOY = "undeploy"
    ADOPT = "adopt"
    RESCUE = "rescue"
    UNRESCUE = "unrescue"
    SERVICE = "service"
    POWER = "power"
    CHILD_STEP = "child step"
    """A step that another machine, of which this one is a part, hands on to it."""


class OperationStatus(StrEnum):
    """Whether somebody is at work on it."""

    QUEUED = "queued"
    """Its owner will take it up at once."""
    RUNNING = "running"
    WAITING = "waiting"
    """For the machine, or for a moment; nobody stands by."""
    HELD = "held"
    """For a person."""
    DONE = "done"
    FAILED = "failed"
    ABORTED = "aborted"


BUSY = frozenset({OperationStatus.QUEUED, OperationStatus.RUNNING})
"""While an operation is in one of these, its node is reserved."""

ENDED = frozenset({OperationStatus.DONE, OperationStatus.FAILED, OperationStatus.ABORTED})


S = ProvisionState

NEEDS_OPERATION = frozenset(
    {
        S.VERIFYING,
        S.INSPECTING,
        S.INSPECT_WAIT,
        S.CLEANING,
        S.CLEAN_WAIT,
        S.CLEAN_HOLD,
        S.DEPLOYING,
        S.DEPLOY_WAIT,
        S.DEPLOY_HOLD,
        S.DELETING,
        S.ADOPTING,
        S.RESCUING,
        S.RESCUE_WAIT,
        S.UNRESCUING,
        S.SERVICING,
        S.SERVICE_WAIT,
        S.SERVICE_HOLD,
    }
)
"""States in which a node may not be without an operation."""


class Kept(msgspec.Struct, frozen=True, kw_only=True):
    """A file that is kept with an operation; the conductor has it, and this is what is known of it."""

    name: str
    size: int
    content_type: str
    created_at: str
    host: str
    """The conductor that has it."""


class Progress(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Where the deed that an operation is at stands; kept with the operation and handed from process to process."""

    memo: Any = None
    """What the driver left behind at its last turn."""
    attempt: int = 1
    begun: bool = False
    """Whether the driver has been asked to begin."""
    recheck: bool = False
    """Whether a process died over it, and the driver has to find out how far it is."""
    calls: tuple[dict[str, Any], ...] = ()
    """What other interfaces have to do before the next turn."""
    call_memo: Any = None
    """What the first of the calls left behind."""
    ending: bool = False
    """Whether the deed is done but for its calls."""
    look_at: str | None = None
    """The moment for which the driver asked to be given its next turn: heartbeats leave it alone until then."""
    until: str | None = None
    """Until when it may wait, counted from when it began to, or from when the machine was last heard of."""
    heard: int = 0
    """The wake_seq up to which everything that the machine said is known."""
    abort_after: bool = False
    """Whether the operation is to be aborted when this step has ended."""
    failing: bool = False
    """Whether the operation has failed and is being cleared up after."""
    aborting: bool = False
    """Whether that is because somebody wanted it aborted."""
    failed_at: str = ""
    """The stage in which it failed."""
    is_cleared: bool = True
    """Whether all that was to be cleared up so far has been."""
    evidence: tuple[Kept, ...] = ()
    """The files that are kept of it."""


class NewOperation(msgspec.Struct, frozen=True, kw_only=True):
    """One piece of work that is to begin, written in the transaction that changes the state of the node for it."""

    uuid: str
    node_id: int
    kind: OperationKind
    target: str | None
    """The state that it leads to: a provision state, or a power state."""
    arguments: dict[str, Any] = {}
    """See Operation."""
    owner: str
    """The conductor that is to do it, chosen by placement."""
    deadline: str
    """Until when its owner must have begun: now and conductor.working_timeout; the engine sets all later ones."""
    requested_by: str | None = None
    project: str | None = None


class Operation(msgspec.Struct, frozen=True, kw_only=True):
    """One piece of work on one machine.

    The arguments of each kind, in plain JSON:

    - deploy, rebuild: `steps`, a list of step requests. The config drive is in instance_info by now.
    - manual clean, service: `steps` as well, those of a runbook included; `runbook`, its name or null; and
      `disable_ramdisk`, which may be null.
    - undeploy: `from`, the provision state that the node was in.
    - power: `target`, what the machine is told, and `timeout_s` or null. The operation's target is on or off.
    - child step: `step`, a planned step, and `parent`, the UUID of the node that hands it on.
    - any that has steps: `plan`, the digest of the steps that the caller agreed to, if there were any.
    - all others: none. The password of a rescue is in instance_info by now.

    Who starts one also sets, in the same transaction, the provision state that the verb leads to with its target and
    moment (or target_power_state), clears last_error, and puts the id into operation_id of the node. From then on the
    engine alone changes these, except that unholding moves the node from its held state to the waiting one.
    """

    id: int
    uuid: str
    node_id: int
    active: int | None
    """1 until it has ended: a node has one active operation at the most."""
    kind: OperationKind
    target: str | None
    """The state that it leads to: a provision state, or a power state."""
    arguments: dict[str, Any]
    """What the caller asked for."""
    stage: str
    """The stage of its flow that it is in."""
    steps: list[dict[str, Any]]
    """The steps planned, as soon as they are."""
    step_index: int | None
    place: int
    """How many stages and steps have been begun: the number of the present one in the timeline."""
    progress: Progress
    status: OperationStatus
    owner: str
    """The conductor that works on it."""
    generation: int
    """The life of that conductor in which it took the operation."""
    epoch: int
    """Bumped by everybody who takes it: whoever holds an older one is too late."""
    wake_seq: int
    """Bumped by everything that happens to the machine meanwhile."""
    wake_at: str | None
    deadline: str
    abort: bool
    error: str | None
    remedy: str | None
    requested_by: str | None
    project: str | None
    created_at: str
    updated_at: str | None
    ended_at: str | None
