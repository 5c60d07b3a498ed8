"""Arranges files in folders as an ISO 9660 image has them, in one of the ways in which it names them."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import count
from typing import Literal, Protocol

import msgspec
from typing_extensions import override

SECTOR = 2048
MOST_IN_RECORD = 255
LONGEST_NAME = 60
"""Both ways of naming have room for that many characters."""
DEEPEST = 8
"""Levels of folders, the first one included."""
MADE_AT = bytes((70, 1, 1, 0, 0, 0, 0))
"""The first of January 1970: an image is the same whenever it is made."""
IS_FOLDER = 2
SELF, PARENT = b"\x00", b"\x01"
RIGHTS = {True: 0o040555, False: 0o100444}
"""By whether it is a folder: anybody may read."""

Path = tuple[str, ...]


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """A file or a folder."""

    path: Path
    is_folder: bool


class Place(msgspec.Struct, frozen=True, kw_only=True):
    """Where the bytes of a file or a folder are in the image."""

    sector: int
    size: int


class Naming(Protocol):
    """One of the ways in which an image names what is in it."""

    def identifiers(self, entries: Sequence[Entry]) -> Mapping[Path, bytes]:
        """Name the entries of one folder, each in its own way."""

    def beside(self, entry: Entry, identifier: bytes) -> bytes:
        """Write what stands beside a name and tells more of its entry."""


class PlainNaming(Naming):
    """Names of 8 and 3 capital letters for every reader there is, with the real ones beside them (Rock Ridge)."""

    @override
    def identifiers(self, entries: Sequence[Entry]) -> Mapping[Path, bytes]:
        taken: dict[str, Path] = {}
        for entry in entries:
            stem, _, ending = entry.path[-1].upper().rpartition(".")
            if not stem or entry.is_folder:
                stem, ending = entry.path[-1].upper(), ""
            ends = "" if entry.is_folder else f".{_plain(ending)[:3]};1"
            numbers = ("" if number == 0 else str(number) for number in count())
            free = (f"{_plain(stem)[: 8 - len(number)]}{number}{ends}" for number in numbers)
            taken[next(name for name in free if name not in taken)] = entry.path
        return {path: name.encode("ascii") for name, path in taken.items()}

    @override
    def beside(self, entry: Entry, identifier: bytes) -> bytes:
        words = both_orders(RIGHTS[entry.is_folder], 4) + both_orders(2 if entry.is_folder else 1, 4) + bytes(16)
        rights = b"PX\x24\x01" + words
        if identifier == SELF and not entry.path:
            return b"SP\x07\x01\xbe\xef\x00" + rights + b"ER\x12\x01\x0a\x00\x00\x01RRIP_1991A"
        if identifier in {SELF, PARENT}:
            return rights
        name = entry.path[-1].encode("ascii")
        return rights + b"NM" + bytes((5 + len(name), 1, 0)) + name


class JolietNaming(Naming):
    """The real names in UCS-2, for Windows."""

    @override
    def identifiers(self, entries: Sequence[Entry]) -> Mapping[Path, bytes]:
        return {each.path: f"{each.path[-1]}{'' if each.is_folder else ';1'}".encode("utf-16-be") for each in entries}

    @override
    def beside(self, entry: Entry, identifier: bytes) -> bytes:
        return b""


class Tree:
    """All folders of an image, named in one way."""

    def __init__(self, paths: Sequence[Path], naming: Naming) -> None:
        """Arrange files, whose folders follow from their paths."""
        self._naming = naming
        self._inside: dict[Path, list[tuple[bytes, Entry]]] = {}
        folders = sorted({path[:depth] for path in paths for depth in range(len(path))})
        for folder in folders:
            entries = [Entry(path=path, is_folder=True) for path in folders if path and path[:-1] == folder]
            entries += [Entry(path=path, is_folder=False) for path in sorted(paths) if path[:-1] == folder]
            names = naming.identifiers(entries)
            self._inside[folder] = sorted((names[entry.path], entry) for entry in entries)

    def folders(self) -> Iterator[tuple[Path, bytes]]:
        """List the folders with their names, level by level, the one that holds all first."""
        level: list[tuple[Path, bytes]] = [((), SELF)]
        while level:
            yield from level
            level = [(each.path, name) for path, _ in level for name, each in self._inside[path] if each.is_folder]

    def size_of(self, folder: Path) -> int:
        """Tell how many bytes a folder takes, in whole sectors."""
        nowhere = Place(sector=0, size=0)
        entries = [each.path for _, each in self._inside[folder]]
        return len(self.folder_bytes(folder, dict.fromkeys([folder, folder[:-1], *entries], nowhere)))

    def folder_bytes(self, folder: Path, places: Mapping[Path, Place]) -> bytes:
        """Write a folder: itself, the one that it is in, and what is in it; no record crosses a sector's end."""
        itself, above = (Entry(path=path, is_folder=True) for path in (folder, folder[:-1]))
        written = b""
        for name, entry in [(SELF, itself), (PARENT, above), *self._inside[folder]]:
            record = self.record(entry, name, places[entry.path])
            if len(written) % SECTOR + len(record) > SECTOR:
                written = whole_sectors(written)
            written += record
        return whole_sectors(written)

    def record(self, entry: Entry, name: bytes, place: Place, *, is_bare: bool = False) -> bytes:
        """Write the record of one entry; a bare one has nothing beside its name."""
        head = (
            both_orders(place.sector, 4)
            + both_orders(place.size, 4)
            + MADE_AT
            + bytes((IS_FOLDER * entry.is_folder, 0, 0))
        )
        rest = bytes(1) + head + both_orders(1, 2) + bytes((len(name),)) + name
        rest += bytes(len(rest) % 2 == 0)
        rest += b"" if is_bare else self._naming.beside(entry, name)
        rest += bytes(len(rest) % 2 == 0)
        if len(rest) >= MOST_IN_RECORD:
            raise ValueError(f"the name {entry.path[-1]!r} is too long for an ISO image")
        return bytes((len(rest) + 1,)) + rest

    def path_table(self, places: Mapping[Path, Place], order: Literal["little", "big"]) -> bytes:
        """Write the list of all folders, with its numbers in one of the two orders of bytes."""
        numbers: dict[Path, int] = {}
        written = b""
        for path, name in self.folders():
            numbers[path] = len(numbers) + 1
            above = numbers[path[:-1]]
            numbered = places[path].sector.to_bytes(4, order) + above.to_bytes(2, order)
            written += bytes((len(name), 0)) + numbered + name + bytes(len(name) % 2)
        return written


def whole_sectors(data: bytes) -> bytes:
    """Fill up with zeros to the end of the sector."""
    return data + bytes(-len(data) % SECTOR)


def both_orders(number: int, size: int) -> bytes:
    """Write a number in both orders of bytes."""
    return number.to_bytes(size, "little") + number.to_bytes(size, "big")


def _plain(word: str) -> str:
    return "".join(letter if letter.isascii() and letter.isalnum() else "_" for letter in word)
