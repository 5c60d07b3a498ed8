"""Makes the image that an instance reads its configuration from, out of the parts that were given for it."""

import gzip
from base64 import b64encode
from collections.abc import Mapping
from typing import Any

import msgspec

from bessemer.bootfiles.iso_image import iso_image

LABEL = "config-2"
"""By which instances find it among their disks."""
VERSIONS = ("2012-08-10", "latest")
"""The folders in which different readers look for the same."""
FILES: Mapping[str, str] = {
    "meta_data": "meta_data.json",
    "network_data": "network_data.json",
    "user_data": "user_data",
    "vendor_data": "vendor_data2.json",
}
"""By part, the file in which instances look for it."""


def packed_config_drive(parts: Mapping[str, Any], uuid: str, name: str | None) -> str:
    """Make an image of parts, as agents expect it: base64 of gzip; the node's own name stands where none is given."""
    own = {"uuid": uuid, **({"name": name} if name else {})}
    told = {**parts, "meta_data": {**own, **(parts.get("meta_data") or {})}}
    files = {
        f"openstack/{version}/{file}": _written(told[part])
        for version in VERSIONS
        for part, file in FILES.items()
        if told.get(part)
    }
    # The same parts give the same image, whenever it is made.
    return b64encode(gzip.compress(iso_image(files, LABEL), mtime=0)).decode("ascii")


def _written(part: Any) -> bytes:
    return part.encode() if isinstance(part, str) else msgspec.json.encode(part)
