"""Simulated ramdisks for programs that do not have an event loop: the rack in a thread of its own."""

import asyncio
import threading
from collections.abc import Callable, Sequence
from typing import Self, TypeVar

from bessemer.lab.faults import HONEST, Faults
from bessemer.lab.machine import Machine
from bessemer.lab.power_of_pretended import PowerOfPretended, Switches
from bessemer.lab.rack import Rack, RackSettings
from bessemer.lab.ramdisk import Purpose

LIMIT_S = 30.0
_T = TypeVar("_T")


class LabAgents:
    """Boots simulated ramdisks; entered, it listens, and left, everything is off."""

    def __init__(self, settings: RackSettings, *, plays_power: bool = False) -> None:
        """Start nothing yet; with `plays_power` the machines of the rack follow the power that the server pretends."""
        self._settings = settings
        self._plays_power = plays_power
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="lab", daemon=True)
        self._following: asyncio.Task[None] | None = None
        self.rack = Rack(settings)

    def __enter__(self) -> Self:
        """Listen, and follow the server if that is wanted."""
        self._thread.start()
        asyncio.run_coroutine_threadsafe(self._opened(), self._loop).result(LIMIT_S)
        return self

    def __exit__(self, *_: object) -> None:
        """Switch everything off."""
        asyncio.run_coroutine_threadsafe(self._closed(), self._loop).result(LIMIT_S)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(LIMIT_S)
        self._loop.close()

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

    def _do(self, deed: Callable[[], _T]) -> _T:
        async def done() -> _T:
            return deed()

        return asyncio.run_coroutine_threadsafe(done(), self._loop).result(LIMIT_S)

    async def _opened(self) -> None:
        await self.rack.open()
        if self._plays_power:
            switches = Switches(
                boot=self._boot, switch_off=self.rack.switch_off, is_on=lambda uuid: self.rack.ramdisk(uuid) is not None
            )
            power = PowerOfPretended(self._settings.server_url, self._settings.headers, switches)
            self._following = asyncio.create_task(power.follow())
            async with asyncio.timeout(LIMIT_S):
                await power.is_following.wait()

    async def _closed(self) -> None:
        if self._following is not None:
            self._following.cancel()
        await self.rack.close()

    def _boot(self, uuid: str, purpose: Purpose | None) -> None:
        if uuid not in self.rack.machines:
            return
        if purpose is None:
            self.rack.switch_off(uuid)
        else:
            self.rack.boot(uuid, purpose)
