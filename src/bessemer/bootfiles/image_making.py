"""Makes an image ready to be written: fetches it, checks it, looks for what could do harm, and unpacks it."""

import hashlib
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from urllib.parse import urlsplit

import msgspec

from bessemer.bootfiles.image_cache import IMAGE, ImageCache, ReadyImage, WantedImage
from bessemer.bootfiles.image_files import open_image_file
from bessemer.clients.download import download
from bessemer.clients.process import GivenUp, Limits, run_program
from bessemer.model.errors import HardwareFailed, Invalid
from bessemer.rules.image_formats import HEAD_BYTES, checked_image

AT_ONCE = 1024 * 1024
FETCHED = 60
"""How far it is, in percent, when all of it has come."""
CHECKED_BY = "sha256"
"""By which an image is checked that was unpacked here."""
LONGEST_SHOWN = 400
SECONDS = 3600.0
"""For fetching, and once more for unpacking."""
CONVERTER = "qemu-img"


class Orders(msgspec.Struct, frozen=True, kw_only=True):
    """Who is told how far it is, and who says whether it is still wanted."""

    tell: Callable[[int], None]
    is_wanted: Callable[[], bool]


def make_image(wanted: WantedImage, cache: ImageCache, folders: Sequence[Path], orders: Orders) -> ReadyImage:
    """Make an image ready and keep it, or say why that cannot be."""
    with cache.being_made() as folder:
        source = folder / "source"
        size = _Arrival(cache, folder, orders).fetch(wanted, folders, source)
        unpacked_size = _inspected(source, wanted, cache.most_bytes)
        ready = ReadyImage(
            disk_format=wanted.disk_format, algorithm=wanted.algorithm, checksum=wanted.checksum, size=size
        )
        if wanted.as_raw and unpacked_size is not None:
            cache.make_room(folder, unpacked_size)
            _unpack(source, folder / IMAGE, unpacked_size, orders)
            source.unlink()
            checksum = _checksum(folder / IMAGE, orders)
            ready = ReadyImage(disk_format="raw", algorithm=CHECKED_BY, checksum=checksum, size=unpacked_size)
        else:
            source.rename(folder / IMAGE)
        cache.keep(wanted, folder, ready)
    return ready


class _Arrival:
    """The bytes of one image on their way into a folder."""

    def __init__(self, cache: ImageCache, folder: Path, orders: Orders) -> None:
        self._cache = cache
        self._folder = folder
        self._orders = orders

    def fetch(self, wanted: WantedImage, folders: Sequence[Path], target: Path) -> int:
        """Write all of them to a file, giving their number, and compare their checksum."""
        found = hashlib.new(wanted.algorithm, usedforsecurity=False)
        size = 0
        with target.open("wb") as file:
            for data in self._pieces(wanted.source, folders):
                if not self._orders.is_wanted():
                    raise GivenUp
                found.update(data)
                file.write(data)
                size += len(data)
        if found.hexdigest() != wanted.checksum.lower():
            raise HardwareFailed(
                f"The image is not the one that was asked for: its {wanted.algorithm} is {found.hexdigest()}, and "
                f"instance_info says {wanted.checksum[:128]}."
            )
        return size

    def _pieces(self, source: str, folders: Sequence[Path]) -> Iterator[bytes]:
        if urlsplit(source).scheme.lower() == "file":
            yield from self._of_file(source, folders)
            return
        promised = taken = 0
        for piece in download(source, self._cache.most_bytes, SECONDS):
            taken += len(piece.data)
            # A sender that does not say how much will come gets room in portions, each twice as large.
            if taken > promised:
                promised = piece.whole or min(2 * taken + AT_ONCE, self._cache.most_bytes)
                self._cache.make_room(self._folder, promised)
            if piece.whole:
                self._orders.tell(FETCHED * taken // piece.whole)
            yield piece.data

    def _of_file(self, source: str, folders: Sequence[Path]) -> Iterator[bytes]:
        with open_image_file(source, folders) as file:
            size = file.seek(0, 2)
            if size > self._cache.most_bytes:
                raise HardwareFailed(
                    f"{source} has {size} bytes, and {self._cache.most_bytes} are the most that may be."
                )
            self._cache.make_room(self._folder, size)
            file.seek(0)
            taken = 0
            while taken < size and (data := file.read(min(AT_ONCE, size - taken))):
                taken += len(data)
                self._orders.tell(FETCHED * taken // size)
                yield data


def _inspected(source: Path, wanted: WantedImage, most_bytes: int) -> int | None:
    with source.open("rb") as file:
        head = file.read(HEAD_BYTES)
    try:
        return checked_image(head, wanted.disk_format, most_bytes)
    except Invalid as fault:
        raise HardwareFailed(f"The image from {wanted.source} is refused: {fault.message}.") from fault


def _unpack(source: Path, target: Path, size: int, orders: Orders) -> None:
    """Have an image unpacked that was found to need no other file; it is told its format and may not guess."""
    command = [CONVERTER, "convert", "-f", "qcow2", "-O", "raw", str(source), str(target)]
    ended = run_program(command, Limits(seconds=SECONDS, file_bytes=size), orders.is_wanted)
    if ended.code != 0:
        raise HardwareFailed(f"{CONVERTER} cannot unpack the image: {ended.output.strip()[:LONGEST_SHOWN]}")
    if target.stat().st_size != size:
        raise HardwareFailed(f"{CONVERTER} made {target.stat().st_size} bytes of an image that has {size}.")


def _checksum(file: Path, orders: Orders) -> str:
    found = hashlib.new(CHECKED_BY)
    with file.open("rb") as opened:
        while data := opened.read(AT_ONCE):
            if not orders.is_wanted():
                raise GivenUp
            found.update(data)
    return found.hexdigest()
