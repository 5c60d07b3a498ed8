"""Fetches a web address for its effect alone: what comes back is not looked at, and nobody is led elsewhere."""

import http.client
import ssl
from collections.abc import Mapping
from urllib.parse import urlsplit

from bessemer.model.errors import HardwareFailed, Invalid

MOST_READ = 65_536
SUCCESS = range(200, 300)
AGAIN = frozenset({429, 500, 502, 503, 504})
"""Statuses after which the same may succeed a moment later."""


class NotNow(HardwareFailed):
    """The same call may succeed a moment later."""


def fetch(url: str, headers: Mapping[str, str], timeout_s: float) -> None:
    """Ask for a web address once; raises NotNow or HardwareFailed where the answer is no success."""
    parts = urlsplit(url)
    if parts.scheme not in {"http", "https"} or not parts.hostname:
        raise Invalid(f"{url[:200]!r} is not a URL that can be fetched.")
    target = f"{parts.path or '/'}{'?' + parts.query if parts.query else ''}"
    line = _line(parts.scheme, parts.hostname, parts.port, timeout_s)
    try:
        line.request("GET", target, headers=dict(headers))
        answer = line.getresponse()
        answer.read(MOST_READ)
    except (OSError, http.client.HTTPException) as error:
        raise NotNow(f"{url[:200]!r} could not be fetched: {error}.") from error
    finally:
        line.close()
    if answer.status not in SUCCESS:
        kind = NotNow if answer.status in AGAIN else HardwareFailed
        raise kind(f"{url[:200]!r} was answered with the status {answer.status}.")


def _line(scheme: str, host: str, port: int | None, timeout_s: float) -> http.client.HTTPConnection:
    if scheme == "http":
        return http.client.HTTPConnection(host, port, timeout=timeout_s)
    return http.client.HTTPSConnection(host, port, timeout=timeout_s, context=ssl.create_default_context())
