"""A simulated ramdisk says what the real one was recorded to say, and answers what the real one answers."""

import pytest

from bessemer.lab.faults import Faults
from bessemer.lab.lab_agents import LabAgents
from bessemer.lab.pace import QUICK
from bessemer.lab.rack import RackSettings
from bessemer.lab.ramdisk import Purpose
from tests.lab.conversation import LINES, Agent, hear
from tests.lab.recorded_server import NODE, TOKEN, RecordedServer, kinds
from tests.lab.waiting import until

MAC = "52:54:00:77:00:10"
GREETING = ["GET /", "GET /v1/lookup", "GET /"]


def heartbeats_come(server: RecordedServer, number: int = 1) -> None:
    until(lambda: len(server.said("/heartbeat/")) >= number, f"{number} heartbeats have come")


def test_requests_come_in_the_recorded_order(server: RecordedServer, lab: LabAgents) -> None:
    lab.boot(NODE, [MAC])
    heartbeats_come(server)
    assert kinds(server.heard)[:4] == [*GREETING, f"POST /v1/heartbeat/{NODE}"]


def test_lookup_names_the_addresses_at_the_version_that_the_agent_knows(server: RecordedServer, lab: LabAgents) -> None:
    lab.boot(NODE, [MAC, "52:54:00:77:00:11"])
    heartbeats_come(server)
    (lookup,) = server.said("/v1/lookup")
    assert lookup.path == "/v1/lookup?addresses=52%3A54%3A00%3A77%3A00%3A10%2C52%3A54%3A00%3A77%3A00%3A11"
    assert lookup.version == "1.62"


def test_heartbeat_brings_the_address_the_token_and_the_version(server: RecordedServer, lab: LabAgents) -> None:
    lab.boot(NODE, [MAC])
    heartbeats_come(server)
    heartbeat = server.said("/heartbeat/")[0]
    assert heartbeat.version == "1.68"
    assert heartbeat.body == {
        "callback_url": lab.callback_url(NODE),
        "agent_token": TOKEN,
        "agent_version": "13.0.0",
    }


@pytest.mark.parametrize(
    ("version", "asked", "fields"),
    [
        (None, "1.31", {"callback_url"}),
        ("1.31", "1.31", {"callback_url"}),
        ("1.50", "1.50", {"callback_url", "agent_version"}),
        ("1.62", "1.62", {"callback_url", "agent_version", "agent_token"}),
        ("2.0", "1.68", {"callback_url", "agent_version", "agent_token"}),
    ],
)
def test_fields_follow_the_version_of_the_server(
    server: RecordedServer, lab: LabAgents, version: str | None, asked: str, fields: set[str]
) -> None:
    server.version = version
    lab.boot(NODE, [MAC])
    heartbeats_come(server)
    heartbeat = server.said("/heartbeat/")[0]
    assert (heartbeat.version, set(heartbeat.body)) == (asked, fields)


def test_every_answer_is_that_of_the_real_agent(server: RecordedServer, lab: LabAgents) -> None:
    lab.boot(NODE, [MAC])
    heartbeats_come(server)
    agent = Agent(url=lab.callback_url(NODE), token=TOKEN)
    assert [wrong for line in LINES for wrong in hear(agent, line)] == []


def test_refused_heartbeats_are_sent_again(server: RecordedServer, lab: LabAgents) -> None:
    server.refusals["heartbeat"] = [409, 503, 200]
    machine = lab.boot(NODE, [MAC])
    heartbeats_come(server, 4)
    until(lambda: machine.statuses("heartbeat") == [409, 503, 200, 202], "only 202 is taken for a success")


def test_lookup_is_tried_until_it_is_answered(server: RecordedServer, lab: LabAgents) -> None:
    server.refusals["lookup"] = [409, 404, 500]
    machine = lab.boot(NODE, [MAC])
    heartbeats_come(server)
    assert machine.statuses("lookup") == [409, 404, 500, 200]


def test_token_that_somebody_else_got_locks_the_ramdisk_down(server: RecordedServer, lab: LabAgents) -> None:
    server.token = "******"
    machine = lab.boot(NODE, [MAC])
    until(lambda: machine.statuses("locked down"), "the ramdisk is locked down")
    assert server.said("/heartbeat/") == []


def test_inspection_is_reported_and_nothing_else(server: RecordedServer, lab: LabAgents) -> None:
    machine = lab.boot(NODE, [MAC], purpose=Purpose.INSPECT)
    until(lambda: machine.statuses("inspection") == [202], "the report was taken")
    (report,) = server.heard
    assert report.version is None
    assert set(report.body) == {"inventory", "root_disk", "boot_interface", "configuration", "error"}
    assert [card["mac_address"] for card in report.body["inventory"]["interfaces"]] == [MAC]
    assert report.body["root_disk"] in report.body["inventory"]["disks"]


def test_ramdisk_that_does_both_is_looked_up_under_the_name_it_was_given(
    server: RecordedServer, lab: LabAgents
) -> None:
    lab.boot(NODE, [MAC], purpose=Purpose.BOTH)
    heartbeats_come(server)
    assert kinds(server.heard)[:4] == ["POST /v1/continue_inspection", *GREETING]
    assert server.said("/v1/lookup")[0].path.endswith(f"&node_uuid={NODE}")


def test_heartbeat_replayed_is_the_same_to_the_letter(server: RecordedServer, lab: LabAgents) -> None:
    lab.boot(NODE, [MAC], Faults(replays=2))
    heartbeats_come(server, 3)
    first, second, third = (heard.body for heard in server.said("/heartbeat/")[:3])
    assert first == second == third


def test_heartbeats_keep_coming_well_within_the_time_that_the_server_told(server: RecordedServer) -> None:
    server.heartbeat_timeout = 0.5
    with LabAgents(RackSettings(server_url=server.url, pace=QUICK)) as lab:
        lab.boot(NODE, [MAC])
        heartbeats_come(server, 5)
