"""Reads how the agent in the ramdisk is to do its work, and which image it is to write."""

from collections.abc import Mapping
from typing import Any

import msgspec

from bessemer.drivers.addresses import read_url
from bessemer.drivers.driver_info import Reader
from bessemer.drivers.images import read_image

INSTANCE_INFO = "instance_info"

NAMES: Mapping[str, str] = {
    "agent_verify_ca": (
        "Whether the certificate of the agent is verified, or the path of a file or folder of certificates to trust; "
        "true unless given."
    ),
    "deploy_forces_oob_reboot": (
        "Whether the machine is restarted by its BMC after a deployment, and not by the agent; false unless given."
    ),
    "image_http_proxy": "The URL of a proxy through which the agent fetches images by HTTP.",
    "image_https_proxy": "The URL of a proxy through which the agent fetches images by HTTPS.",
    "image_no_proxy": "The hosts, with commas between them, from which the agent fetches images without a proxy.",
}
"""What may be given in driver_info."""

CHECKSUM_NAMES = ("image_checksum", "image_os_hash_value")
RAMDISK_NAMES = ("kernel", "ramdisk")


class AgentWork(msgspec.Struct, frozen=True, kw_only=True):
    """How the agent is to do its work."""

    verify: bool | str
    """Whether its certificate is verified, or the path of the certificates to trust."""
    forces_oob_reboot: bool
    no_proxy: tuple[str, ...]


def parse(info: Mapping[str, Any]) -> AgentWork | list[str]:
    """Read how the agent is to do its work, or tell everything that is wrong with that."""
    reader = Reader(info)
    for name in ("image_http_proxy", "image_https_proxy"):
        read_url(reader, name, may_log_in=True)
    found = AgentWork(
        verify=reader.certificates("agent_verify_ca"),
        forces_oob_reboot=reader.flag("deploy_forces_oob_reboot", default=False),
        no_proxy=tuple(reader.words("image_no_proxy")),
    )
    return reader.faults or found


def image_faults(instance_info: Mapping[str, Any]) -> list[str]:
    """Say what is wrong with the image that is to be written to a disk."""
    reader = Reader(instance_info, INSTANCE_INFO)
    reader.need("image_source")
    source = read_image(reader, "image_source")
    if "://" in (source or "") and all(reader.given(name) is None for name in CHECKSUM_NAMES):
        reader.tell(
            "instance_info needs image_os_hash_algo and image_os_hash_value, or image_checksum, as image_source is a "
            "URL: what is fetched from there is written only when its checksum is right."
        )
    for name in (*CHECKSUM_NAMES, "image_os_hash_algo"):
        reader.text(name)
    return reader.faults


def ramdisk_faults(instance_info: Mapping[str, Any]) -> list[str]:
    """Say what is wrong with the ramdisk that is to be booted as the instance."""
    reader = Reader(instance_info, INSTANCE_INFO)
    names = (*RAMDISK_NAMES, "boot_iso")
    if all(reader.given(name) is None for name in (*names, "image_source")):
        reader.tell("instance_info needs kernel and ramdisk, or boot_iso, to be booted as the instance.")
    elif any(reader.given(name) is not None for name in RAMDISK_NAMES):
        reader.need(*RAMDISK_NAMES)
    for name in (*names, "image_source"):
        read_image(reader, name)
    return reader.faults
