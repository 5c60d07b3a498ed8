"""What the interfaces of pretended machines have in common: they misbehave when they are told to."""

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from typing_extensions import override

from bessemer.drivers.contract.interface import Interface
from bessemer.drivers.contract.node_view import NodeView, Turn
from bessemer.drivers.contract.outcome import NOTHING_NEW, Done, Failed, Learned, Outcome, Waiting
from bessemer.drivers.fake.course import is_for_poke, next_pause, pauses_of
from bessemer.drivers.fake.delay import NO_DELAY, Delay, delay_from_text
from bessemer.drivers.fake.machine import MACHINES, Machine
from bessemer.drivers.fake.parse import NAMES, Misbehaviour, parse
from bessemer.model.errors import HardwareFailed, Invalid

Effect = Callable[[Machine], Learned | Failed]
"""Does to the machine what a deed is for, and tells what was learned by it."""


def leave_as_it_is(_machine: Machine) -> Learned:
    """Do nothing that would be seen later."""
    return NOTHING_NEW


class FakeInterface(Interface):
    """Drives machines that are pretended."""

    optional_names: ClassVar[Mapping[str, str]] = NAMES
    delay: ClassVar[Delay] = NO_DELAY
    """How long its deeds take."""

    @classmethod
    def configure(cls, options: Mapping[str, str]) -> None:
        """Take its delay from the options of the group fake."""
        option = f"{cls.kind}_delay"
        cls.delay = delay_from_text(option, options.get(option, ""))

    @override
    def validate(self, node: NodeView) -> list[str]:
        """Say what is wrong with the way the machine is told to misbehave."""
        found = parse(node.driver_info)
        return [] if isinstance(found, Misbehaviour) else found

    def deed(self, node: NodeView, turn: Turn, what: str, effect: Effect = leave_as_it_is, **arguments: Any) -> Outcome:
        """Do something that takes turns."""
        name = f"{self.kind}.{what}"
        misbehaviour = parse(node.driver_info)
        if not isinstance(misbehaviour, Misbehaviour):
            return Failed(reason=" ".join(misbehaviour), remedy="Correct the driver_info of the node, then try again.")
        machine = self._reached(node, name, misbehaviour, arguments)
        delay_s = self.delay.draw() if misbehaviour.slow_s is None else misbehaviour.slow_s
        with machine.lock:
            pause = self._pause(machine, turn, pauses_of(name, misbehaviour, delay_s))
            if pause is not None:
                return pause
            learned = failure(node, name) if fails(machine, name, misbehaviour) else effect(machine)
            if isinstance(learned, Failed):
                return Failed(reason=learned.reason, remedy=learned.remedy, learned=machine.news(node, learned.learned))
            return Done(learned=machine.news(node, learned))

    def ask(self, node: NodeView, what: str, **arguments: Any) -> Machine:
        """Reach a machine that is to answer, or to obey, at once."""
        name = f"{self.kind}.{what}"
        misbehaviour = parse(node.driver_info)
        if not isinstance(misbehaviour, Misbehaviour):
            raise Invalid(f"The node {node.label} cannot be asked: {' '.join(misbehaviour)}")
        machine = self._reached(node, name, misbehaviour, arguments)
        if misbehaviour.answer_after_s:
            machine.released.wait(misbehaviour.answer_after_s)
        with machine.lock:
            if fails(machine, name, misbehaviour):
                told = failure(node, name)
                raise HardwareFailed(f"{told.reason}. {told.remedy}")
        return machine

    @staticmethod
    def _reached(node: NodeView, name: str, misbehaviour: Misbehaviour, arguments: Mapping[str, Any]) -> Machine:
        machine = MACHINES.meet(node)
        with machine.lock:
            machine.note(name, arguments)
        if name in misbehaviour.hang_at:
            machine.released.wait()
        return machine

    @staticmethod
    def _pause(machine: Machine, turn: Turn, pauses: tuple[Waiting, ...]) -> Waiting | None:
        pause = next_pause(pauses, turn.memo, is_poked=machine.is_poked)
        if any(map(is_for_poke, pauses)) and (pause is None or pause.memo != turn.memo):
            machine.is_poked = False  # a poke ends the wait it came in, and no other
        return pause


def fails(machine: Machine, name: str, misbehaviour: Misbehaviour) -> bool:
    """Tell whether a deed or an answer fails this time, and count it if the failures are counted."""
    if name not in misbehaviour.fail_at:
        return False
    if misbehaviour.fail_times is None:
        return True
    already = machine.lasting.failures.get(name, 0)
    if already >= misbehaviour.fail_times:
        return False
    machine.change(failures={**machine.lasting.failures, name: already + 1})
    return True


def failure(node: NodeView, name: str) -> Failed:
    """Tell of a failure that was ordered."""
    return Failed(
        reason=f"The pretended machine {node.label} failed at {name}, as fake_fail_at in its driver_info tells it to",
        remedy=f"Take {name} out of fake_fail_at, or try again if fake_fail_times bounds the failures.",
    )
