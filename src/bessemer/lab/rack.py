"""All the simulated machines of a process, with their ramdisks, behind one port."""

import asyncio
import ssl
from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec

from bessemer.lab.agent_door import answer
from bessemer.lab.faults import HONEST, Faults
from bessemer.lab.http_server import HttpServer
from bessemer.lab.http_words import Answer, Request
from bessemer.lab.machine import Machine, Parts
from bessemer.lab.pace import Pace
from bessemer.lab.ramdisk import Leaving, Purpose, Ramdisk, Surrounding
from bessemer.lab.server_line import ServerLine


class Certificate(msgspec.Struct, frozen=True, kw_only=True):
    """What the ramdisks prove with who they are: made for the address that they are called at."""

    certificate: Path
    key: Path


class RackSettings(msgspec.Struct, frozen=True, kw_only=True):
    """Where the ramdisks listen, and what they are like."""

    server_url: str
    headers: Mapping[str, str] = {}
    """What goes with the requests of whoever watches the server for power; ramdisks have no password."""
    host: str = "127.0.0.1"
    port: int = 0
    pace: Pace = Pace()
    tls: Certificate | None = None


class Rack:
    """The machines; it belongs to one event loop."""

    def __init__(self, settings: RackSettings) -> None:
        """Begin with no machine."""
        self.machines: dict[str, Machine] = {}
        self.port = 0
        self._settings = settings
        self._line = ServerLine(settings.server_url)
        self._ramdisks: dict[str, Ramdisk] = {}
        self._again: set[asyncio.Task[None]] = set()
        self._server = HttpServer(self._handle)

    async def open(self) -> None:
        """Listen."""
        self.port = await self._server.open(self._settings.host, self._settings.port, _context(self._settings.tls))

    async def close(self) -> None:
        """Switch every machine off and listen no more."""
        for task in self._again:
            task.cancel()
        for uuid in tuple(self._ramdisks):
            self.switch_off(uuid)
        await self._server.close()

    def place(self, uuid: str, macs: Sequence[str], faults: Faults = HONEST) -> Machine:
        """Put a machine into the rack, or give the one that is there other faults."""
        machine = self.machines.get(uuid)
        if machine is None:
            machine = self.machines[uuid] = Machine(uuid, Parts(macs=macs), faults)
        machine.faults = faults
        return machine

    def boot(self, uuid: str, purpose: Purpose = Purpose.WORK, token: str | None = None) -> Ramdisk:
        """Switch a machine on, which boots its ramdisk; what ran on it is gone."""
        self.switch_off(uuid)
        machine = self.machines[uuid]
        machine.boots += 1
        surrounding = Surrounding(
            line=self._line,
            pace=self._settings.pace,
            callback_url=self.callback_url(uuid),
            certificate=self._settings.tls.certificate.read_text() if self._settings.tls else None,
            token=token,
            purpose=purpose,
        )
        ramdisk = self._ramdisks[uuid] = Ramdisk(machine, surrounding, self._ended)
        return ramdisk

    def switch_off(self, uuid: str) -> None:
        """Switch a machine off."""
        ramdisk = self._ramdisks.pop(uuid, None)
        if ramdisk is not None:
            ramdisk.close()

    def ramdisk(self, uuid: str) -> Ramdisk | None:
        """Give the ramdisk that runs on a machine."""
        return self._ramdisks.get(uuid)

    def callback_url(self, uuid: str) -> str:
        """Tell where the ramdisk of a machine is reached."""
        scheme = "https" if self._settings.tls else "http"
        return f"{scheme}://{self._settings.host}:{self.port}/{uuid}"

    async def _handle(self, request: Request) -> Answer | None:
        uuid, slash, rest = request.path[1:].partition("/")
        ramdisk = self._ramdisks.get(uuid)
        if ramdisk is None or not ramdisk.is_listening:
            return None
        answered = await answer(ramdisk, slash + rest, request)
        # A machine that was switched off meanwhile says nothing any more.
        return answered if ramdisk.is_listening else None

    def _ended(self, ramdisk: Ramdisk, leaving: Leaving) -> None:
        """See a ramdisk go that nobody switched off."""
        uuid = ramdisk.machine.uuid
        if self._ramdisks.get(uuid) is not ramdisk:
            return
        task = asyncio.create_task(self._gone(uuid, ramdisk, leaving))
        self._again.add(task)
        task.add_done_callback(self._again.discard)

    async def _gone(self, uuid: str, ramdisk: Ramdisk, leaving: Leaving) -> None:
        # What asked for it is still to be answered.
        await asyncio.sleep(0.01)
        if self._ramdisks.get(uuid) is not ramdisk:
            return
        self.switch_off(uuid)
        if leaving is Leaving.FOR_GOOD:
            return
        await asyncio.sleep(self._settings.pace.reboot_s)
        if uuid not in self._ramdisks:
            self.boot(uuid)


def _context(tls: Certificate | None) -> ssl.SSLContext | None:
    if tls is None:
        return None
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(tls.certificate, tls.key)
    return context
