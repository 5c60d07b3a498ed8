"""Deploy templates and runbooks: named lists of steps, field by field."""

from typing import Annotated, Any

from bessemer.model.described import created, identity, notes, updated
from bessemer.model.field import Field, Flag, Items, Text, Trait
from bessemer.model.resource import Filter, Record, Resource


def steps(known_as: str) -> Field:
    """Describe the list of steps."""
    return Field(
        kind=Items(known_as),
        create=True,
        patch=True,
        required=True,
        nullable=False,
        sortable=False,
        doc="The steps, each with its interface, its arguments and its place.",
    )


class DeployTemplate(Record, frozen=True, kw_only=True):
    """Steps that are added to a deployment which asks for a trait."""

    uuid: Annotated[str, identity()]
    name: Annotated[
        str,
        Field(
            kind=Trait(),
            create=True,
            patch=True,
            required=True,
            nullable=False,
            doc="The trait that asks for it; unique.",
        ),
    ]
    steps: Annotated[list[dict[str, Any]], steps("deploy_steps")]
    extra: Annotated[dict[str, Any], notes()]
    created_at: Annotated[str, created()]
    updated_at: Annotated[str | None, updated()]


class Runbook(Record, frozen=True, kw_only=True):
    """Steps that clean or service a machine, kept under a name."""

    uuid: Annotated[str, identity()]
    name: Annotated[
        str,
        Field(
            kind=Text(255, 1, r"[A-Za-z0-9\-._~]+", "letters, digits and '-._~'"),
            create=True,
            patch=True,
            required=True,
            nullable=False,
            doc="Its name; unique. Before API version 1.112 it must be a trait.",
        ),
    ]
    steps: Annotated[list[dict[str, Any]], steps("runbook_steps")]
    disable_ramdisk: Annotated[
        bool, Field(kind=Flag(), create=True, patch=True, default=False, doc="Whether its steps need no ramdisk.")
    ]
    public: Annotated[
        bool, Field(kind=Flag(), create=True, patch=True, default=False, doc="Whether every project may use it.")
    ]
    owner: Annotated[str | None, Field(kind=Text(), create=True, patch=True, doc="The project that owns it.")]
    extra: Annotated[dict[str, Any], notes()]
    description: Annotated[
        str | None, Field(kind=Text(255), since=112, create=True, patch=True, doc="What it is for, for people.")
    ]
    traits: Annotated[
        list[str], Field(kind=Items("traits"), since=112, sortable=False, doc="The traits of nodes it may be used on.")
    ]
    created_at: Annotated[str, created()]
    updated_at: Annotated[str | None, updated()]


DEPLOY_TEMPLATE = Resource(
    noun="deploy_template",
    plural="deploy_templates",
    path="deploy_templates",
    policy="deploy_template",
    record=DeployTemplate,
    since=55,
    names_since=55,
    short=("uuid", "name"),
    member_lists=("steps",),
)
"""Deploy templates, as the wire shows them."""

RUNBOOK = Resource(
    noun="runbook",
    plural="runbooks",
    path="runbooks",
    policy="runbook",
    record=Runbook,
    since=92,
    names_since=92,
    short=("uuid", "name"),
    member_lists=("steps", "traits"),
    filters=(
        Filter(
            name="project",
            kind=Flag(),
            since=92,
            doc="Whether only public runbooks and those of the caller's own project are listed.",
        ),
    ),
)
"""Runbooks, as the wire shows them."""
