"""Finds out who is asking by user name and password."""

import asyncio
import logging
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor

import bcrypt

from bessemer.api.identity.authenticator import ROLES_IMPLIED
from bessemer.api.identity.basic_header import Credentials, parse_basic_header
from bessemer.api.identity.checked_logins import CheckedLogins, LoginMarker
from bessemer.api.identity.password_file import PasswordFile, read_password_file
from bessemer.api.identity.reloading import Reloading, fingerprint
from bessemer.api.identity.roles_file import read_roles_file
from bessemer.api.identity.settings import HttpBasicSettings
from bessemer.model.caller import Identity
from bessemer.model.errors import Unauthenticated, Unavailable

_log = logging.getLogger(__name__)

# bcrypt never looked further, so hashes made of longer passwords are hashes of this much of them.
_BCRYPT_LENGTH = 72


class HttpBasic:
    """Checks log-ins against an htpasswd file; to be used from one event loop."""

    def __init__(self, settings: HttpBasicSettings, clock: Callable[[], float] = time.monotonic) -> None:
        """Read the files; what is wrong with them is a ConfigurationError."""
        self._settings = settings
        user_file, roles_file = settings.user_file, settings.roles_file
        self._passwords = Reloading(
            f"the password file {user_file}",
            lambda: read_password_file(user_file),
            lambda: fingerprint([user_file]),
            clock,
        )
        self._roles = roles_file and Reloading(
            f"the roles file {roles_file}",
            lambda: read_roles_file(roles_file),
            lambda: fingerprint([roles_file]),
            clock,
        )
        self._marker = LoginMarker()
        self._right = CheckedLogins(keep_for=settings.remember_for, at_most=settings.remembered, clock=clock)
        # Kept apart from the right ones, so that guessing cannot push those out.
        self._wrong = CheckedLogins(keep_for=settings.remember_for, at_most=settings.remembered, clock=clock)
        self._checked_against = self._passwords.current()
        self._running: dict[bytes, asyncio.Future[bool]] = {}
        self._threads = ThreadPoolExecutor(settings.threads, thread_name_prefix="check-password")

    async def authenticate(self, headers: Mapping[str, str]) -> Identity:
        """Tell who sent the request with these headers, or refuse it."""
        header = headers.get("authorization")
        if header is None:
            raise Unauthenticated("This request needs a log-in. Send a user name and a password (HTTP Basic).")
        passwords = self._passwords.current()
        if passwords is not self._checked_against:
            self._forget_checks(passwords)
        mark = self._marker.mark(header)
        user = self._right.user_of(mark)
        if user is None:
            user = await self._check(header, mark, passwords)
        return self._identity(user)

    def close(self) -> None:
        """Drop the checks that have not begun."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _forget_checks(self, passwords: PasswordFile) -> None:
        """Start afresh after a change of the file."""
        self._checked_against = passwords
        # New marks also part the checks that are still running, against the file as it was, from those to come.
        self._marker = LoginMarker()
        self._right.forget_all()
        self._wrong.forget_all()

    async def _check(self, header: str, mark: bytes, passwords: PasswordFile) -> str:
        """Check a log-in that is not known to be right, and name its user."""
        credentials = parse_basic_header(header)
        if self._wrong.user_of(mark) is not None:
            raise _wrong_login()
        right = await self._password_matches(credentials, mark, passwords)
        # What was checked against a file that is no longer in force may be used this once and not remembered.
        if passwords is self._checked_against:
            (self._right if right else self._wrong).remember(mark, credentials.user)
        if not right:
            whom = credentials.user if credentials.user in passwords.hashes else "an unknown user"
            _log.info("A log-in was refused: the password for %r does not match.", whom)
            raise _wrong_login()
        return credentials.user

    async def _password_matches(self, credentials: Credentials, mark: bytes, passwords: PasswordFile) -> bool:
        """Check a password in a thread, once for all requests that bring it at the same time."""
        running = self._running.get(mark)
        if running is None:
            if len(self._running) >= self._settings.waiting:
                raise Unavailable("Too many log-ins are waiting for their check. Try again in a few seconds.")
            running = asyncio.get_running_loop().run_in_executor(self._threads, _matches, credentials, passwords)
            self._running[mark] = running
            running.add_done_callback(lambda _: self._running.pop(mark, None))
        # A caller that hangs up must not end the check for the others.
        return await asyncio.shield(running)

    def _identity(self, user: str) -> Identity:
        """Tell what the user is: by the roles file, and without one an administrator."""
        if not self._roles:
            return Identity(user=user, system=True, roles=ROLES_IMPLIED["admin"])
        return self._roles.current().get(user) or Identity(user=user)


def _matches(credentials: Credentials, passwords: PasswordFile) -> bool:
    """Compare a password with the user's hash; it takes as long when there is no such user."""
    hashed = passwords.hashes.get(credentials.user)
    matches = bcrypt.checkpw(credentials.password[:_BCRYPT_LENGTH], hashed or passwords.decoy)
    return matches and hashed is not None


def _wrong_login() -> Unauthenticated:
    """Refuse without telling whether the name or the password is wrong."""
    return Unauthenticated("The user name or the password is wrong. Correct them and send the request again.")
