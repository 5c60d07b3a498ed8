"""Does, or pretends to do, what a ramdisk is commanded."""

import asyncio
import base64
import gzip
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import msgspec

from bessemer.lab.commands import Command
from bessemer.lab.machine import Machine
from bessemer.lab.offered_steps import CHANGED_VERSIONS, ERASING, OFFERED, VERSIONS, offered
from bessemer.lab.pace import Pace
from bessemer.lab.refusals import AgentError, failed, failed_step, invalid_parameters, mismatch

NEEDED_OF_NODE = ("properties", "instance_info", "driver_internal_info")
"""The real agent reads these of every node that it is sent, and does not look whether they are there."""
SHA = 33
"""A checksum of so many digits or more is none of MD5, which is not taken."""


class Gone(Exception):
    """The machine has died in the midst of it."""


class Surroundings(msgspec.Struct, frozen=True, kw_only=True):
    """What deeds act upon."""

    machine: Machine
    pace: Pace
    look_up_again: Callable[[], Awaitable[None]]
    go_away: Callable[[], None]
    """Ends the ramdisk, soon."""


class Deeds:
    """What one ramdisk can do."""

    def __init__(self, surroundings: Surroundings) -> None:
        """Begin with nothing done."""
        self._around = surroundings
        self._machine = surroundings.machine
        self._faults = surroundings.machine.faults
        self._did_write = False

    async def do(self, command: Command, short: str, params: Mapping[str, Any]) -> Any:
        """Do it, and give its result."""
        if short in self._faults.fails:
            raise failed(self._faults.fails[short])
        deed: Callable[[Command, Mapping[str, Any]], Awaitable[Any]] = getattr(self, command.deed)
        return await deed(command, params)

    async def offer_steps(self, command: Command, params: Mapping[str, Any]) -> Any:
        """Tell which steps there are."""
        look_at_node(params)
        return offered(command.kind, self._faults.reboots_after)

    async def take_step(self, command: Command, params: Mapping[str, Any]) -> Any:
        """Do one step."""
        look_at_node(params)
        step = params["step"]
        name = step.get("step") if isinstance(step, dict) else None
        found = CHANGED_VERSIONS if self._faults.mismatches_in == name else VERSIONS
        wanted = params.get(f"{command.kind}_version")
        if wanted and wanted != found:
            raise mismatch(found, wanted)
        if name is None:
            raise failed(f'Malformed {command.kind}_step, no "step" key: {step}')
        if name not in OFFERED[command.kind]:
            said = "No HardwareManager found to handle method"
            raise AgentError("HardwareManagerMethodNotFound", 500, said, f"Could not find method: {name}")
        result = await self._step(command.kind, name, step.get("args") or {})
        self._machine.steps_done.append(name)
        shown = {**step, "step": "another_step"} if self._faults.lies_in == name else step
        return {f"{command.kind}_result": result, f"{command.kind}_step": shown}

    async def _step(self, kind: str, name: str, args: Mapping[str, Any]) -> Any:
        if name in self._faults.fails:
            raise failed_step(kind, self._faults.fails[name])
        if name == "write_image":
            check_image(args.get("image_info"))
            return f"prepare_image: {await self._write(args['image_info'], args.get('configdrive'))}"
        await self._spend(name, self._around.pace.step_s)
        if name in ERASING:
            self._machine.image = None
            self._machine.has_config_drive = False
        # The real agent names the disks after this step alone.
        return {disk.name: None for disk in self._machine.parts.disks} if name == "erase_devices" else None

    async def prepare_image(self, command: Command, params: Mapping[str, Any]) -> Any:
        """Write an image, as servers of old asked for it."""
        del command
        return {"result": f"prepare_image: {await self._write(params['image_info'], params.get('configdrive'))}"}

    async def _write(self, image: Mapping[str, Any], config_drive: object) -> str:
        # The real agent looks its node up anew here, as the hints for the root device may have changed.
        await self._around.look_up_again()
        self._machine.writes_begun += 1
        self._machine.image = None
        await self._spend("write_image", self._around.pace.write_s)
        drive = config_drive or image.get("configdrive")
        if drive is not None and not isinstance(drive, str):
            raise failed(f"'{type(drive).__name__}' object has no attribute 'lower'")
        if self._faults.lies_in != "write_image":
            self._machine.image = str(image["id"])
            self._machine.has_config_drive = bool(drive)
            self._machine.writes_done += 1
        self._did_write = True
        return f"image ({image['id']}) written to device {self._machine.parts.disks[0].name} root_uuid=0x00000000"

    async def _spend(self, step: str, seconds: float) -> None:
        dies = self._faults.dies_in == step
        await asyncio.sleep(seconds / 2 if dies else seconds)
        if dies:
            raise Gone

    async def tell_partitions(self, command: Command, params: Mapping[str, Any]) -> Any:
        """Tell what partitions the image that was written has."""
        del command, params
        return {"root uuid": "0x00000000"} if self._did_write else {}

    async def do_nothing(self, command: Command, params: Mapping[str, Any]) -> Any:
        """Do what leaves no trace in a simulated machine."""
        del command, params

    async def let_in(self, command: Command, params: Mapping[str, Any]) -> Any:
        """Let the user in; the ramdisk is his from then on, and the agent ends."""
        del command, params
        self._around.go_away()

    async def go_away(self, command: Command, params: Mapping[str, Any]) -> Any:
        """End the ramdisk."""
        del command, params
        self._around.go_away()

    async def collect_logs(self, command: Command, params: Mapping[str, Any]) -> Any:
        """Give the logs."""
        del command, params
        if self._faults.told_for_logs is not None:
            return {"system_logs": self._faults.told_for_logs}
        text = f"the simulated ramdisk of {self._machine.uuid}, boot {self._machine.boots}\n"
        return {"system_logs": base64.b64encode(gzip.compress(text.encode(), mtime=0)).decode()}

    async def tell_hardware(self, command: Command, params: Mapping[str, Any]) -> Any:
        """Give the inventory."""
        del command, params
        return self._machine.inventory()


def check_params(command: Command, params: Mapping[str, Any]) -> None:
    """Refuse what the real agent refuses before it begins."""
    if command.deed == "prepare_image":
        check_image(params.get("image_info"))


def look_at_node(params: Mapping[str, Any]) -> None:
    """Look for what the real agent takes for granted."""
    node = params["node"]
    for key in NEEDED_OF_NODE:
        node[key]


def check_image(image: object) -> None:
    """Refuse an image that cannot be fetched or cannot be checked."""
    given = image if isinstance(image, dict) else {}
    for field in ("id", "urls"):
        if field not in given:
            raise invalid_parameters(f"Image is missing '{field}' field.")
    if not isinstance(given["urls"], list) or not given["urls"]:
        raise invalid_parameters("Image 'urls' must be a list with at least one element.")
    checksum = str(given.get("checksum") or "")
    is_checked = len(checksum) >= SHA or checksum.startswith("http")
    if not is_checked and not (given.get("os_hash_algo") and given.get("os_hash_value")):
        raise invalid_parameters(
            "Image checksum is not available, either the 'checksum' field or the 'os_hash_algo' and 'os_hash_value' "
            "fields pair must be set for image verification."
        )
