"""The errors of the agent, in its own words, as answers and as the ends of commands."""

from collections.abc import Mapping
from typing import Any

from bessemer.lab.http_words import Answer, json_answer

UNAUTHORIZED, NOT_FOUND, NOT_ALLOWED, BROKEN = 401, 404, 405, 500
CLIENT, SERVER = "Client", "Server"


class AgentError(Exception):
    """Something that the agent refuses or fails in; whoever asked is told."""

    def __init__(self, kind: str, code: int, message: str, details: str) -> None:
        """Keep what is told of it."""
        super().__init__(f"{message}: {details}")
        self.kind = kind
        self.code = code
        self.message = message
        self.details = details

    def record(self) -> dict[str, Any]:
        """Write it as the error of a command."""
        return {"type": self.kind, "code": self.code, "message": self.message, "details": self.details}

    def answer(self) -> Answer:
        """Write it as the answer to a request."""
        return fault(self.code, str(self))


def invalid_command(details: str) -> AgentError:
    """Refuse a command that there is not."""
    return AgentError("InvalidCommandError", 400, "Invalid command", details)


def invalid_parameters(details: str) -> AgentError:
    """Refuse what a command was given."""
    return AgentError("InvalidCommandParamsError", 400, "Invalid command parameters", details)


def not_there(what: str, ident: str) -> AgentError:
    """Refuse what names something that there is not."""
    return AgentError("RequestedObjectNotFoundError", 404, "Not found", f"{what} with id {ident} not found.")


def busy(command: str) -> AgentError:
    """Refuse a command while another is done."""
    return AgentError("AgentIsBusy", 409, "Agent is busy", f"executing command {command}")


def failed(details: str) -> AgentError:
    """End a command with a failure."""
    return AgentError("CommandExecutionError", 500, "Command execution failed", details)


def failed_step(kind: str, details: str) -> AgentError:
    """End a step with a failure."""
    name, said = {
        "clean": ("CleaningError", "Clean step failed"),
        "deploy": ("DeploymentError", "Deploy step failed"),
        "service": ("ServicingError", "Service step failed"),
    }[kind]
    return AgentError(name, 500, said, details)


def mismatch(found: Mapping[str, str], expected: object) -> AgentError:
    """End a step before it begins, as the steps were offered by other hardware managers."""
    said = "Hardware managers version mismatch, reload agent with correct version"
    details = f"Current versions: {dict(found)}, versions used by ironic: {expected}"
    return AgentError("VersionMismatch", 409, said, details)


def fault(code: int, text: str) -> Answer:
    """Answer with an error."""
    return json_answer(code, {"faultcode": SERVER if code >= BROKEN else CLIENT, "faultstring": text})
