"""What people ask of a node, and what is to be done about it."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any

import msgspec

from bessemer.model.events import Event
from bessemer.model.operation import OperationKind
from bessemer.model.plan import StepRequest
from bessemer.model.power import PowerState
from bessemer.model.secret import Secret
from bessemer.model.states import ProvisionState


class Target(StrEnum):
    """The verbs of provisioning, in the words of the wire."""

    ACTIVE = "active"
    DEPLOY = "deploy"
    REBUILD = "rebuild"
    DELETED = "deleted"
    UNDEPLOY = "undeploy"
    MANAGE = "manage"
    PROVIDE = "provide"
    INSPECT = "inspect"
    ABORT = "abort"
    CLEAN = "clean"
    ADOPT = "adopt"
    RESCUE = "rescue"
    UNRESCUE = "unrescue"
    UNHOLD = "unhold"
    SERVICE = "service"


class OfWork(StrEnum):
    """What a verb asks of work that is going on already."""

    STOP = "stop"
    """Aborting it: the conductor that does it brings the node to where an abort leads."""
    GO_ON = "go on"
    """It was held, and is no longer."""
    GIVE_WAY = "give way"
    """Something else is done in its place."""


class Wish(msgspec.Struct, frozen=True, kw_only=True):
    """What somebody asks for, as it came."""

    word: Any
    """The verb."""
    arguments: Mapping[str, Any] = {}
    minor: int
    """The microversion: the N of 1.N."""
    plan: str | None = None
    """The digest of the plan that the caller has agreed to; None where nothing was said."""


class VerbPlan(msgspec.Struct, frozen=True, kw_only=True):
    """A verb that was judged and may be carried out."""

    target: Target
    """The verb; of two words for the same, the older one."""
    event: Event
    before: ProvisionState
    """The state in which it was judged; the node must still be in it when it is carried out."""
    after: ProvisionState
    """The state that the event leads to at once."""
    goal: ProvisionState | None
    """Where the node is on its way to from then on; None when it has arrived."""
    of_work: OfWork | None
    """What is asked of the work that goes on in this state; None in states without work."""
    starts: OperationKind | None
    """The work to be done; None where the change of state is all."""
    steps: tuple[StepRequest, ...] = ()
    """The steps asked for one by one."""
    runbook: str | None = None
    """The UUID or name of the runbook whose steps are asked for."""
    disable_ramdisk: bool | None = None
    """Whether the steps are to do without the ramdisk; None where nothing was said."""
    configdrive: Secret[str | Mapping[str, Any]] | None = None
    """The configuration of the instance: packed, as a URL, or as its parts."""
    rescue_password: Secret[str] | None = None


class PowerPlan(msgspec.Struct, frozen=True, kw_only=True):
    """A change of power that was judged and may be carried out."""

    target: PowerState
    """What the machine is told."""
    goal: PowerState
    """The power it has in the end, on or off."""
    timeout_s: int | None = None
    """How long it may take; None takes the configured time."""
