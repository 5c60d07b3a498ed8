"""Opens images that lie on this machine, if they lie in a folder that the operator allowed."""

import os
import stat
from collections.abc import Sequence
from pathlib import Path
from typing import BinaryIO
from urllib.parse import unquote, urlsplit

from bessemer.model.errors import Invalid

HERE = {"", "localhost"}


def file_fault(source: str, folders: Sequence[Path]) -> str | None:
    """Say why an image by file:// cannot be had; none where it can."""
    try:
        open_image_file(source, folders).close()
    except Invalid as fault:
        return fault.message
    return None


def open_image_file(source: str, folders: Sequence[Path]) -> BinaryIO:
    """Open an image by file://; where it really lies is looked at before a byte of it is read."""
    path = _path(source)
    outside = Invalid(
        f"{source} is in none of the folders of [conductor] file_url_allowed_paths, or is no file. "
        "Ask the operator of this server where images may lie."
    )
    try:
        real = Path(os.path.realpath(path, strict=True))
        # Not so much as opened: to open a device or a pipe may do something already.
        if not _is_inside(real, folders) or not stat.S_ISREG(real.lstat().st_mode):
            raise outside
        number = os.open(real, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except (OSError, ValueError) as error:
        # The same words: whether a file exists where nobody may look is nobody's business.
        raise outside from error
    file = os.fdopen(number, "rb")
    # Looked at anew: since then somebody may have put a link where a folder was.
    opened = Path(f"/proc/self/fd/{number}").readlink()
    if _is_inside(opened, folders) and stat.S_ISREG(os.fstat(number).st_mode):
        return file
    file.close()
    raise outside


def _path(source: str) -> str:
    parts = urlsplit(source)
    path = unquote(parts.path)
    if parts.netloc not in HERE or not path.startswith("/") or "\x00" in path or parts.query or parts.fragment:
        raise Invalid(f"{source!r} names no file of this machine; it looks like file:///folder/image.raw.")
    return path


def _is_inside(path: Path, folders: Sequence[Path]) -> bool:
    return any(path.is_relative_to(os.path.realpath(folder)) for folder in folders)
