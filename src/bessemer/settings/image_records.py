"""What the server was told to do with images that pass through it."""

import ipaddress
from pathlib import Path
from typing import Literal

import msgspec

MOST_PORTS = 65535


def place_from_text(text: str) -> tuple[str, int]:
    """Read an address and a port."""
    host, _, port = text.rpartition(":")
    address = ipaddress.ip_address(host.removeprefix("[").removesuffix("]"))
    if not port.isdecimal() or int(port) > MOST_PORTS:
        raise ValueError(port)
    return str(address), int(port)


class ImageSettings(msgspec.Struct, frozen=True, kw_only=True):
    """Which images the server itself fetches, keeps and hands out."""

    image_download_source: Literal["http", "local"]
    force_raw_images: bool
    file_url_allowed_paths: tuple[str, ...]
    instance_master_path: Path | None
    image_cache_size: int
    image_cache_ttl: int
    http_root: Path | None
    http_url: str | None
    http_listen: str | None

    @property
    def is_needed(self) -> bool:
        """Whether any image passes through this server."""
        return self.image_download_source == "local" or bool(self.file_url_allowed_paths)

    @property
    def listen_place(self) -> tuple[str, int] | None:
        """The address and the port to hand images out at; a ValueError where what is set is neither."""
        return None if self.http_listen is None else place_from_text(self.http_listen)
