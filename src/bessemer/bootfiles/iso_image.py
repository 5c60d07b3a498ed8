"""Writes ISO 9660 images of a few small files, with their real names for Linux and for Windows."""

from collections.abc import Mapping

from bessemer.bootfiles.iso_tree import (
    DEEPEST,
    LONGEST_NAME,
    SECTOR,
    SELF,
    Entry,
    JolietNaming,
    Path,
    Place,
    PlainNaming,
    Tree,
    both_orders,
    whole_sectors,
)

SYSTEM_AREA = 16
"""Sectors that the format leaves to others."""
FIRST_FREE = SYSTEM_AREA + 3
"""After two descriptors of the volume and the one that ends them."""
PLAIN, JOLIET, END = 1, 2, 255
JOLIET_ESCAPE = b"%/E"
TEXTS = (128, 128, 128, 128, 37, 37, 37)
"""The lengths of what may be said of who made the image, which is nothing."""
NO_DATE = b"0" * 16 + b"\x00"


def iso_image(files: Mapping[str, bytes], label: str) -> bytes:
    """Write an image of files, by their paths with / between the names; the same files give the same bytes."""
    contents = {_checked(path): data for path, data in sorted(files.items())}
    trees = (Tree(tuple(contents), PlainNaming()), Tree(tuple(contents), JolietNaming()))
    space = _Space()
    tables = [_table_place(tree, space) for tree in trees]
    folders = [{path: space.taken(tree.size_of(path)) for path, _ in tree.folders()} for tree in trees]
    # What is in the image twice takes its room once.
    stored = {data: space.taken(len(data)) for data in dict.fromkeys(contents.values())}
    where = {path: stored[data] for path, data in contents.items()}
    body: list[bytes] = []
    for tree, found in zip(trees, folders, strict=True):
        body += [tree.path_table(found, "little"), tree.path_table(found, "big")]
    for tree, found in zip(trees, folders, strict=True):
        body += [tree.folder_bytes(path, {**found, **where}) for path in found]
    heads = [
        _descriptor(kind, label, space.end, (tree, table, found[()]))
        for kind, tree, table, found in zip((PLAIN, JOLIET), trees, tables, folders, strict=True)
    ]
    ending = bytes((END,)) + b"CD001\x01"
    return b"".join([bytes(SYSTEM_AREA * SECTOR), *map(whole_sectors, (*heads, ending, *body, *stored))])


class _Space:
    """The room of an image, given away from its beginning."""

    def __init__(self) -> None:
        self.end = FIRST_FREE

    def taken(self, size: int) -> Place:
        found = Place(sector=self.end, size=size)
        self.end += _sectors(size)
        return found


def _table_place(tree: Tree, space: _Space) -> Place:
    """Give room to the list of folders in one order of bytes, and right after it to that in the other."""
    size = len(tree.path_table({path: Place(sector=0, size=0) for path, _ in tree.folders()}, "little"))
    found = space.taken(size)
    space.taken(size)
    return found


def _checked(path: str) -> Path:
    names = tuple(path.split("/"))
    if len(names) > DEEPEST or not all(name and name.isascii() and len(name) <= LONGEST_NAME for name in names):
        raise ValueError(f"an ISO image has no room for a file with the path {path!r}")
    return names


def _sectors(size: int) -> int:
    return -(-size // SECTOR)


def _text(value: str, size: int, kind: int) -> bytes:
    if kind == PLAIN:
        return value.encode("ascii").ljust(size)
    written = value.ljust(size // 2).encode("utf-16-be")
    # A field of an odd length has no room for another letter of two bytes.
    return written + bytes(size % 2)


def _descriptor(kind: int, label: str, sectors: int, about: tuple[Tree, Place, Place]) -> bytes:
    """Describe the volume for one of the ways of naming."""
    tree, table, root = about
    big_table = table.sector + _sectors(table.size)
    return b"".join((
        bytes((kind,)), b"CD001\x01\x00",
        _text("", 32, kind), _text(label, 32, kind), bytes(8),
        both_orders(sectors, 4), (JOLIET_ESCAPE if kind == JOLIET else b"").ljust(32, b"\x00"),
        both_orders(1, 2), both_orders(1, 2), both_orders(SECTOR, 2), both_orders(table.size, 4),
        table.sector.to_bytes(4, "little"), bytes(4), big_table.to_bytes(4, "big"), bytes(4),
        tree.record(Entry(path=(), is_folder=True), SELF, root, is_bare=True),
        *(_text("", size, kind) for size in TEXTS),
        NO_DATE * 4, b"\x01",
    ))  # fmt: skip
