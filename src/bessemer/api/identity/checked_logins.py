"""Remembers for a short while which log-ins were checked, without keeping a password."""

import hashlib
import secrets
from collections import OrderedDict
from collections.abc import Callable


class CheckedLogins:
    """The log-ins last checked, each with the user it was for; not safe to use from several threads."""

    def __init__(self, *, keep_for: float, at_most: int, clock: Callable[[], float]) -> None:
        """Start with none; each is kept for so many seconds, the oldest is dropped when there are too many."""
        self._keep_for = keep_for
        self._at_most = at_most
        self._clock = clock
        self._users: OrderedDict[bytes, tuple[float, str]] = OrderedDict()

    def user_of(self, mark: bytes) -> str | None:
        """Name the user whose log-in this was, if it was checked a short while ago."""
        found = self._users.get(mark)
        if found is None:
            return None
        until, user = found
        if self._clock() >= until:
            del self._users[mark]
            return None
        return user

    def remember(self, mark: bytes, user: str) -> None:
        """Keep a log-in that was just checked."""
        self._users.pop(mark, None)
        while len(self._users) >= self._at_most:
            self._users.popitem(last=False)
        self._users[mark] = (self._clock() + self._keep_for, user)

    def forget_all(self) -> None:
        """Have every log-in checked again."""
        self._users.clear()


class LoginMarker:
    """Turns a log-in into a mark that nobody can turn back, or compare with marks of another process."""

    def __init__(self) -> None:
        """Choose this process's secret."""
        self._secret = secrets.token_bytes(32)

    def mark(self, header: str) -> bytes:
        """Give the mark of an Authorization header."""
        return hashlib.blake2b(header.encode("utf-8", "surrogatepass"), key=self._secret, digest_size=32).digest()
