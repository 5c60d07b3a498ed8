"""Log-ins are checked against files that may change at any time, and seldom twice."""

import asyncio
import base64
import json
import logging
import os
from pathlib import Path

import bcrypt
import pytest

from bessemer.api.identity.authenticator import NoAuth
from bessemer.api.identity.http_basic import HttpBasic
from bessemer.api.identity.refusal import login_refusal
from bessemer.api.identity.settings import HttpBasicSettings
from bessemer.model.caller import Identity
from bessemer.model.errors import ConfigurationError, Invalid, Unauthenticated, Unavailable

ADMIN = frozenset({"admin", "manager", "member", "reader"})


class Clock:
    """Time that passes when the test says so."""

    def __init__(self) -> None:
        """Begin at zero."""
        self.now = 0.0

    def __call__(self) -> float:
        """Tell the time."""
        return self.now


class Desk:
    """A log-in desk over files that the test writes."""

    def __init__(self, folder: Path, roles: str | None = None, **settings: int) -> None:
        """Open with one user, alice, whose password is "right"."""
        self.clock = Clock()
        self.users, self.roles = folder / "users", folder / "roles"
        self.write_user("alice", b"right")
        if roles is not None:
            self.roles.write_text(roles)
        self.basic = HttpBasic(
            HttpBasicSettings(
                user_file=str(self.users), roles_file=None if roles is None else str(self.roles), **settings
            ),
            self.clock,
        )

    def write_user(self, user: str, password: bytes) -> None:
        """Replace the password file, as htpasswd does."""
        self.replace_users(f"{user}:{bcrypt.hashpw(password, bcrypt.gensalt(4)).decode()}\n")

    def replace_users(self, text: str) -> None:
        """Replace the password file by any text."""
        new = self.users.with_suffix(".new")
        new.write_text(text)
        new.replace(self.users)

    async def log_in(self, user: str = "alice", password: bytes = b"right") -> Identity:
        """Ask who sent a request with this name and password."""
        token = base64.b64encode(user.encode() + b":" + password).decode()
        return await self.basic.authenticate({"authorization": f"Basic {token}"})

    def enter(self, user: str = "alice", password: bytes = b"right") -> Identity:
        """Log in from a loop of its own."""
        return asyncio.run(self.log_in(user, password))


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


def test_without_authentication_everybody_is_an_administrator_whatever_the_headers_say() -> None:
    identity = asyncio.run(NoAuth().authenticate({"x-user": "mallory", "x-roles": "reader", "authorization": "x"}))
    assert identity == Identity(system=True, roles=ADMIN)


def test_without_a_roles_file_every_user_is_an_administrator(desk: Desk) -> None:
    assert desk.enter() == Identity(user="alice", system=True, roles=ADMIN)


@pytest.mark.parametrize(
    ("user", "password"),
    [
        ("alice", b"wrong"),
        ("alice", b""),
        ("alice", b"right\0"),
        ("alice", b"right" + b"x" * 100),
        ("bob", b"right"),
        ("", b"right"),
    ],
)
def test_a_wrong_name_and_a_wrong_password_are_refused_alike(desk: Desk, user: str, password: bytes) -> None:
    with pytest.raises(Unauthenticated, match="The user name or the password is wrong"):
        desk.enter(user, password)


def test_a_long_password_matches_by_its_first_72_bytes_as_bcrypt_has_it(desk: Desk) -> None:
    desk.write_user("alice", b"p" * 72)
    desk.clock.now += 2
    assert desk.enter("alice", b"p" * 80).user == "alice"


def test_no_header_asks_for_a_log_in(desk: Desk) -> None:
    with pytest.raises(Unauthenticated, match="needs a log-in"):
        asyncio.run(desk.basic.authenticate({}))


def test_a_header_that_cannot_be_read_is_a_bad_request(desk: Desk) -> None:
    with pytest.raises(Invalid):
        asyncio.run(desk.basic.authenticate({"authorization": "Bearer x"}))


def test_a_lone_surrogate_in_the_header_is_a_bad_request(desk: Desk) -> None:
    with pytest.raises(Invalid):
        asyncio.run(desk.basic.authenticate({"authorization": "Basic \udc80"}))


def test_a_new_password_file_is_used_within_a_second_and_old_log_ins_end(desk: Desk) -> None:
    desk.enter()
    desk.write_user("bob", b"new")
    assert desk.enter().user == "alice"
    desk.clock.now += 1
    assert desk.enter("bob", b"new").user == "bob"
    with pytest.raises(Unauthenticated):
        desk.enter()


def test_a_password_refused_before_is_accepted_once_the_file_has_it(desk: Desk) -> None:
    with pytest.raises(Unauthenticated):
        desk.enter("alice", b"new")
    desk.write_user("alice", b"new")
    desk.clock.now += 1
    assert desk.enter("alice", b"new").user == "alice"


@pytest.mark.parametrize("text", ["alice:plain\n", None])
def test_a_broken_new_file_is_logged_once_and_the_old_one_stays(
    desk: Desk, caplog: pytest.LogCaptureFixture, text: str | None
) -> None:
    if text is None:
        desk.users.unlink()
    else:
        desk.replace_users(text)
    for _ in range(3):
        desk.clock.now += 1
        assert desk.enter().user == "alice"
    errors = [record.getMessage() for record in caplog.records if record.levelno == logging.ERROR]
    assert len(errors) == 1
    assert "stays in force" in errors[0]


