"""Where the API takes its questions about hardware: to this process, or to others."""

from collections.abc import Sequence
from typing import Any

from typing_extensions import override

from bessemer.assembly.conductor import Conductor
from bessemer.assembly.shared_key import NO_KEY
from bessemer.clients.conductor_line import ConductorLine, LineSettings
from bessemer.model.errors import NotReached
from bessemer.model.fleet import Host
from bessemer.model.question import Question
from bessemer.services.hardware import Hardware, Switchboard
from bessemer.store.database import Database


class OwnConductor(Hardware):
    """Answers every question here: no other process can have the database."""

    def __init__(self, conductor: Conductor) -> None:
        """Prepare."""
        self._answering = conductor.answering

    @override
    async def ask(self, hosts: Sequence[Host], question: Question) -> Any:
        return await self._answering.answer(question)


def make_hardware(database: Database, conductor: Conductor | None, key: bytes | None) -> Hardware:
    """Choose the way to hardware."""
    if conductor is not None and database.is_embedded:
        return OwnConductor(conductor)
    return Switchboard(
        None if conductor is None else conductor.host,
        _nobody_here if conductor is None else conductor.answering.answer,
        _no_way if key is None else ConductorLine(LineSettings(key=key)).ask,
    )


async def _nobody_here(_question: Question) -> Any:
    raise NotReached("This process is no conductor.")


async def _no_way(host: Host, _question: Question) -> Any:
    raise NotReached(f"This process cannot ask the conductor {host.name}: {NO_KEY}.")
