"""The least that can be taken for an agent: it answers over real HTTP, and keeps what it was told."""

import json
import ssl
import tempfile
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

from typing_extensions import override

KEY = """-----BEGIN PRIVATE KEY-----
MIG2AgEAMBAGByqGSM49AgEGBSuBBAAiBIGeMIGbAgEBBDBhGSYEvXcKNhFsulwH
CpoLzk3fIEmOxwhWTCfb5Qf+zTwJTzQlQp5m5UDKFj4Z7+GhZANiAAQQXQP/x6cH
U4Q7w4ATJPbS8usjDwqCwsIQ1XTU779WbtrDBc9XURQS5FggqofDw6fO6oSFlLHI
g+ueG7lcBl/Mb32Zv+ERCgpmEMUq8mBWQdeQ6FsCRwaiVKu+ikKQKwg=
-----END PRIVATE KEY-----
"""
CERTIFICATE = """-----BEGIN CERTIFICATE-----
MIIBxDCCAUqgAwIBAgIUL3XaY8fajlyH8XWbapnGTS5os1gwCgYIKoZIzj0EAwQw
DjEMMAoGA1UEAwwDaXBhMCAXDTI2MTExOTIxMjgyN1oYDzIwNTYxMTExMjEyODI3
WjAOMQwwCgYDVQQDDANpcGEwdjAQBgcqhkjOPQIBBgUrgQQAIgNiAAQQXQP/x6cH
U4Q7w4ATJPbS8usjDwqCwsIQ1XTU779WbtrDBc9XURQS5FggqofDw6fO6oSFlLHI
g+ueG7lcBl/Mb32Zv+ERCgpmEMUq8mBWQdeQ6FsCRwaiVKu+ikKQKwijZzBlMB0G
A1UdDgQWBBTIF1OH4ghDFzzx94Njfn+TYU6yFjAfBgNVHSMEGDAWgBTIF1OH4ghD
Fzzx94Njfn+TYU6yFjAPBgNVHRMBAf8EBTADAQH/MBIGA1UdEQEB/wQIMAaHBH8A
AAEwCgYIKoZIzj0EAwQDaAAwZQIxALDjjkvaECJgCNYjmJife1lDyYcrmdx94pEQ
Zk6yBGKsFJqd+dZ3L7bDxg6r9ldxDQIwQUOwo2MHCQgdPP2b9Pr2d5cnoO4auA5L
IRIi7L6GuUF4X0NnZdASARTA51XjJ0hg
-----END CERTIFICATE-----
"""
"""Of 127.0.0.1, signed by itself as agents do it."""

DEPLOY_STEPS = [
    {"step": "write_image", "priority": 0, "interface": "deploy", "reboot_requested": False, "abortable": False},
    {"step": "burn_in", "priority": 0, "interface": "deploy", "reboot_requested": True, "abortable": True,
     "argsinfo": {"hours": {"description": "How long.", "required": False}}},
    {"step": "shake_down", "priority": 90, "interface": "deploy", "reboot_requested": False, "abortable": False},
]  # fmt: skip
CLEAN_STEPS = [
    {"step": "erase_devices_metadata", "priority": 99, "interface": "deploy", "reboot_requested": False},
    {"step": "delete_configuration", "priority": 0, "interface": "raid", "reboot_requested": False},
    {"step": "create_configuration", "priority": 0, "interface": "raid", "reboot_requested": True},
]

Answer = tuple[int, Any]


