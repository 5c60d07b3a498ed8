"""How a refused log-in looks on the wire: unlike other errors it is not wrapped twice."""

import msgspec

from bessemer.model.errors import Invalid, Unauthenticated

_CHALLENGE = ("WWW-Authenticate", 'Basic realm="Baremetal API"')


class Refusal(msgspec.Struct, frozen=True, kw_only=True):
    """A reply, free of any web framework."""

    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes


def login_refusal(error: Unauthenticated | Invalid) -> Refusal:
    """Make the reply to a request whose log-in is missing or wrong (401) or cannot be read (400)."""
    status, challenge = (401, (_CHALLENGE,)) if isinstance(error, Unauthenticated) else (400, ())
    body = msgspec.json.encode({"error": {"message": error.message, "code": status}})
    return Refusal(status=status, headers=(*challenge, ("Content-Type", "application/json")), body=body)
