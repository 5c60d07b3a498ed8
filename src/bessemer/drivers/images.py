"""Reads which ramdisks a machine boots, as driver_info names them for every way of booting."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any

import msgspec

from bessemer.drivers.driver_info import Reader, shown
from bessemer.rules.booleans import boolean_from_word

DEPLOY_PAIR = ("deploy_kernel", "deploy_ramdisk")
RESCUE_PAIR = ("rescue_kernel", "rescue_ramdisk")
SCHEMES = ("http", "https", "file", "glance")

NAMES: Mapping[str, str] = {
    "deploy_kernel": "The kernel of the deployment ramdisk: a URL, or the UUID of an image.",
    "deploy_ramdisk": "The deployment ramdisk, which holds the agent: a URL, or the UUID of an image.",
    "rescue_kernel": "The kernel of the rescue ramdisk: a URL, or the UUID of an image. Needed for rescuing.",
    "rescue_ramdisk": "The rescue ramdisk, which holds the agent: a URL, or the UUID of an image. Needed for rescuing.",
    "kernel_append_params": "More arguments for the kernel of the ramdisk; %default% stands for the configured ones.",
    "force_persistent_boot_device": (
        "Which changes of the boot device are to last: Always all, Never none, Default only that of the deployed "
        "instance."
    ),
}
"""What is the same for all ways of booting."""


class Lasting(StrEnum):
    """Which changes of the boot device are to last."""

    ALWAYS = "Always"
    DEFAULT = "Default"
    NEVER = "Never"


class RamdiskPair(msgspec.Struct, frozen=True, kw_only=True):
    """A kernel with its ramdisk."""

    kernel: str
    ramdisk: str


def read_pair(reader: Reader, names: tuple[str, str]) -> RamdiskPair | None:
    """Read a kernel and its ramdisk; one without the other is a fault."""
    kernel, ramdisk = (read_image(reader, name) for name in names)
    if kernel and ramdisk:
        return RamdiskPair(kernel=kernel, ramdisk=ramdisk)
    if any(reader.given(name) is not None for name in names):
        reader.need(*names)
    return None


def read_image(reader: Reader, name: str) -> str | None:
    """Read where an image is: a URL, or the UUID of one that an image service keeps."""
    value = reader.text(name)
    scheme, separator, rest = (value or "").partition("://")
    if separator and (scheme.lower() not in SCHEMES or not rest):
        # The URL itself is not shown: it may carry credentials.
        reader.complain(name, f"a URL that begins with {', '.join(f'{each}://' for each in SCHEMES)}, or a UUID")
        return None
    return value


def read_lasting(reader: Reader) -> Lasting:
    """Read which changes of the boot device are to last; true and false are old words for Always and Default."""
    name = "force_persistent_boot_device"
    value: Any = reader.given(name)
    if value is None:
        return Lasting.DEFAULT
    word = boolean_from_word(value) if isinstance(value, str) else value
    if isinstance(word, bool):
        return Lasting.ALWAYS if word else Lasting.DEFAULT
    found = next((each for each in Lasting if isinstance(value, str) and each.lower() == value.lower()), None)
    if found is None:
        reader.complain(name, f"one of {', '.join(Lasting)}", value=shown(value))
    return found or Lasting.DEFAULT
