"""Apply the operations of a JSON patch to a document, leaving the original alone."""

import re
from collections.abc import Sequence
from copy import deepcopy
from typing import Any

import msgspec

from bessemer.model.errors import Invalid

ESCAPES = re.compile(r"~(?![01])")
DEEPEST_PATH = 64
"""How many segments a path may have: patch upon patch could otherwise nest a document deeper than it can be read."""


class Operation(msgspec.Struct, frozen=True, kw_only=True):
    """One change: what to do, where, with which value."""

    op: str
    path: tuple[str, ...]
    value: Any = None

    @property
    def root(self) -> str:
        """Name the attribute that is touched."""
        return self.path[0]


VERBS = ("add", "replace", "remove")
KEYS = frozenset({"op", "path", "value"})


def operations_from_json(document: Any) -> list[Operation]:
    """Read a patch document, refusing whatever is not one."""
    if not isinstance(document, list):
        raise Invalid("A patch must be a JSON list of operations, each with op, path and perhaps value.")
    return [_operation(place, item) for place, item in enumerate(document)]


def _operation(place: int, item: Any) -> Operation:
    where = f"Operation {place} of the patch"
    if not isinstance(item, dict) or not isinstance(item.get("op"), str) or not isinstance(item.get("path"), str):
        raise Invalid(f"{where} must be an object with the strings op and path.")
    unknown = sorted(item.keys() - KEYS)
    if unknown:
        raise Invalid(f"{where} has the unknown key {unknown[0]!r}; only op, path and value are known.")
    if item["op"] not in VERBS:
        raise Invalid(f"{where} asks to {item['op'][:40]!r}; only add, replace and remove are supported.")
    if item["op"] != "remove" and "value" not in item:
        raise Invalid(f"{where} ({item['op']} {item['path'][:80]}) needs a value.")
    return Operation(op=item["op"], path=path_from_pointer(item["path"]), value=item.get("value"))


def path_from_pointer(pointer: str) -> tuple[str, ...]:
    """Split a JSON pointer into its segments, with ~1 and ~0 read as / and ~."""
    if not pointer.startswith("/") or pointer == "/" or "\0" in pointer or ESCAPES.search(pointer):
        raise Invalid(f"{pointer[:80]!r} is not a path into a resource; write for example /extra/rack.")
    if pointer.count("/") > DEEPEST_PATH:
        raise Invalid(f"The path {pointer[:80]!r}… leads more than {DEEPEST_PATH} levels deep.")
    return tuple(segment.replace("~1", "/").replace("~0", "~") for segment in pointer[1:].split("/"))


def patched(document: dict[str, Any], operations: Sequence[Operation]) -> dict[str, Any]:
    """Return the document with every operation applied in turn; what no operation touches is shared with it."""
    result = dict(document)
    for root in {operation.root for operation in operations} & document.keys():
        result[root] = deepcopy(document[root])
    for operation in operations:
        _apply(result, operation)
    return result


def _apply(document: dict[str, Any], operation: Operation) -> None:
    target: Any = document
    for segment in operation.path[:-1]:
        target = _child(target, segment, operation)
    last = operation.path[-1]
    if isinstance(target, dict):
        _change_object(target, last, operation)
    elif isinstance(target, list):
        _change_list(target, last, operation)
    else:
        raise _missing(operation)


def _child(target: Any, segment: str, operation: Operation) -> Any:
    if isinstance(target, dict) and segment in target:
        return target[segment]
    if isinstance(target, list):
        return target[_index(target, segment, operation, end=len(target) - 1)]
    raise _missing(operation)


def _change_object(target: dict[str, Any], key: str, operation: Operation) -> None:
    if operation.op != "add" and key not in target:
        raise _missing(operation)
    if operation.op == "remove":
        del target[key]
    else:
        target[key] = deepcopy(operation.value)


def _change_list(target: list[Any], segment: str, operation: Operation) -> None:
    if operation.op == "add":
        place = len(target) if segment == "-" else _index(target, segment, operation, end=len(target))
        target.insert(place, deepcopy(operation.value))
        return
    place = _index(target, segment, operation, end=len(target) - 1)
    if operation.op == "remove":
        del target[place]
    else:
        target[place] = deepcopy(operation.value)


def _index(target: list[Any], segment: str, operation: Operation, *, end: int) -> int:
    if not re.fullmatch(r"0|[1-9][0-9]{0,8}", segment) or int(segment) > end:
        raise _missing(operation, f"the list there has {len(target)} items")
    return int(segment)


def _missing(operation: Operation, why: str = "there is nothing there") -> Invalid:
    path = "/" + "/".join(operation.path)
    return Invalid(f"The patch cannot {operation.op} {path[:120]}: {why}.")
