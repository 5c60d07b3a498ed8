"""How a driver declares its housekeeping: what is done every so often, whichever machines there are."""

import inspect
from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeVar

from bessemer.drivers.contract.steps import DeclarationError

F = TypeVar("F", bound=Callable[..., Any])

MARK = "__bessemer_every_s__"
"""The attribute of a method that holds how often it is done."""
SHORTEST_S = 0.1


def periodic(every_s: float) -> Callable[[F], F]:
    """Have a method done every so many seconds on each conductor; what concerns one machine belongs into a step."""

    def decorate(method: F) -> F:
        where = f"{method.__module__}.{method.__qualname__}, declared as periodic"
        if (
            isinstance(every_s, bool)
            or not isinstance(every_s, int | float)
            or not SHORTEST_S <= every_s < float("inf")
        ):
            raise DeclarationError(
                f"{where}: every_s must be a number of seconds from {SHORTEST_S} up, not {every_s!r}."
            )
        if len(inspect.signature(method).parameters) != 1:
            raise DeclarationError(f"{where}: it must take self and nothing else.")
        setattr(method, MARK, float(every_s))
        return method

    return decorate


def periodic_methods(interface: object) -> Mapping[str, float]:
    """Name the methods of an interface that are periodic, each with how often it is done."""
    return dict(_found(type(interface)))


def _found(cls: type) -> Iterator[tuple[str, float]]:
    for name in dir(cls):
        every_s = getattr(getattr(cls, name, None), MARK, None)
        if isinstance(every_s, float):
            yield name, every_s
