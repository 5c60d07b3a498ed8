"""Take apart the path and the query of a request."""

from urllib.parse import parse_qsl, quote, unquote_to_bytes

import msgspec

OURS = "bessemer"
"""The first word of paths that are no part of Ironic's API."""


class Place(msgspec.Struct, frozen=True):
    """Where a request points."""

    says_v1: bool
    """Whether the path begins with /v1; bookmark links do not."""
    segments: list[str]

    @property
    def canonical(self) -> str:
        """Write the path with its /v1, which Ironic's API has and ours has not."""
        head = "/" if self.segments[:1] == [OURS] and not self.says_v1 else "/v1/"
        return head + "/".join(quote(segment, safe="") for segment in self.segments)

    def without_suffix(self, suffix: str) -> "Place":
        """Drop a suffix from the last segment."""
        return Place(self.says_v1, [*self.segments[:-1], self.segments[-1].removesuffix(suffix)])


def place_from_raw_path(raw: bytes) -> Place | None:
    """Read a raw path; None when it is not UTF-8. One slash at the end means nothing."""
    text = raw.split(b"?", 1)[0]
    parts = text.strip(b"/").split(b"/") if text.strip(b"/") else []
    try:
        segments = [(unquote_to_bytes(part) if b"%" in part else part).decode() for part in parts]
    except UnicodeDecodeError:
        return None
    if segments[:1] == ["v1"]:
        return Place(says_v1=True, segments=segments[1:])
    return Place(says_v1=False, segments=segments)


def query_from_bytes(raw: bytes) -> list[tuple[str, str]]:
    """Read a query; bytes that are not UTF-8 become the replacement character."""
    if not raw:
        return []
    return parse_qsl(raw.decode("latin-1"), keep_blank_values=True, encoding="utf-8", errors="replace")
