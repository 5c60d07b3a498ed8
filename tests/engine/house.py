"""An engine with the doors in front of it, in one process and without HTTP."""

import asyncio
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from bessemer.engine.answering import Answering
from bessemer.engine.bench import BenchSettings
from bessemer.model.caller import Caller, Identity
from bessemer.model.question import Question
from bessemer.model.step_lists import DEPLOY_TEMPLATE
from bessemer.model.verbs import Wish
from bessemer.services.asking import Asking, HouseRules
from bessemer.services.fleet_watch import FleetWatch
from bessemer.services.nodes.explain import Explanation, explain
from bessemer.services.nodes.plan import agreed_plan_of, check_agreed, plan_of
from bessemer.services.nodes.provision import request_provision
from bessemer.store import members, rows
from bessemer.store import schema as s
from bessemer.store.transaction import Transaction
from bessemer.testing.builders import add_row
from bessemer.testing.engine_bench import EngineBench

NEWEST = 115
Step = dict[str, Any]


def step(name: str, priority: int, **args: Any) -> Step:
    """Write a step as templates and requests do: interface.step."""
    interface, _, word = name.partition(".")
    return {"interface": interface, "step": word, "args": args, "priority": priority}


class House(EngineBench):
    """One conductor with the use cases that lead to it."""

    def __init__(self, url: str, **settings: Any) -> None:
        """Join everything to a database whose tables exist."""
        super().__init__(url, **settings)
        self.answering = Answering(BenchSettings(host=self.host), self.database, self.loaded, self.desk.settings)
        self.asking = Asking(
            caller=Caller(Identity(user="tester"), lambda *_: True),
            minor=NEWEST,
            rules=HouseRules(),
            fleet=FleetWatch(max_age_s=0),
        )

    def template(self, name: str, *steps: Step) -> None:
        """Put a deploy template there."""
        uuid = add_row(self.database, s.deploy_templates, {"name": name, "extra": "{}"})

        def deed(tx: Transaction) -> None:
            row = rows.id_of(tx, DEPLOY_TEMPLATE.noun, "uuid", uuid)
            assert row is not None
            members.replace_members(tx, DEPLOY_TEMPLATE.noun, "steps", row, steps)

        self.database.write(deed)

    def forget_templates(self) -> None:
        """Remove every template."""
        with self.database.writing() as tx:
            for table in (s.deploy_template_steps, s.deploy_templates):
                tx.change(f"empty {table.name}", table.delete)

    def plan(self, node: str, target: str, **arguments: Any) -> dict[str, Any]:
        """Ask what a verb would do."""
        wish = Wish(word=target, arguments=arguments, minor=NEWEST)
        found = self.database.read(plan_of, self.asking, node, wish)
        told = self._answer(found.asked.question)
        refusals = [{"check": str(each.check), "reason": each.reason} for each in found.refusals]
        return {**told, "refusals": [*refusals, *told["refusals"]]}

    def demand(self, node: str, target: str, agreed: str | None = None, **arguments: Any) -> int | None:
        """Ask for a verb as the API does, agreed to a plan or not; gives the operation, which has had no turn yet."""
        wish = Wish(word=target, arguments=arguments, minor=NEWEST, plan=agreed)
        if agreed is not None:
            check_agreed(self._answer(self.database.read(agreed_plan_of, self.asking, node, wish).question))
        self.database.write(request_provision, self.asking, node, wish)
        active = self.active(node)
        return None if active is None else active.id

    def explain(self, node: str, target: str) -> Explanation:
        """Ask what stands between a node and a verb."""
        return self.database.read(explain, self.asking, node, target)

    def validate(self, node: str) -> dict[str, Any]:
        """Ask whether the interfaces of a node have what they need."""
        lines: dict[str, Any] = self.question("validate", node)
        return lines

    def question(self, name: str, node: str, **arguments: Any) -> Any:
        """Put a question to the conductor."""
        return self._answer(Question(name=name, node=node, arguments=arguments))

    def _answer(self, question: Question) -> Any:
        # As between two processes, everything travels as JSON.
        return msgspec.json.decode(msgspec.json.encode(asyncio.run(self.answering.answer(question))))

    def ran(self, operation: int) -> list[str]:
        """List the steps that an operation ran, by its timeline."""
        return [run["name"] for run in self.timeline(operation) if run["step_index"] is not None]


def titles(steps: Iterable[Mapping[str, Any]]) -> list[str]:
    """Name steps as people do."""
    return [f"{each['interface']}.{each['step']}" for each in steps]
