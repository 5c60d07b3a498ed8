"""Steps that steer the flow of a list: the server itself runs them, on every node, whatever their interface."""

from collections.abc import Mapping
from typing import Any

import msgspec

from bessemer.model.step import Argument, ArgumentType

RESERVED: Mapping[str, Mapping[str, Argument]] = {
    "power_on": {},
    "power_off": {},
    "reboot": {},
    "hold": {},
    "wait": {
        "seconds": Argument(
            description="For how long to wait; without it, until the machine calls back.", type=ArgumentType.NUMBER
        )
    },
}
"""Their names, each with the arguments it takes."""

NOT_ON_CHILD_NODES = frozenset({"hold", "wait"})
"""Those that stop the list they stand in, and so cannot be handed on to child nodes."""

Identity = tuple[str, str, bytes, int | None]


def identity_of(interface: str, step: str, args: Mapping[str, Any], priority: int) -> Identity:
    """Give what two entries have in common when they ask for the same; the flow may be steered alike at many places."""
    letters = msgspec.json.encode(args, order="deterministic")
    return interface, step, letters, priority if step in RESERVED else None
