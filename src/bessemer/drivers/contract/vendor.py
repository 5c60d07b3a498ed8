"""What a vendor interface offers: methods of its own, passed through to callers as they are."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, ClassVar, TypeVar

import msgspec
from typing_extensions import override

from bessemer.drivers.contract.interface import Interface
from bessemer.drivers.contract.node_view import NodeView
from bessemer.drivers.contract.steps import DeclarationError

F = TypeVar("F", bound=Callable[..., Any])

MARK = "__bessemer_passthru__"
HTTP_METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")


class Passthru(msgspec.Struct, frozen=True, kw_only=True):
    """A method of a vendor that callers may ask for by name."""

    name: str
    http_methods: tuple[str, ...]
    description: str = ""
    asynchronous: bool = True
    """Whether the caller is answered before it is done."""
    attach: bool = False
    """Whether the answer is a file to be saved, instead of JSON."""
    of_driver: bool = False
    """Whether it belongs to the driver as a whole and not to a node."""
    attribute: str
    """The name of the Python method."""


def passthru(
    http_methods: Iterable[str],
    *,
    method: str | None = None,
    description: str = "",
    asynchronous: bool = True,
    attach: bool = False,
    of_driver: bool = False,
) -> Callable[[F], F]:
    """Offer a method to callers: `method(node, http_method, data)`, or without the node where it is of the driver."""
    verbs = tuple(dict.fromkeys(verb.upper() for verb in http_methods))

    def decorate(function: F) -> F:
        where = f"{function.__module__}.{function.__qualname__}, offered as a vendor method"
        unknown = sorted(set(verbs) - set(HTTP_METHODS))
        if unknown or not verbs:
            raise DeclarationError(f"{where}: http_methods must be some of {', '.join(HTTP_METHODS)}, not {unknown}.")
        told = Passthru(
            name=method or function.__name__,
            http_methods=verbs,
            description=description,
            asynchronous=asynchronous,
            attach=attach,
            of_driver=of_driver,
            attribute=function.__name__,
        )
        setattr(function, MARK, told)
        return function

    return decorate


class VendorInterface(Interface):
    """Offers what only one vendor has."""

    kind: ClassVar[str] = "vendor"
    methods: ClassVar[Mapping[str, Passthru]] = {}
    """What can be asked of a node, by name."""
    driver_methods: ClassVar[Mapping[str, Passthru]] = {}
    """What can be asked of the driver, by name."""

    @override
    def __init_subclass__(cls, **kwargs: Any) -> None:
        """Collect the methods that the class and those above it offer."""
        super().__init_subclass__(**kwargs)
        told = [getattr(getattr(cls, name, None), MARK, None) for name in dir(cls)]
        offered = [each for each in told if isinstance(each, Passthru)]
        cls.methods = {each.name: each for each in offered if not each.of_driver}
        cls.driver_methods = {each.name: each for each in offered if each.of_driver}

    def validate_call(self, node: NodeView, method: str, data: Mapping[str, Any]) -> list[str]:
        """Say what is wrong with a call before it is made."""
        return []

    def validate_driver_call(self, method: str, data: Mapping[str, Any]) -> list[str]:
        """Say what is wrong with a call to the driver before it is made."""
        return []
