"""A machine under management, field by field."""

from typing import Annotated, Any

from bessemer.model.described import WORD, created, document, identity, moment, notes, updated
from bessemer.model.field import Choice, Field, Flag, Items, Name, Reference, Text, Trait, Uuid
from bessemer.model.resource import Filter, Link, Record, Resource
from bessemer.model.states import Fault, ProvisionState

INTERFACE_KINDS = {
    "bios": 40,
    "boot": 31,
    "console": 31,
    "deploy": 31,
    "firmware": 86,
    "inspect": 31,
    "management": 31,
    "network": 20,
    "power": 31,
    "raid": 31,
    "rescue": 38,
    "storage": 33,
    "vendor": 31,
}
"""The kinds of interface, each with the microversion that shows it on a node."""


def interface(kind: str) -> Field:
    """Describe the field that names the implementation of one kind of interface."""
    return Field(
        kind=WORD,
        since=INTERFACE_KINDS[kind],
        create=True,
        patch=True,
        doc=f"The implementation that serves the {kind} interface; null asks for the default.",
    )


class Node(Record, frozen=True, kw_only=True):
    """A machine under management."""

    uuid: Annotated[str, identity()]
    version: int
    chassis_id: int | None
    allocation_id: int | None
    operation_id: int | None
    name: Annotated[
        str | None, Field(kind=Name(), since=5, create=True, patch=True, doc="A unique name that can stand in its URL.")
    ]
    driver: Annotated[
        str, Field(kind=WORD, create=True, patch=True, required=True, nullable=False, doc="Its hardware type.")
    ]
    driver_info: Annotated[
        dict[str, Any], document("How to reach and drive its hardware; secrets are masked on reading.", settable=True)
    ]
    driver_internal_info: Annotated[dict[str, Any], document("What the server and its drivers remember of it.", 3)]
    properties: Annotated[dict[str, Any], document("What its hardware is like.", settable=True)]
    extra: Annotated[dict[str, Any], notes()]
    instance_info: Annotated[
        dict[str, Any], document("What is to be deployed on it; emptied when it is undeployed.", settable=True)
    ]
    instance_uuid: Annotated[
        str | None, Field(kind=Uuid(), create=True, patch=True, doc="The instance on it; unique among nodes.")
    ]
    instance_name: Annotated[
        str | None,
        Field(kind=Text(shortest=1), since=104, create=True, patch=True, doc="What the instance on it is called."),
    ]
    chassis_uuid: Annotated[
        str | None,
        Field(kind=Reference("chassis"), create=True, patch=True, sortable=False, doc="The chassis it sits in."),
    ]
    resource_class: Annotated[
        str | None,
        Field(kind=Text(80), since=21, create=True, patch=True, doc="The class of machine, as schedulers know it."),
    ]
    bios_interface: Annotated[str | None, interface("bios")]
    boot_interface: Annotated[str | None, interface("boot")]
    console_interface: Annotated[str | None, interface("console")]
    deploy_interface: Annotated[str | None, interface("deploy")]
    firmware_interface: Annotated[str | None, interface("firmware")]
    inspect_interface: Annotated[str | None, interface("inspect")]
    management_interface: Annotated[str | None, interface("management")]
    network_interface: Annotated[str | None, interface("network")]
    power_interface: Annotated[str | None, interface("power")]
    raid_interface: Annotated[str | None, interface("raid")]
    rescue_interface: Annotated[str | None, interface("rescue")]
    storage_interface: Annotated[str | None, interface("storage")]
    vendor_interface: Annotated[str | None, interface("vendor")]
    conductor_group: Annotated[
        str,
        Field(
            kind=Text(pattern=r"[A-Za-z0-9_.\-]*", form="letters, digits, '_', '-' and '.'"),
            since=46,
            create=True,
            patch=True,
            default="",
            doc="The group of conductors that may serve it, in lower case.",
        ),
    ]
    automated_clean: Annotated[
        bool | None,
        Field(
            kind=Flag(), since=47, create=True, patch=True, doc="Whether it is cleaned unasked; null: as configured."
        ),
    ]
    protected: Annotated[
        bool,
        Field(kind=Flag(), since=48, patch=True, default=False, doc="Whether undeploying it is refused."),
    ]
    protected_reason: Annotated[
        str | None,
        Field(kind=Text(2**16), since=48, patch=True, sortable=False, doc="Why it is protected."),
    ]
    owner: Annotated[str | None, Field(kind=Text(), since=50, create=True, patch=True, doc="The project that owns it.")]
    lessee: Annotated[
        str | None, Field(kind=Text(), since=65, create=True, patch=True, doc="The project that may use it.")
    ]
    description: Annotated[
        str | None,
        Field(kind=Text(4096), since=51, create=True, patch=True, sortable=False, doc="What it is, for people."),
    ]
    retired: Annotated[
        bool,
        Field(
            kind=Flag(), since=61, create=True, patch=True, default=False, doc="Whether it is kept from new instances."
        ),
    ]
    retired_reason: Annotated[
        str | None, Field(kind=Text(2**16), since=61, create=True, patch=True, sortable=False, doc="Why it is retired.")
    ]
    network_data: Annotated[
        dict[str, Any],
        document("Static network configuration for the ramdisk.", 66, settable=True, known_as="network_data"),
    ]
    shard: Annotated[
        str | None, Field(kind=Text(), since=82, create=True, patch=True, doc="The shard of nodes it belongs to.")
    ]
    parent_node: Annotated[
        str | None,
        Field(
            kind=Reference("node", by_name=True),
            since=83,
            create=True,
            patch=True,
            doc="The node this one is a part of, such as the host of a DPU.",
        ),
    ]
    disable_power_off: Annotated[
        bool,
        Field(kind=Flag(), since=95, create=True, patch=True, default=False, doc="Whether it is never powered off."),
    ]
    maintenance: Annotated[
        bool, Field(kind=Flag(), create=True, patch=True, default=False, doc="Whether people are working on it.")
    ]
    maintenance_reason: Annotated[str | None, Field(kind=Text(2**16), sortable=False, doc="Why it is in maintenance.")]
    fault: Annotated[
        str | None, Field(kind=Choice(tuple(Fault)), since=42, doc="Why the server put it into maintenance.")
    ]
    boot_mode: Annotated[
        str | None, Field(kind=Choice(("uefi", "bios")), since=75, create=True, doc="How its firmware boots.")
    ]
    secure_boot: Annotated[
        bool | None, Field(kind=Flag(), since=75, create=True, doc="Whether its firmware checks what it boots.")
    ]
    console_enabled: Annotated[
        bool, Field(kind=Flag(), create=True, default=False, doc="Whether its console is being served.")
    ]
    power_state: Annotated[str | None, Field(kind=WORD, doc="Its power as last seen.")]
    target_power_state: Annotated[str | None, Field(kind=WORD, doc="The power it is being brought to.")]
    provision_state: Annotated[
        str, Field(kind=Choice(tuple(ProvisionState)), nullable=False, doc="Where it stands in its life.")
    ]
    target_provision_state: Annotated[str | None, Field(kind=WORD, doc="Where it is on its way to.")]
    provision_updated_at: Annotated[str | None, moment("When its provision state changed last.")]
    last_error: Annotated[
        str | None, Field(kind=Text(2**16), sortable=False, doc="What went wrong last, in a sentence.")
    ]
    reservation: Annotated[str | None, Field(kind=WORD, sortable=False, doc="The conductor working on it now.")]
    clean_step: Annotated[dict[str, Any], document("The cleaning step being run.", 7)]
    deploy_step: Annotated[dict[str, Any], document("The deploy step being run.", 44)]
    service_step: Annotated[dict[str, Any], document("The service step being run.", 87)]
    raid_config: Annotated[dict[str, Any], document("The RAID configuration it has.", 12)]
    target_raid_config: Annotated[dict[str, Any], document("The RAID configuration it is to have.", 12)]
    inspection_started_at: Annotated[str | None, moment("When its inspection started.", 6)]
    inspection_finished_at: Annotated[str | None, moment("When its inspection ended.", 6)]
    conductor: Annotated[
        str | None, Field(kind=WORD, since=49, sortable=False, doc="The conductor that would serve it now.")
    ]
    allocation_uuid: Annotated[
        str | None, Field(kind=Uuid(), since=52, sortable=False, doc="The allocation that holds it.")
    ]
    traits: Annotated[
        list[str], Field(kind=Items("traits"), since=37, sortable=False, doc="Its traits; set below /traits.")
    ]
    health: Annotated[str | None, Field(kind=WORD, since=109, doc="How its BMC says it is.")]
    created_at: Annotated[str, created()]
    updated_at: Annotated[str | None, updated()]


