"""A server that answers agents as a real one was recorded to do, and notes what they say."""

import json
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import msgspec
from typing_extensions import override

NODE = "ff680000-0000-4000-8000-000000000001"
TOKEN = "MDDz" + "t" * 39


class Heard(msgspec.Struct, frozen=True, kw_only=True):
    """One request."""

    method: str
    path: str
    headers: Mapping[str, str]
    body: Any

    @property
    def version(self) -> str | None:
        """The API version that it was made with."""
        return self.headers.get("x-openstack-ironic-api-version")


class RecordedServer(ThreadingHTTPServer):
    """The server."""

    daemon_threads = True
    request_queue_size = 1024

    def __init__(self, host: str) -> None:
        """Listen at a port that is free."""
        super().__init__((host, 0), _Handler)
        self.host = host
        self.heard: list[Heard] = []
        self.token = TOKEN
        self.version: str | None = "1.115"
        self.heartbeat_timeout = 300.0
        self.refusals: dict[str, list[int]] = {}
        """Statuses that the next requests of a kind are answered with instead."""

    @property
    def url(self) -> str:
        """Where it is reached."""
        return f"http://{self.host}:{self.server_port}"

    def said(self, word: str) -> list[Heard]:
        """Give the requests whose path has a word in it."""
        return [heard for heard in tuple(self.heard) if word in heard.path]

    def answer(self, heard: Heard) -> tuple[int, object]:
        """Answer one request."""
        kind = heard.path.strip("/").partition("?")[0].split("/")[1] if heard.path != "/" else "root"
        if self.refusals.get(kind):
            return self.refusals[kind].pop(0), {"error_message": "no"}
        return self._answers(heard)[kind]

    def _answers(self, heard: Heard) -> Mapping[str, tuple[int, object]]:
        uuid = NODE
        if "node_uuid=" in heard.path:
            uuid = heard.path.partition("node_uuid=")[2]
        root = {} if self.version is None else {"default_version": {"id": "v1", "version": self.version}}
        found = {
            "node": {"uuid": uuid, "properties": {}, "instance_info": {}, "driver_internal_info": {}, "links": []},
            "config": {"heartbeat_timeout": self.heartbeat_timeout, "agent_token": self.token},
        }
        return {
            "root": (200, root),
            "lookup": (200, found),
            "heartbeat": (202, {}),
            "continue_inspection": (202, {"uuid": NODE}),
        }


class _Handler(BaseHTTPRequestHandler):
    server: RecordedServer
    protocol_version = "HTTP/1.1"

    def _any(self) -> None:
        body = self.rfile.read(int(self.headers.get("content-length") or 0))
        headers = {name.lower(): value for name, value in self.headers.items()}
        heard = Heard(method=self.command, path=self.path, headers=headers, body=json.loads(body) if body else None)
        self.server.heard.append(heard)
        status, answer = self.server.answer(heard)
        content = json.dumps(answer).encode()
        self.send_response(status)
        self.send_header("content-length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    do_GET = do_POST = _any  # noqa: N815  (the library's names)

    @override
    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


@contextmanager
def recorded_server(host: str = "127.0.0.1") -> Iterator[RecordedServer]:
    """Run one."""
    server = RecordedServer(host)
    thread = threading.Thread(target=server.serve_forever, args=(0.05,))
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def kinds(heard: Sequence[Heard]) -> list[str]:
    """Tell in which order which kinds of requests came."""
    return [f"{one.method} {one.path.partition('?')[0]}" for one in heard]
