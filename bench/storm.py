"""Measures of many ramdisks at once: first contacts of all in one second, and what a deployment costs that waits.

`python -m bench.storm [--quick]` prints them. What heartbeats cost is measured by `python -m bench.ramdisks`.
"""

import argparse
import os
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

import msgspec
import sqlalchemy as sa

from bench.clock import rss_mib
from bench.servers import Server, environment, free_port, running
from bench.verdicts import Line, table
from bessemer.assembly.database import FILE
from bessemer.lab.lab_agents import LabAgents
from bessemer.lab.machine import Machine
from bessemer.lab.pace import Pace
from bessemer.lab.rack import RackSettings
from bessemer.store.database import Database, DatabaseSettings
from bessemer.testing.lab_machines import SETTINGS, add_machine, mac_of

PATIENCE_S = 600.0
REST_S = 3.0
"""After the last request, until what it left behind has been tidied up."""
FEW, MANY = 200, 2_000
OK, TOO_MANY, ACCEPTED = 200, 429, 202
FIRST_CONTACT = ("root", "lookup", "heartbeat")
GIVEN: Mapping[str, str] = {**SETTINGS, "OS_CONDUCTOR__MAX_CONCURRENT_DEPLOY": "100000"}


class Place(msgspec.Struct, frozen=True, kw_only=True):
    """A server with machines that are to be deployed."""

    server: Server
    database: Database
    machines: Sequence[str]

    def ask(self, nodes: Sequence[str]) -> None:
        """Ask for deployments, and wait until each waits for its ramdisk."""
        with self.server.client() as client:
            for node in nodes:
                client.demand(
                    client.request("PUT", f"/v1/nodes/{node}/states/provision", {"target": "active"}), ACCEPTED
                )
        asked = self.machines.index(nodes[-1]) + 1
        until(lambda: self.states()["wait call-back"] == asked)
        time.sleep(REST_S)

    def states(self) -> Counter[str]:
        """Count the nodes by state."""
        text = "SELECT provision_state, count(*) FROM nodes GROUP BY provision_state"
        return Counter({str(state): int(count) for state, count in self._rows(text)})

    def _rows(self, text: str) -> list[tuple[object, int]]:
        return [(state, count) for state, count in self.database.read(lambda tx: tx.rows(text, lambda: sa.text(text)))]


def measured(place: Place) -> Iterator[Line]:
    """Let machines wait for their ramdisks, then have all of these come at once."""
    count, few = len(place.machines), min(FEW, len(place.machines) // 2)
    place.ask(place.machines[:few])
    before = rss_mib(place.server.pid)
    place.ask(place.machines[few:])
    grown = (rss_mib(place.server.pid) - before) * 1024 / (count - few)
    yield Line(measure=f"RSS for each waiting deployment, from {few} to {count}", ours=grown, allowed=20, unit="kB")
    pace = Pace(least_gap_s=5.0, lookup_again_s=1.0)
    with LabAgents(RackSettings(server_url=f"http://127.0.0.1:{place.server.port}", pace=pace)) as lab:
        yield from _storm(place, lab)


def _storm(place: Place, lab: LabAgents) -> Iterator[Line]:
    count, begun = len(place.machines), time.perf_counter()
    machines = [lab.boot(uuid, [mac_of(number)]) for number, uuid in enumerate(place.machines)]
    yield Line(measure=f"{count} ramdisks booted within", ours=time.perf_counter() - begun, allowed=1, unit="s")
    until(lambda: all(_first(each, "heartbeat") for each in machines))
    yield Line(measure="until the last had been looked up and heard of", ours=time.perf_counter() - begun, unit="s")
    refused = sum(_first(each, what) == TOO_MANY for each in machines for what in FIRST_CONTACT)
    errors = sum(_first(each, what) not in {OK, ACCEPTED, TOO_MANY} for each in machines for what in FIRST_CONTACT)
    yield Line(measure="first contacts that were told to come later", ours=refused, unit="")
    yield Line(measure="first contacts that met an error or no answer", ours=errors, allowed=0, unit="", wide=True)
    until(lambda: not place.states()["wait call-back"] and not place.states()["deploying"])
    yield Line(measure="until the last was deployed", ours=time.perf_counter() - begun, unit="s")
    left = count - place.states()["active"]
    yield Line(measure="deployments that did not end well", ours=left, allowed=0, unit="", wide=True)
    yield Line(measure="RSS afterwards", ours=rss_mib(place.server.pid), unit="MiB")


def _first(machine: Machine, what: str) -> int | None:
    """Give the status of the first answer to a question; 0 where there was none, None before it was asked."""
    return next(iter(machine.statuses(what)), None)


def until(is_so: Callable[[], bool]) -> None:
    """Wait for something."""
    ends = time.monotonic() + PATIENCE_S
    while not is_so():
        if time.monotonic() > ends:
            raise TimeoutError
        time.sleep(0.25)


@contextmanager
def prepared(folder: Path, count: int) -> Iterator[Place]:
    """Start a server, and put machines into it."""
    port = free_port()
    command = [sys.executable, "-m", "bessemer", "serve", "--port", str(port), "--data", str(folder)]
    with running(command, port, folder / "log", environment(GIVEN)) as server:
        database = Database(DatabaseSettings(connection=f"sqlite:///{folder / FILE}"))
        machines = [add_machine(database, number) for number in range(count)]
        yield Place(server=server, database=database, machines=machines)
        database.close()


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m bench.storm", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="fewer machines")
    quick = parser.parse_args().quick
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")
    with (
        tempfile.TemporaryDirectory(prefix="bessemer-bench-") as folder,
        prepared(Path(folder), FEW * 2 if quick else MANY) as place,
    ):
        print(table(list(measured(place))))


if __name__ == "__main__":
    main()
