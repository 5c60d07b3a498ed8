"""How processes ask each other's conductors: sealed, once, and never another one after a time-out."""

import asyncio
import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from typing import Any

import httpx
import msgspec
import pytest
import uvicorn

from bessemer.api.conductor_door import ConductorDoor, DoorSettings
from bessemer.assembly.listening import plain_config
from bessemer.clients.conductor_line import ConductorLine, LineSettings
from bessemer.model import errors
from bessemer.model.fleet import Host
from bessemer.model.question import Answer, Letter, Question
from bessemer.rules.letter_seals import ANSWER, CALL, FRESH_S, SEAL, seal_of
from bessemer.services.hardware import Switchboard

KEY, OTHER_KEY = b"k" * 32, b"o" * 32
BEGAN = 1_000_000.0
QUESTION = Question(name="echo", node="n", arguments={"data": {"ü": [1, None, True]}})
Answering = Callable[[Question], Awaitable[Any]]


class Clock:
    """A clock that stands still until it is set."""

    def __init__(self) -> None:
        """Show the moment at which doors are opened."""
        self.now = BEGAN

    def __call__(self) -> float:
        return self.now


async def echo(question: Question) -> Any:
    return msgspec.to_builtins(question)


def door_of(answer: Answering = echo, *, clock: Clock | None = None, host: str = "here") -> ConductorDoor:
    settings = DoorSettings(host=host, key=KEY, most_bytes=10_000)
    return ConductorDoor(settings, answer) if clock is None else ConductorDoor(settings, answer, clock)


def letter(**others: Any) -> bytes:
    values = {"to": "here", "sent_at": BEGAN, "number": "1", "question": QUESTION, **others}
    return msgspec.json.encode(Letter(**values))


def post(door: ConductorDoor, text: bytes, key: bytes = KEY, **how: Any) -> httpx.Response:
    async def exchange() -> httpx.Response:
        transport = httpx.ASGITransport(app=door)
        async with httpx.AsyncClient(transport=transport, base_url="http://here") as client:
            sent = {"content": text, "headers": {SEAL: seal_of(key, CALL, text)}, **how}
            return await client.post("/rpc", **sent)

    return asyncio.run(exchange())


def test_a_sealed_question_is_answered_with_a_sealed_answer() -> None:
    response = post(door_of(clock=Clock()), letter())
    assert response.status_code == 200
    answer = msgspec.json.decode(response.content, type=Answer)
    assert (answer.number, answer.value) == ("1", msgspec.to_builtins(QUESTION))
    assert response.headers[SEAL] == seal_of(KEY, ANSWER, response.content)


@pytest.mark.parametrize(
    ("how", "status"),
    [
        ({"headers": {}}, 401),
        ({"headers": {SEAL: ""}}, 401),
        ({"headers": {SEAL: "ü".encode("latin-1")}}, 401),
        ({"headers": {SEAL: seal_of(KEY, ANSWER, letter())}}, 401),
        ({"content": letter(question=Question(name="other"))}, 401),
        ({"content": b""}, 401),
        ({"content": b"x" * 10_001}, 413),
    ],
)
def test_what_was_not_sealed_with_the_key_is_refused(how: dict[str, Any], status: int) -> None:
    asked: list[Question] = []

    async def remember(question: Question) -> None:
        asked.append(question)

    seal = {"headers": {SEAL: seal_of(KEY, CALL, letter())}}
    response = post(door_of(remember, clock=Clock()), letter(), **{**seal, **how})
    assert (response.status_code, asked) == (status, [])
    assert response.json()["message"].endswith((".", "once.")) or "bytes" in response.json()["message"]


def test_another_key_opens_nothing() -> None:
    response = post(door_of(clock=Clock()), letter(), OTHER_KEY)
    assert response.status_code == 401
    assert "[json_rpc]shared_key_file" in response.json()["message"]


@pytest.mark.parametrize("text", [b"{}", b"[]", b"\xff", b'{"to": 1}', b"", b'{"to":"here"'])
def test_what_is_sealed_and_cannot_be_read_is_refused(text: bytes) -> None:
    assert post(door_of(clock=Clock()), text).status_code == 400


@pytest.mark.parametrize("apart", [-FRESH_S - 1, FRESH_S + 1, 1e9, -1e9])
def test_a_letter_that_is_too_old_or_too_new_is_refused_with_both_clocks(apart: float) -> None:
    clock = Clock()
    door = door_of(clock=clock)
    clock.now += 1e6
    response = post(door, letter(sent_at=clock.now + apart))
    assert response.status_code == 401
    assert "clock" in response.json()["message"]


def test_a_letter_from_before_the_start_is_refused() -> None:
    """A process that had this name before may have taken it."""
    response = post(door_of(clock=Clock()), letter(sent_at=BEGAN - 1))
    assert (response.status_code, "before" in response.json()["message"]) == (401, True)


