"""The key that all processes of an installation share."""

from pathlib import Path

from bessemer.model.errors import ConfigurationError
from bessemer.rules.letter_seals import SHORTEST_KEY
from bessemer.settings.records import Settings

NO_KEY = (
    "set [json_rpc]shared_key_file to a file that is the same for every process, with a key such as "
    "`openssl rand -hex 32` gives"
)


def shared_key(settings: Settings) -> bytes | None:
    """Read the key; None where this process is alone."""
    file = settings.json_rpc.shared_key_file
    if file is None:
        return None
    key = _content(file).strip()
    if len(key) < SHORTEST_KEY:
        raise ConfigurationError(
            f"The key in {file} has {len(key)} characters and must have {SHORTEST_KEY} or more. "
            "Make one with `openssl rand -hex 32`."
        )
    return key


def _content(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        raise ConfigurationError(f"[json_rpc]shared_key_file {file} cannot be read: {error.strerror}.") from error


def needed_key(settings: Settings, command: str) -> bytes:
    """Read the key for a process that is of no use by itself."""
    key = shared_key(settings)
    if key is None:
        raise ConfigurationError(
            f"`bessemer {command}` works together with other processes, which must know each other: {NO_KEY}."
        )
    return key
