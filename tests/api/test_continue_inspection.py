"""What machines report is taken in for the one inspection that waits for it, whoever sends what."""

import json
from functools import partial
from typing import Any

import pytest
from sqlalchemy import func, select

from bessemer.store import schema
from bessemer.testing.builders import add_inventory, await_report, change_node
from tests.api.enrolled import MISSING, enrol, show
from tests.api.parts import MAC, OTHER_MAC, port
from tests.api.raw import sent
from tests.api.serving import Server
from tests.api.wire import Answer, Wire

HERE = "/v1/continue_inspection"
BMC = "198.51.100.7"
OLD = "1.1"


def body(*macs: str, **inventory: Any) -> dict[str, Any]:
    interfaces = [{"name": f"eth{place}", "mac_address": mac} for place, mac in enumerate(macs)]
    return {"inventory": {"interfaces": interfaces, **inventory}, "logs": "H4sI", "error": None}


def bring(wire: Wire, content: Any, query: str = "", version: str = OLD) -> Answer:
    return wire.request("POST", f"{HERE}{query}", version=version, body=json.dumps(content).encode())


@pytest.fixture
def waiting(server: Server) -> str:
    """A node that waits for the report of its machine."""
    node = enrol(server.wire)
    port(server.wire, node)
    await_report(server.database, node["uuid"], bmc=(BMC,))
    return str(node["uuid"])


def kept(server: Server) -> list[dict[str, Any]]:
    """The reports that nobody has looked at yet."""
    with server.database.reading() as tx:
        found = tx.rows("kept reports", lambda: select(schema.inspection_reports.c.report), {})
    return [json.loads(text) for (text,) in found]


def counted(server: Server) -> tuple[int, ...]:
    """How many reports, nodes, ports and changes there are, and how often waiting work was woken."""
    tables = (schema.inspection_reports, schema.nodes, schema.ports, schema.operations)
    with server.database.reading() as tx:
        found = [tx.row(("count", each.name), partial(select, func.count(each.c.created_at)), {}) for each in tables]
        woken = tx.row("woken", lambda: select(func.sum(schema.operations.c.wake_seq)), {})
    return tuple(int((row or (0,))[0] or 0) for row in (*found, woken))


def test_the_agent_as_it_is_gets_the_uuid(server: Server, waiting: str) -> None:
    answer = server.wire.request("POST", HERE, version=None, body=json.dumps(body(MAC)).encode())
    assert (answer.status, answer.json["uuid"]) == (202, waiting)
    (report,) = kept(server)
    assert report == {"inventory": body(MAC)["inventory"], "error": None}
    memory = show(server.wire, waiting)["driver_internal_info"]
    assert "inspection_reported_at" in memory
    assert "inspection_awaited" not in memory


@pytest.mark.parametrize(
    ("version", "status"), [("1.1", 202), ("1.2", 404), ("1.83", 404), ("1.84", 202), ("1.115", 202)]
)
def test_which_versions_may_report(server: Server, waiting: str, version: str, status: int) -> None:
    assert bring(server.wire, body(MAC), version=version).status == status


@pytest.mark.parametrize(
    ("content", "query", "version"),
    [
        (body(MAC.upper()), "", OLD),
        (body(MAC, OTHER_MAC, "nonsense"), "", OLD),
        (body(bmc_address=BMC), "", OLD),
        (body(OTHER_MAC, bmc_address=BMC), "", OLD),
        (body(MAC, bmc_address="203.0.113.1"), "", OLD),
        (body(), "?node_uuid={}", "1.84"),
        (body(OTHER_MAC), "?node_uuid={}", "1.84"),
        (body(MAC), "?node_uuid={}", "1.115"),
    ],
)
def test_a_machine_is_recognized(server: Server, waiting: str, content: Any, query: str, version: str) -> None:
    told = bring(server.wire, content, query.format(waiting), version).json
    assert told.get("uuid", told.get("node", {}).get("uuid")) == waiting
    assert len(kept(server)) == 1


def test_the_answer_is_that_of_a_lookup_from_1_84_on(server: Server, waiting: str) -> None:
    """R-AG-28: with the token, which is shown once."""
    told = bring(server.wire, body(MAC), version="1.84").json
    assert told["node"]["uuid"] == waiting
    assert told["config"]["agent_token"] not in {None, "******"}
    again = server.wire.get(f"/v1/lookup?node_uuid={waiting}").json
    assert again["config"]["agent_token"] == "******"


def test_a_report_counts_once(server: Server, waiting: str) -> None:
    assert bring(server.wire, body(MAC)).status == 202
    before = counted(server)
    assert bring(server.wire, body(MAC, hostname="another")).status == 404
    assert counted(server) == before


@pytest.mark.parametrize("state", ["enroll", "manageable", "available", "active", "inspect failed", "clean wait"])
def test_a_node_that_waits_for_no_report_is_as_unknown_as_one_that_is_not_there(server: Server, state: str) -> None:
    node = enrol(server.wire)
    port(server.wire, node)
    change_node(server.database, node["uuid"], provision_state=state)
    before = counted(server)
    answers = [
        bring(server.wire, body(MAC)),
        bring(server.wire, body(OTHER_MAC)),
        bring(server.wire, body(bmc_address=BMC)),
        bring(server.wire, body(), f"?node_uuid={node['uuid']}", "1.84"),
        bring(server.wire, body(), f"?node_uuid={MISSING}", "1.84"),
    ]
    assert {answer.status for answer in answers} == {404}
    assert len({answer.body for answer in answers}) == 1
    assert counted(server) == before