class TinyAgent:
    """One agent; commands that take time run until they are ended by the test."""

    def __init__(self) -> None:
        """Listen."""
        self.token: str | None = None
        self.commands: list[dict[str, Any]] = []
        self.told: list[tuple[str, dict[str, Any]]] = []
        """The commands by name, with what they were given."""
        self.steps: dict[str, Any] = {"deploy": DEPLOY_STEPS, "clean": CLEAN_STEPS, "service": []}
        self.version = {"generic_hardware_manager": "1.2"}
        self.before: Callable[[str], Answer | None] = lambda _: None
        """Answers in the place of the agent, by the name of the command."""
        self.disks: Any = [{"name": "/dev/sda", "serial": "LABDISK0", "size": 4294967296, "model": "", "wwn": None}]
        self.logs: Any = "H4sIAAAAAAAA"
        self.lock = threading.Lock()

    def names(self) -> list[str]:
        """List what it was told, by name, with the steps."""
        return [f"{name}:{params['step']['step']}" if "step" in params else name for name, params in list(self.told)]

    def end(
        self, status: str = "SUCCEEDED", result: Mapping[str, Any] | None = None, error: Any = None, step: Any = None
    ) -> None:
        """End the command that is running; with a step, one that says that it did that."""
        running = next(each for each in self.commands if each["command_status"] == "RUNNING")
        given = self.told_of[running["id"]]
        step = step or given.get("step")
        running["command_status"] = status
        running["command_error"] = error
        running["command_result"] = {**(result or {}), **({"deploy_step": step} if step else {})}

    def restart(self) -> None:
        """Forget everything, as a ramdisk that was booted anew."""
        self.commands.clear()

    told_of: dict[str, dict[str, Any]]

    def post(self, body: Mapping[str, Any]) -> Answer:
        """Take a command."""
        name, params = body["name"], body["params"]
        with self.lock:
            if any(each["command_status"] == "RUNNING" for each in self.commands):
                return 409, {"faultstring": "Agent is busy: executing another command."}
            instead = self.before(name)
            if instead is not None:
                return instead
            self.told.append((name, params))
            extension, _, plain = name.partition(".")
            command: dict[str, Any] = {
                "id": f"command-{len(self.told)}",
                "command_name": plain,
                "command_status": "RUNNING",
                "command_error": None,
                "command_result": None,
            }
            self.told_of = {**getattr(self, "told_of", {}), command["id"]: params}
            self.commands.append(command)
            if plain.startswith("get_") or plain in {"sync", "finalize_rescue", "collect_system_logs"}:
                command["command_status"] = "SUCCEEDED"
                command["command_result"] = self._result(extension, plain)
            elif plain == "power_off":
                command["command_status"] = "SUCCEEDED"
            elif plain.startswith("execute_") and params.get(f"{extension}_version") != self.version:
                command["command_status"] = "CLEAN_VERSION_MISMATCH"
            return 200, command

    def _result(self, extension: str, plain: str) -> Mapping[str, Any]:
        if plain == "get_partition_uuids":
            return {"root uuid": "0x00000000"}
        if plain == "get_hardware_info":
            return {"disks": self.disks}
        if plain == "collect_system_logs":
            return {"system_logs": self.logs}
        if plain.endswith("_steps"):
            steps = {"GenericHardwareManager": self.steps[extension]}
            return {f"{extension}_steps": steps, "hardware_manager_version": dict(self.version)}
        return {}


@contextmanager
def tiny_agent(*, tls: bool = False) -> Iterator[tuple[TinyAgent, str]]:
    """Run an agent for as long as the block lasts; gives it with its URL."""
    agent = TinyAgent()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self._answer(lambda: (200, {"commands": agent.commands}))

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            self._answer(lambda: agent.post(body))

        @override
        def log_message(self, *_: Any) -> None:
            pass

        def _answer(self, make: Callable[[], Answer]) -> None:
            given = parse_qs(urlsplit(self.path).query).get("agent_token", [None])[0]
            status, content = make() if given == agent.token else (401, {"faultstring": "Token invalid."})
            text = content if isinstance(content, bytes) else json.dumps(content).encode()
            self.send_response(status)
            self.send_header("Content-Length", str(len(text)))
            self.end_headers()
            self.wfile.write(text)

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    if tls:
        server.socket = _tls().wrap_socket(server.socket, server_side=True)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield agent, f"http{'s' if tls else ''}://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def _tls() -> ssl.SSLContext:
    with tempfile.TemporaryDirectory() as folder:
        chain = Path(folder, "chain.pem")
        chain.write_text(KEY + CERTIFICATE)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(chain)
        return context
