"""Take a new machine under management."""

from typing import Any
from uuid import uuid4

from bessemer.model.caller import Target
from bessemer.model.errors import Forbidden
from bessemer.model.node import NODE
from bessemer.model.states import ProvisionState
from bessemer.rules.interface_choice import offer_for, resolved_interfaces
from bessemer.rules.network_data import check_network_data
from bessemer.rules.node_edits import instance_name_from
from bessemer.rules.placement import bucket_of
from bessemer.rules.record_values import created_values, default_values
from bessemer.services.asking import Asking
from bessemer.services.changes import note
from bessemer.services.nodes.names import check_name
from bessemer.services.nodes.references import chassis_id_of, parent_uuid_of
from bessemer.store import rows
from bessemer.store.transaction import Transaction

ENROLL_SINCE = 11


def enrol(tx: Transaction, asking: Asking, body: Any) -> str:
    """Create a node from the body of a request, returning its UUID."""
    given = created_values(NODE, body, asking.minor)
    _authorize(asking, given)
    values = {**default_values(NODE), **given}
    values.setdefault("uuid", str(uuid4()))
    if given.get("name") is not None:
        check_name(given["name"], asking.minor)
    if given.get("owner") == "":
        values["owner"] = None
    _check_contents(values)
    values["resource_class"] = given.get("resource_class") or asking.rules.default_resource_class
    group = given.get("conductor_group") or asking.rules.default_conductor_group
    values["conductor_group"] = group.lower()
    values["chassis_id"] = chassis_id_of(tx, values.pop("chassis_uuid", None))
    if values.get("parent_node"):
        values["parent_node"] = parent_uuid_of(tx, asking, values["parent_node"], values)
    offer = offer_for(asking.fleet.now(tx), values["driver"], values["conductor_group"])
    values |= resolved_interfaces(values["driver"], offer, values)
    old = asking.minor < ENROLL_SINCE
    values["provision_state"] = ProvisionState.AVAILABLE.value if old else ProvisionState.ENROLL.value
    rows.add(tx, NODE, {**values, "version": 1, "bucket": bucket_of(values["uuid"])})
    note(tx, asking, ("node", values["uuid"]), "created", after=given)
    return str(values["uuid"])


def _authorize(asking: Asking, given: dict[str, Any]) -> None:
    """Let administrators enrol for anybody, and projects for themselves where the policy allows it."""
    if asking.caller.allows("baremetal:node:create"):
        return
    project = asking.caller.identity.project
    target: Target = {"node.owner": project}
    asking.caller.require("baremetal:node:create:self_owned_node", target)
    if given.setdefault("owner", project) != project:
        raise Forbidden("A node of your own must have your own project as its owner.")


def _check_contents(values: dict[str, Any]) -> None:
    if values.get("instance_name") is None:
        values["instance_name"] = instance_name_from(values["instance_info"])
    if values["network_data"]:
        check_network_data(values["network_data"])
