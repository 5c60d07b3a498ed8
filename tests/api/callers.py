"""Users with roles, for servers that tell callers apart."""

import base64
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import bcrypt

from tests.api.serving import Server
from tests.api.wire import Wire

PASSWORD = "secret"


def settings_for(folder: Path, roles: Mapping[str, str]) -> dict[str, str]:
    """Write the files of the users and give the settings of a server that reads them."""
    hashed = bcrypt.hashpw(PASSWORD.encode(), bcrypt.gensalt(4)).decode()
    (folder / "users").write_text("".join(f"{user}:{hashed}\n" for user in roles))
    (folder / "roles").write_text("".join(f"{user}: {role}\n" for user, role in roles.items()))
    return {
        "OS_DEFAULT__AUTH_STRATEGY": "http_basic",
        "OS_DEFAULT__HTTP_BASIC_AUTH_USER_FILE": str(folder / "users"),
        "OS_DEFAULT__HTTP_BASIC_ROLES_FILE": str(folder / "roles"),
    }


@contextmanager
def wires_of(server: Server, users: Mapping[str, str]) -> Iterator[dict[str, Wire]]:
    """Give a connection for each user."""
    wires = {name: Wire(server.url, log_in=basic(name)) for name in users}
    yield wires
    for each in wires.values():
        each.close()


def basic(name: str) -> dict[str, str]:
    """Give the header by which a user logs in."""
    return {"Authorization": "Basic " + base64.b64encode(f"{name}:{PASSWORD}".encode()).decode()}
