"""Makes interfaces that know all about the settings of their machines, and refuse every deed."""

from abc import ABCMeta
from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from bessemer.drivers.contract.interface import Interface
from bessemer.drivers.contract.node_view import NodeView, Turn
from bessemer.drivers.contract.outcome import Done, Failed
from bessemer.model.errors import Unsupported

NEED_NO_HANDS = frozenset({
    "get_health",
    "get_logical_disk_properties",
    "get_supported_power_states",
    "heartbeat",
    "needs_power_on",
    "rebuild",
    "validate_call",
    "validate_driver_call",
    "validate_inspection",
    "validate_raid_config",
    "validate_rescue",
})  # fmt: skip
"""Methods of contracts whose own answer is right for an interface that does nothing."""
UNDO = frozenset({"clean_up", "clean_up_instance", "clean_up_ramdisk", "tear_down_steps"})
"""Methods that take away what others prepared: as nothing was, they are done, and hide no earlier failure."""


Question = Callable[[NodeView], Any]


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """What a family of machines is to be told, and how it is checked."""

    module: str
    """Where the interfaces are declared."""
    machines: str
    """What the machines of the family are called."""
    required_names: Mapping[str, str] = {}
    optional_names: Mapping[str, str] = {}
    faults: Question | None = None
    """Says what is wrong with the settings of a machine; None where there are none."""
    needs_ramdisk: bool = False


def handless(
    name: str, contract: type[Interface], settings: Settings, answers: Mapping[str, Question] | None = None
) -> Any:
    """Make a class that fulfils a contract by refusing all of it, but for the questions it is given answers to."""
    refusals = {
        method: _done if method in UNDO else _refusal(method, function, settings.machines)
        for method, function in vars(contract).items()
        if callable(function) and method not in NEED_NO_HANDS and not method.startswith("_")
    }
    return ABCMeta(
        name,
        (contract,),
        {
            "__module__": settings.module,
            "__qualname__": name,
            "__doc__": f"Knows the {contract.kind} settings of {settings.machines}.",
            "required_names": settings.required_names,
            "optional_names": settings.optional_names,
            "needs_ramdisk": settings.needs_ramdisk,
            **refusals,
            **({} if settings.faults is None else {"validate": _answer(settings.faults)}),
            **{method: _answer(question) for method, question in (answers or {}).items()},
        },
    )


def _refusal(method: str, function: Callable[..., Any], machines: str) -> Callable[..., Any]:
    """Refuse in the way of the method: as an outcome where it has turns, as an error where it answers at once."""

    def refuse(self: Interface, node: NodeView, *_arguments: Any, **_named: Any) -> Failed:
        """Refuse."""
        refused = Unsupported(
            f"The {self.kind} interface {self.name or type(self).__name__!r} of the node {node.uuid} cannot do "
            f"{method}: this release reads and checks the settings of {machines}, and does not drive them yet."
        )
        if Turn not in function.__annotations__.values():
            raise refused
        return Failed(
            reason=refused.message,
            remedy=f"Choose another {self.kind} interface for the node, or a release that drives {machines}.",
        )

    refuse.__name__ = method
    return refuse


def _answer(question: Question) -> Callable[..., Any]:
    """Make a method of a function that needs to know the machine only."""

    def answer(_self: Interface, node: NodeView) -> Any:
        """Answer."""
        return question(node)

    return answer


def _done(*_arguments: Any, **_named: Any) -> Done:
    return Done()
