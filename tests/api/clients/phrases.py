"""What the tests of the Python library say again and again."""

from typing import Any


def set_to(**values: Any) -> list[dict[str, Any]]:
    """Give each field a value."""
    return [{"op": "replace", "path": f"/{name}", "value": value} for name, value in values.items()]


def removed(*names: str) -> list[dict[str, Any]]:
    """Take fields away."""
    return [{"op": "remove", "path": f"/{name}"} for name in names]


def enrol(ironic: Any, **described: Any) -> Any:
    """Create a node; what the library will not send on creation is set by a change."""
    later = {name: described.pop(name) for name in ("instance_uuid", "retired") if name in described}
    node = ironic.node.create(driver="fake-hardware", **described)
    return ironic.node.update(node.uuid, set_to(**later)) if later else node


def names(nodes: list[Any]) -> list[str]:
    """Give the names of nodes, in their order."""
    return [node.name for node in nodes]
