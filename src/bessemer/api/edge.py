"""The one place that speaks ASGI: from a raw request to a handler, and from its reply to the wire."""

import logging
from collections.abc import Callable, Mapping, MutableMapping
from time import perf_counter
from typing import Any
from uuid import uuid4

import msgspec

from bessemer.api import errors
from bessemer.api.address import base_url
from bessemer.api.body import Receive, TooDeep, body_from_receive
from bessemer.api.call import Call, Limits
from bessemer.api.identity.authenticator import Authenticator
from bessemer.api.identity.refusal import login_refusal
from bessemer.api.metering import PATTERN, ApiMeters
from bessemer.api.paths import Place, place_from_raw_path, query_from_bytes
from bessemer.api.reply import Reply
from bessemer.api.routes import Found, Route, RouteTree, Size
from bessemer.api.streaming import Send, send_stream
from bessemer.api.versions import Versions
from bessemer.model.caller import Caller, Identity, Target
from bessemer.model.errors import BessemerError, Invalid, NotAcceptable, NotFound, TooLarge, Unauthenticated
from bessemer.services.asking import Asking, HouseRules
from bessemer.services.change_stream import ChangeFeed
from bessemer.services.desk import Desk
from bessemer.services.fleet_watch import FleetWatch
from bessemer.services.hardware import Hardware
from bessemer.services.waking import Waking

log = logging.getLogger(__name__)

Scope = MutableMapping[str, Any]

JSON_SUFFIX = ".json"
NO_SUFFIX_SINCE = 91
"""From this microversion on a trailing .json is a part of the name."""


MIB = 1024 * 1024
TAKE_LARGER_BODIES = frozenset({"PUT", "POST"})


class EdgeSettings(msgspec.Struct, frozen=True, kw_only=True):
    """How the edge treats requests."""

    max_body_bytes: int = MIB
    max_provision_body_bytes: int = 64 * MIB
    max_inspection_body_bytes: int = 16 * MIB
    limits: Limits = Limits()
    public_endpoint: str | None = None
    """The URL in links, where it is not the one a request came in by."""
    trust_forwarded: bool = False
    """Whether a proxy's X-Forwarded headers are believed."""

    def most_bytes(self, size: Size) -> int:
        """Tell what the size of a body means in bytes."""
        most = {Size.PROVISION: self.max_provision_body_bytes, Size.INSPECTION: self.max_inspection_body_bytes}
        return most.get(size, self.max_body_bytes)


