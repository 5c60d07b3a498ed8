"""One boot of a simulated ramdisk: it reports, is looked up, heartbeats and does what it is told."""

import asyncio
import hmac
from collections.abc import Callable
from enum import StrEnum
from random import SystemRandom
from typing import Any
from urllib.parse import urlencode

import msgspec

from bessemer.lab.command_desk import CommandDesk, Record, Status
from bessemer.lab.deeds import Deeds, Surroundings
from bessemer.lab.machine import Machine, disk_facts
from bessemer.lab.pace import Pace
from bessemer.lab.server_line import NoAnswer, ServerLine

AGENT_VERSION = "13.0.0"
LOOKUP_MOST, HEARTBEAT_MOST, WITHOUT_A_WORD = (1, 62), (1, 68), (1, 31)
"""The versions that the real agent knows, and the one that it takes when the server does not name any."""
VERSION_SINCE, TOKEN_SINCE, CA_SINCE = (1, 36), (1, 62), (1, 68)
LEAST_TOKEN = 32
GIVEN_BEFORE = "******"
WRONG_TOKEN = "w" * 43
LONGEST_LOOKUP_GAP_S = 60.0
OK, ACCEPTED = 200, 202
_chance = SystemRandom()


class Leaving(StrEnum):
    """How a ramdisk that nobody switched off leaves."""

    FOR_GOOD = "for good"
    BOOTS_AGAIN = "boots again"


class Purpose(StrEnum):
    """What a ramdisk is booted for."""

    WORK = "work"
    INSPECT = "inspect"
    BOTH = "both"


class Surrounding(msgspec.Struct, frozen=True, kw_only=True):
    """Where a ramdisk finds itself."""

    line: ServerLine
    pace: Pace
    callback_url: str
    certificate: str | None
    """The PEM text with which its own address is to be checked."""
    token: str | None = None
    """The token that it was booted with, as virtual media may bring one."""
    purpose: Purpose = Purpose.WORK


