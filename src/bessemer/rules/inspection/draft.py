"""A machine as it is while hooks and rules look at it: changed here first, and kept only when all of them agree."""

from collections.abc import Mapping
from typing import Any

import msgspec

from bessemer.rules.capabilities import capabilities_from, text_from_capabilities
from bessemer.rules.inspection.report import Report


class Line(msgspec.Struct, frozen=True):
    """Something that is told to people."""

    level: str
    text: str


class OutsideCall(msgspec.Struct, frozen=True, kw_only=True):
    """A web address that is to be fetched, because a rule says so."""

    url: str
    headers: Mapping[str, str] = {}
    timeout_s: float = 5.0
    retries: int = 3
    backoff_s: float = 0.3


class DraftPort:
    """One port, there already or to be added."""

    def __init__(self, address: str, uuid: str | None, fields: Mapping[str, Any]) -> None:
        """Begin with what is known of it."""
        self.address, self.uuid = address, uuid
        self.fields = dict(fields)
        self.before = dict(fields) if uuid is not None else {}
        self.is_gone = False

    @property
    def changes(self) -> dict[str, Any]:
        """Give the fields that differ from before."""
        return {name: value for name, value in self.fields.items() if self.before.get(name, ...) != value}


class Draft:
    """The working copy of a node with its ports and traits."""

    def __init__(
        self,
        report: Report,
        node: Mapping[str, Any],
        ports: list[DraftPort],
        earlier: Mapping[str, Any] | None = None,
    ) -> None:
        """Begin with the machine as it was; `node` has the wire fields, traits included."""
        self.report = report
        self.earlier = earlier
        self.inventory: Mapping[str, Any] = report.inventory
        self.plugin_data: dict[str, Any] = dict(report.plugin_data)
        self.node = dict(node)
        self.before = dict(node)
        self.ports = ports
        self.traits: list[str] = list(node.get("traits", ()))
        self.lines: list[Line] = []
        self.calls: list[OutsideCall] = []

    def tell(self, text: str, level: str = "info") -> None:
        """Note something for people to read."""
        self.lines.append(Line(level, text))

    @property
    def properties(self) -> Mapping[str, Any]:
        """The properties of the node, whatever a rule has made of them."""
        found = self.node.get("properties")
        return found if isinstance(found, Mapping) else {}

    def set_property(self, name: str, value: Any) -> None:
        """Give a key of properties a value."""
        self.node["properties"] = {**self.properties, name: value}

    @property
    def capabilities(self) -> dict[str, str]:
        """The capabilities of the node, by name."""
        return capabilities_from(self.properties.get("capabilities"))

    def set_capabilities(self, capabilities: Mapping[str, str]) -> None:
        """Give the node these capabilities and no others."""
        self.set_property("capabilities", text_from_capabilities(capabilities))

    def port(self, ident: str) -> DraftPort | None:
        """Find a port by its UUID or its MAC address."""
        wanted = ident.lower()
        return next((port for port in self.ports if wanted in {port.uuid, port.address} and not port.is_gone), None)

    @property
    def changes(self) -> dict[str, Any]:
        """Give the fields of the node that differ from before, without its traits."""
        return {
            name: value for name, value in self.node.items() if name != "traits" and self.before.get(name, ...) != value
        }
