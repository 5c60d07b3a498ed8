"""A route, and the tree in which a path finds its routes."""

from collections.abc import Awaitable, Callable, Iterable, Mapping
from enum import StrEnum
from typing import Any

import msgspec

from bessemer.api.call import Call
from bessemer.api.reply import Reply

Handler = Callable[[Call], Awaitable[Reply]]

GATES = {"GET": 404}
"""How a request that is too old for its route is refused, by method; the rest gets 405."""


class Size(StrEnum):
    """How large the body of a request may be; the settings say what each means in bytes."""

    ORDINARY = "ordinary"
    PROVISION = "provision"
    """It may carry the configuration of an instance."""
    INSPECTION = "inspection"
    """It may carry what a machine is made of, with logs."""


class Route(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that can be asked of one path."""

    method: str
    path: str
    """Below /v1, with {words} in the open places."""
    handler: Handler
    doc: str
    since: int = 1
    below: int = 0
    """The status for versions before `since`; 0 stands for 404 for GET and 405 for the rest."""
    public: bool = False
    """Whether nobody needs to log in for it."""
    is_for_ramdisks: bool = False
    """Whether ramdisks ask for it, who are told apart by nothing but where they ask from."""
    body: Any = None
    """What the body looks like: a Resource, the word "patch", or None."""
    size: Size = Size.ORDINARY
    """How large its body may be."""
    answer: Any = None
    """What the reply looks like, likewise."""
    listed: Any = None
    """The Resource whose list arguments the route takes."""
    arguments: tuple[str, ...] = ()
    """Query arguments of its own."""
    success: int = 0
    """The status of success; 0 stands for 201 for POST, 204 for DELETE and 200 for the rest."""
    other_success: int = 0
    """A second status of success, where there is one."""
    codes: tuple[int, ...] = ()
    """What it answers besides what every route may."""

    @property
    def refusal_below(self) -> int:
        """Tell how versions before `since` are refused."""
        return self.below or GATES.get(self.method, 405)


class Found(msgspec.Struct, frozen=True):
    """Where a path leads."""

    routes: Mapping[str, Route]
    params: Mapping[str, str]


class _Branch:
    __slots__ = ("named", "open", "routes", "word")

    def __init__(self) -> None:
        self.named: dict[str, _Branch] = {}
        self.open: _Branch | None = None
        self.word = ""
        self.routes: dict[str, Route] = {}


class RouteTree:
    """All routes, found segment by segment; a fixed word goes before an open place."""

    def __init__(self, routes: Iterable[Route]) -> None:
        """Plant the tree; two routes for one path and method are a mistake."""
        self._root = _Branch()
        for route in routes:
            branch = self._root
            for segment in route.path.split("/") if route.path else ():
                branch = _step_down(branch, segment)
            if branch.routes.setdefault(route.method, route) is not route:
                message = f"two routes for {route.method} {route.path}"
                raise ValueError(message)

    def find(self, segments: list[str]) -> Found | None:
        """Follow a path; None when it leads nowhere."""
        branch, params = self._root, {}
        for segment in segments:
            named = branch.named.get(segment)
            if named is not None:
                branch = named
            elif branch.open is not None:
                params[branch.word] = segment
                branch = branch.open
            else:
                return None
        return Found(branch.routes, params) if branch.routes else None


def _step_down(branch: _Branch, segment: str) -> _Branch:
    if not segment.startswith("{"):
        return branch.named.setdefault(segment, _Branch())
    branch.word = segment[1:-1]
    if branch.open is None:
        branch.open = _Branch()
    return branch.open
