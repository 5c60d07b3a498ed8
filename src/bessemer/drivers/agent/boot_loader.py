"""Makes a machine start from the disk that its image was written to."""

from collections.abc import Mapping
from typing import Any

from bessemer.clients.agent_line import AgentLine
from bessemer.drivers.agent.command_turns import Wanted, lead, learned_from
from bessemer.drivers.agent.commands import Command, Status, done
from bessemer.drivers.agent.ending import PHASE, phase_of
from bessemer.drivers.agent.in_band import failed_command
from bessemer.drivers.agent.options import AgentOptions
from bessemer.drivers.contract.node_view import NodeView, Turn
from bessemer.drivers.contract.outcome import Call, Done, First, Learned, Outcome, Waiting

UEFI, BIOS = "uefi", "bios"
TITLE = "Telling the firmware of the machine to start from its disk"
PARTITIONS = {
    "root_uuid": "root uuid",
    "efi_system_part_uuid": "efi system partition uuid",
    "prep_boot_part_uuid": "PReP Boot partition uuid",
}
"""What the agent is told, and what it called that itself."""


def boot_mode_of(node: NodeView) -> str:
    """Tell whether a machine starts by UEFI or by BIOS: as its instance or it says, else UEFI."""
    for document in (node.instance_info, node.properties):
        told = _capabilities(document.get("capabilities")).get("boot_mode")
        if told in {UEFI, BIOS}:
            return str(told)
    told = node.driver_internal_info.get("deploy_boot_mode")
    return BIOS if told == BIOS else UEFI


def _capabilities(value: Any) -> Mapping[str, Any]:
    if isinstance(value, Mapping):
        return value
    pairs = (pair.partition(":") for pair in value.split(",")) if isinstance(value, str) else ()
    return {name.strip(): told.strip() for name, _, told in pairs}


def installed_boot_loader(line: AgentLine | None, node: NodeView, turn: Turn, options: AgentOptions) -> Outcome:
    """Have the agent write the boot entry, where there are entries, then set the boot device."""
    if phase_of(turn) == "set":
        return Done()
    if boot_mode_of(node) == BIOS:
        return _set(Learned())
    if line is None:
        return Waiting(memo=turn.memo, message="The ramdisk is waited for.")
    wanted = Wanted(name="image.install_bootloader", params=lambda: _params(line), title=TITLE)
    found = lead(line, node, turn, wanted, options)
    if not isinstance(found, Command):
        return found
    return _set(learned_from(found)) if found.status is Status.SUCCEEDED else failed_command(found, TITLE)


def _params(line: AgentLine) -> dict[str, Any]:
    result = done(line, "standby.get_partition_uuids", {})
    return {name: result.get(told) for name, told in PARTITIONS.items()} | {"target_boot_mode": UEFI}


def _set(learned: Learned) -> First:
    call = Call(kind="boot", method="prepare_instance")
    return First(calls=(call,), memo={PHASE: "set"}, learned=learned)
