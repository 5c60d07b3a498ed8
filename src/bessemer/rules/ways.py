"""The shortest way from the present state of a node to where a verb is taken, verb by verb."""

from collections import deque
from collections.abc import Iterator, Mapping

import msgspec

from bessemer.model.states import ProvisionState, StateSort
from bessemer.model.verbs import Target
from bessemer.rules.provision_events import TRANSITIONS
from bessemer.rules.provision_states import STATES, goal_in
from bessemer.rules.verb_arguments import NEEDED
from bessemer.rules.verb_table import TAKEN_IN, VERBS, Maintenance, since_in, verbs_in

S = ProvisionState
T = Target

ENDS_BY_ITSELF = frozenset({StateSort.WORKING, StateSort.WAITING})
GOES_ON = frozenset({StateSort.WORKING, StateSort.WAITING, StateSort.HELD})

AFTER_ABORT: Mapping[ProvisionState, ProvisionState] = {S.SERVICE_WAIT: S.ACTIVE, S.SERVICE_HOLD: S.ACTIVE}
"""Where the node is in the end when work is aborted that leaves the instance alone."""

NOT_ON_THE_WAY = frozenset({T.ADOPT, T.DEPLOY, T.UNDEPLOY, T.INSPECT})
"""Verbs that nobody is advised to use for the sake of another: one takes any machine for one with an instance."""


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """Where a node is, as far as ways depend on it."""

    state: ProvisionState
    goal: ProvisionState | None = None
    """Where it is on its way to."""
    maintenance: bool = False
    protected: bool = False
    retired: bool = False


class Leg(msgspec.Struct, frozen=True, kw_only=True):
    """One part of a way."""

    verb: Target | None
    """What is to be asked for; None when the work that goes on is to be waited for."""
    state: ProvisionState
    """Where it begins."""
    leads_to: ProvisionState
    """Where the node is when all goes well, once the work is done."""
    needs: tuple[str, ...] = ()
    """The arguments of which one has to be given."""
    clear_first: tuple[str, ...] = ()
    """The flags of the node that are in the way."""
    since: int = 1
    """The first microversion that takes the verb from this state."""


def shortest_way(standing: Standing, target: Target) -> tuple[Leg, ...] | None:
    """Find the fewest verbs and waits that end with the target being taken; None when no way leads there."""
    ways: deque[tuple[Standing, tuple[Leg, ...]]] = deque([(standing, ())])
    seen = {standing.state}
    while ways:
        here, way = ways.popleft()
        if here.state in TAKEN_IN[target]:
            return (*way, _leg(here, target))
        for leg in _legs(here):
            if leg.leads_to not in seen:
                seen.add(leg.leads_to)
                ways.append((_at_the_end_of(here, leg), (*way, leg)))
    return None


def _legs(here: Standing) -> Iterator[Leg]:
    """Give all that can be done in a state, the gentlest first: waiting, then the verbs in the order of the table."""
    if STATES[here.state].sort in ENDS_BY_ITSELF:
        yield Leg(verb=None, state=here.state, leads_to=_end_of_work(here, here.state, here.goal))
    for verb in verbs_in(here.state):
        if verb not in NOT_ON_THE_WAY:
            yield _leg(here, verb)


def _leg(here: Standing, verb: Target) -> Leg:
    return Leg(
        verb=verb,
        state=here.state,
        leads_to=_landing(here, verb),
        needs=NEEDED.get(verb, ()),
        clear_first=tuple(_in_the_way(here, verb)),
        since=since_in(verb, here.state),
    )


def _landing(here: Standing, verb: Target) -> ProvisionState:
    """Tell where a verb leads when all goes well."""
    if verb is T.ABORT and here.state in AFTER_ABORT:
        return AFTER_ABORT[here.state]
    row = VERBS[verb]
    at_once = TRANSITIONS[here.state][row.raises]
    return _end_of_work(here, at_once, row.goal or (here.goal if verb is T.UNHOLD else None))


def _end_of_work(here: Standing, state: ProvisionState, goal: ProvisionState | None) -> ProvisionState:
    """Tell where work ends that goes on in a state."""
    if STATES[state].sort not in GOES_ON:
        return state
    ends = goal_in(state, goal) or state
    # What is retired is not offered again.
    return S.MANAGEABLE if here.retired and ends is S.AVAILABLE else ends


def _in_the_way(here: Standing, verb: Target) -> Iterator[str]:
    row = VERBS[verb]
    if here.maintenance and row.maintenance is Maintenance.REFUSED:
        yield "maintenance"
    if here.protected and row.spares_protected:
        yield "protected"
    if here.retired and row.spares_retired:
        yield "retired"


def _at_the_end_of(here: Standing, leg: Leg) -> Standing:
    """Tell how things stand at the end of a leg; flags that were in the way have been cleared."""
    flags = dict.fromkeys(leg.clear_first, False)
    return msgspec.structs.replace(here, state=leg.leads_to, goal=None, **flags)
