"""The door through which Bessemer's other processes ask a conductor: sealed letters, and nothing else."""

import logging
import time
from collections.abc import Awaitable, Callable, MutableMapping
from http import HTTPStatus
from typing import Any

import msgspec

from bessemer.api.body import Receive, body_from_receive
from bessemer.api.reply import JSON_TYPE, Reply, json_reply
from bessemer.model.errors import BessemerError, HardwareFailed, Invalid, TooLarge
from bessemer.model.question import Answer, Letter, Question
from bessemer.rules.answers import answer_from_error
from bessemer.rules.letter_seals import ANSWER, CALL, FRESH_S, SEAL, fault_of_age, is_sealed, seal_of

log = logging.getLogger(__name__)

PATH = "/rpc"
SEE_LOG = "The question failed inside the conductor {host}: {error}. Its log has the traceback."

Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]


class DoorSettings(msgspec.Struct, frozen=True, kw_only=True):
    """Whose door it is and what may come in."""

    host: str
    """The name of this conductor."""
    key: bytes
    """What all processes of the installation share."""
    most_bytes: int


class ConductorDoor:
    """An ASGI application that answers questions of those who have the key."""

    def __init__(
        self,
        settings: DoorSettings,
        answer: Callable[[Question], Awaitable[Any]],
        clock: Callable[[], float] = time.time,
    ) -> None:
        """Open; letters that were sent before this moment are not taken."""
        self._settings = settings
        self._answer = answer
        self._clock = clock
        self._began_at = clock()
        self._taken: dict[str, float] = {}

    async def __call__(self, scope: MutableMapping[str, Any], receive: Receive, send: Send) -> None:
        """Answer one letter."""
        reply = await self._reply(scope, receive)
        headers = [(name.encode(), value.encode()) for name, value in reply.headers]
        headers.append((b"content-length", b"%d" % len(reply.body)))
        await send({"type": "http.response.start", "status": reply.status, "headers": headers})
        await send({"type": "http.response.body", "body": reply.body})

    async def _reply(self, scope: MutableMapping[str, Any], receive: Receive) -> Reply:
        if scope["path"] != PATH:
            return _refusal(HTTPStatus.NOT_FOUND, f"Conductors are asked at {PATH} only; the API is elsewhere.")
        if scope["method"] != "POST":
            return _refusal(HTTPStatus.METHOD_NOT_ALLOWED, "Questions come by POST.", ("allow", "POST"))
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        try:
            text = await body_from_receive(receive, headers, self._settings.most_bytes)
        except TooLarge as error:
            return _refusal(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, error.message, ("connection", "close"))
        except Invalid as error:
            return _refusal(HTTPStatus.BAD_REQUEST, error.message)
        return await self._opened(text, headers.get(SEAL, ""))

    async def _opened(self, text: bytes, seal: str) -> Reply:
        """Look at the seal before anything else: what comes without it is not even parsed."""
        if not is_sealed(self._settings.key, CALL, text, seal):
            return _refusal(
                HTTPStatus.UNAUTHORIZED,
                "The question is not sealed with the key of this conductor. Give all processes the same "
                "[json_rpc]shared_key_file.",
            )
        try:
            letter = msgspec.json.decode(text, type=Letter)
        except (msgspec.MsgspecError, UnicodeDecodeError) as error:
            return _refusal(HTTPStatus.BAD_REQUEST, f"The question cannot be read: {error}.")
        return self._fault(letter) or self._sealed(await self._answered(letter))

    def _fault(self, letter: Letter) -> Reply | None:
        """Refuse a letter that is for another, or that should not be taken now."""
        if letter.to != self._settings.host:
            return _refusal(
                HTTPStatus.MISDIRECTED_REQUEST,
                f"The question is for the conductor {letter.to[:80]}, and this is {self._settings.host}. "
                "See that each conductor has a [json_rpc]url of its own.",
            )
        now = self._clock()
        fault = fault_of_age(letter, now, self._began_at)
        if fault is not None:
            return _refusal(HTTPStatus.UNAUTHORIZED, fault)
        self._forget(now)
        if letter.number in self._taken:
            return _refusal(HTTPStatus.CONFLICT, "The question came twice. It was begun when it came first.")
        self._taken[letter.number] = now
        return None

    def _forget(self, now: float) -> None:
        """Drop the numbers of letters that are too old to be taken again anyway."""
        while self._taken:
            number = next(iter(self._taken))
            if now - self._taken[number] <= 2 * FRESH_S:
                return
            del self._taken[number]

    async def _answered(self, letter: Letter) -> Answer:
        try:
            return Answer(number=letter.number, value=await self._answer(letter.question))
        except BessemerError as error:
            return answer_from_error(letter.number, error)
        except Exception as error:
            log.exception("The question %s failed inside the conductor.", letter.question.name)
            what = SEE_LOG.format(host=self._settings.host, error=f"{type(error).__name__}: {error}")
            return answer_from_error(letter.number, HardwareFailed(what))

    def _sealed(self, answer: Answer) -> Reply:
        text = msgspec.json.encode(answer)
        return Reply(HTTPStatus.OK, text, (JSON_TYPE, (SEAL, seal_of(self._settings.key, ANSWER, text))))


def _refusal(status: HTTPStatus, message: str, *headers: tuple[str, str]) -> Reply:
    return json_reply({"message": message}, status, *headers)
