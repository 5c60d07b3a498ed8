"""Every microversion has a sentence, and what is built uses it."""

import ast
from collections.abc import Iterator
from pathlib import Path

import bessemer
from bessemer.api.microversions import MICROVERSIONS
from bessemer.api.route_table import v1_routes
from bessemer.api.versions import MAXIMUM, MINIMUM
from bessemer.api.wire.old_words import OLD_WORDS
from bessemer.model.resource import Resource, fields_of
from bessemer.rules.power_verbs import POWER_VERBS
from bessemer.rules.verb_arguments import ARGUMENTS
from bessemer.rules.verb_table import VERBS
from tools.reference_pages import resources_of

SOURCE = Path(bessemer.__file__).parent
ROOMS_WITH_RULES = ("api", "services", "rules", "model")

MARKS = {71, 79, 80, 107}
"""Versions that change nothing a caller could send or see in one version and not in another."""

FILTERS_OF_EVERY_VERSION = {99}
"""Versions whose filter is taken by all versions, as in Ironic."""

ESCAPES_OF_EVERY_VERSION = {98}
"""Versions whose rule helps everybody and hurts nobody, so that it is not asked for."""


def since_of_rules() -> Iterator[int]:
    """Find the versions that rules name: constants called …SINCE and …BELOW."""
    for room in ROOMS_WITH_RULES:
        for path in (SOURCE / room).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Assign):
                    yield from _versions_in(node)


def _versions_in(node: ast.Assign) -> Iterator[int]:
    words = " ".join(ast.unparse(target) for target in node.targets)
    if any(word in words for word in ("SINCE", "BELOW")):
        yield from (
            each.value for each in ast.walk(node.value) if isinstance(each, ast.Constant) and type(each.value) is int
        )


def since_of_resource(resource: Resource) -> Iterator[int]:
    yield resource.since
    yield resource.names_since or 1
    yield resource.detail_since or 1
    yield resource.fields_since
    yield from (each.since for each in resource.filters)
    yield from (each.since for each in resource.links)
    for field in fields_of(resource.record).values():
        yield from (field.since, field.create_since or 1, field.patch_since or 1)


def since_of_verbs() -> Iterator[int]:
    """Find the versions that the tables of verbs name."""
    for verb in VERBS.values():
        yield from (verb.since, *verb.since_from.values())
    for row in ARGUMENTS.values():
        yield from row.since.values()
    yield from (verb.since for verb in POWER_VERBS.values())


def used() -> set[int]:
    routes = v1_routes(MAXIMUM)
    return {
        *(route.since for route in routes),
        *(since for resource in resources_of(routes) for since in since_of_resource(resource)),
        *since_of_rules(),
        *since_of_verbs(),
        *(below for rows in OLD_WORDS.values() for below, _ in rows),
    }


def test_every_version_is_described_in_order() -> None:
    assert list(MICROVERSIONS) == list(range(MINIMUM, MAXIMUM + 1))


def test_every_version_that_is_used_is_described() -> None:
    assert used() - set(MICROVERSIONS) == set()


def test_every_described_version_is_used() -> None:
    unused = set(MICROVERSIONS) - used() - MARKS - FILTERS_OF_EVERY_VERSION - ESCAPES_OF_EVERY_VERSION
    assert unused == set()


def test_descriptions_are_sentences_of_their_own() -> None:
    assert len(set(MICROVERSIONS.values())) == len(MICROVERSIONS)
    assert [text for text in MICROVERSIONS.values() if not text.endswith(".") or len(text) > 100] == []
