"""A thousand ramdisks live in one process, and each does its own work."""

from bessemer.lab.lab_agents import LabAgents
from bessemer.lab.pace import Pace
from bessemer.lab.rack import RackSettings
from tests.lab.conversation import GIVEN, Agent, command, say
from tests.lab.recorded_server import TOKEN, RecordedServer
from tests.lab.waiting import until

MANY = 1000
PATIENT = Pace(least_gap_s=5.0)


def test_thousand_ramdisks_are_looked_up_heartbeat_and_work(server: RecordedServer) -> None:
    uuids = [f"00000000-0000-4000-8000-{place:012x}" for place in range(MANY)]
    with LabAgents(RackSettings(server_url=server.url, pace=PATIENT)) as lab:
        machines = [
            lab.boot(uuid, [f"52:54:00:00:{place >> 8:02x}:{place & 255:02x}"]) for place, uuid in enumerate(uuids)
        ]
        until(lambda: all(202 in machine.statuses("heartbeat") for machine in machines), "all have heartbeat", 120)
        for uuid in (uuids[0], uuids[499], uuids[-1]):
            agent = Agent(url=lab.callback_url(uuid), token=TOKEN)
            status, record = say(agent, command("steps", "deploy.get_deploy_steps", GIVEN))
            assert (status, record["command_status"]) == (200, "SUCCEEDED")
    assert len({heard.body["callback_url"] for heard in server.said("/heartbeat/")}) == MANY