class Ramdisk:
    """A machine's ramdisk, from power on to power off."""

    def __init__(self, machine: Machine, surrounding: Surrounding, ended: Callable[["Ramdisk", Leaving], None]) -> None:
        """Begin; `ended` is told when it is gone of itself."""
        self.machine = machine
        self.token = surrounding.token
        self.is_listening = False
        self.is_locked_down = False
        self._around = surrounding
        self._ended = ended
        self._version = WITHOUT_A_WORD
        self._timeout_s = 300.0
        self._node = ""
        self._may_reboot = False
        self._forced = asyncio.Event()
        self._off = asyncio.Event()
        around = Surroundings(
            machine=machine, pace=surrounding.pace, look_up_again=self._look_up_again, go_away=self._go_away
        )
        self.desk = CommandDesk(Deeds(around), ended=self._command_ended, died=self._die)
        self._task = asyncio.create_task(self._run())

    def close(self) -> None:
        """Be switched off."""
        self.is_listening = False
        self._off.set()
        self._task.cancel()
        self.desk.close()

    def is_allowed(self, token: str | None) -> bool:
        """Tell whether somebody may give it commands."""
        return bool(token and self.token) and hmac.compare_digest(str(token).encode(), str(self.token).encode())

    async def hang(self) -> None:
        """Never answer, until the machine is switched off."""
        await self._off.wait()

    def commands_were_read(self) -> None:
        """Go on after the server has seen how a step ended; if that wants a reboot, the machine is rebooted now."""
        if self._may_reboot:
            self._ended(self, Leaving.BOOTS_AGAIN)

    async def _run(self) -> None:
        faults, pace = self.machine.faults, self._around.pace
        await asyncio.sleep(pace.boot_s + faults.late_s)
        if faults.is_silent:
            return
        if self._around.purpose is not Purpose.WORK:
            await self._report()
            self.is_listening = True
        if self._around.purpose is Purpose.INSPECT:
            return
        await self._choose_version()
        if not await self._look_up():
            self._ended(self, Leaving.BOOTS_AGAIN)
            return
        if self.is_locked_down:
            self.is_listening = False
            return
        self.is_listening = True
        if not faults.is_mute:
            await self._heartbeat_on()

    async def _ask(self, what: str, method: str, path: str, body: object = None, **headers: str) -> Any:
        """Ask the server, note how it answered, and give the status and the body."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        try:
            answer = await self._around.line.ask(method, path, named, body)
        except NoAnswer:
            self.machine.note(what, 0)
            return 0, None
        self.machine.note(what, answer.status)
        return answer.status, answer.json()

    async def _choose_version(self) -> None:
        _, root = await self._ask("root", "GET", "/")
        try:
            major, minor = root["default_version"]["version"].split(".")
            self._version = (int(major), int(minor))
        except (TypeError, KeyError, ValueError, AttributeError):
            self._version = WITHOUT_A_WORD

    async def _report(self) -> None:
        disk = disk_facts(self.machine.parts.disks[0]) if self.machine.parts.disks else None
        report = {
            "inventory": self.machine.inventory(),
            "root_disk": disk,
            "boot_interface": None,
            "configuration": {
                "collectors": ["default"],
                "managers": [{"name": "generic_hardware_manager", "version": "1.2"}],
            },
            "error": None,
        }
        for _ in range(5):
            status, found = await self._ask("inspection", "POST", "/v1/continue_inspection", report)
            if OK <= status < 400 and isinstance(found, dict):  # noqa: PLR2004  (the statuses of success)
                self._node = str(found.get("uuid") or "")
                return
            if status not in {0, 409} and status < 500:  # noqa: PLR2004  (what cannot be helped by waiting)
                return
            await asyncio.sleep(self._around.pace.least_gap_s)

    async def _look_up(self) -> bool:
        """Find out which node this is; give up after a while."""
        gap, spent = self._around.pace.lookup_again_s, 0.0
        while not await self._look_up_once():
            if spent > self._around.pace.lookup_limit_s:
                return False
            await asyncio.sleep(gap)
            spent += gap
            gap = min(2 * gap, LONGEST_LOOKUP_GAP_S)
        return True

    async def _look_up_again(self) -> None:
        await self._look_up()

    async def _look_up_once(self) -> bool:
        asked = {"addresses": ",".join(self.machine.parts.macs)}
        if self._node:
            asked["node_uuid"] = self._node
        version = _spelled(min(self._version, LOOKUP_MOST))
        status, found = await self._ask(
            "lookup", "GET", f"/v1/lookup?{urlencode(asked)}", X_OpenStack_Ironic_API_Version=version
        )
        if status != OK:
            return False
        try:
            self._node = str(found["node"]["uuid"])
            self._timeout_s = float(found["config"]["heartbeat_timeout"])
            self._take_token(found["config"].get("agent_token"))
        except (TypeError, KeyError, ValueError):
            return False
        return True

    def _take_token(self, token: object) -> None:
        if isinstance(token, str) and len(token) >= LEAST_TOKEN:
            self.token = token
        elif token == GIVEN_BEFORE and self.token is None:
            # Somebody else has it. The real agent takes its network down and waits for somebody to come.
            self.is_locked_down = True
            self.machine.note("locked down", 0)

    async def _heartbeat_on(self) -> None:
        pace = self._around.pace
        await self._ask("root", "GET", "/")
        while True:
            if await self._heartbeat() == ACCEPTED:
                self._forced.clear()
                wait = self._timeout_s * _chance.uniform(pace.earliest, pace.latest)
            else:
                wait = pace.least_gap_s * _chance.uniform(1.0, 2.0)
            await asyncio.sleep(min(wait, pace.least_gap_s))
            try:
                async with asyncio.timeout(max(0.0, wait - pace.least_gap_s)):
                    await self._forced.wait()
            except TimeoutError:
                pass

    async def _heartbeat(self) -> int:
        faults = self.machine.faults
        body = {"callback_url": self._around.callback_url}
        if self._version >= TOKEN_SINCE:
            body["agent_token"] = WRONG_TOKEN if faults.has_wrong_token else str(self.token)
        if self._version >= VERSION_SINCE:
            body["agent_version"] = AGENT_VERSION
        if self._version >= CA_SINCE and self._around.certificate:
            body["agent_verify_ca"] = self._around.certificate
        version = _spelled(min(self._version, HEARTBEAT_MOST))
        status = 0
        for _ in range(1 + faults.replays):
            status, _ = await self._ask(
                "heartbeat", "POST", f"/v1/heartbeat/{self._node}", body, X_OpenStack_Ironic_API_Version=version
            )
        return status

    def _command_ended(self, record: Record) -> None:
        done = self.machine.steps_done[-1:] if record.status is Status.SUCCEEDED else []
        self._may_reboot = record.name.startswith("execute_") and bool(
            self.machine.faults.reboots_after.intersection(done)
        )
        self._forced.set()

    def _go_away(self) -> None:
        self._ended(self, Leaving.FOR_GOOD)

    def _die(self) -> None:
        self.machine.note("died", 0)
        faults = self.machine.faults
        if faults.comes_back:
            self.machine.faults = msgspec.structs.replace(faults, dies_in=None)
        self._ended(self, Leaving.BOOTS_AGAIN if faults.comes_back else Leaving.FOR_GOOD)


def _spelled(version: tuple[int, int]) -> str:
    return f"{version[0]}.{version[1]}"
