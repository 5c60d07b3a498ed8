"""How a driver declares the steps that deployment, cleaning, service and verification are made of."""

import inspect
from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Any, TypeVar

import msgspec

from bessemer.model.step import Argument, ArgumentType, OnTakeover, StepKind

F = TypeVar("F", bound=Callable[..., Any])

MARK = "__bessemer_steps__"
"""The attribute of a method that holds its declarations, by kind."""
ARGUMENT_KEYS = frozenset({"description", "required", "type", "choices"})
GIVEN_BY_THE_ENGINE = 3
"""self, node, turn: the parameters of a step that are no arguments."""


class DeclarationError(TypeError):
    """A step is declared in a way that cannot work; raised when its module is imported."""


class Declaration(msgspec.Struct, frozen=True, kw_only=True):
    """What a decorator says of a method."""

    priority: int
    abortable: bool
    requires_ramdisk: bool
    on_takeover: OnTakeover
    arguments: Mapping[str, Argument]


def deploy_step(
    priority: int,
    argsinfo: Mapping[str, Any] | None = None,
    *,
    abortable: bool = True,
    requires_ramdisk: bool = True,
    on_takeover: str = OnTakeover.RERUN,
) -> Callable[[F], F]:
    """Declare a method to be a step of deployments; with priority 0 it runs only when asked for."""
    return _declared(StepKind.DEPLOY, priority, argsinfo, (abortable, requires_ramdisk), on_takeover)


def clean_step(
    priority: int,
    argsinfo: Mapping[str, Any] | None = None,
    *,
    abortable: bool = False,
    requires_ramdisk: bool = True,
    on_takeover: str = OnTakeover.RERUN,
) -> Callable[[F], F]:
    """Declare a method to be a step of cleaning; with priority 0 it runs only when asked for."""
    return _declared(StepKind.CLEAN, priority, argsinfo, (abortable, requires_ramdisk), on_takeover)


def service_step(
    priority: int = 0,
    argsinfo: Mapping[str, Any] | None = None,
    *,
    abortable: bool = False,
    requires_ramdisk: bool = True,
    on_takeover: str = OnTakeover.RERUN,
) -> Callable[[F], F]:
    """Declare a method to be a step of servicing, which runs only when asked for."""
    return _declared(StepKind.SERVICE, priority, argsinfo, (abortable, requires_ramdisk), on_takeover)


def verify_step(priority: int, *, on_takeover: str = OnTakeover.RERUN) -> Callable[[F], F]:
    """Declare a method to be a step of the verification that a machine can be managed."""
    return _declared(StepKind.VERIFY, priority, None, (False, False), on_takeover)


def declarations_of(method: Any) -> Mapping[StepKind, Declaration]:
    """Read what decorators said of a method."""
    found: Mapping[StepKind, Declaration] = getattr(method, MARK, {})
    return found


def _declared(
    kind: StepKind, priority: int, argsinfo: Mapping[str, Any] | None, flags: tuple[bool, bool], on_takeover: str
) -> Callable[[F], F]:
    def decorate(method: F) -> F:
        where = f"{method.__module__}.{method.__qualname__}, declared as a {kind} step"
        declaration = _checked(where, priority, argsinfo, flags, on_takeover)
        _check_signature(where, method, declaration.arguments)
        already = declarations_of(method)
        if kind in already:
            raise DeclarationError(f"{where}: it is declared twice. Take one of the decorators out.")
        setattr(method, MARK, {**already, kind: declaration})
        return method

    return decorate


def _checked(where: str, priority: Any, argsinfo: Any, flags: tuple[Any, Any], on_takeover: Any) -> Declaration:
    if isinstance(priority, bool) or not isinstance(priority, int) or priority < 0:
        raise DeclarationError(f"{where}: the priority must be a whole number from 0 up, not {priority!r}.")
    for name, flag in zip(("abortable", "requires_ramdisk"), flags, strict=True):
        if not isinstance(flag, bool):
            raise DeclarationError(f"{where}: {name} must be True or False, not {flag!r}.")
    return Declaration(
        priority=priority,
        abortable=flags[0],
        requires_ramdisk=flags[1],
        on_takeover=_word(where, "on_takeover", OnTakeover, on_takeover),
        arguments=_arguments(where, argsinfo),
    )


E = TypeVar("E", bound=StrEnum)


def _word(where: str, name: str, words: type[E], value: Any) -> E:
    try:
        return words(value)
    except ValueError as error:
        raise DeclarationError(f"{where}: {name} must be one of {', '.join(words)}, not {value!r}.") from error


def _arguments(where: str, argsinfo: Any) -> dict[str, Argument]:
    if argsinfo is None:
        return {}
    if not isinstance(argsinfo, Mapping):
        raise DeclarationError(f"{where}: argsinfo must map names of arguments to what is to be said of each.")
    return {_name(where, name): _argument(f"{where}: the argument {name!r}", told) for name, told in argsinfo.items()}


def _name(where: str, name: Any) -> str:
    if not isinstance(name, str) or not name.isidentifier():
        raise DeclarationError(f"{where}: {name!r} cannot be the name of an argument.")
    return name


def _argument(where: str, told: Any) -> Argument:
    if not isinstance(told, Mapping):
        raise DeclarationError(f"{where} must be told of in a mapping with the key 'description'.")
    unknown = sorted(map(str, told.keys() - ARGUMENT_KEYS))
    if unknown:
        known = ", ".join(sorted(ARGUMENT_KEYS))
        raise DeclarationError(f"{where} has the unknown key {unknown[0]!r}; known are {known}.")
    description, required = told.get("description"), told.get("required", False)
    if not isinstance(description, str) or not description.strip():
        raise DeclarationError(f"{where} needs a description, a text that says what it is and which values it takes.")
    if not isinstance(required, bool):
        raise DeclarationError(f"{where}: required must be True or False, not {required!r}.")
    kind = told.get("type")
    choices = told.get("choices", ())
    if not isinstance(choices, list | tuple):
        raise DeclarationError(f"{where}: choices must be a list of values, not {choices!r}.")
    return Argument(
        description=description,
        required=required,
        type=None if kind is None else _word(where, "type", ArgumentType, kind),
        choices=tuple(choices),
    )


def _check_signature(where: str, method: Callable[..., Any], arguments: Mapping[str, Argument]) -> None:
    """Compare the arguments declared with those that the method takes."""
    parameters = list(inspect.signature(method).parameters.values())
    if len(parameters) < GIVEN_BY_THE_ENGINE:
        raise DeclarationError(f"{where}: it must take self, node and turn, and then its arguments.")
    rest = parameters[GIVEN_BY_THE_ENGINE:]
    if any(each.kind is each.VAR_KEYWORD for each in rest):
        return
    taken = {each.name: each for each in rest}
    unheard = sorted(arguments.keys() - taken.keys())
    if unheard:
        raise DeclarationError(f"{where}: argsinfo tells of {', '.join(unheard)}, which the method does not take.")
    untold = sorted(taken.keys() - arguments.keys())
    if untold:
        raise DeclarationError(f"{where}: the method takes {', '.join(untold)}, of which argsinfo does not tell.")
    needed = sorted(name for name, each in taken.items() if each.default is each.empty and not arguments[name].required)
    if needed:
        raise DeclarationError(
            f"{where}: the method cannot do without {', '.join(needed)}: give a default, or say required in argsinfo."
        )
