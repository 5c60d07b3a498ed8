"""Whether the arguments given to a step are those it declares."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from bessemer.model.masking import SECRET
from bessemer.model.step import Argument, ArgumentType
from bessemer.rules.field_values import is_same, shown

IS_OF_TYPE: Mapping[ArgumentType, Callable[[Any], bool]] = {
    ArgumentType.STRING: lambda value: isinstance(value, str),
    ArgumentType.INTEGER: lambda value: isinstance(value, int) and not isinstance(value, bool),
    ArgumentType.NUMBER: lambda value: isinstance(value, int | float) and not isinstance(value, bool),
    ArgumentType.BOOLEAN: lambda value: isinstance(value, bool),
    ArgumentType.OBJECT: lambda value: isinstance(value, dict),
    ArgumentType.ARRAY: lambda value: isinstance(value, list),
}

WORDS_FOR_TYPE: Mapping[ArgumentType, str] = {
    ArgumentType.STRING: "a string",
    ArgumentType.INTEGER: "a whole number",
    ArgumentType.NUMBER: "a number",
    ArgumentType.BOOLEAN: "true or false",
    ArgumentType.OBJECT: "a JSON object",
    ArgumentType.ARRAY: "a JSON list",
}


def argument_faults(
    title: str, declared: Mapping[str, Argument], given: Mapping[str, Any], *, runs: bool = True
) -> list[str]:
    """List all that is wrong with the arguments of a step, as sentences; one that does not run may lack some."""
    return [
        *_unexpected(title, declared, given),
        *(_missing(title, declared, given) if runs else ()),
        *(fault for name in given if name in declared for fault in _misfits(title, name, declared[name], given[name])),
    ]


def _unexpected(title: str, declared: Mapping[str, Argument], given: Mapping[str, Any]) -> Iterator[str]:
    unexpected = sorted(given.keys() - declared.keys())
    if unexpected:
        names = ", ".join(name[:80] for name in unexpected)
        yield f"{title} does not take the arguments {names}; it takes {', '.join(declared) or 'none'}."


def _missing(title: str, declared: Mapping[str, Argument], given: Mapping[str, Any]) -> Iterator[str]:
    for name, argument in declared.items():
        if argument.required and name not in given:
            yield f"{title} needs the argument {name}: {argument.description}"


def _misfits(title: str, name: str, argument: Argument, value: Any) -> Iterator[str]:
    if argument.type is not None and not IS_OF_TYPE[argument.type](value):
        yield f"{title}: the argument {name} must be {WORDS_FOR_TYPE[argument.type]}; {_hidden(name, value)} was given."
    elif argument.choices and not any(is_same(value, choice) for choice in argument.choices):
        choices = ", ".join(map(shown, argument.choices))
        yield f"{title}: the argument {name} must be one of {choices}; {_hidden(name, value)} was given."


def _hidden(name: str, value: Any) -> str:
    """Write a value for a refusal, unless it could be a secret or have one in it."""
    return "something else" if SECRET.search(name) or isinstance(value, dict | list) else shown(value)
