"""The verbs of provisioning: since when, what they raise, what they start, what stands in their way."""

from collections.abc import Mapping
from enum import StrEnum

import msgspec

from bessemer.model.events import Event
from bessemer.model.operation import OperationKind
from bessemer.model.states import ProvisionState, StateSort
from bessemer.model.verbs import OfWork, Target
from bessemer.rules.provision_events import TRANSITIONS
from bessemer.rules.provision_states import STATES

E = Event
S = ProvisionState
T = Target
K = OperationKind


class Maintenance(StrEnum):
    """Whether a verb is taken while people work on the machine."""

    TAKEN = "taken"
    REFUSED = "refused"
    AS_CONFIGURED = "as configured"
    """As the option conductor.allow_provisioning_in_maintenance says."""


class Verb(msgspec.Struct, frozen=True, kw_only=True):
    """One row of the table of verbs."""

    raises: Event
    starts: OperationKind | None = None
    """The work to be done."""
    starts_from: Mapping[ProvisionState, OperationKind] = {}
    """The work to be done where it depends on the state."""
    of_work: OfWork = OfWork.GIVE_WAY
    """What it asks of work that is going on."""
    goal: ProvisionState | None = None
    """Where the node is then on its way to, if that is not what its new state says."""
    since: int = 1
    """The first microversion that has it."""
    since_from: Mapping[ProvisionState, int] = {}
    """Later first microversions from some states."""
    is_version_last: bool = False
    """Whether the version is judged after the state and not before it, as clients have come to know it."""
    maintenance: Maintenance = Maintenance.TAKEN
    spares_protected: bool = False
    """Whether it is refused on protected nodes."""
    spares_retired: bool = False
    """Whether it is refused on retired nodes."""
    same_as: Target | None = None
    """The older word for it."""
    doc: str


VERBS: Mapping[Target, Verb] = {
    T.ACTIVE: Verb(
        raises=E.DEPLOY, starts=K.DEPLOY, maintenance=Maintenance.REFUSED, doc="Put an instance onto the machine."
    ),
    T.DEPLOY: Verb(
        raises=E.DEPLOY,
        starts=K.DEPLOY,
        since=73,
        maintenance=Maintenance.REFUSED,
        same_as=T.ACTIVE,
        doc="The same as active, and takes no arguments.",
    ),
    T.REBUILD: Verb(
        raises=E.REBUILD,
        starts=K.REBUILD,
        maintenance=Maintenance.REFUSED,
        spares_protected=True,
        doc="Put the instance onto the machine anew.",
    ),
    T.DELETED: Verb(
        raises=E.DELETE, starts=K.UNDEPLOY, spares_protected=True, doc="Take the instance off and clean the machine."
    ),
    # Clients of every version use this word, as no server ever refused it to them.
    T.UNDEPLOY: Verb(
        raises=E.DELETE, starts=K.UNDEPLOY, spares_protected=True, same_as=T.DELETED, doc="The same as deleted."
    ),
    T.MANAGE: Verb(
        raises=E.MANAGE,
        starts_from={S.ENROLL: K.VERIFY},
        since=4,
        doc="Make the node manageable; a new one only if its machine can be reached.",
    ),
    T.PROVIDE: Verb(
        raises=E.PROVIDE,
        starts=K.CLEAN,
        since=4,
        maintenance=Maintenance.AS_CONFIGURED,
        spares_retired=True,
        doc="Clean the machine and offer it for instances.",
    ),
    T.INSPECT: Verb(raises=E.INSPECT, starts=K.INSPECT, since=6, doc="Find out what the machine is made of."),
    T.ABORT: Verb(
        raises=E.ABORT,
        of_work=OfWork.STOP,
        since=13,
        since_from={S.INSPECT_WAIT: 41, S.DEPLOY_WAIT: 110},
        doc="Stop what goes on.",
    ),
    T.CLEAN: Verb(
        raises=E.CLEAN,
        starts=K.MANUAL_CLEAN,
        goal=S.MANAGEABLE,
        since=15,
        maintenance=Maintenance.REFUSED,
        doc="Run steps of cleaning.",
    ),
    T.ADOPT: Verb(
        raises=E.ADOPT, starts=K.ADOPT, since=17, doc="Take over a machine that has an instance without touching it."
    ),
    T.RESCUE: Verb(
        raises=E.RESCUE,
        starts=K.RESCUE,
        since=38,
        maintenance=Maintenance.REFUSED,
        doc="Boot a rescue system beside the instance.",
    ),
    T.UNRESCUE: Verb(
        raises=E.UNRESCUE,
        starts=K.UNRESCUE,
        since=38,
        maintenance=Maintenance.REFUSED,
        doc="Boot the instance again.",
    ),
    T.UNHOLD: Verb(
        raises=E.UNHOLD, of_work=OfWork.GO_ON, since=85, is_version_last=True, doc="Let work that is held go on."
    ),
    T.SERVICE: Verb(
        raises=E.SERVICE,
        starts=K.SERVICE,
        since=87,
        is_version_last=True,
        maintenance=Maintenance.REFUSED,
        doc="Run steps of servicing on a machine that keeps its instance.",
    ),
}
"""Every verb there is."""


def _is_taken(target: Target, state: ProvisionState) -> bool:
    """Tell whether people may use a verb; what a working conductor raises by the same name is its own affair."""
    return STATES[state].sort is not StateSort.WORKING and VERBS[target].raises in TRANSITIONS[state]


TAKEN_IN: Mapping[Target, tuple[ProvisionState, ...]] = {
    target: tuple(state for state in ProvisionState if _is_taken(target, state)) for target in Target
}
"""The states from which each verb is taken."""


def verbs_in(state: ProvisionState) -> tuple[Target, ...]:
    """List the verbs that are taken from a state."""
    return tuple(target for target in Target if state in TAKEN_IN[target])


def of_work_in(target: Target, state: ProvisionState) -> OfWork | None:
    """Tell what a verb asks of the work that goes on in a state; None where none does."""
    return VERBS[target].of_work if STATES[state].sort in (StateSort.WAITING, StateSort.HELD) else None


def since_in(target: Target, state: ProvisionState) -> int:
    """Tell the first microversion that takes a verb from a state."""
    verb = VERBS[target]
    return verb.since_from.get(state, verb.since)
