"""Describe every route as an OpenAPI document, from the same tables that answer the requests."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from bessemer.api.list_request import PAGING
from bessemer.api.routes import Route
from bessemer.api.versions import LEGACY, MINIMUM
from bessemer.api.wire.json_schema import PATCH, creation_schema, filter_schema, reading_schema
from bessemer.model.resource import Resource

ALWAYS = {400: "The request is wrong.", 406: "The API version has no such thing."}
GUARDED = {401: "Nobody is logged in.", 403: "The policy forbids it."}
MEANING = {
    404: "There is no such thing, or it may not be seen.",
    405: "The API version is older than this.",
    409: "The present state forbids it.",
    413: "The body is too large.",
}
SUCCESS = {"POST": 201, "DELETE": 204}

VERSION_PARAMETER = {
    "name": LEGACY,
    "in": "header",
    "description": "The API version to speak; without it, the oldest.",
    "schema": {"type": "string", "pattern": r"^(1\.[0-9]{1,3}|latest)$"},
}


def openapi_document(routes: Iterable[Route], maximum: int, release: str) -> dict[str, Any]:
    """Describe routes below /v1."""
    paths: dict[str, dict[str, Any]] = {}
    for route in routes:
        if route.method != "HEAD":
            paths.setdefault(f"/v1/{route.path}".rstrip("/"), {})[route.method.lower()] = _operation(route)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Bessemer",
            "version": release,
            "description": f"The OpenStack Ironic API, versions 1.{MINIMUM} to 1.{maximum}.",
        },
        "paths": paths,
    }


def _operation(route: Route) -> dict[str, Any]:
    operation: dict[str, Any] = {
        "summary": route.doc,
        "operationId": _operation_id(route),
        "x-since": f"1.{route.since}",
        "parameters": [VERSION_PARAMETER, *_path_parameters(route.path), *_query_parameters(route)],
        "responses": _responses(route),
    }
    body = _body(route)
    if body is not None:
        operation["requestBody"] = {"required": True, "content": {"application/json": {"schema": body}}}
    return operation


def _operation_id(route: Route) -> str:
    words = re.sub(r"[{}]", "", route.path).replace("/", "_") or "document"
    return f"{route.method.lower()}_{words}"


def _path_parameters(path: str) -> list[dict[str, Any]]:
    return [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string", "minLength": 1}}
        for name in re.findall(r"{(\w+)}", path)
    ]


def _query_parameters(route: Route) -> list[dict[str, Any]]:
    names: dict[str, dict[str, Any]] = {name: {"type": "string"} for name in route.arguments}
    if isinstance(route.listed, Resource):
        names |= {each.name: filter_schema(each) for each in route.listed.filters}
        names |= {name: {"type": "string"} for name in PAGING}
        names["limit"] = {"type": "integer", "minimum": 1}
        names["sort_dir"] = {"enum": ["asc", "desc"]}
        if not route.path.endswith("/detail"):
            names |= {"fields": {"type": "string"}, "detail": {"type": "boolean"}}
    return [{"name": name, "in": "query", "schema": schema} for name, schema in names.items()]


def _body(route: Route) -> Mapping[str, Any] | None:
    if isinstance(route.body, Resource):
        return creation_schema(route.body)
    if route.body == "patch":
        return PATCH
    return route.body if isinstance(route.body, dict) else None


def _responses(route: Route) -> dict[str, Any]:
    success = route.success or SUCCESS.get(route.method, 200)
    answer: dict[str, Any] = {"description": "Done."}
    if isinstance(route.answer, Resource) and success != SUCCESS["DELETE"]:
        schema = reading_schema(route.answer)
        if route.listed is not None:
            schema = {"type": "object", "properties": {route.answer.plural: {"type": "array", "items": schema}}}
        answer["content"] = {"application/json": {"schema": schema}}
    texts = {**ALWAYS, **({} if route.public else GUARDED)}
    texts |= {code: MEANING[code] for code in (404, route.refusal_below, *route.codes) if code in MEANING}
    if route.body is not None:
        texts[413] = MEANING[413]
    return {str(success): answer, **{str(code): {"description": text} for code, text in sorted(texts.items())}}
