"""Finds out whether a new machine can be managed."""

from bessemer.engine.flow import Flow, Stage
from bessemer.engine.flows.deeds import read_power, validated
from bessemer.engine.planning import plan_verification
from bessemer.model.step import StepKind

FLOW = Flow(
    title="The verification",
    stages=(
        Stage(name="validate", deed=validated("power")),
        Stage(name="plan", desk=plan_verification),
        Stage(name="steps", steps=StepKind.VERIFY),
        Stage(name="read power", deed=read_power),
    ),
)
