"""Reads the Authorization header of HTTP Basic authentication (RFC 7617)."""

import base64
import binascii

import msgspec
from typing_extensions import override

from bessemer.model.errors import Invalid


class Credentials(msgspec.Struct, frozen=True, kw_only=True):
    """What a caller claims."""

    user: str
    """The name before the first colon; it may be empty."""
    password: bytes
    """Everything after the first colon."""

    @override
    def __repr__(self) -> str:
        """Show the claim without the password."""
        return f"Credentials(user={self.user!r}, password=******)"


def parse_basic_header(header: str) -> Credentials:
    """Take the claim out of the header's value, or refuse a value that holds none."""
    scheme, _, token = header.strip().partition(" ")
    if not token:
        raise Invalid("The Authorization header cannot be read: it must be the word Basic, a space and a token.")
    if scheme.lower() != "basic":
        raise Invalid(
            f"The Authorization header asks for {scheme[:40]!r}, but this API knows Basic only. "
            "Log in with a user name and a password."
        )
    try:
        user, colon, password = base64.b64decode(token.strip(), validate=True).partition(b":")
        name = user.decode()
    except (binascii.Error, ValueError) as error:
        raise Invalid(
            "The token in the Authorization header cannot be decoded: it must be user:password in UTF-8, "
            "encoded as Base64."
        ) from error
    if not colon:
        raise Invalid("The token in the Authorization header has no colon between user and password.")
    return Credentials(user=name, password=password)