def test_an_inspection_by_other_means_takes_no_report(server: Server) -> None:
    node = enrol(server.wire)
    port(server.wire, node)
    change_node(server.database, node["uuid"], provision_state="inspect wait")
    assert bring(server.wire, body(MAC)).status == 404


@pytest.mark.parametrize(
    ("content", "query"),
    [
        (body(MAC, OTHER_MAC), ""),
        (body(OTHER_MAC), "?node_uuid={}"),
        (body(OTHER_MAC, bmc_address=BMC), ""),
        (body(bmc_address="198.51.100.8"), "?node_uuid={}"),
    ],
)
def test_a_machine_that_looks_like_two_is_not_believed(server: Server, waiting: str, content: Any, query: str) -> None:
    other = enrol(server.wire)
    port(server.wire, other, OTHER_MAC)
    await_report(server.database, other["uuid"], bmc=("198.51.100.8",))
    before = counted(server)
    assert bring(server.wire, content, query.format(waiting), "1.84").status == 404
    assert counted(server) == before


def nested(depth: int) -> bytes:
    return b'{"inventory": {"interfaces": [], "x": ' + b"[" * depth + b"]" * depth + b"}}"


HOSTILE: dict[str, bytes] = {
    "nothing": b"",
    "no json": b"{",
    "not a number": b'{"inventory": {"interfaces": [{"mac_address": NaN}]}}',
    "half a character": b'{"inventory": {"interfaces": [{"mac_address": "\\ud800"}]}}',
    "a list": b"[]",
    "a text": b'"x"',
    "no inventory": b'{"error": null}',
    "no interfaces": b'{"inventory": {}}',
    "interfaces by name": b'{"inventory": {"interfaces": {"eth0": {}}}}',
    "many interfaces": json.dumps(body(*[MAC] * 5000)).encode(),
    "deep": nested(10_000),
    "a bit too deep": nested(30),
    "nobody's address": json.dumps(body("'; DROP TABLE nodes; --")).encode(),
    "a long address": json.dumps(body("5" * 1_000_000)).encode(),
    "null characters": b'{"inventory": {"interfaces": [{"mac_address": "\\u0000"}], "bmc_address": "\\u0000"}}',
    "bmc that is a list": json.dumps(body(MAC, bmc_address=[BMC])).encode(),
    "a name for a bmc": json.dumps(body(bmc_address="localhost")).encode(),
    "the bmc of everybody": json.dumps(body(bmc_address="0.0.0.0")).encode(),
    "too much to keep": json.dumps(body(MAC, text="x" * 5_000_000)).encode(),
}


@pytest.mark.parametrize("hostile", HOSTILE.values(), ids=list(HOSTILE))
def test_hostile_bodies_are_refused_and_change_nothing(server: Server, waiting: str, hostile: bytes) -> None:
    before = counted(server)
    answer = server.wire.request("POST", HERE, version=OLD, body=hostile)
    assert answer.status in {400, 404, 413}
    assert counted(server) == before
    assert show(server.wire, waiting)["driver_internal_info"]["inspection_awaited"] is True


def test_a_body_beyond_its_limit_is_not_even_read(server: Server) -> None:
    head = f"POST {HERE} HTTP/1.1\r\nHost: x\r\nContent-Length: {17 * 1024 * 1024}\r\n\r\n".encode()
    answer = sent(server.url, head, b"{")
    assert answer is not None
    assert answer.status == 413


@pytest.mark.parametrize(
    "odd",
    [
        {"hostname": "\u202eevil\u0000\x1b[31m\U0001f4a9"},
        {"disks": [{"size": 2**63}], "memory": {"physical_mb": -1}},
        {"cpu": "none", "boot": [], "system_vendor": 3.5e300},
        {"x" * 10_000: {"": None}},
        {"interfaces": [{"mac_address": MAC, "name": "../../etc/passwd", "lldp": [[1, "zz"]]}]},
    ],
)
def test_what_is_odd_and_harmless_is_kept_as_it_is(server: Server, waiting: str, odd: dict[str, Any]) -> None:
    content = body(MAC)
    content["inventory"] |= odd
    assert bring(server.wire, content).status == 202
    (report,) = kept(server)
    assert report["inventory"] == content["inventory"]


@pytest.mark.parametrize("query", ["?node_uuid=nonsense", "?other=1", "?node_uuid=", "?node_uuid=%00"])
def test_arguments_that_mean_nothing_are_refused(server: Server, waiting: str, query: str) -> None:
    assert bring(server.wire, body(MAC), query, "1.84").status == 400


def test_a_uuid_needs_a_version_that_knows_it(server: Server, waiting: str) -> None:
    assert bring(server.wire, body(MAC), f"?node_uuid={waiting}", OLD).status == 404


def test_the_inventory_of_the_last_inspection_stays_until_the_next_ends(server: Server, waiting: str) -> None:
    add_inventory(server.database, waiting, {"cpu": {"count": 1}})
    bring(server.wire, body(MAC))
    assert server.wire.get(f"/v1/nodes/{waiting}/inventory").json["inventory"] == {"cpu": {"count": 1}}


def test_unknown_machines_are_not_enrolled_unless_that_is_switched_on(server: Server) -> None:
    assert bring(server.wire, body(MAC)).status == 404
    assert server.wire.get("/v1/nodes").json["nodes"] == []
