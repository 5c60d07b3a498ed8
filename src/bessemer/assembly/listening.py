"""Open the place where the server listens, and answer HTTP there until told to stop."""

import asyncio
import signal
import socket
import ssl
import sys
from collections.abc import Callable
from pathlib import Path

import uvicorn
from typing_extensions import override

from bessemer.model.errors import ConfigurationError
from bessemer.settings.records import ApiSettings

BACKLOG = 2048


def open_socket(api: ApiSettings) -> socket.socket:
    """Take the address that is set, before anything else is started."""
    try:
        return _tcp_socket(api.host_ip, api.port) if api.unix_socket is None else _unix_socket(str(api.unix_socket))
    except OSError as error:
        where = str(api.unix_socket or f"{api.host_ip}:{api.port}")
        raise ConfigurationError(
            f"Cannot listen on {where}: {error.strerror}. Stop what uses it, or choose another with --host and --port."
        ) from error


def _tcp_socket(host: str, port: int) -> socket.socket:
    family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listener.bind(address)
    return listener


def _unix_socket(path: str) -> socket.socket:
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe:
        # Only a socket that nobody answers on is left over from a process that died.
        if probe.connect_ex(path) == 0:
            raise OSError(0, "another server answers there")
    _remove_stale(path)
    listener.bind(path)
    return listener


def _remove_stale(path: str) -> None:
    found = Path(path)
    if found.is_socket():
        found.unlink()


def shown_address(api: ApiSettings, listener: socket.socket) -> str:
    """Write where the server answers, for people."""
    if api.unix_socket is not None:
        return f"unix:{api.unix_socket}"
    host = f"[{api.host_ip}]" if ":" in api.host_ip else api.host_ip
    return f"{'https' if api.enable_ssl_api else 'http'}://{host}:{listener.getsockname()[1]}"


def answer_until_stopped(api: ApiSettings, app: object, listener: socket.socket, announce: Callable[[], None]) -> None:
    """Answer HTTP on the open socket; SIGTERM and SIGINT end it after the requests that are being answered."""
    server = _AnnouncingServer(_config(api, app), announce)
    # uvicorn raises the signal again once it has stopped, which would make a clean end look like a failure.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    with asyncio.Runner(loop_factory=server.config.get_loop_factory()) as runner:
        runner.run(server.serve(sockets=[listener]))


def _config(api: ApiSettings, app: object) -> uvicorn.Config:
    config = uvicorn.Config(
        app,  # type: ignore[arg-type]  # an ASGI application, whose type cannot be spelled without Starlette's
        http="httptools",
        loop="uvloop",
        ws="none",
        lifespan="off",
        access_log=False,
        log_config=None,
        log_level="warning",
        server_header=False,
        proxy_headers=False,
        backlog=BACKLOG,
        timeout_graceful_shutdown=60,
        ssl_certfile=str(api.cert_file) if api.enable_ssl_api else None,
        ssl_keyfile=str(api.key_file) if api.enable_ssl_api and api.key_file else None,
        ssl_ciphers=api.server_tls_ciphers or "TLSv1",
    )
    try:
        config.load()
    except (OSError, ssl.SSLError) as error:
        raise ConfigurationError(f"[api]cert_file and key_file cannot be used: {error}.") from error
    if config.ssl is not None:
        oldest = ssl.TLSVersion.TLSv1_3 if api.server_tls_minimum_version == "1.3" else ssl.TLSVersion.TLSv1_2
        config.ssl.minimum_version = oldest
    return config


class _AnnouncingServer(uvicorn.Server):
    """A server that says when it answers."""

    def __init__(self, config: uvicorn.Config, announce: Callable[[], None]) -> None:
        """Remember what to do once requests are taken."""
        super().__init__(config)
        self._announce = announce

    @override
    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Listen, then say so."""
        await super().startup(sockets=sockets)
        if self.started:
            self._announce()
