"""Lays out what the agent is told of the image that it is to write."""

from collections.abc import Mapping
from pathlib import PurePosixPath
from typing import Any
from urllib.parse import urlsplit

from bessemer.bootfiles.config_drive import packed_config_drive
from bessemer.bootfiles.image_files import file_fault
from bessemer.drivers.agent.options import AgentOptions
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
FILE = "file"


def written_image_faults(info: Mapping[str, Any], options: AgentOptions) -> list[str]:
    """Say what keeps the agent from writing an image, beyond what is wrong with the image as such."""
    reader = Reader(info, INSTANCE_INFO)
    source = reader.text("image_source") or ""
    beyond = _source_fault(source, options) if source else None
    if beyond:
        reader.tell(beyond)
    elif source and format_of(info) is None:
        reader.tell(
            "instance_info needs image_disk_format, raw or qcow2, as the name of the image does not end in .raw, .img "
            "or .qcow2: written in the wrong way it would not start."
        )
    if str(info.get("image_type") or "whole-disk") not in {"whole-disk", "whole-disk-image"}:
        reader.tell("image_type in instance_info must be whole-disk: images of single partitions are not written.")
    algorithm, _ = checksum_of(info)
    if algorithm is not None and algorithm not in GOOD and not (algorithm == "md5" and options.allow_md5):
        reader.tell(
            f"The checksum of the image is one of {algorithm[:20]}, which proves nothing; give a SHA-256 or a SHA-512 "
            "in image_os_hash_value with image_os_hash_algo, or in image_checksum."
        )
    if algorithm is None and source and is_fetched_here(source, options):
        reader.tell(
            "instance_info needs image_os_hash_value with image_os_hash_algo, or a sum in image_checksum and not the "
            "URL of a list of sums, as the server fetches the image itself."
        )
    return [*reader.faults, *config_drive_faults(info.get("configdrive"))]


def _source_fault(source: str, options: AgentOptions) -> str | None:
    scheme = scheme_of(source)
    if scheme == FILE and options.image_folders:
        return file_fault(source, options.image_folders)
    if scheme in FETCHED_BY:
        return None
    if scheme == FILE:
        return (
            "image_source in instance_info is a file of the server, which allows none: set [conductor] "
            "file_url_allowed_paths, or give a URL of http:// or https://."
        )
    return "image_source in instance_info must be a URL of http:// or https://, or of file:// where that is allowed."


def is_fetched_here(source: str, options: AgentOptions) -> bool:
    """Tell whether the server fetches an image, and not the agent."""
    return options.fetches_images or scheme_of(source) == FILE


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


def image_info(node: NodeView, handed_out: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Describe the image as agents expect it, or what is handed out in its place."""
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
    told |= _proxies(node.driver_info) if handed_out is None else handed_out
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