def word_filter(name: str, since: int, doc: str) -> Filter:
    """Describe a filter for one exact value of a text field."""
    return Filter(name=name, kind=WORD, since=since, doc=doc)


def flag_filter(name: str, since: int, doc: str) -> Filter:
    """Describe a filter that is true or false."""
    return Filter(name=name, kind=Flag(), since=since, doc=doc)


def trait_filter(name: str, doc: str) -> Filter:
    """Describe a filter over the traits of a node."""
    return Filter(name=name, kind=Trait(), since=37, many=True, doc=doc)


NODE = Resource(
    noun="node",
    plural="nodes",
    path="nodes",
    policy="node",
    record=Node,
    names_since=5,
    member_lists=("traits",),
    short=("uuid", "name", "instance_uuid", "power_state", "provision_state", "maintenance"),
    links=(
        Link(name="ports", doc="Its network ports."),
        Link(name="states", since=14, doc="Its states."),
        Link(name="portgroups", since=24, doc="Its port groups."),
        Link(name="volume", since=32, doc="Its remote volumes."),
    ),
    filters=(
        Filter(name="instance_uuid", kind=Uuid(), doc="The node that carries this instance."),
        word_filter("instance_name", 104, "Nodes whose instance has this name."),
        Filter(name="chassis_uuid", kind=Uuid(), doc="Nodes in this chassis."),
        flag_filter("associated", 1, "Nodes with, or without, an instance."),
        flag_filter("maintenance", 1, "Nodes in, or out of, maintenance."),
        flag_filter("retired", 1, "Nodes that are, or are not, retired."),
        Filter(name="provision_state", kind=Choice(tuple(ProvisionState)), since=9, doc="Nodes in this state."),
        word_filter("driver", 16, "Nodes of this hardware type."),
        word_filter("resource_class", 21, "Nodes of this class."),
        Filter(name="fault", kind=Choice(tuple(Fault)), since=42, doc="Nodes with this fault."),
        word_filter("conductor_group", 46, "Nodes of this conductor group."),
        word_filter("conductor", 49, "Nodes that this conductor would serve now."),
        word_filter("owner", 50, "Nodes that this project owns."),
        word_filter("lessee", 65, "Nodes that this project may use."),
        word_filter("project", 1, "Nodes that this project owns or may use."),
        word_filter("description_contains", 1, "Nodes whose description contains this text."),
        Filter(name="shard", kind=WORD, since=82, many=True, doc="Nodes of any of these shards."),
        flag_filter("sharded", 82, "Nodes that are, or are not, in a shard."),
        flag_filter("include_children", 83, "Whether nodes that are part of another are listed too."),
        Filter(name="parent_node", kind=Reference("node", by_name=True), since=83, doc="Parts of this node."),
        trait_filter("traits", "Nodes that have all of these traits."),
        trait_filter("not-traits", "Nodes that do not have all of these traits."),
        trait_filter("traits-any", "Nodes that have at least one of these traits."),
        trait_filter("not-traits-any", "Nodes that have none of these traits."),
        *(
            word_filter(f"{kind}_interface", since, f"Nodes with this {kind} interface.")
            for kind, since in INTERFACE_KINDS.items()
        ),
    ),
)
"""Nodes, as the wire shows them."""

RESERVED_NAMES = frozenset({"maintenance", "management", "states", "vendor_passthru", "detail", "validate"})
"""Words that stand below /v1/nodes and so cannot be the name of a node."""
