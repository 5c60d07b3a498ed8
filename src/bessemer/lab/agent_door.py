"""The paths that every ramdisk answers, below the one that tells it from the others."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import msgspec

from bessemer.lab.command_desk import Record, Unwritable
from bessemer.lab.http_words import Answer, Request, json_answer
from bessemer.lab.machine import Order
from bessemer.lab.ramdisk import AGENT_VERSION, Ramdisk
from bessemer.lab.refusals import BROKEN, NOT_ALLOWED, NOT_FOUND, UNAUTHORIZED, AgentError, fault

STARTED_AT = 1795038203.53
BAD = 400
OK = 200
MOVED = 308
COMMANDS = "/v1/commands"


async def answer(ramdisk: Ramdisk, path: str, request: Request) -> Answer:
    """Answer one request to one ramdisk."""
    if path == COMMANDS:
        return Answer(status=MOVED, headers={"location": f"{request.path}/"})
    try:
        return await _routed(ramdisk, path, request)
    except AgentError as error:
        return error.answer()
    except Unwritable:
        return fault(BROKEN, "Object of type TypeError is not JSON serializable")


async def _routed(ramdisk: Ramdisk, path: str, request: Request) -> Answer:
    for opening, methods in ROUTES.items():
        if path == opening or (opening == f"{COMMANDS}/" and path.startswith(opening)):
            handle = methods.get(request.method)
            return fault(NOT_ALLOWED, "405 Method Not Allowed") if handle is None else await handle(ramdisk, request)
    return fault(NOT_FOUND, "404 Not Found")


async def _root(ramdisk: Ramdisk, request: Request) -> Answer:
    del ramdisk, request
    version = {"id": "v1", "links": []}
    return json_answer(
        OK, {"name": "OpenStack Ironic Python Agent API", "versions": [version], "default_version": version}
    )


async def _v1(ramdisk: Ramdisk, request: Request) -> Answer:
    del ramdisk, request
    return json_answer(OK, {"id": "v1", "links": [], "commands": [], "status": []})


async def _status(ramdisk: Ramdisk, request: Request) -> Answer:
    del ramdisk, request
    return json_answer(OK, {"started_at": STARTED_AT, "version": AGENT_VERSION})


async def _read(ramdisk: Ramdisk, request: Request) -> Answer:
    if not ramdisk.is_allowed(request.query.get("agent_token")):
        return fault(UNAUTHORIZED, "401 Unauthorized: Token invalid.")
    ident = request.path.rpartition("/")[2]
    if ident:
        record = ramdisk.desk.record(ident)
        return await _shown(record, request)
    shown = json_answer(OK, {"commands": [record.shown() for record in ramdisk.desk.records]})
    ramdisk.commands_were_read()
    return shown


async def _order(ramdisk: Ramdisk, request: Request) -> Answer:
    if not ramdisk.is_allowed(request.query.get("agent_token")):
        return fault(UNAUTHORIZED, "401 Unauthorized: Token invalid.")
    name, params = _order_in(request.body)
    ramdisk.machine.orders.append(_noted(name, params, was_busy=ramdisk.desk.is_busy))
    if name.rpartition(".")[2] == ramdisk.machine.faults.hangs_in:
        await ramdisk.hang()
    return await _shown(await ramdisk.desk.take(name, params), request)


def _noted(name: str, params: Mapping[str, Any], *, was_busy: bool) -> Order:
    step = params.get("step")
    return Order(command=name, step=step.get("step") if isinstance(step, dict) else None, was_busy=was_busy)


async def _shown(record: Record, request: Request) -> Answer:
    if request.query.get("wait", "").lower() == "true":
        await record.ended.wait()
    return json_answer(OK, record.shown())


def _order_in(body: bytes) -> tuple[str, dict[str, Any]]:
    try:
        found = msgspec.json.decode(body)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        found = None
    name = found.get("name") if isinstance(found, dict) else None
    params = found.get("params") if isinstance(found, dict) else None
    if not isinstance(name, str) or not isinstance(params, dict):
        raise AgentError("BadRequest", BAD, "400 Bad Request", "Missing or invalid name or params")
    return name, params


_Handle = Callable[[Ramdisk, Request], Awaitable[Answer]]
ROUTES: Mapping[str, Mapping[str, _Handle]] = {
    "/": {"GET": _root},
    "/v1/": {"GET": _v1},
    "/v1/status": {"GET": _status},
    f"{COMMANDS}/": {"GET": _read, "POST": _order},
}
