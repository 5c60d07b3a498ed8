"""Which configurations an instance may be given, and in which form."""

import string
from collections.abc import Callable, Mapping
from typing import Any

from bessemer.model.errors import Invalid
from bessemer.model.secret import Secret

PARTS_SINCE = 56
"""The first microversion that takes the parts themselves instead of something packed."""
VENDOR_DATA_SINCE = 59
"""The first microversion that takes what the vendor hands to an instance."""

BASE64 = frozenset(string.ascii_letters + string.digits + "+/=\n\r\t ")

Drive = Secret[str | Mapping[str, Any]]


def is_object(value: Any) -> bool:
    """Tell whether a value is a JSON object."""
    return isinstance(value, dict)


def is_user_data(value: Any) -> bool:
    """Tell whether a value can be what a user hands to an instance."""
    return value is None or isinstance(value, str | dict | list)


PARTS: Mapping[str, tuple[int, Callable[[Any], bool]]] = {
    "meta_data": (PARTS_SINCE, is_object),
    "network_data": (PARTS_SINCE, is_object),
    "user_data": (PARTS_SINCE, is_user_data),
    "vendor_data": (VENDOR_DATA_SINCE, is_object),
}
"""The parts, each with the microversion that first takes it and its check."""


def checked_config_drive(value: Any, minor: int) -> Drive:
    """Return a configuration as it is kept, or refuse it without repeating what may be secret in it."""
    if isinstance(value, dict):
        _check_parts(value, minor)
    elif not isinstance(value, str):
        raise Invalid("configdrive must be a JSON object, or a string with a URL or base64 text.")
    elif "://" not in value and not BASE64.issuperset(value):
        raise Invalid("configdrive is neither a URL nor base64 text. Pack it with gzip and base64, or give its parts.")
    return Secret(value)


def config_drive_faults(value: Any) -> list[str]:
    """Say what is wrong with a configuration that somebody wrote into instance_info."""
    try:
        if value is not None and value != "":
            checked_config_drive(value, max(PARTS_SINCE, VENDOR_DATA_SINCE))
    except Invalid as fault:
        return [f"In instance_info: {fault.message}"]
    return []


def _check_parts(parts: Mapping[str, Any], minor: int) -> None:
    unknown = sorted(parts.keys() - PARTS.keys())
    if unknown:
        raise Invalid(f"configdrive has the unknown part {unknown[0][:80]!r}; known are {', '.join(PARTS)}.")
    if minor < PARTS_SINCE:
        raise Invalid(f"configdrive can be an object from API version 1.{PARTS_SINCE} on; 1.{minor} was asked for.")
    for name, value in parts.items():
        since, fits = PARTS[name]
        if minor < since:
            raise Invalid(f"configdrive takes {name} from API version 1.{since} on; 1.{minor} was asked for.")
        if not fits(value):
            raise Invalid(f"configdrive.{name} must be a JSON object{' or text' if fits is is_user_data else ''}.")
