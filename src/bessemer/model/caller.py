"""Who is asking, with the question of what they may do."""

from collections.abc import Callable, Mapping

import msgspec

from bessemer.model.errors import Forbidden

Target = Mapping[str, str | None]
NOTHING: Target = {}


class Identity(msgspec.Struct, frozen=True, kw_only=True):
    """What is known of a caller after authentication."""

    user: str | None = None
    """Name or id of the person or program, as shown in histories."""
    project: str | None = None
    """The project the caller acts for; None for callers that act for the whole system."""
    system: bool = False
    """Whether the caller acts for the whole system."""
    roles: frozenset[str] = frozenset()
    """Role names, such as admin, manager, member, reader, service."""


class Caller:
    """An identity together with the policy that judges it."""

    __slots__ = ("_decide", "identity")

    def __init__(self, identity: Identity, decide: Callable[[Identity, str, Target], bool]) -> None:
        """Bind the identity to the policy's verdict."""
        self.identity = identity
        self._decide = decide

    def allows(self, rule: str, target: Target = NOTHING) -> bool:
        """Tell whether the policy lets this caller do what the rule names to the target."""
        return self._decide(self.identity, rule, target)

    def require(self, rule: str, target: Target = NOTHING) -> None:
        """Refuse when the policy does not allow it."""
        if not self.allows(rule, target):
            who = self.identity.user or "an unnamed caller"
            raise Forbidden(f"{who} may not do this: the policy rule {rule} does not allow it.")
