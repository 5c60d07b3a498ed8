"""Ports of a machine that act as one, field by field."""

from typing import Annotated, Any

from bessemer.model.described import WORD, created, document, identity, notes, updated
from bessemer.model.field import Field, Flag, Mac, Reference, Text
from bessemer.model.resource import Filter, Link, Record, Resource


def silent(kind: Text, since: int, doc: str) -> Field:
    """Describe a text that older versions may set although they do not show it."""
    return Field(kind=kind, since=since, create=True, create_since=1, patch=True, patch_since=1, doc=doc)


class Portgroup(Record, frozen=True, kw_only=True):
    """Ports of a machine that act as one."""

    uuid: Annotated[str, identity()]
    node_id: int
    name: Annotated[
        str | None,
        Field(
            kind=Text(pattern=r"[A-Za-z0-9\-._~]*", form="letters, digits and '-._~'"),
            create=True,
            patch=True,
            doc="A unique name that can stand in its URL.",
        ),
    ]
    address: Annotated[str | None, Field(kind=Mac(), create=True, patch=True, doc="Its MAC address; unique.")]
    node_uuid: Annotated[
        str,
        Field(
            kind=Reference("node", by_name=True),
            create=True,
            patch=True,
            required=True,
            nullable=False,
            sortable=False,
            doc="The node it belongs to.",
        ),
    ]
    extra: Annotated[dict[str, Any], notes()]
    internal_info: Annotated[dict[str, Any], document("What the server remembers of it.")]
    standalone_ports_supported: Annotated[
        bool,
        Field(
            kind=Flag(), create=True, patch=True, default=True, doc="Whether its ports can be used one by one as well."
        ),
    ]
    mode: Annotated[
        str | None,
        Field(kind=WORD, since=26, create=True, patch=True, default="active-backup", doc="The bonding mode."),
    ]
    properties: Annotated[dict[str, Any], document("Options of the bonding mode.", 26, settable=True)]
    physical_network: Annotated[str | None, silent(Text(64), 102, "The physical network it is plugged into.")]
    category: Annotated[str | None, silent(Text(80), 103, "What it is used for.")]
    dynamic_portgroup: Annotated[
        bool, Field(kind=Flag(), since=111, default=False, doc="Whether the server made it of free ports.")
    ]
    created_at: Annotated[str, created()]
    updated_at: Annotated[str | None, updated()]


PORTGROUP = Resource(
    noun="portgroup",
    plural="portgroups",
    path="portgroups",
    policy="portgroup",
    record=Portgroup,
    since=23,
    names_since=1,
    short=("uuid", "address", "name"),
    links=(Link(name="ports", doc="The ports in it."),),
    filters=(
        Filter(name="node", kind=WORD, doc="Port groups of the node with this UUID or name.", refusal=404),
        Filter(name="address", kind=Mac(), doc="The port group with this MAC address."),
        Filter(name="conductor_groups", kind=WORD, many=True, doc="Port groups of nodes of any of these groups."),
        Filter(name="shard", kind=WORD, since=106, many=True, doc="Port groups of nodes of any of these shards."),
    ),
)
"""Port groups, as the wire shows them."""