def test_a_letter_is_taken_once() -> None:
    clock = Clock()
    door = door_of(clock=clock)
    assert post(door, letter()).status_code == 200
    assert post(door, letter()).status_code == 409
    clock.now += FRESH_S - 1
    assert post(door, letter()).status_code == 409
    assert post(door, letter(number="2", sent_at=clock.now)).status_code == 200
    clock.now += 2 * FRESH_S + 1
    assert post(door, letter()).status_code == 401


def test_a_letter_for_another_conductor_is_refused() -> None:
    response = post(door_of(clock=Clock()), letter(to="there"))
    assert response.status_code == 421
    assert "there" in response.json()["message"]
    assert "here" in response.json()["message"]


def test_there_is_nothing_but_questions_behind_the_door() -> None:
    async def statuses() -> list[int]:
        transport = httpx.ASGITransport(app=door_of())
        async with httpx.AsyncClient(transport=transport, base_url="http://here") as client:
            return [(await client.get("/rpc")).status_code, (await client.get("/v1/nodes")).status_code]

    assert asyncio.run(statuses()) == [405, 404]


@pytest.fixture
def listener() -> Iterator[socket.socket]:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        yield listener


@asynccontextmanager
async def answering(listener: socket.socket, door: Any) -> AsyncIterator[Host]:
    """Serve a door over real HTTP for as long as the block lasts."""
    server = uvicorn.Server(plain_config(door))
    server.config.load()
    server.lifespan = server.config.lifespan_class(server.config)
    listener.setblocking(False)  # noqa: FBT003 - the name of the argument is not public
    await server.startup(sockets=[listener])
    try:
        yield Host("here", f"http://127.0.0.1:{listener.getsockname()[1]}")
    finally:
        await server.shutdown(sockets=[listener])


def asked(listener: socket.socket, answer: Answering, *questions: Question, key: bytes = KEY) -> list[Any]:
    """Ask over one line, one question after the other."""

    async def run() -> list[Any]:
        line = ConductorLine(LineSettings(key=key))
        async with answering(listener, door_of(answer)) as host:
            try:
                return [await line.ask(host, question) for question in questions]
            finally:
                line.close()

    return asyncio.run(run())


def test_an_answer_comes_back_as_it_was_given(listener: socket.socket) -> None:
    big = Question(name="echo", arguments={"data": "x" * 8000})
    assert asked(listener, echo, QUESTION, big, QUESTION) == [msgspec.to_builtins(q) for q in (QUESTION, big, QUESTION)]


REFUSALS = [
    kind
    for kind in vars(errors).values()
    if isinstance(kind, type) and issubclass(kind, errors.BessemerError) and kind is not errors.NotReached
]


@pytest.mark.parametrize("kind", REFUSALS)
def test_a_refusal_comes_back_as_what_it_was(listener: socket.socket, kind: type[errors.BessemerError]) -> None:
    async def refuse(_: Question) -> None:
        raise kind("Not so. Ü.")

    with pytest.raises(errors.BessemerError) as found:
        asked(listener, refuse, QUESTION)
    assert (type(found.value), found.value.message) == (kind, "Not so. Ü.")


class OfThisProcessAlone(errors.Conflict):
    """A refusal that the other side has no word for."""


def test_a_refusal_without_a_word_of_its_own_comes_back_as_the_nearest(listener: socket.socket) -> None:
    async def refuse(_: Question) -> None:
        raise OfThisProcessAlone("Busy.")

    with pytest.raises(errors.Conflict, match=r"Busy\."):
        asked(listener, refuse, QUESTION)


def test_a_conductor_that_could_not_reach_something_is_no_reason_to_ask_the_next(listener: socket.socket) -> None:
    async def refuse(_: Question) -> None:
        raise errors.NotReached("Nobody there.")

    with pytest.raises(errors.Unavailable) as found:
        asked(listener, refuse, QUESTION)
    assert not isinstance(found.value, errors.NotReached)


def test_a_fault_inside_a_conductor_is_told_with_where_to_look(listener: socket.socket) -> None:
    async def fail(_: Question) -> None:
        raise ZeroDivisionError("by zero")

    with pytest.raises(errors.HardwareFailed, match=r"inside the conductor here: ZeroDivisionError.*log"):
        asked(listener, fail, QUESTION)


def test_one_who_has_another_key_is_told_so(listener: socket.socket) -> None:
    with pytest.raises(errors.Unavailable, match="same"):
        asked(listener, echo, QUESTION, key=OTHER_KEY)