def test_the_server_does_not_start_on_a_broken_file(tmp_path: Path) -> None:
    (tmp_path / "users").write_text("alice:plain\n")
    with pytest.raises(ConfigurationError, match="in line 1"):
        HttpBasic(HttpBasicSettings(user_file=str(tmp_path / "users")))


def test_a_checked_password_is_not_checked_again_for_a_while(desk: Desk) -> None:
    desk.enter()
    desk.basic.close()
    desk.clock.now += 0.5
    assert desk.enter().user == "alice"
    desk.clock.now += 60
    with pytest.raises(RuntimeError, match="shutdown"):
        desk.enter()


def test_a_wrong_password_is_not_checked_again_for_a_while(desk: Desk) -> None:
    with pytest.raises(Unauthenticated):
        desk.enter("alice", b"wrong")
    desk.basic.close()
    with pytest.raises(Unauthenticated):
        desk.enter("alice", b"wrong")


def test_guessing_does_not_push_out_those_who_are_logged_in(tmp_path: Path) -> None:
    desk = Desk(tmp_path, remembered=4)
    desk.enter()
    for guess in range(10):
        with pytest.raises(Unauthenticated):
            desk.enter("alice", b"%d" % guess)
    desk.basic.close()
    assert desk.enter().user == "alice"


def test_no_password_is_kept_in_memory(desk: Desk) -> None:
    desk.enter()
    kept = repr(vars(desk.basic._right)) + repr(vars(desk.basic._wrong)) + repr(desk.basic._running)
    assert "right'" not in kept
    assert base64.b64encode(b"alice:right").decode() not in kept


def test_requests_with_the_same_log_in_share_one_check(tmp_path: Path) -> None:
    desk = Desk(tmp_path, threads=1, waiting=1)

    async def crowd() -> list[Identity]:
        return await asyncio.gather(*(desk.log_in() for _ in range(20)))

    assert {identity.user for identity in asyncio.run(crowd())} == {"alice"}


def test_too_many_different_log_ins_at_once_are_turned_away(tmp_path: Path) -> None:
    desk = Desk(tmp_path, threads=1, waiting=2)

    async def crowd() -> list[Identity | BaseException]:
        guesses = (desk.log_in("alice", b"%d" % guess) for guess in range(5))
        return await asyncio.gather(*guesses, return_exceptions=True)

    kinds = [type(outcome) for outcome in asyncio.run(crowd())]
    assert kinds == [Unauthenticated, Unauthenticated, Unavailable, Unavailable, Unavailable]


def test_a_caller_that_hangs_up_does_not_end_the_check_for_another(desk: Desk) -> None:
    async def two() -> Identity:
        first, second = asyncio.create_task(desk.log_in()), asyncio.create_task(desk.log_in())
        await asyncio.sleep(0)
        first.cancel()
        return await second

    assert asyncio.run(two()).user == "alice"


def test_a_check_against_the_old_file_is_not_taken_for_one_against_the_new(desk: Desk) -> None:
    async def across_the_change() -> tuple[object, object]:
        before = asyncio.create_task(desk.log_in())
        await asyncio.sleep(0)
        desk.write_user("alice", b"changed")
        desk.clock.now += 1
        after = asyncio.create_task(desk.log_in())
        first, second = await asyncio.gather(before, after, return_exceptions=True)
        return first, second

    first, second = asyncio.run(across_the_change())
    assert isinstance(first, Identity)
    assert isinstance(second, Unauthenticated)
    with pytest.raises(Unauthenticated):
        desk.enter()


def test_a_roles_file_says_who_may_what_and_others_have_no_role(tmp_path: Path) -> None:
    desk = Desk(tmp_path, roles="bob: system admin\n")
    assert desk.enter() == Identity(user="alice")


def test_a_changed_roles_file_holds_within_a_second_for_those_logged_in(tmp_path: Path) -> None:
    desk = Desk(tmp_path, roles="alice: system admin\n")
    assert desk.enter().system
    desk.roles.write_text("alice: project p reader\n")
    desk.clock.now += 1
    assert desk.enter() == Identity(user="alice", project="p", roles=frozenset({"reader"}))


def test_a_broken_roles_file_keeps_the_roles_before(tmp_path: Path) -> None:
    desk = Desk(tmp_path, roles="alice: project p reader\n")
    desk.roles.write_text("alice: system everything\n")
    desk.clock.now += 1
    assert desk.enter().project == "p"


def test_a_file_replaced_by_one_of_the_same_size_and_age_is_noticed(desk: Desk) -> None:
    age = desk.users.stat()
    desk.write_user("alice", b"changed")
    os.utime(desk.users, ns=(age.st_atime_ns, age.st_mtime_ns))
    desk.clock.now += 1
    assert desk.enter("alice", b"changed").user == "alice"


def test_a_refused_log_in_is_answered_with_a_challenge_and_not_wrapped_twice() -> None:
    refusal = login_refusal(Unauthenticated("no"))
    assert refusal.status == 401
    assert dict(refusal.headers)["WWW-Authenticate"] == 'Basic realm="Baremetal API"'
    assert json.loads(refusal.body) == {"error": {"message": "no", "code": 401}}


def test_a_header_that_cannot_be_read_is_answered_without_a_challenge() -> None:
    refusal = login_refusal(Invalid("no"))
    assert (refusal.status, refusal.headers) == (400, (("Content-Type", "application/json"),))
    assert json.loads(refusal.body) == {"error": {"message": "no", "code": 400}}
