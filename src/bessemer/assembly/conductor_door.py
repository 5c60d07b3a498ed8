"""Open the place where other processes ask the conductor of this one."""

import socket

from bessemer.api.conductor_door import ConductorDoor, DoorSettings
from bessemer.assembly.conductor import Conductor
from bessemer.assembly.listening import BESIDE_AN_ANSWER, Opened, plain_config, tcp_socket
from bessemer.settings.records import RpcSettings, Settings

EVERYWHERE = {"0.0.0.0", "::"}  # noqa: S104 - how an operator says it, not a place we listen at
KEPT_S = 20
"""A connection that rests is closed after this; those who ask do not use it for half as long."""


def open_conductor_socket(rpc: RpcSettings) -> socket.socket:
    """Take the address for questions."""
    return tcp_socket("json_rpc", rpc.host_ip, rpc.port)


def url_of(settings: Settings, listener: socket.socket) -> str:
    """Tell others where this conductor is asked."""
    rpc = settings.json_rpc
    if rpc.url is not None:
        return rpc.url.rstrip("/")
    host = settings.default.host if rpc.host_ip in EVERYWHERE else rpc.host_ip
    return f"http://{f'[{host}]' if ':' in host else host}:{listener.getsockname()[1]}"


def open_door(settings: Settings, conductor: Conductor, key: bytes, listener: socket.socket) -> Opened:
    """Answer there."""
    most_bytes = settings.api.max_body_bytes + BESIDE_AN_ANSWER
    door = ConductorDoor(DoorSettings(host=conductor.host, key=key, most_bytes=most_bytes), conductor.answering.answer)
    return Opened(config=plain_config(door, timeout_keep_alive=KEPT_S), listener=listener)
