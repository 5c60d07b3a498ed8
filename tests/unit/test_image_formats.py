"""Images that could do harm are refused by their first bytes, before any program opens them."""

import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bessemer.model.errors import Invalid
from bessemer.rules.image_formats import HEAD_BYTES, SIGNATURES, checked_image

MOST = 20 * 1024**3
END = struct.pack(">II", 0, 0)


def qcow2(extensions: bytes = END, *, flags: int = 0, length: int = 104, **fields: int) -> bytes:
    """Write the head of an image."""
    told = {
        "version": 3, "backing": 0, "backing_length": 0, "bits": 16, "size": 1024**3, "encryption": 0, "entries": 2,
        "table": 196_608, "references": 65_536, "reference_clusters": 1, "snapshots": 0, "snapshots_at": 0,
    } | fields  # fmt: skip
    first = struct.pack(">4sIQIIQIIQQIIQ", b"QFI\xfb", *told.values())
    return (first + struct.pack(">QQQII", flags, 0, 0, 4, length) + extensions).ljust(HEAD_BYTES, b"\x00")


def test_an_ordinary_image_tells_its_size() -> None:
    assert checked_image(qcow2(), "qcow2", MOST) == 1024**3
    assert checked_image(qcow2(version=2)[:72] + END, "qcow2", MOST) == 1024**3
    assert checked_image(qcow2(struct.pack(">II", 0x6803F857, 5) + bytes(8) + END), "qcow2", MOST) == 1024**3


def test_a_raw_image_has_no_signature() -> None:
    assert checked_image(b"\xeb\x63\x90" + bytes(600), "raw", MOST) is None
    assert checked_image(b"", "raw", MOST) is None


@pytest.mark.parametrize("name", SIGNATURES)
def test_what_is_said_to_be_raw_is_raw(name: str) -> None:
    """A raw image that is a qcow2 one after all is how files of the server were read in Ironic and in Nova."""
    at, mark = SIGNATURES[name]
    with pytest.raises(Invalid, match="was said to be raw, and its first bytes are those of"):
        checked_image(bytes(at) + mark + bytes(600), "raw", MOST)


def test_what_is_said_to_be_qcow2_is_that() -> None:
    with pytest.raises(Invalid, match="are those of raw"):
        checked_image(bytes(600), "qcow2", MOST)


@pytest.mark.parametrize(
    ("head", "why"),
    [
        (qcow2(backing=400, backing_length=11), "another file"),
        (qcow2(backing=400), "another file"),
        (qcow2(backing_length=2**32 - 1), "another file"),
        (qcow2(flags=4), "another file"),
        (qcow2(flags=2), "damaged"),
        (qcow2(flags=1 << 40), "flags are"),
        (qcow2(struct.pack(">II", 0x44415441, 8) + b"/etc/pas" + END), "names another file"),
        (qcow2(struct.pack(">II", 0xE2792ACA, 5) + b"qcow2\x00\x00\x00" + END), "names another file"),
        (qcow2(struct.pack(">II", 7, 0) * 65), "more than 64 extensions"),
        (qcow2(version=4), "version 4"),
        (qcow2(bits=0), "cannot be"),
        (qcow2(bits=2**32 - 1), "cannot be"),
        (qcow2(size=0), "is empty"),
        (qcow2(size=2**63), "the most that may be"),
        (qcow2(size=MOST + 1), "the most that may be"),
        (qcow2(encryption=1), "encrypted"),
        (qcow2(entries=2**32 - 1), "more than any image needs"),
        (qcow2(snapshots=2**32 - 1), "more than any image needs"),
        (qcow2(length=103), "cannot be"),
        (qcow2(length=2**32 - 8), "cannot be"),
        (qcow2()[:71], "ends within its header"),
        (qcow2()[:80], "ends within its header"),
    ],
)
def test_hostile_images_are_refused_with_a_reason(head: bytes, why: str) -> None:
    with pytest.raises(Invalid, match=why):
        checked_image(head, "qcow2", MOST)


@given(st.binary(max_size=600))
def test_any_bytes_are_taken_or_refused(rest: bytes) -> None:
    try:
        size = checked_image(b"QFI\xfb\x00\x00\x00\x03" + rest, "qcow2", MOST)
    except Invalid:
        return
    assert size is not None
    assert 0 < size <= MOST
