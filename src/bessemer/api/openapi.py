"""Describe every route as an OpenAPI document, from the same tables that answer the requests."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from bessemer.api.answer_schemas import ANSWERS, OUTSIDE
from bessemer.api.openapi_parts import (
    ARGUMENTS,
    HEADERS,
    OWN_SCHEMAS,
    RESPONSES,
    path_parameter,
    sort_key_parameter,
    version_parameter,
)
from bessemer.api.paths import OURS
from bessemer.api.routes import Route
from bessemer.api.versions import MINIMUM
from bessemer.api.wire.json_schema import (
    creation_schema,
    filter_parameter,
    page_schema,
    patch_schema,
    reading_schema,
)
from bessemer.model.field import Uuid
from bessemer.model.resource import Resource, fields_of

Schema = dict[str, Any]

SUCCESS = {"POST": 201, "DELETE": 204}
EMPTY = {202, 204}
"""Statuses of success that come without a body."""
TELLS_AT_ONCE = {"continue_inspection"}
"""Paths that answer such a status with a body all the same."""
HEARD_BY_MISTAKE = {"PUT nodes/{ident}/maintenance"}
"""Routes whose body may be left out."""
MAY_BE_A_FILE = {
    f"{kind}/{{ident}}/vendor_passthru{below}" for kind in ("nodes", "drivers") for below in ("", "/{method}")
}
"""Paths that may answer with a file instead of JSON."""
ARE_PLAIN_TEXT = {"metrics"}
"""Paths that do not answer with JSON."""
ARE_FILES = {"bessemer/v1/operations/{ident}/evidence/{file}"}
MAY_BE_A_STREAM = {"bessemer/v1/changes"}
"""Paths that may answer with server-sent events instead of JSON."""
PLACES = {"nodes/{ident}/traits/{trait}", "runbooks/{ident}/traits/{trait}"}
"""Paths whose PUT tells, like a creation, where the thing is."""


def openapi_document(
    routes: Sequence[Route], maximum: int, release: str, outside: Sequence[Route] = ()
) -> dict[str, Any]:
    """Describe the routes below /v1, and those outside it."""
    paths: dict[str, dict[str, Any]] = {}
    for route in outside:
        paths.setdefault(f"/{route.path}", {})[route.method.lower()] = _operation(route, routes, OUTSIDE)
    for route in routes:
        path = f"/v1/{route.path}".rstrip("/")
        paths.setdefault(path, {})[route.method.lower()] = _operation(route, routes, ANSWERS)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Bessemer",
            "version": release,
            "description": f"The OpenStack Ironic API, versions 1.{MINIMUM} to 1.{maximum}. "
            "Everything has an x-since: the first version that knows it.",
            "license": {"name": "Apache-2.0", "identifier": "Apache-2.0"},
        },
        "security": [{}, {"password": []}],
        "tags": [{"name": tag} for tag in dict.fromkeys(_tag(route) for route in (*outside, *routes))],
        "paths": paths,
        "components": {
            "schemas": {**OWN_SCHEMAS, **_schemas_of((*routes, *outside))},
            "parameters": {"Version": version_parameter(maximum)},
            "headers": HEADERS,
            "responses": RESPONSES,
            "securitySchemes": {"password": {"type": "http", "scheme": "basic"}},
        },
    }


def _schemas_of(routes: Iterable[Route]) -> dict[str, Schema]:
    schemas: dict[str, Schema] = {}
    for route in routes:
        for resource in (route.answer, route.listed, route.body):
            if isinstance(resource, Resource):
                schemas[schema_name(resource)] = reading_schema(resource)
        if isinstance(route.body, Resource):
            schemas[f"New{schema_name(route.body)}"] = creation_schema(route.body)
        if isinstance(route.listed, Resource):
            schemas[f"{schema_name(route.listed)}Page"] = page_schema(
                route.listed, _reference("schemas", schema_name(route.listed))
            )
        if route.body == "patch":
            schemas[f"{schema_name(route.answer)}Patch"] = patch_schema(route.answer)
    return dict(sorted(schemas.items()))


def schema_name(resource: Resource) -> str:
    """Name a resource as schemas are named."""
    return "".join(word.capitalize() for word in resource.noun.split("_"))


def _reference(kind: str, name: str) -> dict[str, str]:
    return {"$ref": f"#/components/{kind}/{name}"}


def _tag(route: Route) -> str:
    word = route.path.removeprefix(f"{OURS}/v1/").split("/", 1)[0].replace("_", " ")
    return "documents" if word in {"", "openapi.json", "metrics"} else word


def _operation(route: Route, routes: Sequence[Route], answers: Mapping[str, Schema]) -> dict[str, Any]:
    operation: dict[str, Any] = {
        "summary": route.doc,
        "operationId": _operation_id(route, "" if answers is ANSWERS else "root_"),
        "tags": [_tag(route)],
        "x-since": f"1.{route.since}",
        "parameters": [_reference("parameters", "Version"), *_path_parameters(route), *_query_parameters(route)],
        "responses": _responses(route, routes, answers),
    }
    if route.public:
        operation["security"] = [{}]
    body = _body(route)
    if body is not None:
        required = f"{route.method} {route.path}" not in HEARD_BY_MISTAKE and bool(body.get("required", True))
        operation["requestBody"] = {"required": required, "content": {"application/json": {"schema": body}}}
    return operation


def _operation_id(route: Route, place: str = "") -> str:
    words = re.sub(r"[{}]", "", route.path).replace("/", "_").replace(".", "_") or "document"
    return f"{route.method.lower()}_{place}{words}"


def _path_parameters(route: Route) -> list[dict[str, Any]]:
    return [path_parameter(name, route) for name in re.findall(r"{(\w+)}", route.path)]


def _query_parameters(route: Route) -> list[dict[str, Any]]:
    resource = route.listed
    parameters = {name: ARGUMENTS[name] for name in route.arguments}
    if isinstance(resource, Resource):
        parameters |= {each.name: filter_parameter(each) for each in resource.filters}
        parameters |= {name: ARGUMENTS[name] for name in ("limit", "marker", "sort_dir")}
        if not isinstance(fields_of(resource.record)[resource.identifier].kind, Uuid):
            parameters["marker"] = {**ARGUMENTS["marker"], "schema": {"type": "string"}}
        parameters["sort_key"] = sort_key_parameter(resource)
        if not route.path.endswith("/detail"):
            parameters["fields"] = ARGUMENTS["fields"]
            if resource.detail_since:
                parameters["detail"] = ARGUMENTS["detail"]
    shown = resource or route.answer
    if "detail" in parameters and isinstance(shown, Resource):
        parameters["detail"] = {**parameters["detail"], "x-since": f"1.{shown.detail_since}"}
    if "fields" in parameters and isinstance(shown, Resource):
        words = [*fields_of(shown.record), *(link.name for link in shown.links), *(["links"] if shown.linked else [])]
        schema = {"type": "array", "items": {"type": "string", "enum": words}}
        parameters["fields"] = {**parameters["fields"], "x-since": f"1.{shown.fields_since}", "schema": schema}
    return list(parameters.values())


def _body(route: Route) -> Mapping[str, Any] | None:
    if isinstance(route.body, Resource):
        return _reference("schemas", f"New{schema_name(route.body)}")
    if route.body == "patch":
        return _reference("schemas", f"{schema_name(route.answer)}Patch")
    return route.body if isinstance(route.body, dict) else None


def success_of(route: Route) -> int:
    """Tell the status of success."""
    return route.success or SUCCESS.get(route.method, 200)


def _responses(route: Route, routes: Sequence[Route], answers: Mapping[str, Schema]) -> dict[str, Any]:
    successes = {success_of(route), *([route.other_success] if route.other_success else [])}
    refusals = {400, 406, 413, *route.codes}
    if route.since > MINIMUM:
        refusals.add(route.refusal_below)
    if route.listed is not None:
        refusals.add(404)
    if not route.public:
        refusals |= {401, 403, 503}
    return {
        **{str(code): _success(code, route, routes, answers) for code in sorted(successes)},
        **{str(code): _reference("responses", f"Status{code}") for code in sorted(refusals)},
    }


def _success(code: int, route: Route, routes: Sequence[Route], answers: Mapping[str, Schema]) -> dict[str, Any]:
    answer: dict[str, Any] = {"description": "Done.", "headers": _headers(route, code)}
    schema = _answer(route, answers)
    if schema is not None and (code not in EMPTY or route.path in TELLS_AT_ONCE) and route.method != "HEAD":
        answer["content"] = {"application/json": {"schema": schema}}
        if route.path in MAY_BE_A_FILE:
            answer["content"]["application/octet-stream"] = {}
        if route.path in MAY_BE_A_STREAM:
            answer["content"]["text/event-stream"] = {}
    if route.path in ARE_PLAIN_TEXT:
        answer["content"] = {"text/plain": {"schema": {"type": "string"}}}
    if route.path in ARE_FILES:
        answer["content"] = {"application/gzip": {}, "application/json": {}}
    if code == SUCCESS["POST"]:
        answer["links"] = _links(route, routes)
    return answer


def _answer(route: Route, answers: Mapping[str, Schema]) -> Mapping[str, Any] | None:
    if isinstance(route.listed, Resource):
        return _reference("schemas", f"{schema_name(route.listed)}Page")
    if route.path in answers:
        return answers[route.path]
    return _reference("schemas", schema_name(route.answer)) if isinstance(route.answer, Resource) else None


def _headers(route: Route, success: int) -> dict[str, Any]:
    located = success == SUCCESS["POST"] or (route.method == "PUT" and route.path in PLACES)
    return {name: _reference("headers", name) for name in HEADERS if name != "Location" or located}


def _links(route: Route, routes: Sequence[Route]) -> dict[str, Any]:
    """Say what can be asked of what was created."""
    item = f"{route.path}/{{ident}}"
    return {
        _operation_id(each): {
            "operationId": _operation_id(each),
            "parameters": {"ident": "$response.body#/uuid"},
            "description": each.doc,
        }
        for each in routes
        if each.path == item or (each.path.startswith(f"{item}/") and each.path.count("{") == 1)
    }
