"""Tells from the first bytes of an image whether it is what it was said to be, and can be opened without harm."""

import struct
from collections.abc import Mapping

from bessemer.model.errors import Invalid

HEAD_BYTES = 65_536
"""How much of an image has to be seen."""
QCOW2 = b"QFI\xfb"
SIGNATURES: Mapping[str, tuple[int, bytes]] = {
    "qcow2": (0, QCOW2),
    "QED": (0, b"QED\x00"),
    "VMDK": (0, b"KDMV"),
    "VMDK, old": (0, b"COWD"),
    "VMDK description": (0, b"# Disk DescriptorFile"),
    "VDI": (64, b"\x7f\x10\xda\xbe"),
    "VHDX": (0, b"vhdxfile"),
    "VHD": (0, b"conectix"),
    "LUKS": (0, b"LUKS\xba\xbe"),
    "Parallels": (0, b"WithoutFreeSpace"),
    "Parallels, extended": (0, b"WithouFreSpacExt"),
    "gzip": (0, b"\x1f\x8b\x08"),
    "zstd": (0, b"\x28\xb5\x2f\xfd"),
    "xz": (0, b"\xfd7zXZ\x00"),
}
"""By format, where its signature is. A raw image has none of them."""
HEADER = struct.Struct(">4sIQIIQIIQQIIQ")
"""Version 2, which all later ones begin with."""
HEADER_OF_3 = struct.Struct(">QQQII")
VERSION_OF_FLAGS = 3
VERSIONS = (2, VERSION_OF_FLAGS)
CLUSTER_BITS = range(9, 22)
CORRUPT, DATA_FILE = 1 << 1, 1 << 2
KNOWN_FLAGS = 0b11111
"""Left open, corrupt, with a data file, with another compression, with finer clusters."""
MOST_TABLE_ENTRIES = 4 * 1024 * 1024
"""As many as qemu takes: 32 MiB of them."""
MOST_SNAPSHOTS = 65_536
MOST_EXTENSIONS = 64
EXTENSION = struct.Struct(">II")
END_OF_EXTENSIONS, BACKING_FORMAT, DATA_FILE_NAME = 0, 0xE2792ACA, 0x44415441


def checked_image(head: bytes, declared: str, most_bytes: int) -> int | None:
    """Give how large a qcow2 image is when it is unpacked, none for a raw one; or refuse the image."""
    found = next((name for name, (at, mark) in SIGNATURES.items() if head[at : at + len(mark)] == mark), "raw")
    if found != declared:
        raise Invalid(f"the image was said to be {declared}, and its first bytes are those of {found}")
    return _checked_qcow2(head, most_bytes) if declared == "qcow2" else None


def _checked_qcow2(head: bytes, most_bytes: int) -> int:
    if len(head) < HEADER.size:
        raise Invalid("the image ends within its header")
    _, version, backing, backing_length, bits, size, encryption, entries, *_, snapshots, _ = HEADER.unpack_from(head)
    faults = (
        (version not in VERSIONS, f"it has the version {version} of the format, which nobody knows"),
        (backing or backing_length, "it needs another file (a backing file), which could be any file of this machine"),
        (bits not in CLUSTER_BITS, f"its clusters have 2 to the power of {bits} bytes, which cannot be"),
        (encryption, "it is encrypted"),
        (not size, "it is empty"),
        (size > most_bytes, f"it unpacks to {size} bytes, and {most_bytes} are the most that may be"),
        (entries > MOST_TABLE_ENTRIES, f"its table has {entries} entries, more than any image needs"),
        (snapshots > MOST_SNAPSHOTS, f"it has {snapshots} snapshots, more than any image needs"),
    )
    fault = next((text for is_so, text in faults if is_so), None)
    if fault is not None:
        raise Invalid(f"the qcow2 image cannot be used: {fault}")
    _check_rest(head, version, 1 << bits)
    return int(size)


def _check_rest(head: bytes, version: int, cluster: int) -> None:
    """Look at what later versions say, and at the list of extensions."""
    start = HEADER.size
    if version == VERSION_OF_FLAGS:
        if len(head) < HEADER.size + HEADER_OF_3.size:
            raise Invalid("the image ends within its header")
        flags, _, _, _, start = HEADER_OF_3.unpack_from(head, HEADER.size)
        if flags & DATA_FILE:
            raise Invalid("the qcow2 image keeps its data in another file, which could be any file of this machine")
        if flags & CORRUPT or flags & ~KNOWN_FLAGS:
            raise Invalid(f"the qcow2 image is damaged, or needs what nobody knows: its flags are {flags:#x}")
        if not HEADER.size + HEADER_OF_3.size <= start <= cluster or start % 8:
            raise Invalid(f"the header of the qcow2 image says that it has {start} bytes, which cannot be")
    _check_extensions(head[: min(cluster, HEAD_BYTES)], start)


def _check_extensions(head: bytes, start: int) -> None:
    for _ in range(MOST_EXTENSIONS):
        if start + EXTENSION.size > len(head):
            return
        kind, length = EXTENSION.unpack_from(head, start)
        if kind == END_OF_EXTENSIONS:
            return
        if kind in {BACKING_FORMAT, DATA_FILE_NAME}:
            raise Invalid("the qcow2 image names another file, which could be any file of this machine")
        start += EXTENSION.size + -(-length // 8) * 8
    raise Invalid(f"the qcow2 image has more than {MOST_EXTENSIONS} extensions of its header")
