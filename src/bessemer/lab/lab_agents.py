"""Simulated ramdisks for programs that do not have an event loop."""

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from typing import Self, TypeVar

from bessemer.lab.faults import HONEST, Faults
from bessemer.lab.loop_in_thread import LoopInThread
from bessemer.lab.machine import Machine
from bessemer.lab.power_of_pretended import PowerOfPretended, Switches
from bessemer.lab.rack import Rack, RackSettings
from bessemer.lab.ramdisk import Purpose

T = TypeVar("T")


class LabAgents:
    """Boots simulated ramdisks; entered, it listens, and left, everything is off."""

    def __init__(self, settings: RackSettings, *, plays_power: bool = False) -> None:
        """Start nothing yet; with `plays_power` the machines of the rack follow the power that the server pretends."""
        self.rack = Rack(settings)
        self._settings = settings
        self._plays_power = plays_power
        self._loop = LoopInThread("lab")
        self._open = ExitStack()

    def __enter__(self) -> Self:
        """Listen, and follow the server if that is wanted."""
        self._open.enter_context(self._loop)
        self._loop.run(self.rack.open())
        self._open.callback(lambda: self._loop.run(self.rack.close()))
        if self._plays_power:
            power = PowerOfPretended(self._settings.server_url, self._settings.headers, self._switches())
            self._loop.begin(power.follow())
            self._loop.run(power.is_following.wait())
        return self

    def __exit__(self, *_: object) -> None:
        """Switch everything off."""
        self._open.close()

    def place(self, node_uuid: str, macs: Sequence[str], faults: Faults = HONEST) -> Machine:
        """Put a machine into the rack, which is switched on when the server believes that it is."""
        return self._do(lambda: self.rack.place(node_uuid, macs, faults))

    def boot(
        self, node_uuid: str, macs: Sequence[str], faults: Faults = HONEST, purpose: Purpose = Purpose.WORK
    ) -> Machine:
        """Put a machine into the rack and boot its ramdisk."""

        def booted() -> Machine:
            machine = self.rack.place(node_uuid, macs, faults)
            self.rack.boot(node_uuid, purpose)
            return machine

        return self._do(booted)

    def switch_off(self, node_uuid: str) -> None:
        """Switch a machine off."""
        self._do(lambda: self.rack.switch_off(node_uuid))

    def callback_url(self, node_uuid: str) -> str:
        """Tell where the ramdisk of a machine is reached."""
        return self.rack.callback_url(node_uuid)

    def _do(self, deed: Callable[[], T]) -> T:
        async def done() -> T:
            return deed()

        return self._loop.run(done())

    def _switches(self) -> Switches:
        def boot(uuid: str, purpose: Purpose | None) -> None:
            if uuid not in self.rack.machines:
                return
            if purpose is None:
                self.rack.switch_off(uuid)
            else:
                self.rack.boot(uuid, purpose)

        return Switches(boot=boot, switch_off=self.rack.switch_off)
