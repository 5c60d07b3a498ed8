"""What the operator decided about ramdisks that call the server."""

import msgspec

from bessemer.rules.callback_addresses import CallbackRules


class RamdiskRules(msgspec.Struct, frozen=True, kw_only=True):
    """What ramdisks may, and what they are told."""

    restrict_lookup: bool = True
    """Whether a node is found only while a ramdisk is expected on it."""
    heartbeat_timeout_s: int = 300
    """How often a ramdisk has to be heard of at the least."""
    callback: CallbackRules = CallbackRules()
    image_formats: tuple[str, ...] = ("raw", "gpt", "qcow2", "iso")
    """Formats of images that agents may write."""
    allow_md5: bool = False
    """Whether agents may rely on MD5 for the checksum of an image."""
    tls_minimum: str = "1.3"
    """The oldest version of TLS that agents may speak."""
