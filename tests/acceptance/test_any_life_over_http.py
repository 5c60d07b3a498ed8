"""Whatever is asked of a server, and however often it is killed: it has no fault, and no node is without a way out."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import hypothesis
import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule
from typing_extensions import override

from bessemer.model.operation import NEEDS_OPERATION
from bessemer.model.states import ProvisionState
from bessemer.model.verbs import Target
from bessemer.rules.verb_table import verbs_in
from tests.acceptance.site import Running, wait_for
from tests.api.wire import Answer, Wire

STEPS = [{"interface": "raid", "step": "delete_configuration"}]
ARGUMENTS: dict[str, dict[str, Any]] = {
    Target.CLEAN: {"clean_steps": [*STEPS, {"interface": "power", "step": "hold"}]},
    Target.SERVICE: {"service_steps": STEPS},
    Target.RESCUE: {"rescue_password": "squeamish"},
}
MISBEHAVIOUR: tuple[dict[str, Any], ...] = (
    {},
    {"fake_fail_at": "deploy.deploy"},
    {"fake_wait_at": "deploy.deploy"},
    {"fake_wait_at": "raid.delete_configuration"},
    {"fake_poll_at": "inspect.inspect_hardware"},
    {"fake_fail_at": "raid.delete_configuration"},
    {"fake_slow": 1},
)
UNDERSTOOD = {200, 201, 202, 204, 400, 403, 404, 406, 409, 503}
SETTINGS = {"OS_DEFAULT__HOST": "one", "OS_DEFAULT__ENABLED_HARDWARE_TYPES": "fake-hardware"}


class Served:
    """One server, which may be killed and started again on the same data."""

    def __init__(self, folder: Path) -> None:
        """Start it."""
        self._folder = folder
        self.start()

    def start(self) -> None:
        """Start it, for the first time or again."""
        serve = ["-m", "bessemer", "serve", "--port", "0", "--data", str(self._folder)]
        self.process = Running("server", serve, SETTINGS, self._folder)
        self.wire = Wire(self.process.url)

    def kill(self) -> None:
        """End it in the middle of whatever it does."""
        self.wire.close()
        self.process.kill()


SERVED: list[Served] = []


class AnyLifeOverHttp(RuleBasedStateMachine):
    """One machine behind a real server."""

    @initialize()
    def enrol(self) -> None:
        """Begin with a new node."""
        self.served = SERVED[0]
        made = self._ask("POST", "/v1/nodes", {"driver": "fake-hardware", "name": f"n-{uuid4().hex}"})
        self.path = f"/v1/nodes/{made.json['uuid']}"

    def _ask(self, method: str, path: str, body: Any = None, version: str = "1.115") -> Answer:
        answer = self.served.wire.request(method, path, json=body, version=version)
        assert answer.status in UNDERSTOOD, answer.body
        assert answer.status < 400 or answer.text
        return answer

    @rule(verb=st.sampled_from(Target), minor=st.sampled_from([1, 15, 58, 115]))
    def ask_for_a_verb(self, verb: Target, minor: int) -> None:
        """Ask for anything."""
        self._ask("PUT", f"{self.path}/states/provision", {"target": verb, **ARGUMENTS.get(verb, {})}, f"1.{minor}")

    @rule(power=st.sampled_from(["power on", "power off", "rebooting"]))
    def switch(self, power: str) -> None:
        """Ask for power."""
        self._ask("PUT", f"{self.path}/states/power", {"target": power})

    @rule(how=st.sampled_from(MISBEHAVIOUR))
    def misbehave(self, how: dict[str, Any]) -> None:
        """Let the machine do something else from now on."""
        self._ask("PATCH", self.path, [{"op": "replace", "path": "/driver_info", "value": how}])

    @rule()
    def poke(self) -> None:
        """Let what waits go on."""
        self._ask("POST", f"{self.path}/vendor_passthru/poke", {})

    @rule(token=st.sampled_from(["", "wrong", "x" * 999]))
    def beat(self, token: str) -> None:
        """Say that a ramdisk is alive which nobody booted."""
        body = {"callback_url": "https://192.0.2.7:9999", "agent_version": "1", "agent_token": token}
        self._ask("POST", self.path.replace("nodes", "heartbeat"), body, "1.68")
        self._ask("GET", f"/v1/lookup?node_uuid={self.path.rpartition('/')[2]}", None, "1.62")

    @rule()
    def abort(self) -> None:
        """End whatever goes on."""
        active = self._ask("GET", f"/bessemer/v1/operations?active=true&node={self.path.rpartition('/')[2]}").json
        for each in active["operations"]:
            self._ask("POST", f"/bessemer/v1/operations/{each['uuid']}/abort", {})

    @rule(on=st.booleans())
    def maintain(self, *, on: bool) -> None:
        """Let people work on the machine."""
        self._ask("PUT" if on else "DELETE", f"{self.path}/maintenance", {"reason": "a fan"} if on else None)

    @rule()
    def look(self) -> None:
        """Ask what would happen; that changes nothing and is always answered."""
        for answer in (
            self._ask("GET", f"{self.path}/validate"),
            self._ask("GET", f"/bessemer{self.path}/explain?target=active"),
            self._ask("POST", f"/bessemer{self.path}/plan", {"target": "active"}),
        ):
            assert answer.status == 200, answer.body

    @rule()
    def die(self) -> None:
        """Kill the server and start it again."""
        self.served.kill()
        self.served.start()

    @invariant()
    def has_a_way_out(self) -> None:
        """The state is one of the table, and whoever works on it is known."""
        wait_for(self._is_looked_after, bool)

    def _is_looked_after(self) -> bool:
        """Look at the node, then at the work on it, which may have ended in between: then both are looked at again."""
        node = self._ask("GET", self.path).json
        state = ProvisionState(node["provision_state"])
        active = self._ask("GET", f"/bessemer/v1/operations?active=true&node={node['uuid']}").json["operations"]
        return bool(verbs_in(state) or active) or state not in NEEDS_OPERATION

    @override
    def teardown(self) -> None:
        """See that it can be led out of wherever it is."""
        self.maintain(on=False)
        self.misbehave({})

        def settled() -> bool:
            self.abort()
            self.poke()
            if self._state() in {"clean hold", "deploy hold", "service hold"}:
                self.ask_for_a_verb(Target.ABORT, 115)
            return self._state() not in NEEDS_OPERATION

        wait_for(settled, bool)

    def _state(self) -> str:
        return str(self._ask("GET", self.path).json["provision_state"])


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    """A server for all lives of one test."""
    SERVED.append(Served(tmp_path))
    yield SERVED[0]
    SERVED.pop().kill()


def test_any_life_over_http(served: Served) -> None:
    """No state outside the table, no fault, nothing without a way out."""
    settings = hypothesis.settings(max_examples=25, stateful_step_count=20, deadline=None, derandomize=True)
    hypothesis.stateful.run_state_machine_as_test(AnyLifeOverHttp, settings=settings)
    log = served.process.log()
    assert "Traceback" not in log, json.dumps(log[-4000:])
