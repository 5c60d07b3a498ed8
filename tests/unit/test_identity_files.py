"""Password and roles files are read strictly, and a fault is named with its line."""

import contextlib
from pathlib import Path

import bcrypt
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bessemer.api.identity.password_file import parse_passwords, read_password_file
from bessemer.api.identity.roles_file import parse_roles, read_roles_file
from bessemer.model.caller import Identity
from bessemer.model.errors import ConfigurationError

ALICE = bcrypt.hashpw(b"x", bcrypt.gensalt(4)).decode()


@pytest.mark.parametrize("kind", ["2a", "2b", "2y"])
def test_every_kind_of_bcrypt_hash_is_read(kind: str) -> None:
    hashed = f"${kind}{ALICE[3:]}"
    passwords = parse_passwords(f"# people\n\n  alice:{hashed}  \n", "users")
    assert passwords.hashes == {"alice": hashed.encode()}
    assert bcrypt.checkpw(b"x", passwords.hashes["alice"])


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("alice", "not a bcrypt hash"),
        ("alice:", "not a bcrypt hash"),
        ("alice:secret", "not a bcrypt hash"),
        ("alice:$apr1$abcdefgh$abcdefghijklmnopqrstuv", "not a bcrypt hash"),
        (f"alice:{ALICE}:more", "not a bcrypt hash"),
        (f"alice:{ALICE[:-1]}", "not a bcrypt hash"),
        (f"alice:$2b$31{ALICE[6:]}", "not a bcrypt hash"),
        (f"alice:$2b$04${'A' * 53}", "not a bcrypt hash"),
        (f":{ALICE}", "no user name"),
        (f"{'a' * 256}:{ALICE}", "at most 255"),
        (f"al\tice:{ALICE}", "printable"),
        (f"bob:{ALICE}", "'bob' is there twice"),
    ],
)
def test_a_faulty_line_of_a_password_file_is_named(line: str, fault: str) -> None:
    with pytest.raises(ConfigurationError, match=fault) as refusal:
        parse_passwords(f"bob:{ALICE}\n# next\n{line}\n", "users")
    assert "in line 3" in refusal.value.message
    assert "secret" not in refusal.value.message


def test_the_decoy_costs_as_much_as_the_dearest_password() -> None:
    dear = ALICE.replace("$04$", "$11$")
    assert parse_passwords(f"a:{ALICE}\nb:{dear}", "users").decoy.startswith(b"$2b$11$")
    assert not bcrypt.checkpw(b"x", parse_passwords(f"a:{ALICE}", "users").decoy)


def test_hashes_are_not_shown() -> None:
    assert ALICE[7:] not in repr(parse_passwords(f"alice:{ALICE}", "users"))


@given(st.text())
def test_any_text_is_a_password_file_or_a_configuration_error(text: str) -> None:
    with contextlib.suppress(ConfigurationError):
        parse_passwords(text, "users")


@given(st.text() | st.from_regex(r"\w*\s*:\s*(system|project)\s*\w*\s*\w*", fullmatch=True))
def test_any_text_is_a_roles_file_or_a_configuration_error(text: str) -> None:
    with contextlib.suppress(ConfigurationError):
        parse_roles(text, "roles")


def test_roles_bring_the_roles_below_them() -> None:
    roles = parse_roles("# who\nalice: system admin\n\nbob : project 5f1c  member\nnova:project p service", "roles")
    assert roles == {
        "alice": Identity(user="alice", system=True, roles=frozenset({"admin", "manager", "member", "reader"})),
        "bob": Identity(user="bob", project="5f1c", roles=frozenset({"member", "reader"})),
        "nova": Identity(user="nova", project="p", roles=frozenset({"service"})),
    }


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("alice", "not of the form"),
        ("alice: admin", "not of the form"),
        ("alice: project admin", "not of the form"),
        ("alice: system p admin", "not of the form"),
        (": system admin", "not of the form"),
        ("alice: system root", "no role 'root'"),
        ("bob: system admin", "'bob' has a role already"),
    ],
)
def test_a_faulty_line_of_a_roles_file_is_named(line: str, fault: str) -> None:
    with pytest.raises(ConfigurationError, match=fault) as refusal:
        parse_roles(f"bob: system reader\n{line}", "roles")
    assert "in line 2" in refusal.value.message


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match=r"nowhere cannot be read: No such file"):
        read_password_file(str(tmp_path / "nowhere"))
    with pytest.raises(ConfigurationError, match=r"cannot be read: embedded null"):
        read_roles_file("a\0b")


def test_bytes_that_are_no_text_are_named_with_their_line(tmp_path: Path) -> None:
    (tmp_path / "users").write_bytes(b"# one\n# two\n\xff\n")
    with pytest.raises(ConfigurationError, match="see line 3"):
        read_password_file(str(tmp_path / "users"))
