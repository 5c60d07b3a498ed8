"""The JSON schemas of plans, explanations and lists of steps."""

from typing import Any

from bessemer.api.wire.verb_forms import PROVISION_BODY
from bessemer.model.foresight import Check
from bessemer.model.operation import OperationKind
from bessemer.model.plan import OriginKind
from bessemer.model.states import ProvisionState
from bessemer.model.step import ArgumentType, StepKind
from bessemer.rules.verb_arguments import ARGUMENTS
from bessemer.rules.verb_table import VERBS
from bessemer.services.nodes.plan import WITH_PLANS

Schema = dict[str, Any]

TEXT: Schema = {"type": "string"}
FLAG: Schema = {"type": "boolean"}
WHOLE: Schema = {"type": "integer"}
STATE: Schema = {"type": "string", "enum": list(ProvisionState)}


def _exactly(**properties: Schema) -> Schema:
    return {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}


def _or_null(schema: Schema) -> Schema:
    return {"anyOf": [schema, {"type": "null"}]}


def _list(item: Schema) -> Schema:
    return {"type": "array", "items": item}


PLAN_BODY: Schema = {
    **PROVISION_BODY,
    "properties": {
        **PROVISION_BODY["properties"],
        "target": {**PROVISION_BODY["properties"]["target"], "enum": list(WITH_PLANS)},
    },
    "examples": [{"target": "active"}],
}

ORIGIN = _exactly(kind={"type": "string", "enum": list(OriginKind)}, names=_list(TEXT))
REFUSALS = _list(_exactly(check={"type": "string", "enum": list(Check)}, reason=TEXT))
DURATION = _exactly(runs=WHOLE, median_s={"type": "number"}, p95_s={"type": "number"})

PLAN: Schema = _exactly(
    node=TEXT,
    target={"type": "string", "enum": list(VERBS)},
    work={"type": "string", "enum": list(OperationKind)},
    refusals=REFUSALS,
    conductor=TEXT,
    stages=_list(TEXT),
    steps=_list(
        _exactly(
            interface=TEXT,
            step=TEXT,
            args={"type": "object"},
            priority=WHOLE,
            origin=ORIGIN,
            why=TEXT,
            destructive=_or_null(FLAG),
            abortable=FLAG,
            requires_ramdisk=FLAG,
            postponed=FLAG,
            execute_on_child_nodes=FLAG,
            limit_child_node_execution=_list(TEXT),
            duration=_or_null(DURATION),
        )
    ),
    left_out=_list(_exactly(step=TEXT, origin=ORIGIN, why=TEXT)),
    uses_ramdisk=FLAG,
    ramdisk_may_bring_more=FLAG,
    advice=_list(TEXT),
    digest=_or_null(TEXT),
)

EXPLANATION: Schema = _exactly(
    node=TEXT,
    target={"type": "string", "enum": list(VERBS)},
    provision_state=STATE,
    target_provision_state=_or_null(STATE),
    is_taken=FLAG,
    refusals=REFUSALS,
    held_by=_or_null(_exactly(operation=TEXT, kind=TEXT, status=TEXT, conductor=TEXT, since=TEXT, deadline=TEXT)),
    path=_or_null(
        _list(
            _exactly(
                verb=_or_null({"type": "string", "enum": list(VERBS)}),
                **{"from": STATE},
                to=STATE,
                needs_one_of=_list({"type": "string", "enum": list(ARGUMENTS)}),
                clear_first=_list({"type": "string", "enum": ["maintenance", "protected", "retired"]}),
                since=TEXT,
            )
        )
    ),
)

STEP_ARGUMENTS: Schema = {
    "type": "object",
    "additionalProperties": _exactly(
        description=TEXT,
        required=FLAG,
        type=_or_null({"type": "string", "enum": list(ArgumentType)}),
        choices={"type": "array"},
    ),
}

STEPS: Schema = _exactly(
    steps=_list(
        _exactly(
            kind={"type": "string", "enum": list(StepKind)},
            interface=TEXT,
            step=TEXT,
            priority=WHOLE,
            abortable=FLAG,
            requires_ramdisk=FLAG,
            source={"type": "string", "enum": ["driver", "agent"]},
            arguments=STEP_ARGUMENTS,
        )
    ),
    ramdisk_may_bring_more=FLAG,
    reserved=_list(_exactly(step=TEXT, arguments=STEP_ARGUMENTS)),
)
