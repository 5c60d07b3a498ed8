"""Until when a machine may be worked on, or waited for."""

import msgspec

from bessemer.engine.settings import EngineSettings
from bessemer.model.states import ProvisionState, StateSort
from bessemer.rules.provision_states import AT_WORK, STATES, Deadline
from bessemer.store.moments import deadline_after

FOR_ONE_TURN_S = 60.0
"""How long a driver that asked to be given a turn may keep it waiting beyond that, whatever the deadline was."""


class Limit(msgspec.Struct, frozen=True, kw_only=True):
    """How long something may take, and who says so."""

    option: str
    seconds: int

    def ends(self, now: str) -> str:
        """Tell the moment at which it is over."""
        return deadline_after(now, self.seconds)


def limit_in(settings: EngineSettings, state: ProvisionState) -> Limit:
    """Tell how long a node may stay in a state."""
    return _limit(settings, deadline_of(state))


def limit_of_work(settings: EngineSettings) -> Limit:
    """Tell how long a conductor may be at one piece of work."""
    return _limit(settings, AT_WORK)


def deadline_of(state: ProvisionState) -> Deadline:
    """Tell what limits the time in a state; what is done in a state that has no limit is limited as work is."""
    return STATES[state].deadline or AT_WORK


def is_put_off_by_machine(state: ProvisionState) -> bool:
    """Tell whether the time starts anew whenever the machine is heard of."""
    return STATES[state].sort is StateSort.WAITING and deadline_of(state).is_put_off


def _limit(settings: EngineSettings, deadline: Deadline) -> Limit:
    return Limit(option=deadline.option, seconds=settings.timeout_s(deadline.option))
