"""Measures of plans: `python -m bench.plans` tells what making a list of steps costs, and what stored templates add."""

import os
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from bench.rounds import Subject, spent_in_turns
from bench.verdicts import Line, table
from bessemer.model.plan import StepRequest
from bessemer.model.step import Argument, ArgumentType, Step, StepKind
from bessemer.rules.step_merge import DeploySources, deploy_plan
from bessemer.rules.step_order import INTERFACES_OF
from bessemer.store import members, rows
from bessemer.store import schema as s
from bessemer.store.transaction import Transaction
from bessemer.store.upgrading import upgrade
from bessemer.testing.builders import add_row
from bessemer.testing.engine_bench import EngineBench

KINDS = INTERFACES_OF[StepKind.DEPLOY]
ARGUMENTS = {
    "disk": Argument(description="A disk.", type=ArgumentType.OBJECT, required=True),
    "level": Argument(description="A level.", choices=("0", "1", "5")),
}
TEMPLATES, STEPS_EACH, DRIVER_STEPS = 10, 20, 100
SIZES = (1, 2, 4)
PLANS_A_ROUND = 200
DEPLOYMENTS_A_ROUND = 40
FEW, MANY = 10, 1000
ROUNDS = 9


def plans(folder: Path, rounds: int) -> Iterator[Line]:
    """Measure all of it."""
    yield from merging(rounds)
    yield from stored_templates(folder, rounds)


def merging(rounds: int) -> Iterator[Line]:
    """Make lists of steps of three sizes, each twice as long as the one before."""
    spent = spent_in_turns({str(size): Subject(pid=os.getpid(), work=_planner(size)) for size in SIZES}, rounds)
    least = spent[str(SIZES[0])].cpu * 1e3
    name = f"{TEMPLATES} templates of {STEPS_EACH} steps against {DRIVER_STEPS} of the driver"
    yield Line(measure=f"plan of {name}, CPU", ours=least, allowed=2, wide=True)
    for size in SIZES[1:]:
        ours = spent[str(size)].cpu * 1e3
        measure = f"{size} times as many of each, CPU"
        yield Line(measure=measure, ours=ours, floor=least, allowed=1.4 * size, wide=True)


def _planner(size: int) -> Callable[[], int]:
    sources = _sources(size)
    repeats = PLANS_A_ROUND // size

    def work() -> int:
        for _ in range(repeats):
            deploy_plan(sources)
        return repeats

    return work


def _sources(size: int) -> DeploySources:
    count = DRIVER_STEPS * size
    known = [
        Step(
            kind=StepKind.DEPLOY,
            interface=KINDS[place % len(KINDS)],
            step=f"step_{place}",
            priority=place * 37 % 101,
            arguments=ARGUMENTS,
        )
        for place in range(count)
    ]
    templates = {
        f"CUSTOM_{number}": tuple(
            StepRequest(
                interface=known[place].interface,
                step=known[place].step,
                args={"disk": {"number": number, "place": place}, "level": "1"},
                priority=place * 13 % 90 + 1,
            )
            for place in (each % count for each in range(number * STEPS_EACH, (number + 1) * STEPS_EACH))
        )
        for number in range(TEMPLATES * size)
    }
    return DeploySources(known=known, templates=templates, traits=tuple(templates))


def stored_templates(folder: Path, rounds: int) -> Iterator[Line]:
    """Begin and end deployments that use three templates, where few are stored and where many are."""
    benches = {count: _filled(folder, count) for count in (FEW, MANY)}
    spent = spent_in_turns(
        {str(count): Subject(pid=os.getpid(), work=partial(_deploy, bench)) for count, bench in benches.items()},
        rounds,
    )
    few, many = (spent[str(count)].cpu * 1e3 for count in (FEW, MANY))
    yield Line(
        measure=f"deployment with {MANY} templates stored, CPU, against {FEW}", ours=many, floor=few, allowed=1.1
    )
    for bench in benches.values():
        bench.close()


def _filled(folder: Path, count: int) -> EngineBench:
    url = f"sqlite:///{folder}/templates-{count}.sqlite"
    upgrade(url)
    bench = EngineBench(url)
    for number in range(count):
        uuid = add_row(bench.database, s.deploy_templates, {"name": f"CUSTOM_{number}", "extra": "{}"})
        bench.database.write(_add_step, uuid, number)
    return bench


def _add_step(tx: Transaction, uuid: str, number: int) -> None:
    row = rows.id_of(tx, "deploy_template", "uuid", uuid)
    assert row is not None
    args = {"settings": [{"name": f"Setting{number}", "value": "1"}]}
    step = {"interface": "bios", "step": "apply_configuration", "args": args, "priority": 50}
    members.replace_members(tx, "deploy_template", "steps", row, [step])


def _deploy(bench: EngineBench) -> int:
    traits = ("CUSTOM_1", "CUSTOM_2", "CUSTOM_3")
    for _ in range(DEPLOYMENTS_A_ROUND):
        node = bench.node(traits=traits, instance_info={"traits": list(traits)})
        operation = bench.start("deploy", node)
        bench.run()
        assert bench.operation(operation).status == "done"
    return DEPLOYMENTS_A_ROUND


if __name__ == "__main__":
    with tempfile.TemporaryDirectory(prefix="bessemer-bench-") as place:
        print(table(list(plans(Path(place), ROUNDS))))
