"""The ways from the API to conductors: to the one of this process, or to those of others."""

from collections.abc import Sequence
from typing import Any

import msgspec
from typing_extensions import override

from bessemer.assembly.bells import Bells
from bessemer.assembly.conductor import Conductor
from bessemer.assembly.shared_key import NO_KEY
from bessemer.clients.conductor_line import ConductorLine, LineSettings
from bessemer.model.errors import NotReached
from bessemer.model.fleet import Host
from bessemer.model.question import Question
from bessemer.services.hardware import Hardware, Switchboard
from bessemer.services.waking import Waking
from bessemer.store.database import Database


class OwnConductor(Hardware):
    """Answers every question here: no other process can have the database."""

    def __init__(self, conductor: Conductor) -> None:
        """Prepare."""
        self._answering = conductor.answering

    @override
    async def ask(self, hosts: Sequence[Host], question: Question) -> Any:
        return await self._answering.answer(question)


class WaysToConductors(msgspec.Struct, frozen=True, kw_only=True):
    """How the API of this process has its questions answered, and how it wakes who has work."""

    hardware: Hardware
    waking: Waking


def ways_to_conductors(database: Database, conductor: Conductor | None, key: bytes | None) -> WaysToConductors:
    """Choose the ways: to the conductor of this process, and over lines to those of others."""
    line = None if key is None else ConductorLine(LineSettings(key=key))
    there = None if line is None else line.ask
    if conductor is None:
        switchboard = Switchboard(None, _nobody_here, there or _no_way)
        return WaysToConductors(hardware=switchboard, waking=Bells(None, _nobody_to_wake, there))
    bells = Bells(conductor.host, conductor.wake, there)
    if database.is_embedded:
        return WaysToConductors(hardware=OwnConductor(conductor), waking=bells)
    switchboard = Switchboard(conductor.host, conductor.answering.answer, there or _no_way)
    return WaysToConductors(hardware=switchboard, waking=bells)


async def _nobody_here(_question: Question) -> Any:
    raise NotReached("This process is no conductor.")


def _nobody_to_wake() -> None:
    raise AssertionError("no host has the name None")


async def _no_way(host: Host, _question: Question) -> Any:
    raise NotReached(f"This process cannot ask the conductor {host.name}: {NO_KEY}.")
