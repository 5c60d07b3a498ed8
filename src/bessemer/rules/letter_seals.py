"""Seals what Bessemer's processes send each other, so that only those who share a key are heard."""

import hmac
from hashlib import sha256

from bessemer.model.question import Letter

SEAL = "x-bessemer-seal"
"""The header that carries the seal."""
CALL, ANSWER = b"bessemer call 1\n", b"bessemer answer 1\n"
"""What a sealed text is; one that was sent the one way says nothing the other way."""
SHORTEST_KEY = 32
FRESH_S = 60.0
"""How far the clocks of two processes may be apart, and how long a letter may have been under way, together."""


def seal_of(key: bytes, purpose: bytes, text: bytes) -> str:
    """Compute the seal of a text."""
    return hmac.new(key, purpose + text, sha256).hexdigest()


def is_sealed(key: bytes, purpose: bytes, text: bytes, seal: str) -> bool:
    """Tell whether a text was sealed with the key; takes as long for a wrong seal as for a right one."""
    return hmac.compare_digest(seal_of(key, purpose, text).encode(), seal.encode())


def fault_of_age(letter: Letter, now: float, began_at: float) -> str | None:
    """Say why a letter is too old or too new to be taken; None when it is not."""
    if abs(now - letter.sent_at) > FRESH_S:
        return (
            f"The question was sent at {letter.sent_at:.0f} by the clock of its sender and came at {now:.0f} by that "
            f"of the conductor {letter.to}, which is more than {FRESH_S:g} s apart. Set the clocks of both machines."
        )
    if letter.sent_at < began_at:
        # Its number may have been taken by the process that had this name before.
        return f"The question was sent before the conductor {letter.to} was started. Ask again."
    return None
