"""An inspection by the agent waits for the report: it ends well when that comes, and badly, with the cause, if not."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread
from typing import Any, cast

import msgspec
import pytest
from sqlalchemy import bindparam, select
from typing_extensions import override

from bessemer.drivers.agent.inspect import AgentInspect, InspectSettings
from bessemer.model.caller import Caller, Identity
from bessemer.model.errors import NotFound
from bessemer.model.inspection import MEMORY
from bessemer.rules.inspection.hooks.hook import DEFAULT_HOOKS, HookOptions
from bessemer.rules.inspection.processing import InspectionOptions
from bessemer.rules.inspection.report import report_from_body
from bessemer.services.asking import Asking, HouseRules
from bessemer.services.fleet_watch import FleetWatch
from bessemer.services.inspection.reports import Reported, continue_inspection
from bessemer.services.inspection.rules import create_rule
from bessemer.store import schema as s
from bessemer.store.inventories import inventory_of_node
from bessemer.store.upgrading import upgrade
from bessemer.testing.builders import add_row, node_id
from bessemer.testing.engine_bench import EngineBench

MAC, OTHER = "52:54:00:77:00:10", "52:54:00:77:00:11"
URL = "http://192.0.2.1:6385"
REPORT: dict[str, Any] = {
    "inventory": {
        "interfaces": [
            {"name": "eth0", "mac_address": MAC, "ipv4_address": "192.0.2.9"},
            {"name": "eth1", "mac_address": OTHER, "ipv4_address": None},
        ],
        "cpu": {"architecture": "x86_64", "count": 8, "flags": ["vmx", "avx2"]},
        "memory": {"physical_mb": 32768},
        "bmc_address": None,
        "boot": {"current_boot_mode": "uefi", "pxe_interface": MAC},
    },
    "error": None,
    "logs": "H4sI",
}
LEFT = ["boot.clean_up_ramdisk", "network.detach", "power.set_power_state"]
"""How a machine is left that has been inspected."""
EVERYTHING = HookOptions(hooks=(*DEFAULT_HOOKS, "cpus", "memory", "boot-mode", "cpu-capabilities"))


class Bench(EngineBench):
    """An engine beside which reports are taken in."""

    def __init__(self, url: str) -> None:
        """Let the agent inspect."""
        self.options = InspectionOptions(hooks=EVERYTHING)
        super().__init__(url, inspection=self.options)
        for interface in self.loaded.interfaces():
            if isinstance(interface, AgentInspect):
                interface.configure(InspectSettings(server_url=URL))
        self.asking = Asking(
            caller=Caller(Identity(), lambda *_: True),
            minor=115,
            rules=HouseRules(inspection=self.options),
            fleet=FleetWatch(max_age_s=0),
        )

    def machine_to_inspect(self, **fields: Any) -> str:
        """A node with one port that the agent is to inspect."""
        node = self.node(inspect_interface="agent", network_interface="fake", provision_state="manageable", **fields)
        self.port(node, MAC)
        return node

    def port(self, node: str, address: str) -> str:
        """Give a node a port."""
        flags = {"pxe_enabled": True, "is_smartnic": False, "available_for_dynamic_portgroup": True}
        documents = {"extra": "{}", "internal_info": "{}", "local_link_connection": "{}"}
        row = node_id(self.database, node)
        return add_row(self.database, s.ports, {"node_id": row, "address": address, **flags, **documents})

    def ports(self, node: str) -> dict[str, bool]:
        """The addresses of the ports of a node, each with whether it boots."""
        ports = s.ports.c
        query = select(ports.address, ports.pxe_enabled).where(ports.node_id == bindparam("row", required=True))
        values = {"row": node_id(self.database, node)}
        found = self.database.read(lambda tx: tx.rows("ports of a test", lambda: query, values))
        return {address: bool(boots) for address, boots in found}

    def rule(self, actions: list[dict[str, Any]], **fields: Any) -> str:
        """Create an inspection rule."""
        return self.database.write(create_rule, self.asking, {"actions": actions, **fields})

    def inspect(self, node: str) -> int:
        """Have a node inspected until it waits."""
        row = self.start("inspect", node)
        self.run()
        return row

    def report(self, body: Any = None, uuid: str | None = None) -> Reported:
        """Bring a report, as the machine does."""
        found = report_from_body(REPORT if body is None else body)
        reported = self.database.write(continue_inspection, self.asking, found, uuid)
        self.run()
        return reported


@pytest.fixture
def bench(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bench]:
    """An engine on a database of its own."""
    url = f"sqlite:///{tmp_path_factory.mktemp('inspection')}/bench.sqlite"
    upgrade(url)
    bench = Bench(url)
    yield bench
    bench.close()


def test_the_machine_is_booted_and_waited_for(bench: Bench) -> None:
    node = bench.machine_to_inspect(driver_info={"redfish_address": "https://198.51.100.7/redfish"})
    bench.inspect(node)
    found = bench.read(node)
    assert found.provision_state == "inspect wait"
    assert found.driver_internal_info["lookup_bmc_addresses"] == ["198.51.100.7"]
    assert bench.asked(node)[-4:] == [
        "power.set_power_state",
        "network.attach",
        "boot.prepare_ramdisk",
        "power.reboot",
    ]


def test_a_report_ends_the_inspection_well(bench: Bench) -> None:
    node = bench.machine_to_inspect()
    row = bench.inspect(node)
    assert bench.report().uuid == node
    found = bench.read(node)
    assert (found.provision_state, found.last_error) == ("manageable", None)
    assert found.inspection_finished_at is not None
    assert found.properties == {
        "cpu_arch": "x86_64",
        "cpus": 8,
        "memory_mb": 32768,
        "capabilities": "boot_mode:uefi,cpu_vt:true",
    }
    assert bench.operation(row).status == "done"
    assert not set(MEMORY) & found.driver_internal_info.keys()
    assert bench.asked(node)[-3:] == LEFT


def test_what_was_found_is_kept_without_the_logs(bench: Bench) -> None:
    node = bench.machine_to_inspect()
    bench.inspect(node)
    bench.report()
    kept = bench.database.read(inventory_of_node, node_id(bench.database, node))
    assert kept is not None
    assert msgspec.json.decode(kept.inventory) == REPORT["inventory"]
    assert "logs" not in msgspec.json.decode(kept.plugin_data)


def test_rules_change_the_node_and_its_traits(bench: Bench) -> None:
    """R-NT-28."""
    bench.rule(
        [
            {"op": "add-trait", "args": {"name": "CUSTOM_MANY_CPUS"}},
            {"op": "set-attribute", "args": {"path": "resource_class", "value": "large"}},
            {
                "op": "set-port-attribute",
                "args": {"port_id": MAC, "path": "extra/slot", "value": "{inventory[cpu][count]}"},
            },
        ],
        conditions=[{"op": "gt", "args": {"values": ["{inventory[cpu][count]}", 4]}}],
    )
    node = bench.machine_to_inspect()
    bench.inspect(node)
    bench.report()
    found = bench.read(node)
    assert (found.traits, found.resource_class) == (["CUSTOM_MANY_CPUS"], "large")
    assert bench.ports(node) == {MAC: True}


def test_a_rule_that_fails_names_itself_and_nothing_is_changed(bench: Bench) -> None:
    bench.rule([{"op": "add-trait", "args": {"name": "CUSTOM_SEEN"}}], priority=10)
    uuid = bench.rule(
        [{"op": "fail", "args": {"msg": "{inventory[cpu][count]} CPUs are too few"}}],
        conditions=[{"op": "lt", "args": {"values": ["{inventory[cpu][count]}", 16]}}],
    )
    node = bench.machine_to_inspect()
    row = bench.inspect(node)
    bench.report()
    found = bench.read(node)
    assert found.provision_state == "inspect failed"
    assert f"the inspection rule {uuid} says: 8 CPUs are too few" in cast("str", found.last_error)
    assert (found.traits, found.properties) == ([], {})
    assert bench.operation(row).status == "failed"
    assert bench.database.read(inventory_of_node, node_id(bench.database, node)) is None
    assert bench.asked(node)[-3:] == LEFT


def test_an_error_that_the_ramdisk_reports_is_the_cause(bench: Bench) -> None:
    node = bench.machine_to_inspect()
    bench.inspect(node)
    bench.report({**REPORT, "error": "no disks at all"})
    assert bench.read(node).provision_state == "inspect failed"
    assert "no disks at all" in cast("str", bench.read(node).last_error)


def test_a_rule_cannot_give_a_machine_a_driver_that_nobody_serves(bench: Bench) -> None:
    bench.rule([{"op": "set-attribute", "args": {"path": "driver", "value": "nobody's"}}])
    node = bench.machine_to_inspect()
    bench.inspect(node)
    bench.report()
    assert bench.read(node).provision_state == "inspect failed"
    assert "nobody's" in cast("str", bench.read(node).last_error)
    assert bench.read(node).driver == "fake-hardware"


def test_something_else_that_is_heard_of_the_machine_is_no_report(bench: Bench) -> None:
    node = bench.machine_to_inspect()
    bench.inspect(node)
    bench.hear(node)
    assert bench.read(node).provision_state == "inspect wait"


def test_a_second_report_is_not_taken(bench: Bench) -> None:
    node = bench.machine_to_inspect()
    bench.inspect(node)
    bench.report()
    with pytest.raises(NotFound):
        bench.report()
    assert bench.read(node).provision_state == "manageable"


def test_an_abort_clears_up(bench: Bench) -> None:
    node = bench.machine_to_inspect()
    bench.inspect(node)
    bench.abort(node)
    assert bench.read(node).provision_state == "inspect failed"
    assert bench.asked(node)[-3:] == LEFT
    with pytest.raises(NotFound):
        bench.report()


def test_a_machine_that_never_reports_is_given_up(bench: Bench) -> None:
    node = bench.machine_to_inspect()
    bench.inspect(node)
    bench.wait(1801)
    found = bench.read(node)
    assert found.provision_state == "inspect failed"
    assert "conductor.inspect_wait_timeout" in cast("str", found.last_error)
    assert bench.asked(node)[-3:] == LEFT


def test_the_death_of_a_conductor_loses_no_report(bench: Bench) -> None:
    node = bench.machine_to_inspect()
    bench.inspect(node)
    bench.database.write(continue_inspection, bench.asking, report_from_body(REPORT), None)
    bench.die_and_return()
    bench.run()
    assert bench.read(node).provision_state == "manageable"


def test_an_inspection_that_cannot_be_reported_to_is_not_begun(bench: Bench) -> None:
    for interface in bench.loaded.interfaces():
        if isinstance(interface, AgentInspect):
            interface.configure(InspectSettings())
    node = bench.machine_to_inspect()
    bench.inspect(node)
    assert bench.read(node).provision_state == "inspect failed"
    assert "callback_endpoint_override" in cast("str", bench.read(node).last_error)
    assert "power.set_power_state" not in bench.asked(node)


@contextmanager
def somebody_to_call(statuses: list[int]) -> Iterator[tuple[str, list[str]]]:
    """A web server that answers with these statuses in turn."""
    asked: list[str] = []

    class Answer(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(f"{self.path} {self.headers.get('X-Token')}")
            self.send_response(statuses.pop(0) if statuses else 200)
            self.send_header("Content-Length", "0")
            self.end_headers()

        @override
        def log_message(self, *_: Any) -> None:
            """Say nothing."""

    server = HTTPServer(("127.0.0.1", 0), Answer)
    thread = Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}", asked
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@pytest.fixture
def finished(bench: Bench) -> Callable[[dict[str, Any]], str]:
    """A function that inspects a machine with a rule that makes a call, and gives the node."""

    def finish(call: dict[str, Any]) -> str:
        bench.rule([{"op": "api-call", "args": call}])
        node = bench.machine_to_inspect()
        bench.inspect(node)
        bench.report()
        bench.wait(2)
        return node

    return finish


def test_a_rule_calls_a_web_address(bench: Bench, finished: Callable[[dict[str, Any]], str]) -> None:
    with somebody_to_call([503]) as (url, asked):
        node = finished({"url": f"{url}/seen?cpu={{inventory[cpu][architecture]}}", "headers": {"X-Token": "t"}})
    assert asked == ["/seen?cpu=x86_64 t"] * 2
    assert bench.read(node).provision_state == "manageable"


def test_a_call_that_is_refused_is_the_cause(bench: Bench, finished: Callable[[dict[str, Any]], str]) -> None:
    with somebody_to_call([404]) as (url, asked):
        node = finished({"url": f"{url}/seen"})
    assert len(asked) == 1
    assert bench.read(node).provision_state == "inspect failed"
    assert "status 404" in cast("str", bench.read(node).last_error)
