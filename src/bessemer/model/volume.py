"""How a machine reaches remote volumes and which it has, field by field."""

from typing import Annotated, Any

from bessemer.model.described import WORD, created, document, identity, notes, updated
from bessemer.model.field import Count, Field, Reference, Text
from bessemer.model.resource import Filter, Record, Resource

BOOT_INDEX = Count(-(2**31), as_text=False)

BELONGS = Field(
    kind=Reference("node"),
    since=32,
    create=True,
    patch=True,
    required=True,
    nullable=False,
    sortable=False,
    doc="The node it belongs to.",
)
OF_NODE = Filter(name="node", kind=WORD, since=32, doc="Those of the node with this UUID or name.", refusal=404)


def mandatory(kind: Text | Count, doc: str) -> Field:
    """Describe a field without which the resource means nothing."""
    return Field(kind=kind, since=32, create=True, patch=True, required=True, nullable=False, doc=doc)


class VolumeConnector(Record, frozen=True, kw_only=True):
    """One address under which a machine is known to a storage system."""

    uuid: Annotated[str, identity()]
    node_id: int
    node_uuid: Annotated[str, BELONGS]
    type: Annotated[str, mandatory(Text(32), "What the address is: iqn, ip, mac, wwnn, wwpn, port or portgroup.")]
    connector_id: Annotated[str, mandatory(Text(), "The address; unique within its type.")]
    extra: Annotated[dict[str, Any], notes()]
    created_at: Annotated[str, created()]
    updated_at: Annotated[str | None, updated()]


class VolumeTarget(Record, frozen=True, kw_only=True):
    """One remote volume of a machine."""

    uuid: Annotated[str, identity()]
    node_id: int
    node_uuid: Annotated[str, BELONGS]
    volume_type: Annotated[str, mandatory(Text(64), "How it is reached, such as iscsi.")]
    volume_id: Annotated[str, mandatory(Text(), "Its identity in the storage system.")]
    boot_index: Annotated[
        int, mandatory(BOOT_INDEX, "Its place in the boot order; 0 is booted from; unique on its node.")
    ]
    properties: Annotated[dict[str, Any], document("How to reach it; secrets are masked.", settable=True)]
    extra: Annotated[dict[str, Any], notes()]
    created_at: Annotated[str, created()]
    updated_at: Annotated[str | None, updated()]


VOLUME_CONNECTOR = Resource(
    noun="volume_connector",
    plural="connectors",
    path="volume/connectors",
    policy="volume",
    record=VolumeConnector,
    since=32,
    detail_since=32,
    short=("uuid", "node_uuid", "type", "connector_id"),
    filters=(OF_NODE,),
)
"""Volume connectors, as the wire shows them."""

VOLUME_TARGET = Resource(
    noun="volume_target",
    plural="targets",
    path="volume/targets",
    policy="volume",
    record=VolumeTarget,
    since=32,
    detail_since=32,
    short=("uuid", "node_uuid", "volume_type", "boot_index", "volume_id"),
    filters=(OF_NODE,),
)
"""Volume targets, as the wire shows them."""
