"""The capabilities of a node: a list of name:value in one text."""

from collections.abc import Mapping
from typing import Any

from bessemer.model.errors import Invalid


def capabilities_from(value: Any) -> dict[str, str]:
    """Read capabilities from what properties have of them; parts without a colon name nothing and are left out."""
    if isinstance(value, Mapping):
        return {str(name): str(each) for name, each in value.items()}
    pairs = (part.partition(":") for part in str(value or "").split(","))
    return {name.strip(): each.strip() for name, colon, each in pairs if colon and name.strip()}


def text_from_capabilities(capabilities: Mapping[str, str]) -> str:
    """Write capabilities as properties keep them."""
    for name, value in capabilities.items():
        if not name or any(character in name + value for character in ",\n\r\0") or ":" in name:
            raise Invalid(f"{name[:40]}:{value[:40]} cannot be a capability: commas and line ends would end it.")
    return ",".join(f"{name}:{value}" for name, value in capabilities.items())
