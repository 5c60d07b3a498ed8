"""Conductors are killed, paused and restarted in the middle of their work: nothing is lost, nothing done twice."""

import random
import signal
import time
from collections import defaultdict
from collections.abc import Callable

import pytest

from bessemer.model.states import ProvisionState
from bessemer.testing.builders import add_node
from tests.acceptance.site import Site, seed_from_surroundings, wait_for

NODES = 500
WITH_UNSAFE_STEP = 50
KILLS = 10
UNSAFE = [{"interface": "firmware", "step": "update", "args": {"settings": []}, "priority": 90}]
"""A step that says of itself that it must not be run twice."""

several = pytest.mark.engines("postgresql", "mariadb")


@several
def test_deployments_survive_conductors_that_are_killed(make_site: Callable[..., Site]) -> None:
    """R-DS-23."""
    draw = random.Random(seed_from_surroundings())
    site = make_site(OS_FAKE__DEPLOY_DELAY="0.2,2", OS_FAKE__FIRMWARE_DELAY="1,2")
    names = ["one", "two", "three"]
    for name in names:
        site.start_conductor(name)
    api = site.start_api()
    plain = [add_node(site.database) for _ in range(NODES - WITH_UNSAFE_STEP)]
    unsafe = [add_node(site.database) for _ in range(WITH_UNSAFE_STEP)]
    site.provision_all(api.url, plain, "active")
    site.provision_all(api.url, unsafe, "active", deploy_steps=UNSAFE)
    for _ in range(KILLS):
        time.sleep(draw.uniform(0.2, 1.5))
        victim = draw.choice(names)
        if site.running[victim].lives:
            site.running[victim].kill()
        if draw.random() < 0.6 or not any(site.running[name].lives for name in names):
            site.start_conductor(victim)
    for name in names[:2]:
        if not site.running[name].lives:
            site.start_conductor(name)
    states = site.settle()
    assert {states[node] for node in plain} == {ProvisionState.ACTIVE}
    assert {states[node] for node in unsafe} <= {ProvisionState.ACTIVE, ProvisionState.DEPLOY_FAILED}
    check_timeline(site)


def check_timeline(site: Site) -> None:
    """See that what is unsafe was begun once, and that no conductor began anything after another had taken over."""
    begun: dict[tuple[int, int], list[tuple[int, str, str, str]]] = defaultdict(list)
    for operation, place, attempt, name, conductor, started_at, _outcome in site.runs():
        begun[operation, place].append((attempt, name, conductor, started_at))
    twice = [runs for runs in begun.values() if len(runs) > 1]
    assert twice, "nobody was killed over anything"
    assert [runs for runs in twice if runs[0][1] == "firmware.update"] == []
    for runs in twice:
        moments = [started_at for _, _, _, started_at in runs]
        assert moments == sorted(moments)


@several
def test_a_paused_conductor_cannot_write_any_more(make_site: Callable[..., Site]) -> None:
    """It stands still for longer than its lease, another takes its work, then it goes on as if nothing had been."""
    site = make_site(OS_FAKE__DEPLOY_DELAY="1")
    one = site.start_conductor("one")
    api = site.start_api()
    nodes = [add_node(site.database) for _ in range(40)]
    site.provision_all(api.url, nodes, "active")
    wait_for(site.runs, lambda runs: len(runs) > len(nodes))
    one.pause()
    site.start_conductor("two")
    states = site.settle()
    before = site.runs()
    one.go_on()
    time.sleep(3)
    assert set(states.values()) == {ProvisionState.ACTIVE}
    assert site.runs() == before
    assert set(site.states().values()) == {ProvisionState.ACTIVE}
    assert {conductor for *_, conductor, _, _ in before} == {"one", "two"}


@several
def test_a_conductor_that_is_stopped_hands_its_work_on_at_once(make_site: Callable[..., Site]) -> None:
    """It ends cleanly, and others need not wait for its lease to be over."""
    site = make_site(OS_FAKE__DEPLOY_DELAY="1", OS_CONDUCTOR__HEARTBEAT_TIMEOUT="3600")
    one = site.start_conductor("one")
    api = site.start_api()
    nodes = [add_node(site.database) for _ in range(20)]
    site.provision_all(api.url, nodes, "active")
    wait_for(site.runs, lambda runs: len(runs) > len(nodes))
    site.start_conductor("two")
    assert one.stop(signal.SIGUSR2) == 0
    assert set(site.settle(60).values()) == {ProvisionState.ACTIVE}
