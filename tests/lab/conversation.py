"""What the server may say to an agent, with what the real one answers; the simulated one has to answer the same."""

import json
import ssl
import urllib.error
import urllib.request
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from typing_extensions import override

NODE: Mapping[str, Any] = {
    "uuid": "11111111-1111-4111-8111-111111111111",
    "properties": {},
    "instance_info": {},
    "driver_internal_info": {},
}
GIVEN: Mapping[str, Any] = {"node": NODE, "ports": []}
VERSIONS = {"generic_hardware_manager": "1.2"}
RIGHT, WRONG, NONE = "right", "wrong", "none"
COMMANDS = "/v1/commands/"


class Line(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that is said, and what is answered."""

    about: str
    path: str = COMMANDS
    method: str = "GET"
    token: str = RIGHT
    says: object = None
    status: int = 200
    answers: Mapping[str, Any] = {}
    """What the answer has among the rest."""


def command(about: str, name: str, params: object, status: int = 200, **answers: Any) -> Line:
    """Write a command that is waited for."""
    says = {"name": name, "params": params}
    path = f"{COMMANDS}?wait=true"
    return Line(about=about, method="POST", path=path, says=says, status=status, answers=answers)


def refused(about: str, name: str, params: object, status: int, text: str) -> Line:
    """Write a command that is refused."""
    return command(about, name, params, status, faultcode="Client", faultstring=text)


def succeeded(about: str, name: str, params: object, result: object = None) -> Line:
    """Write a command that is done."""
    more: Mapping[str, Any] = {} if result is None else {"command_result": result}
    name_only = name.partition(".")[2]
    return command(about, name, params, command_name=name_only, command_status="SUCCEEDED", command_error=None, **more)


def failed(about: str, name: str, params: object, error: Mapping[str, Any], status: str = "FAILED") -> Line:
    """Write a command that begins and fails."""
    return command(about, name, params, command_status=status, command_error=error, command_result=None)


def _steps(kind: str, **priorities: int) -> Mapping[str, Any]:
    listed = [{"step": name, "priority": priority} for name, priority in priorities.items()]
    return {f"{kind}_steps": {"GenericHardwareManager": listed}, "hardware_manager_version": VERSIONS}


def _do(kind: str, step: object, **more: object) -> Mapping[str, Any]:
    return {**GIVEN, "step": step, **more}


INVALID_TOKEN = {"faultcode": "Client", "faultstring": "401 Unauthorized: Token invalid."}
BEFORE_THE_TRAP: Sequence[Line] = (
    Line(about="root", path="/", token=NONE, answers={"name": "OpenStack Ironic Python Agent API"}),
    Line(about="v1", path="/v1/", token=NONE, answers={"id": "v1"}),
    Line(about="status", path="/v1/status", token=NONE, answers={"version": "13.0.0"}),
    Line(about="no token", token=NONE, status=401, answers=INVALID_TOKEN),
    Line(about="wrong token", token=WRONG, status=401, answers=INVALID_TOKEN),
    Line(about="order without token", method="POST", token=NONE, status=401, says={}, answers=INVALID_TOKEN),
    Line(about="nothing yet", answers={"commands": []}),
    Line(about="no such path", path="/v1/nothing", status=404, answers={"faultcode": "Client"}),
    Line(about="no such method", method="DELETE", status=405, answers={"faultcode": "Client"}),
    Line(about="without the slash", path="/v1/commands", status=308),
    Line(about="no command", method="POST", says={}, status=400, answers={"faultcode": "Client"}),
    Line(about="no params", method="POST", says={"name": "a.b", "params": 1}, status=400),
    Line(
        about="no such record",
        path=f"{COMMANDS}abc",
        status=404,
        answers={"faultstring": "Not found: Command Result with id abc not found."},
    ),
    refused("no extension", "sync", {}, 400, "Invalid command: Command name must be of the form <extension>.<name>"),
    refused("unknown extension", "foo.bar", {}, 404, "Not found: Extension with id foo not found."),
    refused("unknown command", "standby.bar", {}, 400, "Invalid command: Unknown command: bar"),
    refused(
        "image without a name",
        "standby.prepare_image",
        {"image_info": {}},
        400,
        "Invalid command parameters: Image is missing 'id' field.",
    ),
    refused(
        "image without a place",
        "standby.prepare_image",
        {"image_info": {"id": "a", "urls": []}},
        400,
        "Invalid command parameters: Image 'urls' must be a list with at least one element.",
    ),
    refused(
        "node without properties",
        "deploy.get_deploy_steps",
        {"node": {"uuid": "a"}, "ports": []},
        404,
        "Not found: Extension with id deploy not found.",
    ),
    succeeded("sync", "standby.sync", {}),
    succeeded("no partitions yet", "standby.get_partition_uuids", {}, {}),
    succeeded(
        "deploy steps",
        "deploy.get_deploy_steps",
        GIVEN,
        _steps("deploy", write_image=0, erase_devices_metadata=0, inject_files=0, apply_configuration=0),
    ),
    succeeded(
        "clean steps",
        "clean.get_clean_steps",
        GIVEN,
        _steps("clean", erase_devices=10, erase_devices_metadata=99, erase_devices_express=0),
    ),
    succeeded(
        "service steps",
        "service.get_service_steps",
        GIVEN,
        _steps("service", apply_configuration=0, burnin_cpu=0, write_image=0),
    ),
    failed(
        "unknown step",
        "deploy.execute_deploy_step",
        _do("deploy", {"step": "nothing", "args": {}}),
        {"type": "HardwareManagerMethodNotFound"},
    ),
    failed(
        "step without a name",
        "clean.execute_clean_step",
        _do("clean", {"args": {}}),
        {"type": "CommandExecutionError", "code": 500, "message": "Command execution failed"},
    ),
    failed(
        "image that cannot be checked",
        "deploy.execute_deploy_step",
        _do("deploy", {"step": "write_image", "args": {"image_info": {"id": "a", "urls": ["http://a/b"]}}}),
        {"type": "InvalidCommandParamsError", "code": 400, "message": "Invalid command parameters"},
    ),
    failed(
        "other hardware managers",
        "clean.execute_clean_step",
        _do("clean", {"step": "erase_devices_metadata"}, clean_version={"other": "2"}),
        {"type": "VersionMismatch", "code": 409},
        "CLEAN_VERSION_MISMATCH",
    ),
    succeeded("logs", "log.collect_system_logs", {}),
)
THE_TRAP: Sequence[Line] = (
    command("unknown word", "standby.sync", {"foo": 1}, 500, faultcode="Server"),
    Line(about="all records lost", status=500, answers={"faultcode": "Server"}),
)
"""Said last: an agent answers nothing more about its commands afterwards."""
LINES = (*BEFORE_THE_TRAP, *THE_TRAP)


class Agent(msgspec.Struct, frozen=True, kw_only=True):
    """Where an agent is reached, and with which token."""

    url: str
    token: str
    certificate: str | None = None


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    @override
    def redirect_request(self, *args: object, **named: object) -> None:
        """Show the redirection itself."""


def say(agent: Agent, line: Line) -> tuple[int, Any]:
    """Say one line, and give the status and the body of the answer."""
    token = {RIGHT: f"agent_token={agent.token}", WRONG: f"agent_token={'x' * 43}", NONE: ""}[line.token]
    joint = "&" if "?" in line.path else "?"
    body = None if line.says is None else json.dumps(line.says).encode()
    url = f"{agent.url}{line.path}{joint if token else ''}{token}"
    request = urllib.request.Request(url, body, {"Content-Type": "application/json"}, method=line.method)
    handlers: list[urllib.request.BaseHandler] = [urllib.request.ProxyHandler({}), _NoRedirect()]
    if agent.certificate:
        context = ssl.create_default_context(cadata=agent.certificate)
        handlers.append(urllib.request.HTTPSHandler(context=context))
    try:
        with urllib.request.build_opener(*handlers).open(request, timeout=60) as answer:
            return answer.status, _read(answer.read())
    except urllib.error.HTTPError as error:
        return error.code, _read(error.read())


def _read(body: bytes) -> Any:
    try:
        return json.loads(body)
    except ValueError:
        return body.decode(errors="replace")


def differences(expected: Any, found: Any, where: str = "the answer") -> list[str]:
    """List where an answer lacks what is expected of it; lists of dictionaries may have more, in any order."""
    if isinstance(expected, Mapping) and expected:
        if not isinstance(found, Mapping):
            return [f"{where} is {found!r}"]
        return [one for key, value in expected.items() for one in differences(value, found.get(key), f"{where}.{key}")]
    if isinstance(expected, list) and expected:
        others = found if isinstance(found, list) else []
        return [f"{where} lacks {one!r}" for one in expected if all(differences(one, other) for other in others)]
    return [] if expected == found else [f"{where} is {found!r} and not {expected!r}"]


def hear(agent: Agent, line: Line) -> list[str]:
    """Say one line, and list what is wrong with the answer."""
    status, body = say(agent, line)
    wrong = [] if status == line.status else [f"the status is {status} and not {line.status}: {body}"]
    missed = differences(line.answers, body) if line.answers else []
    return [f"{line.about}: {one}" for one in (*wrong, *missed)]
