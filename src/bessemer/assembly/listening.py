"""Open the places where the server listens, and answer HTTP there until told to stop."""

import asyncio
import signal
import socket
import ssl
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import uvicorn
from typing_extensions import override

from bessemer.assembly.bounded_http import BoundedHttp
from bessemer.model.errors import ConfigurationError
from bessemer.settings.records import ApiSettings

BACKLOG = 2048
BESIDE_AN_ANSWER = 64 * 1024
"""What a request that is handed on may have beside the body that came."""


class Opened(msgspec.Struct, frozen=True, kw_only=True):
    """A place where something is answered."""

    config: uvicorn.Config
    listener: socket.socket
    leave: Callable[[], None] | None = None
    """What is done first when it is to end."""


def open_socket(api: ApiSettings) -> socket.socket:
    """Take the address of the API, before anything else is started."""
    if api.unix_socket is None:
        return tcp_socket("api", api.host_ip, api.port)
    with _taken(str(api.unix_socket), "[api]unix_socket"):
        return _unix_socket(str(api.unix_socket))


def tcp_socket(group: str, host: str, port: int) -> socket.socket:
    """Take the address that the options of a group name."""
    with _taken(f"{host}:{port}", f"[{group}]host_ip and port"):
        family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listener = socket.socket(family, socket.SOCK_STREAM)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        return listener


@contextmanager
def _taken(where: str, options: str) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise ConfigurationError(
            f"Cannot listen on {where}: {error.strerror}. Stop what uses it, or choose another with {options}."
        ) from error


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


def answer_until_stopped(opened: Sequence[Opened], announce: Callable[[], None]) -> None:
    """Answer HTTP at all places; SIGTERM and SIGINT end it after the requests that are being answered."""
    server = _AnnouncingServer(opened, announce)
    # uvicorn raises the signal again once it has stopped, which would make a clean end look like a failure.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    with asyncio.Runner(loop_factory=server.config.get_loop_factory()) as runner:
        runner.run(server.serve(sockets=[opened[0].listener]))


def plain_config(app: object, **others: Any) -> uvicorn.Config:
    """Say how HTTP is spoken to an application."""
    return uvicorn.Config(
        app,  # type: ignore[arg-type]  # an ASGI application, whose type cannot be spelled without Starlette's
        http=BoundedHttp,
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
        **others,
    )


def api_config(api: ApiSettings, app: object) -> uvicorn.Config:
    """Say how HTTP is spoken to the API, with TLS where that is set."""
    config = plain_config(
        app,
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
    """A server at one or more places that says when it answers."""

    def __init__(self, opened: Sequence[Opened], announce: Callable[[], None]) -> None:
        """Remember what to do once requests are taken; the first place decides when all end."""
        super().__init__(opened[0].config)
        self._beside = [(uvicorn.Server(each.config), each.listener) for each in opened[1:]]
        self._leave = [each.leave for each in opened if each.leave is not None]
        self._announce = announce

    @override
    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Listen everywhere, then say so."""
        for server, listener in self._beside:
            server.config.load()
            server.lifespan = server.config.lifespan_class(server.config)
            await server.startup(sockets=[listener])
        await super().startup(sockets=sockets)
        if self.started:
            self._announce()

    @override
    async def on_tick(self, counter: int) -> bool:
        """Let the other places keep the time as well."""
        for server, _ in self._beside:
            await server.on_tick(counter)
        return await super().on_tick(counter)

    @override
    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End the first place, which may still need the others, then these."""
        for leave in self._leave:
            leave()
        await super().shutdown(sockets=sockets)
        for server, listener in self._beside:
            await server.shutdown(sockets=[listener])
