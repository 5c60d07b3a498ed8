"""The commands that a ramdisk can be given, with what each takes."""

from collections.abc import Mapping

import msgspec


class Command(msgspec.Struct, frozen=True, kw_only=True):
    """One command."""

    deed: str
    """What is done: the name of a method of Deeds."""
    goes_on: bool
    """Whether it is answered before it has ended."""
    kind: str = ""
    """The kind of steps that it is about."""
    takes: frozenset[str] = frozenset()
    needs: frozenset[str] = frozenset()
    takes_more: bool = False
    """Whether what else it is given goes to the step."""


_NODE = frozenset({"node", "ports"})


def _step_commands(kind: str) -> Mapping[str, Command]:
    return {
        f"{kind}.get_{kind}_steps": Command(deed="offer_steps", goes_on=False, kind=kind, needs=_NODE),
        f"{kind}.execute_{kind}_step": Command(
            deed="take_step",
            goes_on=True,
            kind=kind,
            needs=_NODE | {"step"},
            takes=frozenset({f"{kind}_version"}),
            takes_more=True,
        ),
    }


COMMANDS: Mapping[str, Command] = {
    **_step_commands("deploy"),
    **_step_commands("clean"),
    **_step_commands("service"),
    "standby.prepare_image": Command(
        deed="prepare_image", goes_on=True, needs=frozenset({"image_info"}), takes=frozenset({"configdrive"})
    ),
    "standby.get_partition_uuids": Command(deed="tell_partitions", goes_on=False),
    "standby.sync": Command(deed="do_nothing", goes_on=False),
    "standby.run_image": Command(deed="go_away", goes_on=True),
    "standby.power_off": Command(deed="go_away", goes_on=True),
    "image.install_bootloader": Command(
        deed="do_nothing",
        goes_on=True,
        needs=frozenset({"root_uuid"}),
        takes=frozenset(
            {"efi_system_part_uuid", "prep_boot_part_uuid", "target_boot_mode", "ignore_bootloader_failure"}
        ),
    ),
    "rescue.finalize_rescue": Command(deed="let_in", goes_on=False, takes=frozenset({"rescue_password", "hashed"})),
    "system.lockdown": Command(deed="go_away", goes_on=False),
    "log.collect_system_logs": Command(deed="collect_logs", goes_on=False),
    "poll.get_hardware_info": Command(deed="tell_hardware", goes_on=False),
}
"""Those that servers send. A stand-alone agent knows poll.set_node_info and flow.start_flow besides."""

EXTENSIONS = frozenset(name.partition(".")[0] for name in COMMANDS)
