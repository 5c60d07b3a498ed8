"""The JSON schemas of what a node can be told to do, from the tables of verbs."""

from collections.abc import Mapping
from typing import Any

from bessemer.api.wire.known_forms import DIGITS, WORDS_FOR_FLAGS
from bessemer.model.step import StepKind
from bessemer.rules.config_drive import PARTS
from bessemer.rules.power_verbs import POWER_VERBS
from bessemer.rules.step_order import INTERFACES_OF
from bessemer.rules.verb_arguments import ARGUMENTS
from bessemer.rules.verb_table import VERBS

Schema = dict[str, Any]

FLAG: Schema = {"anyOf": [{"type": "boolean"}, WORDS_FOR_FLAGS]}
WHOLE: Schema = {"anyOf": [{"type": "integer", "minimum": 0, "maximum": 2**31 - 1}, DIGITS]}

STEP: Mapping[str, Schema] = {"step": {"type": "string", "minLength": 1, "maxLength": 255}, "args": {"type": "object"}}


def _steps(kind: StepKind, required: tuple[str, ...], others: Mapping[str, Schema]) -> Schema:
    interface = {"type": "string", "enum": list(INTERFACES_OF[kind])}
    return {
        "type": "array",
        "items": {
            "type": "object",
            "properties": {"interface": interface, **STEP, **others},
            "required": list(required),
            "additionalProperties": False,
        },
    }


AS_GIVEN: Mapping[str, Schema] = {
    "order": WHOLE,
    "execute_on_child_nodes": {**FLAG, "description": "Whether the parts of the node run it instead."},
    "limit_child_node_execution": {"type": "array", "items": {"type": "string"}, "description": "The parts that do."},
}

FORMS: Mapping[str, Schema] = {
    "configdrive": {
        "anyOf": [
            {"type": "string"},
            {
                "type": "object",
                "properties": {name: {"x-since": f"1.{since}"} for name, (since, _) in PARTS.items()},
                "additionalProperties": False,
            },
        ]
    },
    "deploy_steps": _steps(StepKind.DEPLOY, ("interface", "step", "args", "priority"), {"priority": WHOLE}),
    "clean_steps": _steps(StepKind.CLEAN, ("interface", "step"), AS_GIVEN),
    "service_steps": _steps(StepKind.SERVICE, ("interface", "step"), AS_GIVEN),
    "runbook": {"type": "string", "minLength": 1},
    "disable_ramdisk": FLAG,
    "rescue_password": {"type": "string", "minLength": 1},
}
"""How each argument of provisioning is written."""


def _argument(name: str) -> Schema:
    row = ARGUMENTS[name]
    since = {str(target): f"1.{minor}" for target, minor in row.since.items()}
    return {"anyOf": [FORMS[name], {"type": "null"}], "description": row.doc, "x-since": since}


PROVISION_BODY: Schema = {
    "type": "object",
    "properties": {
        "target": {
            "type": "string",
            "enum": list(VERBS),
            "description": "What is to become of the node.",
            "x-since": {str(target): f"1.{verb.since}" for target, verb in VERBS.items()},
        },
        **{name: _argument(name) for name in ARGUMENTS},
    },
    "required": ["target"],
    "additionalProperties": False,
    "examples": [{"target": "manage"}],
}

POWER_BODY: Schema = {
    "type": "object",
    "properties": {
        "target": {
            "type": "string",
            "enum": list(POWER_VERBS),
            "description": "What the machine is told.",
            "x-since": {str(target): f"1.{verb.since}" for target, verb in POWER_VERBS.items()},
        },
        "timeout": {
            "anyOf": [{"type": "integer", "minimum": 1, "maximum": 2**31 - 1}, DIGITS, {"type": "null"}],
            "description": "Within how many seconds it must be done.",
            "x-since": "1.27",
        },
    },
    "required": ["target"],
    "additionalProperties": False,
    "examples": [{"target": "power on"}],
}
