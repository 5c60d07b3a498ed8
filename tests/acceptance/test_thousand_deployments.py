"""A thousand deployments at once, many with agents that misbehave: each ends, and each failure names its cause."""

from collections import Counter
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import select

from bessemer.lab.faults import HONEST, Faults
from bessemer.lab.lab_agents import LabAgents
from bessemer.lab.machine import Machine
from bessemer.lab.pace import Pace
from bessemer.lab.rack import RackSettings
from bessemer.model.operation import NEEDS_OPERATION
from bessemer.store import schema as s
from bessemer.testing.lab_machines import SETTINGS, add_machine, mac_of
from tests.acceptance.site import AT_ONCE, Site, wait_for
from tests.api.serving import Server

COUNT = 1000
ONE_IN = 20
"""Each kind of fault befalls 5 % of the machines."""
WAITED_FOR_S = 30
"""Long enough for the first heartbeat of an honest agent on a busy machine, and short for one that stays silent."""
PACE = Pace(least_gap_s=1.0, lookup_again_s=0.5, lookup_limit_s=60.0)
PATIENCE_S = 400.0
ALL_SETTINGS: Mapping[str, str] = {
    **SETTINGS,
    "OS_AGENT__COMMAND_TIMEOUT": "2",
    "OS_AGENT__LOOK_AGAIN_INTERVAL": "1",
    "OS_API__RAMDISK_HEARTBEAT_TIMEOUT": "30",
    "OS_CONDUCTOR__DEPLOY_CALLBACK_TIMEOUT": str(WAITED_FOR_S),
    "OS_CONDUCTOR__MAX_CONCURRENT_DEPLOY": "100000",
}
WIPE = [{"interface": "deploy", "step": "erase_devices_metadata", "priority": 90, "args": {}}]


class Kind(msgspec.Struct, frozen=True, kw_only=True):
    """How some of the machines misbehave, and what is told of it."""

    faults: Faults
    causes: tuple[str, ...] = ()
    """Words of the error; none where the deployment goes well all the same."""
    steps: list[dict[str, Any]] = []


NEVER_CAME = ("deploy.deploy was not done within", "deploy_callback_timeout")
NEVER_ENDED = ("deploy.write_image was not done within", "deploy_callback_timeout")
KINDS: Mapping[str, Kind] = {
    "hangs before it tells its steps": Kind(
        faults=Faults(hangs_in="get_deploy_steps"), causes=("deploy.deploy", "times in a row", "timed out")
    ),
    "hangs when told to write": Kind(
        faults=Faults(hangs_in="execute_deploy_step"), causes=("deploy.write_image", "times in a row", "timed out")
    ),
    "late": Kind(faults=Faults(late_s=5.0)),
    "silent": Kind(faults=Faults(is_silent=True), causes=NEVER_CAME),
    "mute": Kind(faults=Faults(is_mute=True), causes=NEVER_CAME),
    "wrong token": Kind(faults=Faults(has_wrong_token=True), causes=NEVER_CAME),
    "dies": Kind(faults=Faults(dies_in="write_image"), causes=NEVER_ENDED),
    "dies and comes back": Kind(faults=Faults(dies_in="write_image", comes_back=True), causes=NEVER_ENDED),
    "fails": Kind(
        faults=Faults(fails={"write_image": "the disk is on fire"}), causes=("Writing the image", "the disk is on fire")
    ),
    "lies": Kind(
        faults=Faults(lies_in="write_image"), causes=("says it ran 'another_step', it was asked for 'write_image'",)
    ),
    "changed its mind": Kind(faults=Faults(mismatches_in="write_image"), causes=("Writing the image", "versions")),
    "replays": Kind(faults=Faults(replays=2)),
    "reboots": Kind(faults=Faults(reboots_after=frozenset({"erase_devices_metadata"})), steps=WIPE),
    "honest": Kind(faults=HONEST),
}
NAMES = tuple(KINDS)


def kind_of(number: int) -> str:
    """Deal the faults out evenly; whoever gets none is honest."""
    return NAMES[min(number % ONE_IN, len(NAMES) - 1)]


class End(msgspec.Struct, frozen=True, kw_only=True):
    """What became of a node."""

    state: str
    error: str
    told: str
    """The error of its operation."""


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A server that does not wait long for machines."""
    running = Server(tmp_path, ALL_SETTINGS)
    yield running
    code = running.stop()
    assert (code, running.faults()) == (0, [])


def test_a_thousand_deployments_end_and_name_what_went_wrong(server: Server) -> None:
    """Every node is active or in a failed state with the cause that was injected; no request meets a 5xx."""
    with LabAgents(RackSettings(server_url=server.url, pace=PACE), plays_power=True) as lab:
        machines = placed(server, lab)
        asked(server, machines)
        wait_for(lambda: counted(server), lambda states: not set(states) & NEEDS_OPERATION, PATIENCE_S)
        found = ends(server)
    wrong = [fault for name, group in machines.items() for each in group for fault in faults_of(name, each, found)]
    assert wrong == [], "\n".join(wrong[:20])
    answered = Counter(noted.status for group in machines.values() for each in group for noted in each.story)
    assert [status for status in answered if status >= 500] == []


def placed(server: Server, lab: LabAgents) -> dict[str, list[Machine]]:
    """Put the machines into the server and into the rack, by what is wrong with them."""
    found: dict[str, list[Machine]] = {name: [] for name in NAMES}
    for number in range(COUNT):
        name = kind_of(number)
        uuid = add_machine(server.database, number)
        found[name].append(lab.place(uuid, [mac_of(number)], KINDS[name].faults))
    return found


def asked(server: Server, machines: Mapping[str, list[Machine]]) -> None:
    """Ask for all deployments, beginning with those that take longest."""
    wanted = [(name, each.uuid) for name, group in machines.items() for each in group]

    def ask(name: str, uuid: str) -> int:
        steps = KINDS[name].steps
        return Site.asked(server.url, uuid, "active", **({"deploy_steps": steps} if steps else {})).status

    with ThreadPoolExecutor(AT_ONCE) as pool:
        assert set(pool.map(lambda pair: ask(*pair), wanted)) == {202}


def counted(server: Server) -> Counter[str]:
    """Count the nodes by state."""
    return Counter(
        state for (state,) in server.database.read(lambda tx: tx.rows("st", lambda: select(s.nodes.c.provision_state)))
    )


def ends(server: Server) -> dict[str, End]:
    """Read what became of every node, with the error of its one operation."""
    n, o = s.nodes.c, s.operations.c
    columns = (n.uuid, n.provision_state, n.last_error, o.error)
    rows = server.database.read(
        lambda tx: tx.rows("ends", lambda: select(*columns).join_from(s.nodes, s.operations, n.id == o.node_id))
    )
    return {uuid: End(state=state, error=error or "", told=told or "") for uuid, state, error, told in rows}


def faults_of(name: str, machine: Machine, found: Mapping[str, End]) -> Iterator[str]:
    """Tell what is not as it should be with a machine of a kind."""
    kind, end = KINDS[name], found[machine.uuid]
    if end.state != ("deploy failed" if kind.causes else "active"):
        yield f"{name}: the node is {end.state}: {end.error}"
    for text in (end.error, end.told) if kind.causes else ():
        if any(cause not in text for cause in kind.causes):
            yield f"{name}: {kind.causes} is not what is told: {text}"
    if not kind.causes and (end.error, machine.writes_begun, machine.image) != ("", 1, "tiny.raw"):
        yield f"{name}: {end.error}, written {machine.writes_begun} times, {machine.image} is on the disk"
