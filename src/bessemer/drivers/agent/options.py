"""What the operator decided about agents."""

from pathlib import Path

import msgspec


class LogOptions(msgspec.Struct, frozen=True, kw_only=True):
    """How ramdisks are asked for their logs."""

    limit_s: float = 30.0
    """How long all of that may take."""
    most_bytes: int = 16 * 1024 * 1024
    """The largest archive that is kept."""
    when_all_is_well: bool = False
    """Whether they are asked for at the end of a deployment that succeeds, too."""


class AgentOptions(msgspec.Struct, frozen=True, kw_only=True):
    """How agents find the server, and how they are asked."""

    api_url: str = "http://127.0.0.1:6385"
    """Where ramdisks reach the API."""
    networks: tuple[str, ...] = ()
    """The networks that agents are in; empty for all but those that lead back to servers."""
    command_limit_s: float = 60.0
    allow_md5: bool = False
    """Whether the checksum of an image may be an MD5 one."""
    power_off_after_s: float = 15.0
    """How long an agent that was told to switch its machine off has for it."""
    look_again_s: float = 10.0
    """How long after an agent that was silent or busy is asked again."""
    logs: LogOptions = LogOptions()
    fetches_images: bool = False
    """Whether the server fetches images for the agents, which else fetch them themselves."""
    unpacks_images: bool = True
    """Whether images that the server fetches are handed to agents as raw ones."""
    image_folders: tuple[Path, ...] = ()
    """The folders of this machine in which images by file:// may lie."""
