"""One step of a deployment, a cleaning, a servicing or a verification, as it is known before it runs."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any

import msgspec


class StepKind(StrEnum):
    """What a step is a part of."""

    DEPLOY = "deploy"
    CLEAN = "clean"
    SERVICE = "service"
    VERIFY = "verify"


class OnTakeover(StrEnum):
    """What becomes of a step that was begun by a process that died."""

    RERUN = "rerun"
    """It is begun again: doing it twice does no harm."""
    RECHECK = "recheck"
    """The driver is asked how far it is."""
    FAIL = "fail"
    """It cannot be repeated: the operation fails, and a person looks."""


class ArgumentType(StrEnum):
    """What kind of JSON value an argument is."""

    STRING = "string"
    INTEGER = "integer"
    NUMBER = "number"
    BOOLEAN = "boolean"
    OBJECT = "object"
    ARRAY = "array"


class Argument(msgspec.Struct, frozen=True, kw_only=True):
    """What is known of one argument of a step."""

    description: str
    required: bool = False
    type: ArgumentType | None = None
    """None takes any value."""
    choices: tuple[Any, ...] = ()
    """The values it takes; empty where they are not listed."""


class Step(msgspec.Struct, frozen=True, kw_only=True):
    """A step that an interface of a node can run."""

    kind: StepKind
    interface: str
    """The kind of interface it belongs to, such as raid."""
    step: str
    priority: int
    """Higher runs earlier; 0 runs only when asked for."""
    abortable: bool = False
    requires_ramdisk: bool = True
    reboot_requested: bool = False
    """Whether the machine is to be rebooted when the step has ended, as steps of the ramdisk may ask."""
    on_takeover: OnTakeover = OnTakeover.RERUN
    arguments: Mapping[str, Argument] = {}

    @property
    def title(self) -> str:
        """Name the step as people write it."""
        return f"{self.interface}.{self.step}"
