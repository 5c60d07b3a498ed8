"""Lays out what the agent is told of the image that it is to write."""

from collections.abc import Mapping
from pathlib import PurePosixPath
from typing import Any
from urllib.parse import urlsplit

from bessemer.bootfiles.config_drive import packed_config_drive
from bessemer.drivers.agent.parse import INSTANCE_INFO
from bessemer.drivers.contract.node_view import NodeView
from bessemer.drivers.driver_info import Reader
from bessemer.rules.config_drive import config_drive_faults

SUFFIXES = {".qcow2": "qcow2", ".raw": "raw", ".img": "raw"}
FORMATS = ("raw", "qcow2")
ALGORITHMS = {32: "md5", 40: "sha1", 64: "sha256", 96: "sha384", 128: "sha512"}
"""By the number of hexadecimal digits of a checksum."""
GOOD = frozenset({"sha256", "sha384", "sha512"})
FETCHED_BY = ("http", "https")


def written_image_faults(info: Mapping[str, Any], *, allow_md5: bool) -> list[str]:
    """Say what keeps the agent from writing an image, beyond what is wrong with the image as such."""
    reader = Reader(info, INSTANCE_INFO)
    source = reader.text("image_source") or ""
    if source and scheme_of(source) not in FETCHED_BY:
        reader.tell("image_source in instance_info must be a URL of http:// or https://: the agent fetches it itself.")
    elif source and format_of(info) is None:
        reader.tell(
            "instance_info needs image_disk_format, raw or qcow2, as the name of the image does not end in .raw, .img "
            "or .qcow2: written in the wrong way it would not start."
        )
    if str(info.get("image_type") or "whole-disk") not in {"whole-disk", "whole-disk-image"}:
        reader.tell("image_type in instance_info must be whole-disk: images of single partitions are not written.")
    algorithm, _ = checksum_of(info)
    if algorithm is not None and algorithm not in GOOD and not (algorithm == "md5" and allow_md5):
        reader.tell(
            f"The checksum of the image is one of {algorithm[:20]}, which proves nothing; give a SHA-256 or a SHA-512 "
            "in image_os_hash_value with image_os_hash_algo, or in image_checksum."
        )
    return [*reader.faults, *config_drive_faults(info.get("configdrive"))]


def scheme_of(source: str) -> str:
    """Tell the scheme of a URL; none of what is not one."""
    try:
        return urlsplit(source).scheme.lower()
    except ValueError:
        return ""


def format_of(info: Mapping[str, Any]) -> str | None:
    """Tell the format of an image: as it is given, or as its name ends."""
    given = info.get("image_disk_format")
    if given:
        return given if given in FORMATS else None
    try:
        path = urlsplit(str(info.get("image_source") or "")).path
    except ValueError:
        return None
    return SUFFIXES.get(PurePosixPath(path).suffix.lower())


def checksum_of(info: Mapping[str, Any]) -> tuple[str | None, str | None]:
    """Tell by which algorithm an image is checked, and the value; none where a list of sums has to be fetched."""
    value, algorithm = info.get("image_os_hash_value"), info.get("image_os_hash_algo")
    if isinstance(value, str) and value and isinstance(algorithm, str) and algorithm:
        return algorithm.lower(), value
    plain = info.get("image_checksum")
    if not isinstance(plain, str) or "://" in plain:
        return None, None
    found = ALGORITHMS.get(len(plain))
    return (found, plain) if found else ("no known kind", plain)


def image_info(node: NodeView) -> dict[str, Any]:
    """Describe the image as agents expect it."""
    info = node.instance_info
    source = str(info["image_source"])
    told: dict[str, Any] = {
        "id": PurePosixPath(urlsplit(source).path).name or "image",
        "urls": [source],
        "disk_format": format_of(info),
        "container_format": "bare",
        "stream_raw_images": True,
        "image_type": "whole-disk",
        "node_uuid": node.uuid,
    }
    algorithm, value = checksum_of(info)
    if algorithm is None:
        told["checksum"] = info.get("image_checksum")
    else:
        told |= {"os_hash_algo": algorithm, "os_hash_value": value, "checksum": value}
    told |= _proxies(node.driver_info)
    drive = config_drive(node)
    return {**told, "configdrive": drive} if drive else told


def config_drive(node: NodeView) -> str | None:
    """Give the configuration of the instance as agents take it: a URL, or an image that is packed."""
    drive = node.instance_info.get("configdrive")
    return packed_config_drive(drive, node.uuid, node.name) if isinstance(drive, Mapping) else drive


def _proxies(info: Mapping[str, Any]) -> dict[str, Any]:
    found = {scheme: info[name] for scheme in FETCHED_BY if info.get(name := f"image_{scheme}_proxy")}
    told: dict[str, Any] = {"proxies": found} if found else {}
    return {**told, "no_proxy": str(info["image_no_proxy"])} if found and info.get("image_no_proxy") else told
