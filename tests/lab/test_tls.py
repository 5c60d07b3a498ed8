"""Simulated ramdisks speak TLS with a certificate of their own, which they tell the server."""

import shutil
import ssl
import subprocess
import urllib.error
from pathlib import Path

import pytest

from bessemer.lab.lab_agents import LabAgents
from bessemer.lab.pace import QUICK
from bessemer.lab.rack import Certificate, RackSettings
from tests.lab.conversation import BEFORE_THE_TRAP, Agent, hear
from tests.lab.recorded_server import NODE, TOKEN, RecordedServer
from tests.lab.waiting import until

MAC = "52:54:00:77:00:10"


@pytest.fixture
def tls(tmp_path: Path) -> Certificate:
    """A certificate like those that the real agent makes at each start."""
    if not shutil.which("openssl"):
        pytest.skip("there is no openssl on this machine to make a certificate with")
    made = Certificate(certificate=tmp_path / "agent.crt", key=tmp_path / "agent.key")
    subprocess.run(
        (
            "openssl", "req", "-x509", "-nodes", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-384", "-sha512",
            "-subj", "/CN=ipa", "-days", "30", "-addext", "subjectAltName=critical,IP:127.0.0.1",
            "-keyout", str(made.key), "-out", str(made.certificate),
        ),
        check=True, capture_output=True,
    )  # fmt: skip
    return made


def test_ramdisk_is_reached_by_the_certificate_that_it_told_and_by_no_other(
    server: RecordedServer, tls: Certificate
) -> None:
    with LabAgents(RackSettings(server_url=server.url, pace=QUICK, tls=tls)) as lab:
        lab.boot(NODE, [MAC])
        heartbeat = until(lambda: server.said("/heartbeat/"), "it has heartbeat")[0]
        url, told = heartbeat.body["callback_url"], heartbeat.body["agent_verify_ca"]
        assert url.startswith("https://127.0.0.1:")
        agent = Agent(url=url, token=TOKEN, certificate=told)
        assert [wrong for line in BEFORE_THE_TRAP for wrong in hear(agent, line)] == []
        with pytest.raises(urllib.error.URLError) as refused:
            hear(Agent(url=url, token=TOKEN), BEFORE_THE_TRAP[0])
    assert isinstance(refused.value.reason, ssl.SSLCertVerificationError)


def test_certificate_is_not_told_to_a_server_that_does_not_know_of_such(
    server: RecordedServer, tls: Certificate
) -> None:
    server.version = "1.67"
    with LabAgents(RackSettings(server_url=server.url, pace=QUICK, tls=tls)) as lab:
        lab.boot(NODE, [MAC])
        heartbeat = until(lambda: server.said("/heartbeat/"), "it has heartbeat")[0]
    assert "agent_verify_ca" not in heartbeat.body