class Edge(msgspec.Struct, frozen=True, kw_only=True):
    """An ASGI application over a tree of routes."""

    settings: EdgeSettings
    versions: Versions
    root: RouteTree
    """What lies directly below the root, outside /v1."""
    tree: RouteTree
    """What lies below /v1."""
    authenticator: Authenticator
    decide: Callable[[Identity, str, Target], bool]
    desk: Desk
    hardware: Hardware
    rules: HouseRules
    fleet: FleetWatch
    feed: ChangeFeed
    waking: Waking
    meters: ApiMeters

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        began_s = perf_counter()
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        request_id = f"req-{uuid4()}".encode()
        version_headers = self.versions.range_headers
        try:
            minor = self.versions.minor_of(headers)
        except NotAcceptable as error:
            reply = self._version_refusal(scope, error)
        else:
            version_headers = self.versions.headers_for(minor)
            reply = await self._answered(scope, receive, headers, minor)
        self.meters.note(scope["method"], scope.get(PATTERN), reply.status, perf_counter() - began_s)
        await _begin(send, reply, (*version_headers, *_request_id_headers(request_id)))
        if reply.stream is None:
            await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else reply.body})
        else:
            await send_stream(send, receive, reply.stream)

    def _version_refusal(self, scope: Scope, error: NotAcceptable) -> Reply:
        place = place_from_raw_path(scope["raw_path"])
        if place is not None and not place.says_v1 and not place.segments:
            return errors.fault(406, error.message)
        return errors.routing_error(406, error.message)

    async def _answered(self, scope: Scope, receive: Receive, headers: Mapping[str, str], minor: int) -> Reply:
        try:
            body = await body_from_receive(receive, headers, self._most_bytes(scope))
            return await self._routed(scope, headers, body, minor)
        except (TooLarge, TooDeep) as error:
            close = (("connection", "close"),) if isinstance(error, TooLarge) else ()
            return errors.plain_fault(413 if isinstance(error, TooLarge) else 400, error.message, *close)
        except BessemerError as error:
            return errors.reply_from_error(error)
        except Exception:
            log.exception("The request %s %s failed inside the server.", scope["method"], scope["path"])
            return errors.fault(500, "The server failed inside; its log has the cause under this request's id.")

    def _most_bytes(self, scope: Scope) -> int:
        """Tell how large a body may be, which is a matter of its route."""
        if scope["method"] not in TAKE_LARGER_BODIES:
            return self.settings.max_body_bytes
        place = place_from_raw_path(scope["raw_path"])
        found = None if place is None else self._find(place)
        route = None if found is None else found.routes.get(scope["method"])
        return self.settings.most_bytes(Size.ORDINARY if route is None else route.size)

    async def _routed(self, scope: Scope, headers: Mapping[str, str], body: bytes, minor: int) -> Reply:
        place = place_from_raw_path(scope["raw_path"])
        if place is None:
            return errors.routing_error(400, "The path is not valid UTF-8.")
        try:
            return await self._at_place(place, scope, headers, body, minor)
        except NotFound:
            if minor >= NO_SUFFIX_SINCE or not place.segments or not place.segments[-1].endswith(JSON_SUFFIX):
                raise
        return await self._at_place(place.without_suffix(JSON_SUFFIX), scope, headers, body, minor)

    def _find(self, place: Place) -> Found | None:
        found = None if place.says_v1 else self.root.find(place.segments)
        if found is None and (place.says_v1 or place.segments):
            found = self.tree.find(place.segments)
        return found

    async def _at_place(self, place: Place, scope: Scope, headers: Mapping[str, str], body: bytes, minor: int) -> Reply:
        found = self._find(place)
        if found is None:
            if minor < NO_SUFFIX_SINCE and place.segments and place.segments[-1].endswith(JSON_SUFFIX):
                raise NotFound("")
            return errors.routing_error(404, f"There is nothing at {scope['path'][:120]}.")
        route = found.routes.get(scope["method"])
        if route is None:
            return _wrong_method(scope["method"], found.routes)
        scope[PATTERN] = f"/v1/{route.path}" if place.says_v1 else f"/{route.path}"
        identity = Identity()
        if not route.public:
            try:
                identity = await self.authenticator.authenticate(headers)
            except (Unauthenticated, Invalid) as error:
                refusal = login_refusal(error)
                return Reply(refusal.status, refusal.body, refusal.headers)
        if minor < route.since:
            return _too_old(route, minor)
        for name, value in found.params.items():
            if not is_identifier(name, value):
                return errors.routing_error(400, f"{value[:80]!r} is neither a UUID nor a name.")
        call = Call(
            method=route.method,
            path=place.canonical,
            params=found.params,
            query=query_from_bytes(scope["query_string"]),
            body=body,
            base=base_url(scope, headers, self.settings.public_endpoint, trust_forwarded=self.settings.trust_forwarded),
            asking=Asking(caller=Caller(identity, self.decide), minor=minor, rules=self.rules, fleet=self.fleet),
            desk=self.desk,
            hardware=self.hardware,
            waking=self.waking,
            feed=self.feed,
            limits=self.settings.limits,
            meters=self.meters,
            newest=self.versions.maximum,
            head=headers,
        )
        return await route.handler(call)


def is_identifier(name: str, value: str) -> bool:
    """Tell whether what stands in an open place can stand there at all."""
    return value.isprintable() and bool(value.strip()) and (name != "ident" or "/" not in value)


def _wrong_method(method: str, routes: Mapping[str, Route]) -> Reply:
    allowed = ("allow", ", ".join(sorted(routes)))
    if method == "OPTIONS":
        return Reply(200, b"", (allowed,))
    return errors.routing_error(405, f"This path takes {', '.join(sorted(routes))}, not {method[:20]}.", allowed)


def _too_old(route: Route, minor: int) -> Reply:
    text = f"This exists from API version 1.{route.since} on; 1.{minor} was asked for."
    if route.refusal_below == 405:  # noqa: PLR2004 - the status itself
        return errors.routing_error(405, text)
    return errors.fault(route.refusal_below, text)


def _request_id_headers(request_id: bytes) -> tuple[tuple[bytes, bytes], ...]:
    return ((b"openstack-request-id", request_id), (b"x-openstack-request-id", request_id))


async def _begin(send: Send, reply: Reply, extra: tuple[tuple[bytes, bytes], ...]) -> None:
    headers = [(name.encode("latin-1"), value.encode("latin-1", "replace")) for name, value in reply.headers]
    headers.extend(extra)
    if reply.status != 204 and reply.stream is None:  # noqa: PLR2004 - No Content may not have a length
        headers.append((b"content-length", b"%d" % len(reply.body)))
    await send({"type": "http.response.start", "status": reply.status, "headers": headers})
