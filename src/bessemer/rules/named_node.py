"""Which node a new part of one is for: named by node_uuid, or by node_ident where that is known."""

from typing import Any

from bessemer.model.errors import Invalid, NotAcceptable
from bessemer.rules.identifiers import is_logical_name, uuid_from_text

NODE_IDENT_SINCE = 94


def with_node_uuid(body: Any) -> Any:
    """Put what node_ident says where node_uuid is expected, refusing a body that has both."""
    if not isinstance(body, dict):
        return body
    if "node_ident" not in body:
        require_uuid(body)
        return body
    if "node_uuid" in body:
        raise Invalid("node_uuid and node_ident both name the node; give only one of them.")
    ident = body["node_ident"]
    if not isinstance(ident, str) or (uuid_from_text(ident) is None and not is_logical_name(ident)):
        raise Invalid("node_ident must be the UUID or the name of a node.")
    rest = {name: value for name, value in body.items() if name != "node_ident"}
    return {**rest, "node_uuid": ident}


def require_uuid(body: Any) -> None:
    """Refuse a node_uuid that is no UUID, even where a name would do elsewhere."""
    given = body.get("node_uuid") if isinstance(body, dict) else None
    if isinstance(given, str) and uuid_from_text(given) is None:
        raise Invalid(f"node_uuid must be a UUID; {given[:80]!r} was given.")


def check_node_ident_version(body: Any, minor: int) -> None:
    """Refuse node_ident in versions before it."""
    if "node_ident" in body and minor < NODE_IDENT_SINCE:
        raise NotAcceptable(
            f"node_ident exists from API version 1.{NODE_IDENT_SINCE} on; 1.{minor} was asked for. Use node_uuid."
        )
