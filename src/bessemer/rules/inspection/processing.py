"""Decides what a report changes of a machine: all hooks first, then all rules, and nothing at all when one refuses."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from bessemer.model.errors import BessemerError, Invalid
from bessemer.model.inspection_rule import WholeRule
from bessemer.model.node import NODE
from bessemer.model.port import PORT
from bessemer.model.resource import Resource, fields_of
from bessemer.rules.field_values import checked_value
from bessemer.rules.inspection.changeable import NODE_FIELDS, PORT_FIELDS
from bessemer.rules.inspection.draft import Draft, DraftPort, Line, OutsideCall
from bessemer.rules.inspection.evaluating import ALWAYS, Failure, apply_rules
from bessemer.rules.inspection.hooks.hook import HookOptions
from bessemer.rules.inspection.hooks.table import HOOKS
from bessemer.rules.inspection.report import MOST_BYTES, Report
from bessemer.rules.local_link_connection import checked_link
from bessemer.rules.network_data import check_network_data
from bessemer.rules.traits import checked_traits


class InspectionOptions(msgspec.Struct, frozen=True, kw_only=True):
    """What an operator decided about reports."""

    hooks: HookOptions = HookOptions()
    mask_secrets: str = ALWAYS
    keeps_inventory: bool = True
    """Whether what was found is kept."""
    discovered_driver: str | None = None
    """The driver of machines that nobody enrolled and that report themselves; None leaves them alone."""


class PortChange(msgspec.Struct, frozen=True, kw_only=True):
    """What becomes of one port."""

    uuid: str | None
    """None for one that is to be added."""
    address: str
    fields: Mapping[str, Any]
    is_gone: bool = False


class Findings(msgspec.Struct, frozen=True, kw_only=True):
    """What a report changes of a machine."""

    node: Mapping[str, Any]
    """Fields of the node with their new values, without its traits."""
    traits: tuple[str, ...] | None
    """All traits that it has then; None where they stay."""
    ports: tuple[PortChange, ...]
    inventory: Mapping[str, Any]
    plugin_data: Mapping[str, Any]
    calls: tuple[OutsideCall, ...]
    """Web addresses that are to be fetched."""
    lines: tuple[Line, ...]


class Known(msgspec.Struct, frozen=True, kw_only=True):
    """What is known of a machine that has reported."""

    node: Mapping[str, Any]
    """Its wire fields, with their secrets."""
    ports: Sequence[Mapping[str, Any]]
    """The wire fields of its ports."""
    earlier: Mapping[str, Any] | None = None
    """The inventory of its last inspection."""


def findings_from_report(
    report: Report, known: Known, rules: Sequence[WholeRule], options: InspectionOptions
) -> Findings:
    """Let the hooks and the rules look at a report; raises Failure when one of them refuses it."""
    ports = [DraftPort(port["address"], port["uuid"], _of(port, PORT_FIELDS)) for port in known.ports]
    draft = Draft(report, known.node, ports, known.earlier)
    for name in options.hooks.hooks:
        try:
            HOOKS[name].run(draft, options.hooks)
        except BessemerError as error:
            raise Failure(f"the hook {name} refuses the report: {error.message}") from error
    apply_rules(draft, rules, options.mask_secrets)
    try:
        return _findings(draft, options)
    except Invalid as error:
        raise Failure(f"what the rules made of the node cannot be kept: {error.message}") from error


def _of(values: Mapping[str, Any], names: frozenset[str]) -> dict[str, Any]:
    return {name: values[name] for name in names if name in values}


def _findings(draft: Draft, options: InspectionOptions) -> Findings:
    node = _checked(NODE, {name: value for name, value in draft.changes.items() if name in NODE_FIELDS})
    if node.get("network_data"):
        check_network_data(node["network_data"])
    had = list(draft.before.get("traits", ()))
    is_same = set(draft.traits) == set(had)
    traits = None if is_same else tuple(checked_traits(draft.traits, options.hooks.standard_traits))
    if len(msgspec.json.encode(draft.plugin_data)) > 2 * MOST_BYTES:
        raise Invalid("the plug-in data has become too large.")
    return Findings(
        node=node,
        traits=traits,
        ports=tuple(_port_change(port) for port in draft.ports if port.is_gone or port.uuid is None or port.changes),
        inventory=draft.inventory,
        plugin_data=draft.plugin_data,
        calls=tuple(draft.calls),
        lines=tuple(draft.lines),
    )


def _port_change(port: DraftPort) -> PortChange:
    changes = _checked(PORT, {name: value for name, value in port.changes.items() if name in PORT_FIELDS})
    if changes.get("local_link_connection"):
        is_smartnic = bool(port.fields.get("is_smartnic"))
        changes["local_link_connection"] = checked_link(
            changes["local_link_connection"], is_smartnic=is_smartnic, minor=None
        )
    return PortChange(uuid=port.uuid, address=port.address, fields=changes, is_gone=port.is_gone)


def _checked(resource: Resource, changes: Mapping[str, Any]) -> dict[str, Any]:
    fields = fields_of(resource.record)
    return {name: checked_value(name, fields[name], value) for name, value in changes.items()}
