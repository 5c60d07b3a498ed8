"""Short words for what tests do with allocations over the wire: ask for one, wait until it is decided."""

import time
from typing import Any

from tests.api.wire import Wire

HERE = "/v1/allocations"
SECONDS_TO_DECIDE = 120


def ask(wire: Wire, resource_class: str | None = "small", **fields: Any) -> Any:
    """Ask for a node and give what the server said at once."""
    answer = wire.post(HERE, {"resource_class": resource_class, **fields})
    assert answer.status == 201, answer.text
    return answer.json


def decided(wire: Wire, ident: str) -> Any:
    """Give an allocation as it is once it has been decided about."""
    until = time.monotonic() + SECONDS_TO_DECIDE
    while time.monotonic() < until:
        shown = wire.get(f"{HERE}/{ident}").json
        if shown["state"] != "allocating":
            return shown
        time.sleep(0.02)
    raise AssertionError(f"the allocation {ident} is still allocating")


def allocated(wire: Wire, resource_class: str | None = "small", **fields: Any) -> Any:
    """Ask for a node and give what came of it."""
    return decided(wire, ask(wire, resource_class, **fields)["uuid"])
