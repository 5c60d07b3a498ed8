"""The URL that clients reach this server under, as links need it."""

import re
from collections.abc import Mapping, MutableMapping
from typing import Any

HOST = re.compile(r"[A-Za-z0-9.\-_:\[\]%]{1,255}")
PREFIX = re.compile(r"(/[A-Za-z0-9.\-_~%]+)*")


def base_url(
    scope: MutableMapping[str, Any], headers: Mapping[str, str], endpoint: str | None, *, trust_forwarded: bool
) -> str:
    """Give the URL without a slash at its end; a Host header made of odd characters is not believed."""
    if endpoint:
        return endpoint.rstrip("/")
    scheme, host, prefix = scope.get("scheme", "http"), headers.get("host", ""), ""
    if trust_forwarded:
        scheme = _first(headers, "x-forwarded-proto", scheme)
        host = _first(headers, "x-forwarded-host", host)
        prefix = _first(headers, "x-forwarded-prefix", "").rstrip("/")
    if not HOST.fullmatch(host):
        server = scope.get("server") or ("127.0.0.1", 6385)
        host = f"{server[0]}:{server[1]}"
    return f"{'https' if scheme == 'https' else 'http'}://{host}{prefix if PREFIX.fullmatch(prefix) else ''}"


def source_of(scope: MutableMapping[str, Any], headers: Mapping[str, str], *, trust_forwarded: bool) -> str | None:
    """Give the address that a request came from: the last that a proxy which is believed has seen."""
    if trust_forwarded and headers.get("x-forwarded-for"):
        return headers["x-forwarded-for"].rsplit(",", 1)[-1].strip()[:64]
    client = scope.get("client")
    return None if client is None else str(client[0])


def door_of(scope: MutableMapping[str, Any]) -> tuple[str, int] | None:
    """Give the address and the port of this server that a request came to."""
    server = scope.get("server")
    return (str(server[0]), int(server[1])) if server is not None and server[1] is not None else None


def _first(headers: Mapping[str, str], name: str, otherwise: str) -> str:
    return headers[name].split(",", 1)[0].strip() if headers.get(name) else otherwise
