"""What schemathesis makes of the API's own description: no answer is a fault, and each is one the description names."""

import json
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, cast

import hypothesis
import pytest
import requests
from schemathesis import APIOperation, Case, GenerationMode, openapi
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.api.serving import Server
from tests.api.surface_world import BODIES, World, right_path

DESCRIPTION = Path(__file__).parents[2] / "openapi" / "bessemer.json"
"""The same as every server gives under /openapi.json."""
CASES_OF_A_KIND = 6
"""Of an operation; they are the same in every run, as a suite may not be red by chance."""
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
STREAM = "/bessemer/v1/changes"
"""Asked for page by page here, as a stream goes on and on."""
OF_A_NODE = "/bessemer/v1/nodes/{ident}"
FROM_OTHERS = ("node_uuid", "chassis_uuid", "portgroup_uuid")
"""Fields that must name what is there."""


def _described() -> Iterator[APIOperation[Any, Any, Any, Any]]:
    for found in openapi.from_dict(json.loads(DESCRIPTION.read_bytes())).get_all_operations():
        assert isinstance(found, Ok), found
        yield found.ok()


OPERATIONS: Mapping[str, APIOperation[Any, Any, Any, Any]] = {found.label: found for found in _described()}


@cache
def cases_of(label: str) -> list[Case[Any]]:
    """Make requests that fit the description, and requests that do not, once for the servers of all engines."""
    return [case for mode in GenerationMode for case in _made(OPERATIONS[label], mode)]


def _made(operation: APIOperation[Any, Any, Any, Any], mode: GenerationMode) -> list[Case[Any]]:
    made: list[Case[Any]] = []

    @hypothesis.settings(
        max_examples=CASES_OF_A_KIND,
        database=None,
        derandomize=True,
        phases=[hypothesis.Phase.generate],
        suppress_health_check=list(hypothesis.HealthCheck),
    )
    @hypothesis.given(operation.as_strategy(generation_mode=mode))
    def keep(case: Case[Any]) -> None:
        made.append(case)

    keep()
    return made


def requests_of(case: Case[Any], world: World) -> Iterator[dict[str, Any]]:
    """Write a case as it was made, and once more for things that are there."""
    made: dict[str, Any] = cast("Any", case).as_transport_kwargs(base_url=world.wire.url)
    if case.path == STREAM:
        made = {**made, "params": {**(made.get("params") or {}), "format": "json"}}
    yield made
    if case.path.startswith(OF_A_NODE):
        yield {**made, "url": f"{world.wire.url}/bessemer{right_path(world, '/nodes/{}')}{case.path[len(OF_A_NODE) :]}"}
    if not case.path.startswith("/v1"):
        return
    pattern = _pattern(case)
    make = BODIES.get((case.method, pattern))
    right = {} if make is None else make(world)
    body = made.get("json")
    if isinstance(body, dict) and isinstance(right, dict):
        body = {**body, **{name: right[name] for name in FROM_OTHERS if name in right}}
        made = {**made, "json": body}
    yield {**made, "url": world.wire.url + right_path(world, pattern).partition("?")[0]}


def _pattern(case: Case[Any]) -> str:
    place = case.path
    for name in case.path_parameters or {}:
        place = place.replace(f"{{{name}}}", "{}")
    return place.removeprefix("/v1") or "/"


@pytest.mark.parametrize("label", OPERATIONS)
def test_an_answer_is_one_that_the_description_names(server: Server, label: str) -> None:
    world = World(server)
    with requests.Session() as session:
        for case in cases_of(label):
            for wanted in requests_of(case, world):
                answer = session.request(**wanted, timeout=60)
                case.validate_response(answer, checks=CHECKS)
