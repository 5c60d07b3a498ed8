"""The Authorization header is read as RFC 7617 says, and nothing in it can break the reader."""

import base64
import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bessemer.api.identity.basic_header import Credentials, parse_basic_header
from bessemer.model.errors import Invalid


def _header(pair: bytes) -> str:
    return "Basic " + base64.b64encode(pair).decode()


def test_user_and_password_are_parted_at_the_first_colon() -> None:
    assert parse_basic_header(_header(b"alice:a:b")) == Credentials(user="alice", password=b"a:b")


def test_the_scheme_is_read_in_any_case_and_with_spaces_around() -> None:
    assert parse_basic_header(f"  bAsIc   {base64.b64encode(b'alice:x').decode()} ").user == "alice"


@pytest.mark.parametrize(
    ("header", "reason"),
    [
        ("", "cannot be read"),
        ("Basic", "cannot be read"),
        ("Basic ", "cannot be read"),
        ("Bearer abc", "'Bearer'"),
        ("Basic !!!", "cannot be decoded"),
        ("Basic a b", "cannot be decoded"),
        ("Basic ä", "cannot be decoded"),
        (_header(b"alice"), "no colon"),
        (_header(b"\xff:x"), "cannot be decoded"),
    ],
)
def test_a_header_without_a_claim_is_refused_with_the_reason(header: str, reason: str) -> None:
    with pytest.raises(Invalid, match=reason):
        parse_basic_header(header)


def test_the_password_is_not_shown() -> None:
    assert "hunter2" not in repr(parse_basic_header(_header(b"alice:hunter2")))


@given(st.text())
def test_any_text_is_read_or_refused(header: str) -> None:
    with contextlib.suppress(Invalid):
        parse_basic_header(header)


@given(st.binary())
def test_any_token_is_read_or_refused(pair: bytes) -> None:
    try:
        credentials = parse_basic_header(_header(pair))
    except Invalid:
        return
    assert credentials.user.encode() + b":" + credentials.password == pair


@given(st.text(st.characters(exclude_characters=":", exclude_categories=["Cs"])), st.binary())
def test_what_a_client_writes_is_what_is_read(user: str, password: bytes) -> None:
    credentials = parse_basic_header(_header(user.encode() + b":" + password))
    assert credentials == Credentials(user=user, password=password)
