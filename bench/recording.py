"""Run requests inside this process and keep the statements they send, to send the very same by a plain driver."""

import asyncio
from collections.abc import Coroutine, Mapping, MutableMapping, Sequence
from pathlib import Path
from typing import Any, TypeVar, cast

import msgspec
from sqlalchemy.engine import Engine, make_url
from typing_extensions import override

from bench.client import UnexpectedAnswerError
from bessemer.api.edge import Edge
from bessemer.assembly.database import database_url
from bessemer.assembly.metering import make_meters
from bessemer.assembly.public_api import make_edge
from bessemer.model.fleet import Host
from bessemer.model.question import Question
from bessemer.services.fleet_watch import FleetWatch
from bessemer.services.hardware import Hardware
from bessemer.services.waking import Waking
from bessemer.settings import load
from bessemer.store.database import Database, DatabaseSettings
from bessemer.testing.builders import add_conductor

T = TypeVar("T")
AGES_S = 1e9
CONTROL = ("BEGIN", "COMMIT", "ROLLBACK")


class Sent(msgspec.Struct, frozen=True):
    """One statement as the driver got it."""

    text: str
    values: Any
    many: bool = False


class RecordingCursor:
    """A cursor that writes down what it is told."""

    def __init__(self, cursor: Any, log: list[Sent]) -> None:
        """Wrap a cursor of the driver."""
        self._cursor = cursor
        self._log = log

    def execute(self, text: str, values: Any = ()) -> Any:
        """Send one statement."""
        if not text.startswith(CONTROL):
            self._log.append(Sent(text, values))
        return self._cursor.execute(text, values)

    def executemany(self, text: str, values: Sequence[Any]) -> Any:
        """Send one statement many times."""
        self._log.append(Sent(text, values, many=True))
        return self._cursor.executemany(text, values)

    def __getattr__(self, name: str) -> Any:
        """Be the driver's cursor in all else."""
        return getattr(self._cursor, name)


class RecordingConnection:
    """A connection that never commits: what was recorded can be done once more in earnest."""

    def __init__(self, connection: Any, log: list[Sent]) -> None:
        """Wrap a connection from the pool."""
        self._connection = connection
        self._log = log

    @property
    def dbapi_connection(self) -> Any:
        """Stand for the bare connection as well."""
        return self

    def cursor(self) -> RecordingCursor:
        """Open a cursor."""
        return RecordingCursor(self._connection.cursor(), self._log)

    def commit(self) -> None:
        """Forget instead."""
        self._connection.rollback()

    def __getattr__(self, name: str) -> Any:
        """Be the pool's connection in all else."""
        return getattr(self._connection, name)


class RecordingEngine:
    """An engine whose connections record."""

    def __init__(self, engine: Engine, log: list[Sent]) -> None:
        """Wrap an engine."""
        self._engine = engine
        self._log = log

    def raw_connection(self) -> RecordingConnection:
        """Take a connection from the pool."""
        return RecordingConnection(self._engine.raw_connection(), self._log)

    def __getattr__(self, name: str) -> Any:
        """Be the engine in all else."""
        return getattr(self._engine, name)


class NoHardware(Hardware):
    """Nothing is asked of hardware when facts are read and written."""

    @override
    async def ask(self, hosts: Sequence[Host], question: Question) -> Any:
        """Refuse."""
        raise UnexpectedAnswerError(f"A question went to the hardware of {hosts}: {question}")


class NobodyToWake(Waking):
    """Enrolments and patches make no work for conductors."""

    @override
    def wake(self, host: Host) -> None:
        """Leave it."""


