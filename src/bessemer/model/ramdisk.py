"""What is known of the ramdisk that runs on a machine, and the names under which a node keeps it."""

from collections.abc import Mapping

import msgspec

URL = "agent_url"
TOKEN = "agent_secret_token"  # noqa: S105 - the name of a key
TOKEN_WAS_BUILT_IN = "agent_secret_token_pregenerated"  # noqa: S105 - the name of a key
CERTIFICATE = "agent_verify_ca"
VERSION = "agent_version"
LAST_HEARTBEAT = "agent_last_heartbeat"
STATUS = "agent_status"
STATUS_MESSAGE = "agent_status_message"
LAST_COMMAND = "agent_last_command"
"""The command that was seen to end last, so that it is not taken for one begun later."""

TOLD = (URL, VERSION, CERTIFICATE, STATUS, STATUS_MESSAGE)
"""What heartbeats bring."""
OF_ONE_BOOT = (URL, CERTIFICATE, VERSION, LAST_HEARTBEAT, STATUS, STATUS_MESSAGE, LAST_COMMAND)
"""What is true of a ramdisk until the machine is switched off or restarted."""


class Ramdisk(msgspec.Struct, frozen=True, kw_only=True):
    """A node as its ramdisk needs it, with most of it unread."""

    id: int
    uuid: str
    version: int
    driver: str
    provision_state: str
    maintenance: bool
    properties: msgspec.Raw
    instance_info: msgspec.Raw
    """Without its secrets."""
    memory: Mapping[str, msgspec.Raw]
    """The driver_internal_info, key by key."""
    shown_memory: msgspec.Raw
    """The same without its secrets."""
    worker: str | None
    """The conductor that works on the node."""

    def remembered(self, key: str) -> str | None:
        """Read one key of the memory that is a text."""
        found = self.memory.get(key)
        value = None if found is None else msgspec.json.decode(found)
        return value if isinstance(value, str) else None
