"""Reads a deploy template from a JSON or YAML file, remembering on which line everything stands."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NoReturn

import msgspec
import yaml

from bessemer.model.errors import Invalid
from bessemer.rules.template_check import Path as Place

MOST_BYTES = 1024 * 1024
DEEPEST = 25
PLAIN = (str, int, float, bool, type(None))


class TemplateFile(msgspec.Struct, frozen=True, kw_only=True):
    """What was in a file."""

    document: Any
    lines: Mapping[Place, int]
    """The line on which each value begins, or its key where it has one."""

    def line_of(self, place: Place) -> int:
        """Tell the line of a value, or of the nearest thing around it."""
        while place not in self.lines and place:
            place = place[:-1]
        return self.lines.get(place, 1)


def read_template_file(path: Path) -> TemplateFile:
    """Read a file; what cannot be read as a document is refused with its line."""
    try:
        text = path.read_bytes()[: MOST_BYTES + 1].decode()
    except OSError as error:
        raise Invalid(f"{path} cannot be read: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise Invalid(f"{path} is not text in UTF-8: {error.reason} at byte {error.start}.") from error
    if len(text) > MOST_BYTES:
        raise Invalid(f"{path} is larger than {MOST_BYTES} bytes, which no template is.")
    is_json = path.suffix == ".json" or text.lstrip()[:1] in {"{", "["}
    try:
        return _read(path, text, is_json=is_json)
    except yaml.MarkedYAMLError as error:
        line = 1 if error.problem_mark is None else error.problem_mark.line + 1
        raise Invalid(f"{path}:{line}: {error.problem or 'this is not YAML'}.") from error
    except yaml.YAMLError as error:
        raise Invalid(f"{path}:1: {error}.") from error


def _read(path: Path, text: str, *, is_json: bool) -> TemplateFile:
    document = _document_from_json(path, text) if is_json else None
    # JSON is YAML but for tabs between its words; inside its strings no tab can stand.
    laid_out = text.replace("\t", " ") if is_json else text
    _refuse_tricks(path, laid_out)
    root = yaml.compose(laid_out, Loader=yaml.SafeLoader)
    lines = {} if root is None else dict(_lines(path, (), root))
    if not is_json:
        document = yaml.safe_load(text)
        _refuse_what_json_has_not(path, document, TemplateFile(document=document, lines=lines), ())
    return TemplateFile(document=document, lines=lines)


def _document_from_json(path: Path, text: str) -> Any:
    try:
        return json.loads(text, parse_constant=_refuse_constant)
    except json.JSONDecodeError as error:
        raise Invalid(f"{path}:{error.lineno}: {error.msg} (column {error.colno}).") from error
    except (ValueError, RecursionError) as error:
        raise Invalid(f"{path}:1: {error}.") from error


def _refuse_constant(word: str) -> NoReturn:
    raise ValueError(f"{word} is not JSON")


def _refuse_tricks(path: Path, text: str) -> None:
    """Refuse what would make a small file a huge or an endless document."""
    depth = 0
    for event in yaml.parse(text, Loader=yaml.SafeLoader):
        line = event.start_mark.line + 1
        if isinstance(event, yaml.AliasEvent):
            raise Invalid(f"{path}:{line}: references to other parts of the file (*{event.anchor}) are not taken.")
        depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
        if depth > DEEPEST:
            raise Invalid(f"{path}:{line}: this is nested more than {DEEPEST} levels deep.")


def _lines(path: Path, place: Place, node: yaml.Node) -> Iterator[tuple[Place, int]]:
    if not place:
        yield place, node.start_mark.line + 1
    if isinstance(node, yaml.MappingNode):
        seen: set[str] = set()
        for key, value in node.value:
            line, word = key.start_mark.line + 1, str(key.value)
            if word in seen:
                raise Invalid(f"{path}:{line}: the key {word[:80]!r} stands here twice.")
            seen.add(word)
            yield (*place, word), line
            yield from _lines(path, (*place, word), value)
    elif isinstance(node, yaml.SequenceNode):
        for number, item in enumerate(node.value):
            yield (*place, number), item.start_mark.line + 1
            yield from _lines(path, (*place, number), item)


def _refuse_what_json_has_not(path: Path, value: Any, file: TemplateFile, place: Place) -> None:
    if isinstance(value, dict):
        for key, inner in value.items():
            if not isinstance(key, str):
                raise Invalid(f"{path}:{file.line_of(place)}: the key {key!r} is not a string. Put it into quotes.")
            _refuse_what_json_has_not(path, inner, file, (*place, key))
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            _refuse_what_json_has_not(path, inner, file, (*place, number))
    elif not isinstance(value, PLAIN):
        kind = type(value).__name__
        raise Invalid(f"{path}:{file.line_of(place)}: a {kind} cannot be sent as JSON. Put it into quotes.")
