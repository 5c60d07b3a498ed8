"""Which API version a request speaks, and what is said of it in the reply."""

import re
from collections.abc import Mapping

from bessemer.model.errors import NotAcceptable

MINIMUM = 1
MAXIMUM = 115
LEGACY = "x-openstack-ironic-api-version"
MODERN = "openstack-api-version"
FORM = re.compile(r"\s*0*1\.0*([0-9]{1,6})\s*")


class Versions:
    """The range of versions this server speaks; its top is lower while a release is pinned."""

    def __init__(self, maximum: int = MAXIMUM) -> None:
        """Prepare the headers that every reply carries."""
        self.maximum = maximum
        self.range_headers: tuple[tuple[bytes, bytes], ...] = (
            (b"x-openstack-ironic-api-minimum-version", f"1.{MINIMUM}".encode()),
            (b"x-openstack-ironic-api-maximum-version", f"1.{maximum}".encode()),
        )
        self._used = {
            minor: (*self.range_headers, (LEGACY.encode(), f"1.{minor}".encode()))
            for minor in range(MINIMUM, maximum + 1)
        }

    def headers_for(self, minor: int) -> tuple[tuple[bytes, bytes], ...]:
        """Give the version headers of a reply in one version."""
        return self._used[minor]

    def minor_of(self, headers: Mapping[str, str]) -> int:
        """Read the version a request asks for; without one it is the oldest."""
        asked = _asked(headers)
        if not asked:
            return MINIMUM
        if asked.strip().lower() == "latest":
            return self.maximum
        found = FORM.fullmatch(asked)
        if not found or not MINIMUM <= int(found[1]) <= self.maximum:
            raise NotAcceptable(
                f"The API version {asked[:40]!r} is not available. "
                f"Ask for one from 1.{MINIMUM} to 1.{self.maximum}, or for 'latest'."
            )
        return int(found[1])


def _asked(headers: Mapping[str, str]) -> str | None:
    modern = headers.get(MODERN)
    if modern:
        for part in modern.split(","):
            service, _, version = part.strip().partition(" ")
            if service.lower() == "baremetal" and version:
                return version
    return headers.get(LEGACY)
