"""Check a file with a deploy template against the steps that a running server knows."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import msgspec
import os_traits

from bessemer.assembly.template_file import TemplateFile, read_template_file
from bessemer.clients.api_reader import read_document
from bessemer.model.step import Argument, Step, StepKind
from bessemer.rules.template_check import Path as Place
from bessemer.rules.template_check import Target, faults_of_template, postponed_in


class Verdict(msgspec.Struct, frozen=True, kw_only=True):
    """What came of a check, as lines for people."""

    faults: tuple[str, ...]
    notes: tuple[str, ...]
    """What could not be judged."""


def check_template(file: Path, url: str, node: str | None, driver: str | None) -> Verdict:
    """Check a template for a node, or for all nodes of a driver that have its default interfaces."""
    read = read_template_file(file)
    where = f"nodes/{quote(node, safe='')}" if node is not None else f"drivers/{quote(driver or '', safe='')}"
    target = _target(read_document(url, f"/bessemer/v1/{where}/steps"))
    faults = faults_of_template(read.document, target)
    postponed = postponed_in(read.document, target) if not faults and target.more_to_come else []
    return Verdict(
        faults=tuple(_told(file, read, fault.at, fault.text) for fault in faults),
        notes=tuple(
            _told(file, read, place, "only the ramdisk may have this step, so nothing can be said of it.")
            for place in postponed
        ),
    )


def _told(file: Path, read: TemplateFile, place: Place, text: str) -> str:
    field = "".join(_words(place)).lstrip(".")
    return f"{file}:{read.line_of(place)}: {field}{': ' if field else ''}{text}"


def _words(place: Place) -> Iterator[str]:
    for word in place:
        yield f"[{word}]" if isinstance(word, int) else f".{word}"


def _target(told: dict[str, Any]) -> Target:
    steps = [_step(each) for each in told["steps"] if each["kind"] == StepKind.DEPLOY]
    return Target(
        steps={(step.interface, step.step): step for step in steps},
        more_to_come=told["ramdisk_may_bring_more"],
        standard_traits=frozenset(os_traits.get_traits()),
    )


def _step(told: dict[str, Any]) -> Step:
    return Step(
        kind=StepKind(told["kind"]),
        interface=told["interface"],
        step=told["step"],
        priority=told["priority"],
        arguments=msgspec.convert(told["arguments"], dict[str, Argument]),
    )
