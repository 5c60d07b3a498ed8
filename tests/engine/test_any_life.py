"""Whatever is done to a machine, in whatever order: it is in a state of the table, looked after, with a way out."""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import hypothesis
import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from typing_extensions import override

from bessemer.model.errors import BessemerError
from bessemer.model.operation import NEEDS_OPERATION
from bessemer.model.states import ProvisionState, StateSort
from bessemer.model.verbs import Target
from bessemer.rules.aborting import why_not_aborted
from bessemer.rules.provision_states import STATES
from bessemer.rules.verb_table import verbs_in
from bessemer.store.upgrading import upgrade
from bessemer.testing.builders import change_node
from tests.engine.house import House, step

DEEDS = (
    "deploy.deploy", "deploy.prepare", "deploy.prepare_steps", "deploy.tear_down", "deploy.clean_up",
    "raid.delete_configuration", "inspect.inspect_hardware", "rescue.rescue", "rescue.unrescue", "power.reboot",
)  # fmt: skip
STEPS = [{"interface": "raid", "step": "delete_configuration"}, {"interface": "power", "step": "hold"}]
ARGUMENTS: dict[str, dict[str, Any]] = {
    Target.CLEAN: {"clean_steps": STEPS},
    Target.SERVICE: {"service_steps": STEPS},
    Target.RESCUE: {"rescue_password": "squeamish"},
    Target.ACTIVE: {"deploy_steps": [step("raid.delete_configuration", 110), step("power.hold", 105)]},
}
HOUSES: list[House] = []


class AnyLife(RuleBasedStateMachine):
    """One machine, with everything that can happen to it."""

    @initialize()
    def enrol(self) -> None:
        """Begin with a new node."""
        self.house = HOUSES[0]
        self.node = self.house.node(provision_state="enroll", power_state=None)

    @rule(verb=st.sampled_from(Target), plain=st.booleans(), runs=st.booleans())
    def ask_for_a_verb(self, verb: Target, *, plain: bool, runs: bool) -> None:
        """Ask for anything; a refusal is a sentence."""
        arguments = {} if plain and verb is Target.ACTIVE else ARGUMENTS.get(verb, {})
        with suppress(BessemerError):  # a refusal, which has a sentence; anything else fails the test
            self.house.demand(self.node, verb, **arguments)
        if runs:
            self.house.run()

    @rule(deed=st.sampled_from(DEEDS), how=st.sampled_from(["fake_fail_at", "fake_wait_at", "fake_poll_at"]))
    def misbehave(self, deed: str, how: str) -> None:
        """Let the machine misbehave from now on."""
        change_node(self.house.database, self.node, driver_info=f'{{"{how}": "{deed}"}}')

    @rule()
    def behave(self) -> None:
        """Let the machine do as it is told."""
        change_node(self.house.database, self.node, driver_info="{}")

    @rule()
    def go_on(self) -> None:
        """Give turns."""
        self.house.run()

    @rule()
    def hear(self) -> None:
        """Let the machine be heard of, be it expected or not."""
        self.house.poke(self.node)

    @rule(seconds=st.sampled_from([1, 30, 600, 2000, 4000]))
    def wait(self, seconds: int) -> None:
        """Let time pass."""
        self.house.wait(seconds)

    @rule()
    def die(self) -> None:
        """Lose the conductor, and have it back."""
        self.house.die_and_return()

    @rule(on=st.booleans())
    def maintain(self, *, on: bool) -> None:
        """Let people work on the machine."""
        change_node(self.house.database, self.node, maintenance=on)

    @precondition(lambda self: self.house.active(self.node) is not None)
    @rule()
    def abort(self) -> None:
        """Ask for the end of whatever goes on."""
        self.house.abort(self.node)

    @invariant()
    def is_in_a_state_that_is_looked_after(self) -> None:
        """A node at work has an operation with an owner and a deadline; one at rest has none that leads it on."""
        node, work = self.house.read(self.node), self.house.active(self.node)
        state = ProvisionState(node.provision_state)
        if state in NEEDS_OPERATION:
            assert work is not None
            assert work.owner
            assert work.deadline
        if STATES[state].sort in {StateSort.RESTING, StateSort.PARKED}:
            assert work is None or work.kind == "power" or work.progress.failing

    @invariant()
    def has_a_way_out(self) -> None:
        """Some verb is taken, or the work can be aborted, or its deadline ends it."""
        node, work = self.house.read(self.node), self.house.active(self.node)
        state = ProvisionState(node.provision_state)
        assert verbs_in(state) or (work is not None and (why_not_aborted(work, state) is None or work.deadline))

    @override
    def teardown(self) -> None:
        """See that time alone gets the node out of every state of work."""
        self.behave()
        self.maintain(on=False)
        state = ProvisionState(self.house.read(self.node).provision_state)
        if STATES[state].sort is StateSort.HELD:
            self.house.abort(self.node)
        for _ in range(12):
            self.house.wait(4000)
        state = ProvisionState(self.house.read(self.node).provision_state)
        assert STATES[state].sort in {StateSort.RESTING, StateSort.PARKED, StateSort.HELD}, state


@pytest.fixture
def lent_house(tmp_path: Path) -> Iterator[None]:
    """A house for all lives of one test."""
    url = f"sqlite:///{tmp_path}/lives.sqlite"
    upgrade(url)
    HOUSES.append(House(url))
    yield
    HOUSES.pop().close()


@pytest.mark.usefixtures("lent_house")
def test_any_life() -> None:
    """No state outside the table, nothing without an owner and a deadline, nothing without a way out."""
    settings = hypothesis.settings(max_examples=100, stateful_step_count=30, deadline=None)
    hypothesis.stateful.run_state_machine_as_test(AnyLife, settings=settings)
