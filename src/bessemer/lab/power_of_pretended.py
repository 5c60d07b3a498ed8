"""Plays the power of machines that the server only pretends to switch: it follows the changes and boots what is on."""

import asyncio
import logging
from collections.abc import Callable, Mapping
from contextlib import aclosing
from typing import Any

import msgspec

from bessemer.lab.ramdisk import Purpose
from bessemer.lab.server_line import NoAnswer, ServerLine

log = logging.getLogger(__name__)

INSPECTING = frozenset({"inspecting", "inspect wait"})
WORKING = frozenset({
    "deploying", "wait call-back", "cleaning", "clean wait", "servicing", "service wait", "rescuing", "rescue wait",
})  # fmt: skip
WAITING = frozenset({"wait call-back", "clean wait", "service wait", "rescue wait", "inspect wait"})
FROM_DISK = frozenset({"boot_instance"})
"""Steps of a deployment during which a machine that is switched on boots what was written to its disk."""
ON, OFF = "power on", "power off"
SEEN = ("provision_state", "power_state", "deploy_step")
WAIT_BEFORE_RETRY_S = 0.5


class Seen(msgspec.Struct, frozen=True, kw_only=True):
    """What is known of a node."""

    provision_state: str | None = None
    power_state: str | None = None
    deploy_step: Mapping[str, Any] | None = None

    @property
    def purpose(self) -> Purpose | None:
        """What a machine boots its ramdisk for when it is switched on now; nothing when it boots from its disk."""
        if self.provision_state in INSPECTING:
            return Purpose.INSPECT
        is_from_disk = (self.deploy_step or {}).get("step") in FROM_DISK
        return Purpose.WORK if self.provision_state in WORKING and not is_from_disk else None


class Switches(msgspec.Struct, frozen=True, kw_only=True):
    """What is done to the machines."""

    boot: Callable[[str, Purpose | None], None]
    """Switch one on, for its ramdisk or, without a purpose, from its disk."""
    switch_off: Callable[[str], None]


class PowerOfPretended:
    """Watches the server, and switches machines as it believes to have done."""

    def __init__(self, url: str, headers: Mapping[str, str], switches: Switches) -> None:
        """Know nothing yet."""
        self._line = ServerLine(url, headers)
        self._switches = switches
        self._seen: dict[str, Seen] = {}
        self._run_instances: set[str] = set()
        """Those that booted from their disks last."""
        self._last_id: str | None = None
        self.is_following = asyncio.Event()

    async def follow(self) -> None:
        """Follow the changes until cancelled; after a lost connection, from where it was lost."""
        while True:
            try:
                await self._follow_once()
            except NoAnswer as error:
                log.info("The stream of changes is followed again: %s", error)
            await asyncio.sleep(WAIT_BEFORE_RETRY_S)

    async def _follow_once(self) -> None:
        headers = {"last-event-id": self._last_id} if self._last_id else {}
        path = "/bessemer/v1/changes?subject=node" + ("" if self._last_id else "&since=0")
        async with aclosing(self._line.lines(path, headers)) as lines:
            async for line in lines:
                self.is_following.set()
                name, _, text = line.partition(": ")
                if name == "id":
                    self._last_id = text.strip()
                elif name == "data":
                    self.take(text)

    def take(self, text: str) -> None:
        """Switch what a change, as it was read from the stream, asks for."""
        change = msgspec.json.decode(text)
        uuid, after = change.get("node"), change.get("after")
        if not uuid or not isinstance(after, dict):
            return
        old = self._seen.get(uuid, Seen())
        news = {name: after[name] for name in SEEN if name in after}
        new = self._seen[uuid] = msgspec.structs.replace(old, **news)
        self._act(uuid, old, new)

    def _act(self, uuid: str, old: Seen, new: Seen) -> None:
        if new.power_state == OFF and old.power_state != OFF:
            self._switches.switch_off(uuid)
        elif new.power_state == ON and (old.power_state != ON or self._was_rebooted(uuid, old, new)):
            (self._run_instances.discard if new.purpose else self._run_instances.add)(uuid)
            self._switches.boot(uuid, new.purpose)

    def _was_rebooted(self, uuid: str, old: Seen, new: Seen) -> bool:
        """Tell whether a machine left its instance for its ramdisk, which leaves no trace in its power state."""
        begins_to_wait = new.provision_state in WAITING and old.provision_state not in WAITING
        return begins_to_wait and uuid in self._run_instances
