"""Reads, sets and removes what lies at a path such as properties/cpus inside plain data."""

import re
from collections.abc import Callable, Mapping
from typing import Any

from bessemer.model.errors import Invalid

DEEPEST = 20
Keys = tuple[str, ...]


def keys_from_path(path: Any) -> Keys:
    """Take a path apart at its slashes, or at its dots where it has no slash."""
    if not isinstance(path, str) or not path.strip("/"):
        raise Invalid(f"A path must be a text such as properties/cpus; {path!r:.80} was given.")
    keys = tuple(path.strip("/").split("/") if "/" in path else path.split("."))
    if not all(keys) or len(keys) > DEEPEST or re.search(r"[\x00-\x1f]", path):
        raise Invalid(f"The path {path[:80]!r} has an empty part, a control character, or more than {DEEPEST} parts.")
    return keys


def changed_at(document: Any, keys: Keys, change: Callable[[Any], Any]) -> Any:
    """Copy a document with what lies at a path changed; None stands for what is not there."""
    if not keys:
        return change(document)
    if document is None:
        document = {}
    if not isinstance(document, Mapping):
        raise Invalid(f"There is no {keys[0][:80]!r} to change in {str(document)[:40]!r}, which is no object.")
    return {**document, keys[0]: changed_at(document.get(keys[0]), keys[1:], change)}


def without(document: Any, keys: Keys) -> Any:
    """Copy a document without what lies at a path; None when there is nothing there."""
    if not isinstance(document, Mapping) or keys[0] not in document:
        return None
    if len(keys) == 1:
        return {key: value for key, value in document.items() if key != keys[0]}
    inner = without(document[keys[0]], keys[1:])
    return None if inner is None else {**document, keys[0]: inner}


def extended(value: Any, *, unique: bool) -> Callable[[Any], Any]:
    """Make the change that adds a value to a list."""

    def change(old: Any) -> Any:
        if old is not None and not isinstance(old, list):
            raise Invalid(f"{str(old)[:40]!r} is no list, so nothing can be added to it.")
        kept = old or []
        return kept if unique and value in kept else [*kept, value]

    return change
