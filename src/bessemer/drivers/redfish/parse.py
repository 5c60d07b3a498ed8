"""Reads from driver_info how the BMC of a machine is reached by Redfish, and what it boots through it."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any
from urllib.parse import quote

import msgspec

from bessemer.drivers import images
from bessemer.drivers.addresses import read_url
from bessemer.drivers.driver_info import Reader
from bessemer.drivers.images import DEPLOY_PAIR, RESCUE_PAIR, Lasting, RamdiskPair, read_image, read_lasting, read_pair
from bessemer.model.secret import Secret

REQUIRED: Mapping[str, str] = {
    "redfish_address": (
        "The URL of the BMC, such as https://bmc.example.com; https unless it says otherwise. A path is taken for "
        "the root of the service."
    ),
}
"""What has to be given."""
NAMES: Mapping[str, str] = {
    "redfish_system_id": (
        "The path of the machine on its BMC, such as /redfish/v1/Systems/1. Needed where the BMC has more than one."
    ),
    "redfish_username": "Who to log in as.",
    "redfish_password": "The password to log in with.",
    "redfish_verify_ca": (
        "Whether the certificate of the BMC is verified, or the path of a file or folder of certificates to trust; "
        "true unless given."
    ),
    "redfish_auth_type": "How to log in: basic, session or auto, which tries a session first; auto unless given.",
    "redfish_tls_minimum_version": "The oldest version of TLS to speak: 1.1, 1.2, 1.3 or any; any unless given.",
    "redfish_tls_ciphers": "The ciphers of TLS to offer, as a list in the words of OpenSSL.",
}
"""What may be given."""
FIRMWARE_NAMES: Mapping[str, str] = {
    "firmware_update_unresponsive_bmc_wait": "How many seconds a BMC may be silent while its firmware is updated.",
}
"""What may be given where firmware is updated."""
BOOT_NAMES: Mapping[str, str] = {
    **images.NAMES,
    "deploy_iso": "A bootable image in place of deploy_kernel and deploy_ramdisk: a URL, or the UUID of an image.",
    "rescue_iso": "A bootable image in place of rescue_kernel and rescue_ramdisk: a URL, or the UUID of an image.",
    "bootloader": "The EFI system partition to build bootable images with: a URL, or the UUID of an image.",
    "config_via_removable": (
        "Whether the ramdisk is told its settings on a second, removable medium; false unless given."
    ),
    "external_http_url": "The URL under which the BMC finds the images, where it is not the one that machines use.",
}
"""What may be given where a machine boots from what its BMC hands it."""

DAY_S = 86_400
PATH_CHARACTERS = "/%!$&'()*+,;=:@~"
"""Characters that stand for themselves in the path of a machine."""


class AuthType(StrEnum):
    """How to log in."""

    AUTO = "auto"
    BASIC = "basic"
    SESSION = "session"


class TlsVersion(StrEnum):
    """A version of TLS."""

    ANY = "any"
    V1_1 = "1.1"
    V1_2 = "1.2"
    V1_3 = "1.3"


class Bmc(msgspec.Struct, frozen=True, kw_only=True):
    """How the BMC of a machine is reached."""

    address: str
    """Scheme, host and port."""
    root: str | None
    """The path of the service; None for the usual one."""
    system_id: str | None
    """The path of the machine; None where the BMC has only this one."""
    username: str | None
    password: Secret[str] | None
    verify: bool | str
    """Whether its certificate is verified, or the path of the certificates to trust."""
    auth_type: AuthType
    tls_minimum_version: TlsVersion
    tls_ciphers: str | None
    silent_update_s: int | None
    """How long it may be silent while its firmware is updated; None leaves it to the configuration."""


class Media(msgspec.Struct, frozen=True, kw_only=True):
    """What a machine boots from what its BMC hands it."""

    deploy: RamdiskPair | None
    deploy_iso: str | None
    rescue: RamdiskPair | None
    rescue_iso: str | None
    bootloader: str | None
    config_via_removable: bool
    external_http_url: str | None
    kernel_append_params: str | None
    lasting: Lasting


def parse(info: Mapping[str, Any]) -> Bmc | list[str]:
    """Read how the BMC is reached, or tell everything that is wrong with that."""
    reader = Reader(info)
    found = read_bmc(reader)
    return reader.faults or found


def parse_media(info: Mapping[str, Any]) -> Media | list[str]:
    """Read what the machine boots, or tell everything that is wrong with that or the way to its BMC."""
    reader = Reader(info)
    read_bmc(reader)
    found = read_media(reader)
    return reader.faults or found


def parse_rescue(info: Mapping[str, Any]) -> Media | list[str]:
    """Read what the machine boots, as parse_media does, where it is to be rescued."""
    reader = Reader(info)
    found = read_media(reader)
    if reader.given("rescue_iso") is None and all(reader.given(name) is None for name in RESCUE_PAIR):
        reader.tell("driver_info needs rescue_kernel and rescue_ramdisk, or rescue_iso, for rescuing.")
    return reader.faults or found


def read_bmc(reader: Reader) -> Bmc:
    """Read how the BMC is reached; good only where the reader has no faults."""
    reader.need(*REQUIRED)
    url = read_url(reader, "redfish_address", assumed="https")
    return Bmc(
        address="" if url is None else url.base,
        root=None if url is None else url.path.rstrip("/") or None,
        system_id=_system_id(reader),
        username=reader.text("redfish_username"),
        password=_password(reader),
        verify=reader.certificates("redfish_verify_ca"),
        auth_type=reader.choice("redfish_auth_type", AuthType, AuthType.AUTO),
        tls_minimum_version=reader.choice("redfish_tls_minimum_version", TlsVersion, TlsVersion.ANY),
        tls_ciphers=reader.text("redfish_tls_ciphers"),
        silent_update_s=reader.whole("firmware_update_unresponsive_bmc_wait", 0, DAY_S),
    )


def read_media(reader: Reader) -> Media:
    """Read what the machine boots."""
    if all(reader.given(name) is None for name in (*DEPLOY_PAIR, "deploy_iso")):
        reader.tell("driver_info needs deploy_kernel and deploy_ramdisk, or deploy_iso.")
    url = read_url(reader, "external_http_url")
    return Media(
        deploy=read_pair(reader, DEPLOY_PAIR),
        deploy_iso=read_image(reader, "deploy_iso"),
        rescue=read_pair(reader, RESCUE_PAIR),
        rescue_iso=read_image(reader, "rescue_iso"),
        bootloader=read_image(reader, "bootloader"),
        config_via_removable=reader.flag("config_via_removable", default=False),
        external_http_url=None if url is None else f"{url.base}{url.path}",
        kernel_append_params=reader.text("kernel_append_params"),
        lasting=read_lasting(reader),
    )


def _system_id(reader: Reader) -> str | None:
    text = reader.text("redfish_system_id")
    if text is None or text.startswith("/"):
        return None if text is None else quote(text, safe=PATH_CHARACTERS)
    reader.complain("redfish_system_id", "a path that begins with /, such as /redfish/v1/Systems/1")
    return None


def _password(reader: Reader) -> Secret[str] | None:
    text = reader.secret("redfish_password")
    return None if text is None else Secret(text)
