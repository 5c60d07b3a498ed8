"""Explain why a verb would be refused on a node now, who is in the way, and which verbs lead there."""

from typing import Any

import msgspec

from bessemer.model.errors import Invalid, Unavailable
from bessemer.model.events import Event
from bessemer.model.foresight import Check, Refusal
from bessemer.model.node import Node
from bessemer.model.operation import Operation
from bessemer.model.states import ProvisionState
from bessemer.model.verbs import Target
from bessemer.rules.field_values import shown
from bessemer.rules.instance_traits import faults_of_instance_traits
from bessemer.rules.provision_states import STATES
from bessemer.rules.provision_verbs import Case, refusals_of
from bessemer.rules.verb_table import VERBS
from bessemer.rules.ways import Leg, Standing, shortest_way
from bessemer.services.asking import Asking
from bessemer.services.find import find_node
from bessemer.services.nodes.start_work import hosts_for
from bessemer.store import operations
from bessemer.store.transaction import Transaction

RULE = "bessemer:node:explain"


class Explanation(msgspec.Struct, frozen=True, kw_only=True):
    """How things stand between a node and a verb."""

    node: Node
    target: Target
    refusals: tuple[Refusal, ...]
    work: Operation | None
    """What is being done to the node."""
    way: tuple[Leg, ...] | None


def explain(tx: Transaction, asking: Asking, ident: str, word: Any) -> Explanation:
    """Explain a verb on a node."""
    node = find_node(tx, asking, ident, RULE)
    if word not in VERBS:
        raise Invalid(f"The argument target must be one of {', '.join(VERBS)}; {shown(word)} was given.")
    target = Target(word)
    work = operations.fetch_active(tx, node.id)
    case = Case(node=node, work=work, target=target, minor=asking.minor, options=asking.rules.verbs)
    return Explanation(
        node=node,
        target=target,
        refusals=(*refusals_of(case), *_other_reasons(tx, asking, node, target)),
        work=work,
        way=shortest_way(_standing(node), target),
    )


def _other_reasons(tx: Transaction, asking: Asking, node: Node, target: Target) -> tuple[Refusal, ...]:
    """Look at what is judged after the verb itself: the traits of the instance, and who would do the work."""
    verb = VERBS[target]
    found = []
    if verb.raises in {Event.DEPLOY, Event.REBUILD}:
        faults = faults_of_instance_traits(node.instance_info, node.traits)
        found += [Refusal(check=Check.INTERFACES, reason=fault) for fault in faults]
    if verb.starts is not None or verb.starts_from:
        try:
            hosts_for(tx, asking, node)
        except Unavailable as error:
            found.append(Refusal(check=Check.CONDUCTOR, reason=error.message))
    return tuple(found)


def _standing(node: Node) -> Standing:
    goal = node.target_provision_state
    return Standing(
        state=ProvisionState(node.provision_state),
        goal=ProvisionState(goal) if goal is not None and goal in STATES else None,
        maintenance=node.maintenance,
        protected=node.protected,
        retired=node.retired,
    )
