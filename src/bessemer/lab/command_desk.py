"""Takes commands, one at a time, and keeps a record of each, as the real agent does."""

import asyncio
from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Any
from uuid import uuid4

from bessemer.lab.commands import COMMANDS, EXTENSIONS, Command
from bessemer.lab.deeds import Deeds, Gone, check_params
from bessemer.lab.refusals import AgentError, busy, failed, invalid_command, not_there


class Status(StrEnum):
    """How it is with a command."""

    RUNNING = "RUNNING"
    SUCCEEDED = "SUCCEEDED"
    FAILED = "FAILED"
    MISMATCH = "CLEAN_VERSION_MISMATCH"
    """Called so for all kinds of steps."""


class Unwritable(Exception):
    """The agent keeps a record that it cannot write down, and answers nothing more about its commands."""


class Record:
    """One command, and what came of it."""

    def __init__(self, name: str) -> None:
        """Begin it."""
        self.id = str(uuid4())
        self.name = name
        self.status = Status.RUNNING
        self.error: Mapping[str, Any] | None = None
        self.result: Any = None
        self.is_unwritable = False
        self.ended = asyncio.Event()

    def end(self, status: Status, *, result: Any = None, error: Mapping[str, Any] | None = None) -> None:
        """Note how it ended."""
        self.status, self.result, self.error = status, result, error
        self.ended.set()

    def shown(self) -> dict[str, Any]:
        """Show it to whoever may ask."""
        if self.is_unwritable:
            raise Unwritable
        return {
            "id": self.id,
            "command_name": self.name,
            "command_status": self.status.value,
            "command_error": self.error,
            "command_result": self.result,
        }


class CommandDesk:
    """The commands of one boot."""

    def __init__(self, deeds: Deeds, *, ended: Callable[[Record], None], died: Callable[[], None]) -> None:
        """Begin without any; `ended` is told of each that went on behind its answer."""
        self.records: list[Record] = []
        self._deeds = deeds
        self._ended = ended
        self._died = died
        self._task: asyncio.Task[None] | None = None

    @property
    def is_busy(self) -> bool:
        """Whether something is being done."""
        return bool(self.records) and self.records[-1].status is Status.RUNNING

    async def take(self, name: str, params: Mapping[str, Any]) -> Record:
        """Begin a command, and end it too if it does not go on."""
        extension, dot, short = name.partition(".")
        if not dot:
            raise invalid_command("Command name must be of the form <extension>.<name>")
        if self.is_busy:
            raise busy(self.records[-1].name)
        command = COMMANDS.get(name)
        if command is None:
            raise (
                invalid_command(f"Unknown command: {short}")
                if extension in EXTENSIONS
                else not_there("Extension", extension)
            )
        check_params(command, params)
        record = Record(short)
        if not command.goes_on:
            return await self._at_once(command, record, params, extension)
        self.records.append(record)
        self._task = asyncio.create_task(self._on_its_own(command, record, params))
        return record

    def record(self, ident: str) -> Record:
        """Find a command."""
        for record in self.records:
            if record.id == ident:
                return record
        raise not_there("Command Result", ident)

    def close(self) -> None:
        """Stop whatever is being done."""
        if self._task is not None:
            self._task.cancel()

    async def _at_once(self, command: Command, record: Record, params: Mapping[str, Any], extension: str) -> Record:
        if _wrong_words(command, params):
            # The real agent stores the error as a Python object, which it can never write as JSON.
            record.is_unwritable = True
            record.end(Status.FAILED)
        else:
            try:
                record.end(Status.SUCCEEDED, result=await self._deeds.do(command, record.name, params))
            except KeyError as error:
                # A node without properties is taken for an extension that there is not.
                raise not_there("Extension", extension) from error
            except AgentError as error:
                record.end(Status.FAILED, error=error.record())
        self.records.append(record)
        return record

    async def _on_its_own(self, command: Command, record: Record, params: Mapping[str, Any]) -> None:
        try:
            wrong = _wrong_words(command, params)
            if wrong:
                raise failed(f"{record.name}() got an unexpected keyword argument or misses one: {', '.join(wrong)}")
            record.end(Status.SUCCEEDED, result=await self._deeds.do(command, record.name, params))
        except Gone:
            self._died()
        except AgentError as error:
            is_mismatch = error.kind == "VersionMismatch"
            record.end(Status.MISMATCH if is_mismatch else Status.FAILED, error=error.record())
        except KeyError as error:
            record.end(Status.FAILED, error=failed(str(error)).record())
        if record.status is not Status.RUNNING:
            self._ended(record)


def _wrong_words(command: Command, params: Mapping[str, Any]) -> list[str]:
    """List the parameters that a command does not know or misses."""
    unknown = set() if command.takes_more else set(params) - command.takes - command.needs
    return sorted(unknown | (command.needs - set(params)))
