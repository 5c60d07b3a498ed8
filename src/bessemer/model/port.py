"""A network port of a machine, field by field."""

from typing import Annotated, Any

from bessemer.model.described import WORD, created, document, identity, notes, updated
from bessemer.model.field import Field, Flag, Mac, Reference, Text, Uuid
from bessemer.model.resource import Filter, Record, Resource


def told(kind: Text, since: int, doc: str) -> Field:
    """Describe a text that is only for people; patches may set it in any version."""
    return Field(kind=kind, since=since, create=True, patch=True, patch_since=1, doc=doc)


class Port(Record, frozen=True, kw_only=True):
    """A network port of a machine."""

    uuid: Annotated[str, identity()]
    node_id: int
    portgroup_id: int | None
    address: Annotated[
        str, Field(kind=Mac(), create=True, patch=True, required=True, nullable=False, doc="Its MAC address; unique.")
    ]
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
    internal_info: Annotated[dict[str, Any], document("What the server remembers of it.", 18)]
    local_link_connection: Annotated[
        dict[str, Any],
        document("The switch port it is plugged into.", 19, settable=True, known_as="local_link_connection"),
    ]
    pxe_enabled: Annotated[
        bool,
        Field(kind=Flag(), since=19, create=True, patch=True, default=True, doc="Whether the machine boots from it."),
    ]
    portgroup_uuid: Annotated[
        str | None,
        Field(
            kind=Reference("portgroup"),
            since=24,
            create=True,
            patch=True,
            sortable=False,
            doc="The port group it belongs to.",
        ),
    ]
    physical_network: Annotated[
        str | None,
        Field(kind=Text(64, 1), since=34, create=True, patch=True, doc="The physical network it is plugged into."),
    ]
    is_smartnic: Annotated[
        bool, Field(kind=Flag(), since=53, create=True, patch=True, default=False, doc="Whether it is a smart NIC.")
    ]
    name: Annotated[str | None, told(Text(), 88, "Its name; unique. Names as nodes have can stand in its URL.")]
    description: Annotated[str | None, told(Text(), 97, "What it is, for people.")]
    vendor: Annotated[str | None, told(Text(32), 100, "Who made it.")]
    category: Annotated[str | None, told(Text(80), 101, "What it is used for.")]
    available_for_dynamic_portgroup: Annotated[
        bool,
        Field(
            kind=Flag(),
            since=111,
            create=True,
            patch=True,
            patch_since=1,
            default=True,
            doc="Whether port groups may be made of it.",
        ),
    ]
    created_at: Annotated[str, created()]
    updated_at: Annotated[str | None, updated()]


PORT = Resource(
    noun="port",
    plural="ports",
    path="ports",
    policy="port",
    record=Port,
    names_since=1,
    short=("uuid", "address"),
    filters=(
        Filter(name="node", kind=WORD, doc="Ports of the node with this UUID or name.", refusal=404),
        Filter(name="node_uuid", kind=Uuid(), doc="Ports of this node.", refusal=404),
        Filter(name="address", kind=Mac(), doc="The port with this MAC address."),
        Filter(name="portgroup", kind=WORD, since=24, doc="Ports of this port group.", refusal=404),
        Filter(name="shard", kind=WORD, since=82, many=True, doc="Ports of nodes of any of these shards."),
        Filter(name="conductor_groups", kind=WORD, many=True, doc="Ports of nodes of any of these groups."),
        Filter(name="description_contains", kind=WORD, doc="Ports whose description contains this text."),
    ),
)
"""Ports, as the wire shows them."""
