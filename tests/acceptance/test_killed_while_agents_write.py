"""Servers are killed while agents write images: all deployments finish, and no image is begun twice."""

import random
import socket
import time
from collections.abc import Callable, Sequence
from contextlib import closing

import pytest

from bessemer.lab.lab_agents import LabAgents
from bessemer.lab.machine import Machine
from bessemer.lab.pace import Pace
from bessemer.lab.rack import RackSettings
from bessemer.model.states import ProvisionState
from bessemer.testing.lab_machines import SETTINGS, add_machine, mac_of
from tests.acceptance.site import Site, seed_from_surroundings, wait_for

MACHINES = 60
KILLS = 6
PACE = Pace(write_s=4.0, least_gap_s=0.5, lookup_again_s=0.2, lookup_limit_s=60.0)
"""Writing takes longer than a server needs to die and to come back."""
ALL_SETTINGS = {**SETTINGS, "OS_API__RAMDISK_HEARTBEAT_TIMEOUT": "20"}
"""What an agent could not tell while nobody listened it tells with its next heartbeat, which is not to be far away."""
LOW_PORTS = range(21_000, 29_000)
"""Connections that are opened never get a port of these, so what listened on one can do so again."""

Start = Callable[[str], object]


def steady_port(draw: random.Random) -> int:
    """Choose a port that a server can have again and again."""
    for port in draw.sample(LOW_PORTS, 50):
        with closing(socket.socket()) as probe:
            if probe.connect_ex(("127.0.0.1", port)):
                return port
    raise AssertionError("every port is taken")


@pytest.mark.engines("sqlite")
def test_one_process_is_killed_while_agents_write(make_site: Callable[..., Site]) -> None:
    """R-DS-23."""
    draw = random.Random(seed_from_surroundings())
    site, port = make_site(**ALL_SETTINGS), steady_port(draw)
    url = site.start_everything("all", port=port).url
    deployed_through_deaths(site, draw, url, {"all": lambda name: site.start_everything(name, port=port)})


@pytest.mark.engines("postgresql")
def test_conductors_and_their_api_are_killed_while_agents_write(make_site: Callable[..., Site]) -> None:
    """R-DS-23."""
    draw = random.Random(seed_from_surroundings())
    site, port = make_site(**ALL_SETTINGS), steady_port(draw)
    starts: dict[str, Start] = {
        "one": site.start_conductor,
        "two": site.start_conductor,
        "api": lambda name: site.start_api(name, port=port),
    }
    for name, start in starts.items():
        start(name)
    deployed_through_deaths(site, draw, site.running["api"].url, starts)


def deployed_through_deaths(site: Site, draw: random.Random, url: str, starts: dict[str, Start]) -> None:
    """Deploy machines, and kill one process after the other meanwhile."""
    with LabAgents(RackSettings(server_url=url, pace=PACE), plays_power=True) as lab:
        machines = [lab.place(add_machine(site.database, n), [mac_of(n)]) for n in range(MACHINES)]
        site.provision_all(url, [each.uuid for each in machines], "active")
        wait_for(lambda: writing(machines), bool)
        over = killed_now_and_then(site, draw, starts, machines)
        states = site.settle()
    assert over, "nobody was killed while an image was being written"
    assert states == {each.uuid: ProvisionState.ACTIVE for each in machines}
    for each in machines:
        orders = [order for order in each.orders if order.step == "write_image"]
        assert [order.was_busy for order in orders] == [False], each.orders
        assert (each.writes_begun, each.writes_done, each.image) == (1, 1, "tiny.raw")


def killed_now_and_then(site: Site, draw: random.Random, starts: dict[str, Start], machines: Sequence[Machine]) -> int:
    """Kill whatever is drawn and start it again; tell how many images were being written at those moments."""
    over = 0
    for _ in range(KILLS):
        time.sleep(draw.uniform(0.0, 1.5))
        name = draw.choice(sorted(starts))
        site.running[name].kill()
        over += writing(machines)
        time.sleep(draw.uniform(0.0, 1.0))
        starts[name](name)
    return over


def writing(machines: Sequence[Machine]) -> int:
    """Count the images that are being written."""
    return sum(each.writes_begun - each.writes_done for each in machines)