def test_an_impostor_is_not_believed(listener: socket.socket) -> None:
    async def pretend(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": [(SEAL.encode(), b"0" * 64)]})
        await send({"type": "http.response.body", "body": b'{"number": "1", "value": "all is well"}'})

    async def run() -> Any:
        line = ConductorLine(LineSettings(key=KEY))
        async with answering(listener, pretend) as host:
            try:
                return await line.ask(host, QUESTION)
            finally:
                line.close()

    with pytest.raises(errors.HardwareFailed, match="does not have the key"):
        asyncio.run(run())


def test_a_connection_that_the_conductor_closed_meanwhile_costs_nothing(listener: socket.socket) -> None:
    """The letter is sent again over a new one; its number keeps it from being taken twice."""
    counted: list[str] = []

    async def count(question: Question) -> int:
        counted.append(question.name)
        return len(counted)

    async def run() -> list[int]:
        line = ConductorLine(LineSettings(key=KEY))
        place = listener.getsockname()
        async with answering(listener, door_of(count)) as host:
            first = await line.ask(host, QUESTION)
        with socket.create_server(place) as again:
            async with answering(again, door_of(count)) as host:
                second = await line.ask(host, QUESTION)
                line.close()
        return [first, second]

    assert asyncio.run(run()) == [1, 2]


def test_a_question_whose_answer_was_lost_is_not_begun_a_second_time(listener: socket.socket) -> None:
    """The connection is cut when the second question has been taken and not been answered."""
    counted: list[str] = []
    carried: list[asyncio.Future[None]] = []

    async def count(question: Question) -> int:
        counted.append(question.name)
        return len(counted)

    def carry(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        carried.append(asyncio.ensure_future(cut_at_second(listener.getsockname(), reader, writer)))

    async def run() -> None:
        line = ConductorLine(LineSettings(key=KEY))
        async with answering(listener, door_of(count)) as host:
            proxy = await asyncio.start_server(carry, "127.0.0.1", 0)
            through = Host("here", f"http://127.0.0.1:{proxy.sockets[0].getsockname()[1]}")
            assert host.name == through.name
            assert await line.ask(through, QUESTION) == 1
            with pytest.raises(errors.HardwareFailed, match="may be half done"):
                await line.ask(through, QUESTION)
            line.close()
            proxy.close()
            await asyncio.gather(*carried)

    asyncio.run(run())
    assert len(counted) == 2


async def pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Hand on what comes."""
    while data := await reader.read(65536):
        writer.write(data)


async def cut_at_second(place: tuple[str, int], reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Carry a connection on, and cut it when the second request on it has been answered, keeping the answer back."""
    inner, outer = await asyncio.open_connection(*place)
    outer.write(await reader.read(65536))
    answering = asyncio.create_task(pump(inner, writer))
    request = await reader.read(65536)
    answering.cancel()
    await asyncio.gather(answering, return_exceptions=True)
    if request:
        outer.write(request)
        await inner.read(65536)
    for each in (outer, writer):
        each.close()
        await each.wait_closed()


def closed_url() -> str:
    with socket.create_server(("127.0.0.1", 0)) as closed:
        return f"http://127.0.0.1:{closed.getsockname()[1]}"


async def fail_here(_: Question) -> Any:
    raise AssertionError


def put(listener: socket.socket, answer: Answering, before: list[Host], *, limit_s: float = 60.0) -> Any:
    """Put a question to some hosts and then to one that is there."""

    async def run() -> Any:
        line = ConductorLine(LineSettings(key=KEY))
        async with answering(listener, door_of(answer)) as host:
            try:
                return await Switchboard(None, fail_here, line.ask, limit_s).ask([*before, host], QUESTION)
            finally:
                line.close()

    return asyncio.run(run())


@pytest.mark.parametrize("before", [Host("gone", closed_url()), Host("mute", None), Host("odd", "http://127.0.0.1:x")])
def test_the_next_is_asked_when_a_connection_is_refused(listener: socket.socket, before: Host) -> None:
    assert put(listener, echo, [before]) == msgspec.to_builtins(QUESTION)


def test_the_next_is_never_asked_after_a_time_out(listener: socket.socket) -> None:
    """Nobody knows what the first has begun."""

    async def run() -> list[str]:
        begun: list[str] = []

        async def there(host: Host, _: Question) -> None:
            begun.append(host.name)
            await asyncio.sleep(30)

        with pytest.raises(errors.HardwareFailed, match=r"slow did not answer within 0\.05 s.*look at the node"):
            await Switchboard(None, fail_here, there, 0.05).ask([Host("slow"), Host("next")], QUESTION)
        return begun

    assert asyncio.run(run()) == ["slow"]


def test_the_conductor_of_this_process_is_asked_without_a_detour() -> None:
    async def here(question: Question) -> str:
        return f"{question.name} here"

    async def there(_host: Host, _: Question) -> None:
        raise AssertionError

    board = Switchboard("own", here, there)
    assert asyncio.run(board.ask([Host("own"), Host("other")], QUESTION)) == "echo here"


def test_when_nobody_is_there_every_try_is_told() -> None:
    async def there(host: Host, _: Question) -> None:
        raise errors.NotReached(f"{host.name} is away.")

    with pytest.raises(errors.Unavailable, match=r"a is away\. b is away\."):
        asyncio.run(Switchboard(None, fail_here, there).ask([Host("a"), Host("b")], QUESTION))