class Inside:
    """The server without its sockets, on a database in which it changes nothing."""

    def __init__(self, data: Path, url: str | None = None) -> None:
        """Put it together as the command does."""
        settings = load(
            (), {} if url is None else {"OS_DATABASE__CONNECTION": url}, {("DEFAULT", "state_path"): str(data)}
        )
        self.sent: list[Sent] = []
        where = DatabaseSettings(connection=database_url(settings.settings))
        self.database = Database(where)
        self._loop = asyncio.new_event_loop()
        edge = make_edge(settings.settings, self.database, NoHardware(), NobodyToWake(), make_meters().api)
        # The fleet is read now and never again; on a server of its own the real one is in it already.
        self.edge: Edge = msgspec.structs.replace(edge, fleet=FleetWatch(max_age_s=AGES_S))
        if self.database.is_embedded:
            filling = Database(where)  # one of its own: what is to be recorded must not have kept a connection yet
            add_conductor(filling)
            filling.close()
        self.ask("GET", "/v1/nodes?limit=1&fields=conductor")
        self.database.engine = cast("Engine", RecordingEngine(self.database.engine, self.sent))

    def record(self, method: str, target: str, body: Any = None) -> list[Sent]:
        """Answer a request, and tell what it asked of the database."""
        self.sent.clear()
        self.ask(method, target, body)
        return list(self.sent)

    def ask(self, method: str, target: str, body: Any = None) -> bytes:
        """Answer a request."""
        answered = self._run(_answer(self.edge, method, target, None if body is None else msgspec.json.encode(body)))
        if not 200 <= answered[0] < 300:  # noqa: PLR2004 - the range of success
            raise UnexpectedAnswerError(f"{method} {target} was answered {answered[0]}: {answered[1][:300]!r}")
        return answered[1]

    def close(self) -> None:
        """Let go of the database."""
        self.edge.desk.close()
        self.database.close()
        self._loop.close()

    def _run(self, work: Coroutine[Any, Any, T]) -> T:
        return self._loop.run_until_complete(work)


async def _answer(edge: Edge, method: str, target: str, body: bytes | None) -> tuple[int, bytes]:
    path, _, query = target.partition("?")
    headers = [(b"host", b"127.0.0.1:6385"), (b"x-openstack-ironic-api-version", b"1.115")]
    if body is not None:
        headers += [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))]
    scope: dict[str, Any] = {
        "type": "http",
        "method": method,
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "query_string": query.encode(),
        "headers": headers,
        "server": ("127.0.0.1", 6385),
        "client": ("127.0.0.1", 1),
    }
    answer: list[Mapping[str, Any]] = []

    async def receive() -> MutableMapping[str, Any]:
        await asyncio.sleep(0)
        return {"type": "http.request", "body": body or b"", "more_body": False}

    async def send(message: MutableMapping[str, Any]) -> None:
        await asyncio.sleep(0)
        answer.append(message)

    await edge(scope, receive, send)
    return answer[0]["status"], answer[1]["body"]


def plain_connection(url: str) -> Any:
    """Connect to a database with nothing but its driver, set as our own connections are."""
    database = Database(DatabaseSettings(connection=make_url(url).render_as_string(hide_password=False)))
    fairy = database.engine.raw_connection()
    fairy.detach()
    return fairy.dbapi_connection


class Plain:
    """Statements sent by the driver alone."""

    def __init__(self, url: str) -> None:
        """Connect."""
        self._connection = plain_connection(url)
        self._cursor = self._connection.cursor()
        self._embedded = url.startswith("sqlite")

    def read(self, statements: Sequence[Sent]) -> list[Any]:
        """Fetch the rows of each statement."""
        if self._embedded:
            self._cursor.execute("BEGIN")
        rows = [self._fetched(each) for each in statements]
        self._connection.rollback()
        return rows

    def write(self, statements: Sequence[Sent]) -> None:
        """Send statements in a transaction of their own, and commit it."""
        if self._embedded:
            self._cursor.execute("BEGIN IMMEDIATE")
        for each in statements:
            if each.many:
                self._cursor.executemany(each.text, each.values)
            else:
                self._fetched(each)
        self._connection.commit()

    def close(self) -> None:
        """Hang up."""
        self._connection.close()

    def _fetched(self, each: Sent) -> Any:
        self._cursor.execute(each.text, each.values)
        return self._cursor.fetchall() if self._cursor.description else None
