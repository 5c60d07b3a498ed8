"""Reads users and their bcrypt passwords from an htpasswd file."""

import re
from pathlib import Path

import msgspec
from typing_extensions import override

from bessemer.model.errors import ConfigurationError

# The costs are those that htpasswd writes. The last character of the salt carries two bits only; bcrypt refuses the
# others when the password is checked, which is too late.
_BCRYPT = re.compile(r"\$2[aby]\$(0[4-9]|1[0-7])\$[./A-Za-z0-9]{21}[.Oeu][./A-Za-z0-9]{31}")
_LONGEST_NAME = 255
_USUAL_COST = "12"


class PasswordFile(msgspec.Struct, frozen=True, eq=False):
    """The users of one reading of the file."""

    hashes: dict[str, bytes]
    """The bcrypt hash of each user's password."""
    decoy: bytes
    """A hash to check the passwords of unknown users against, so that they take as long as known ones."""

    @override
    def __repr__(self) -> str:
        """Show how many users there are, and no hashes."""
        return f"PasswordFile({len(self.hashes)} users)"


def read_password_file(path: str) -> PasswordFile:
    """Read the file; anything in it that is no user with a bcrypt password is a ConfigurationError."""
    return parse_passwords(read_text_file(path, "password file"), path)


def parse_passwords(text: str, path: str) -> PasswordFile:
    """Take users and hashes out of the file's text."""
    hashes: dict[str, bytes] = {}
    cost = ""
    for number, line in enumerate(text.splitlines(), start=1):
        entry = line.strip()
        if not entry or entry.startswith("#"):
            continue
        user, _, hashed = entry.partition(":")
        fault = _name_fault(user) or _hash_fault(hashed)
        if fault is None and user in hashes:
            fault = f"{user!r} is there twice; delete one of the lines"
        if fault is not None:
            raise ConfigurationError(f"The password file {path} cannot be used: in line {number}, {fault}.")
        hashes[user] = hashed.encode()
        cost = max(cost, hashed[4:6])
    return PasswordFile(hashes, f"$2b${cost or _USUAL_COST}${'.' * 53}".encode())


def read_text_file(path: str, what: str) -> str:
    """Read a text file that an operator wrote."""
    try:
        return Path(path).read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise ConfigurationError(f"The {what} {path} is not UTF-8 text: see line {line}. Save it as UTF-8.") from error
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise ConfigurationError(
            f"The {what} {path} cannot be read: {reason}. Create it or make it readable for this server."
        ) from error


def _name_fault(user: str) -> str | None:
    """Tell what is wrong with a user's name."""
    if not user:
        return "there is no user name before the colon"
    if len(user) > _LONGEST_NAME or not user.isprintable():
        return f"the user name must have at most {_LONGEST_NAME} characters, all printable"
    return None


def _hash_fault(hashed: str) -> str | None:
    """Tell what is wrong with a password's hash, without showing it."""
    if _BCRYPT.fullmatch(hashed):
        return None
    return "the password is not a bcrypt hash; write the line with htpasswd -B"
