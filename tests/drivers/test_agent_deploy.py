"""Machines are deployed, cleaned, serviced and rescued through an agent; the engine is real, the agent a tiny one."""

import gzip
import json
from base64 import b64decode
from collections.abc import Iterator
from typing import Any

import pytest

from bessemer.drivers.agent.deploy import AgentDeploy
from bessemer.drivers.agent.kernel_arguments import arguments_again
from bessemer.drivers.contract.node_view import FIRST, NodeView
from bessemer.drivers.contract.outcome import First
from bessemer.engine import turning
from bessemer.engine.flows.table import FLOWS
from bessemer.engine.performing import perform
from bessemer.model.operation import OperationKind
from bessemer.rules.ramdisk_states import forgotten_with_ramdisk, forgotten_with_work
from bessemer.store import operations
from tests.drivers.agent_rack import IMAGE, TOKEN, URL_OF_IMAGE, Rack

TOOK_S = 20.0
"""Longer than an agent has for switching its machine off."""


def asked_step(name: str, priority: int, interface: str = "deploy", **args: Any) -> dict[str, Any]:
    return {"interface": interface, "step": name, "priority": priority, "args": args}


class TestDirect:
    """The whole way of an image to its disk."""

    def test_an_image_is_written_and_started(self, rack: Rack) -> None:
        """R-DS-10, R-DS-26: six steps of the server, and one of the agent among them."""
        node = rack.node()
        row = rack.deploy(node)
        assert rack.state(node) == "wait call-back"
        asked = rack.bench.asked(node)
        assert [each for each in asked if "attach" in each or "ramdisk" in each or "power" in each] == [
            "network.attach", "boot.prepare_ramdisk", "power.reboot",
        ]  # fmt: skip
        rack.come_up(node)
        assert rack.agent.names() == ["deploy.get_deploy_steps", "deploy.execute_deploy_step:shake_down"]
        rack.agent.end()
        rack.beat(node)
        assert rack.agent.names()[-1] == "deploy.execute_deploy_step:write_image"
        assert rack.state(node) == "wait call-back"
        rack.agent.end()
        rack.beat(node)
        assert rack.agent.names()[-2:] == ["standby.sync", "standby.power_off"]
        rack.bench.wait(TOOK_S)
        assert (rack.state(node), rack.error(node)) == ("active", "")
        assert rack.bench.read(node).power_state == "power on"
        done = [each["name"] for each in rack.bench.timeline(row) if each["name"].startswith("deploy.")]
        assert done == [
            "deploy.deploy", "deploy.shake_down", "deploy.write_image", "deploy.prepare_instance_boot",
            "deploy.tear_down_agent", "deploy.switch_to_tenant_network", "deploy.boot_instance",
        ]  # fmt: skip

    def test_the_agent_is_told_of_image_and_machine(self, rack: Rack) -> None:
        """R-AG-10: what it needs, in the form it knows, and no secret of the BMC."""
        node = rack.node(
            instance_info={**IMAGE, "configdrive": "H4sI"},
            driver_info={"fake_slow": 0, "image_http_proxy": "http://192.0.2.9", "image_no_proxy": "192.0.2.50"},
        )
        rack.deploy(node)
        rack.come_up(node)
        rack.agent.end()
        rack.beat(node)
        name, params = rack.agent.told[-1]
        assert (name, set(params)) == ("deploy.execute_deploy_step", {"step", "node", "ports", "deploy_version"})
        assert params["step"]["args"] == {
            "configdrive": "H4sI",
            "image_info": {
                "id": "tiny.qcow2", "urls": [URL_OF_IMAGE], "disk_format": "qcow2", "container_format": "bare",
                "stream_raw_images": True, "image_type": "whole-disk", "node_uuid": node, "os_hash_algo": "sha256",
                "os_hash_value": "a" * 64, "checksum": "a" * 64, "proxies": {"http": "http://192.0.2.9"},
                "no_proxy": "192.0.2.50", "configdrive": "H4sI",
            },
        }  # fmt: skip
        assert params["node"]["properties"]["root_device"] == {"serial": "LABDISK0"}
        assert params["node"]["instance_info"]["configdrive"] == "******"
        assert "driver_info" not in params["node"]
        assert TOKEN not in json.dumps(params)

    def test_a_configuration_in_parts_reaches_the_agent_as_an_image(self, rack: Rack) -> None:
        """R-AG-10: the real agent chokes on anything but a text."""
        parts = {"meta_data": {"hostname": "smelter-7"}}
        node = rack.node(instance_info={**IMAGE, "configdrive": parts})
        rack.deploy(node)
        rack.come_up(node)
        rack.agent.end()
        rack.beat(node)
        args = rack.agent.told[-1][1]["step"]["args"]
        drive = gzip.decompress(b64decode(args["configdrive"], validate=True))
        assert (drive[32769:32774], b'"hostname":"smelter-7"' in drive) == (b"CD001", True)
        assert args["image_info"]["configdrive"] == args["configdrive"]
        assert rack.bench.read(node).instance_info["configdrive"] == parts, "it is kept as it was given"

    @pytest.mark.parametrize("drive", [7, {"disk": {}}, "not base64!"])
    def test_a_configuration_that_cannot_be_is_told_before_anything_is_done(self, rack: Rack, drive: object) -> None:
        node = NodeView(uuid="1", driver="fake-hardware", instance_info={**IMAGE, "configdrive": drive})
        assert any("configdrive" in fault for fault in AgentDeploy().validate(node))

    def test_a_machine_with_uefi_gets_a_boot_entry(self, rack: Rack) -> None:
        """R-DS-10."""
        node = rack.node(properties={})
        rack.agent.steps["deploy"] = []
        rack.deploy(node)
        rack.come_up(node)
        rack.agent.end()
        rack.beat(node)
        assert rack.agent.names()[-2:] == ["standby.get_partition_uuids", "image.install_bootloader"]
        assert rack.agent.told[-1][1] == {
            "root_uuid": "0x00000000", "efi_system_part_uuid": None, "prep_boot_part_uuid": None,
            "target_boot_mode": "uefi",
        }  # fmt: skip
        rack.beat(node)
        rack.agent.end()
        rack.beat(node)
        rack.bench.wait(TOOK_S)
        assert rack.state(node) == "active"

    def test_steps_of_the_agent_can_be_asked_for(self, rack: Rack) -> None:
        """R-DS-26: with arguments, and the machine is rebooted after one that wants it, which Ironic forgets."""
        node = rack.node()
        rack.agent.steps["deploy"] = [each for each in rack.agent.steps["deploy"] if each["step"] != "shake_down"]
        rack.deploy(node, asked_step("burn_in", 85, hours=2))
        rack.come_up(node)
        assert rack.agent.told[-1][1]["step"] == {"interface": "deploy", "step": "burn_in", "args": {"hours": 2}}
        before = rack.bench.asked(node).count("power.reboot")
        rack.agent.end()
        rack.beat(node)
        assert rack.bench.asked(node).count("power.reboot") == before + 1
        assert rack.bench.asked(node).count("boot.prepare_ramdisk") == 2
        assert "agent_url" not in rack.memory(node)
        assert "agent_secret_token" not in rack.memory(node)
        rack.come_up(node)
        assert rack.agent.names()[-1] == "deploy.execute_deploy_step:write_image"

    @pytest.mark.parametrize("name", ["no_such_step", "tear_down", "configure", "validate"])
    def test_a_step_that_nobody_has_fails_when_the_ramdisk_has_told_its_own(self, rack: Rack, name: str) -> None:
        """R-DS-26."""
        node = rack.node()
        rack.deploy(node, asked_step(name, 85))
        assert rack.state(node) == "wait call-back"
        rack.come_up(node)
        assert rack.state(node) == "deploy failed"
        assert f"no deploy step deploy.{name}" in rack.error(node)

    def test_a_step_cannot_bear_the_name_of_something_else(self, rack: Rack) -> None:
        """R-AG-21: whatever the ramdisk calls its steps, it alone runs them."""
        rack.agent.steps["deploy"] = [
            {"step": name, "interface": "deploy", "priority": 50 + place}
            for place, name in enumerate(
                ("tear_down", "line", "step_named", "power_off", "hold", "a b", "", 7, "x" * 999)
            )
        ]
        node = rack.node()
        rack.deploy(node)
        rack.come_up(node)
        kept = [each["step"] for each in rack.memory(node)["agent_cached_deploy_steps"]["deploy"]]
        assert kept == ["tear_down", "line", "step_named"]
        rack.agent.end()
        rack.beat(node)
        for name in ("step_named", "line", "tear_down"):
            while rack.agent.names()[-1] != f"deploy.execute_deploy_step:{name}":
                rack.agent.end()
                rack.beat(node)
        assert "network.detach" not in rack.bench.asked(node)

    def test_a_failure_is_told_in_the_words_of_the_agent(self, rack: Rack) -> None:
        """R-AG-28: and the token goes with the work."""
        node = rack.node()
        rack.agent.steps["deploy"] = []
        rack.deploy(node)
        rack.come_up(node)
        error = {"type": "ImageChecksumError", "code": 500, "message": "x", "details": "expected aaaa, got bbbb"}
        rack.agent.end("FAILED", error=error)
        rack.beat(node)
        assert rack.state(node) == "deploy failed"
        assert "Writing the image tiny.qcow2 failed in the ramdisk: expected aaaa, got bbbb" in rack.error(node)
        assert not {"agent_url", "agent_secret_token"} & rack.memory(node).keys()

    @pytest.mark.parametrize("asked", ["write_image", "shake_down"], ids=["of the server", "of the agent"])
    def test_an_agent_that_did_another_step_is_not_believed(self, rack: Rack, asked: str) -> None:
        """R-AG-28: whatever it did, nobody knows what is on the disk now."""
        node = rack.node()
        rack.agent.steps["deploy"] = [each for each in rack.agent.steps["deploy"] if each["step"] == asked]
        rack.deploy(node)
        rack.come_up(node)
        assert rack.agent.names()[-1] == f"deploy.execute_deploy_step:{asked}"
        rack.agent.end(step={"interface": "deploy", "step": "erase_devices"})
        rack.beat(node)
        assert rack.state(node) == "deploy failed"
        assert f"the agent says it ran 'erase_devices', it was asked for '{asked}'" in rack.error(node)

    def test_heartbeats_in_between_begin_nothing_twice(self, rack: Rack) -> None:
        """R-AG-15."""
        node = rack.node()
        rack.agent.steps["deploy"] = []
        rack.deploy(node)
        rack.come_up(node)
        for _ in range(5):
            rack.beat(node)
        assert rack.agent.names().count("deploy.execute_deploy_step:write_image") == 1
        assert rack.work(node).status == "waiting"

    @pytest.mark.parametrize("has_ended", [False, True], ids=["still at it", "done with it"])
    def test_a_crash_in_the_middle_does_not_write_the_image_twice(self, rack: Rack, has_ended: bool) -> None:  # noqa: FBT001 - a column of the table
        """R-DS-23: the conductor died after it had told the agent and before it could write that down."""
        node = rack.node()
        rack.agent.steps["deploy"] = []
        row = rack.deploy(node)
        rack.agent.token = TOKEN
        rack.remember(node, agent_secret_token=TOKEN, agent_url=rack.place)
        write, desk, flow = rack.bench.database.write, rack.bench.desk, FLOWS[OperationKind.DEPLOY]
        write(operations.wake, rack.bench.read(node).id)
        booted = write(turning.begin, desk, row)
        assert booted is not None
        writing = write(turning.record, desk, booted, perform(flow, booted))
        assert writing is not None
        perform(flow, writing)
        assert rack.agent.names()[-1] == "deploy.execute_deploy_step:write_image"
        if has_ended:
            rack.agent.end()
        rack.bench.die_and_return()
        rack.bench.run()
        assert rack.agent.names().count("deploy.execute_deploy_step:write_image") == 1
        if not has_ended:
            rack.agent.end()
            rack.beat(node)
        rack.bench.wait(TOOK_S)
        assert (rack.state(node), rack.error(node)) == ("active", "")

    def test_an_agent_that_was_restarted_is_not_taken_for_the_one_before(self, rack: Rack) -> None:
        """R-AG-28."""
        node = rack.node()
        rack.agent.steps["deploy"] = []
        rack.deploy(node)
        rack.come_up(node)
        rack.agent.restart()
        rack.beat(node)
        assert rack.state(node) == "deploy failed"
        assert "its ramdisk was restarted" in rack.error(node)

    def test_a_busy_agent_is_asked_again(self, rack: Rack) -> None:
        """R-AG-15."""
        node = rack.node()
        rack.agent.steps["deploy"] = []
        rack.agent.before = lambda name: (409, {"faultstring": "Agent is busy"}) if "execute" in name else None
        rack.deploy(node)
        rack.come_up(node)
        assert rack.work(node).status == "waiting"
        rack.agent.before = lambda _: None
        rack.bench.wait(TOOK_S)
        assert rack.agent.names()[-1] == "deploy.execute_deploy_step:write_image"

    def test_an_agent_that_stays_silent_is_given_up(self, rack: Rack) -> None:
        """R-AG-15: with the reason."""
        node = rack.node()
        rack.deploy(node)
        rack.remember(node, agent_secret_token=TOKEN, agent_url="http://127.0.0.1:9")
        rack.bench.hear(node)
        for _ in range(40):
            rack.bench.wait(TOOK_S)
        assert rack.state(node) == "deploy failed"
        assert "cannot be reached" in rack.error(node)

    def test_a_changed_version_is_learned_once(self, rack: Rack) -> None:
        """R-DS-26: a second change within one step ends it."""
        node = rack.node(instance_info={}, deploy_interface="custom-agent")
        rack.deploy(node)
        rack.remember(node, agent_secret_token=TOKEN, agent_url=rack.place)
        rack.agent.token = TOKEN
        renewed = iter([{"m": str(number)} for number in range(2, 9)])
        rack.agent.before = lambda name: change(rack, renewed) if "execute" in name else None
        rack.bench.hear(node)
        assert rack.state(node) == "deploy failed"
        assert "changed twice" in rack.error(node)

    @pytest.mark.parametrize(
        ("info", "word"),
        [
            ({**IMAGE, "image_source": "file:///etc/shadow"}, "http"),
            ({**IMAGE, "image_source": "http://[", "image_disk_format": "raw"}, "http"),
            ({**IMAGE, "image_source": "http://192.0.2.50/image"}, "image_disk_format"),
            ({**IMAGE, "image_os_hash_value": None, "image_checksum": "a" * 32, "image_os_hash_algo": None}, "md5"),
            ({"image_source": URL_OF_IMAGE}, "image_os_hash_algo"),
            ({**IMAGE, "image_type": "partition"}, "whole-disk"),
            ({}, "image_source"),
        ],
    )
    def test_an_image_that_cannot_be_written_is_refused_at_once(
        self, rack: Rack, info: dict[str, Any], word: str
    ) -> None:
        """R-AG-21: before the machine is touched."""
        node = rack.node(instance_info=info)
        rack.deploy(node)
        assert rack.state(node) == "deploy failed"
        assert word in rack.error(node)
        assert "power.reboot" not in rack.bench.asked(node)


def change(rack: Rack, versions: Iterator[dict[str, str]]) -> None:
    rack.agent.version = next(versions)


class TestOthers:
    """The other interfaces of the family."""

    def test_a_token_is_built_in_where_nobody_else_sees_it(self) -> None:
        """R-AG-28: it is there again after a reboot, so it stays; with the work it goes."""
        first = AgentDeploy().deploy(
            NodeView(uuid="n", driver="d", interfaces={"boot": "redfish-virtual-media"}), FIRST
        )
        assert isinstance(first, First)
        params = first.calls[1].arguments["ramdisk_params"]
        memory = {name: value for name, value in first.learned.remembered.items() if value is not None}
        assert params["ipa-agent-token"] == memory["agent_secret_token"]
        assert len(memory["agent_secret_token"]) >= 43
        assert "ipa-agent-token" not in memory["agent_kernel_arguments"]
        known = {**memory, "agent_url": "https://192.0.2.1"}
        assert set(forgotten_with_ramdisk(known)) == {"agent_url"}
        assert set(forgotten_with_work(known)) == {
            "agent_url", "agent_secret_token", "agent_secret_token_pregenerated",
        }  # fmt: skip
        assert arguments_again(NodeView(uuid="n", driver="d", driver_internal_info=known)) == params

    def test_cleaning_asks_first_and_erases_then(self, rack: Rack) -> None:
        """R-AG-28: the ramdisk is left, the machine is off, nothing is remembered of it."""
        node = rack.node(provision_state="manageable")
        steps = [{"interface": "deploy", "step": "erase_devices_metadata", "args": {}}]
        rack.bench.start("manual clean", node, event="clean", goal="manageable", steps=steps, runbook=None)
        rack.bench.run()
        assert rack.state(node) == "clean wait"
        rack.come_up(node)
        assert rack.agent.names() == ["clean.get_clean_steps", "clean.execute_clean_step:erase_devices_metadata"]
        rack.agent.end()
        rack.beat(node)
        assert (rack.state(node), rack.error(node)) == ("manageable", "")
        assert rack.bench.read(node).power_state == "power off"
        assert not {"agent_url", "agent_secret_token"} & rack.memory(node).keys()

    def test_the_raid_interface_runs_its_steps_in_the_ramdisk(self, rack: Rack) -> None:
        """R-AG-28: and tells which disks there are, after the reboot that the agent asks for."""
        node = rack.node(provision_state="manageable", raid_interface="agent")
        steps = [{"interface": "raid", "step": "create_configuration", "args": {}}]
        rack.bench.start("manual clean", node, event="clean", goal="manageable", steps=steps, runbook=None)
        rack.bench.run()
        rack.come_up(node)
        disks = [{"size_gb": 100, "raid_level": "1"}]
        rack.agent.end(result={"clean_result": {"logical_disks": disks}})
        rack.beat(node)
        assert (rack.state(node), rack.error(node)) == ("manageable", "")
        assert rack.bench.read(node).raid_config["logical_disks"] == disks

    def test_a_rescued_machine_has_the_password_and_nothing_else(self, rack: Rack) -> None:
        """R-AG-28: hashed on its way."""
        node = rack.node(
            provision_state="active",
            rescue_interface="agent",
            instance_info={**IMAGE, "rescue_password": "open sesame"},
        )
        rack.bench.start("rescue", node)
        rack.bench.run()
        assert rack.state(node) == "rescue wait"
        rack.come_up(node)
        assert (rack.state(node), rack.error(node)) == ("rescue", "")
        name, params = rack.agent.told[-1]
        assert (name, params["hashed"]) == ("rescue.finalize_rescue", True)
        assert params["rescue_password"].startswith("$2b$")
        assert "agent_secret_token" not in rack.memory(node)
        assert "rescue_password" not in rack.bench.read(node).instance_info

    def test_a_ramdisk_as_instance_needs_no_agent(self, rack: Rack) -> None:
        """R-DS-10: and a step that only an agent could have is refused at once, not waited for."""
        info = {"kernel": "http://192.0.2.50/k", "ramdisk": "http://192.0.2.50/r"}
        node = rack.node(deploy_interface="ramdisk", instance_info=info)
        rack.deploy(node)
        assert (rack.state(node), rack.error(node)) == ("active", "")
        assert "boot.prepare_instance" in rack.bench.asked(node)
        other = rack.node(deploy_interface="ramdisk", instance_info=info)
        rack.deploy(other, asked_step("burn_in", 50))
        assert rack.state(other) == "deploy failed"
        assert "no deploy step deploy.burn_in" in rack.error(other)

    def test_the_power_of_a_machine_ends_its_ramdisk(self, rack: Rack) -> None:
        """R-AG-28: whoever switches it off or restarts it; switching it on ends nothing."""
        node = rack.node(power_state="power on")
        for target, goal in (("power on", "power on"), ("rebooting", "power on")):
            rack.remember(node, agent_secret_token=TOKEN, agent_url=rack.place)
            rack.bench.start("power", node, goal=goal, target=target, timeout_s=None)
            rack.bench.run()
            assert ("agent_secret_token" in rack.memory(node)) is (target == "power on")

    def test_a_deploy_interface_without_an_agent_says_so(self, rack: Rack, caplog: pytest.LogCaptureFixture) -> None:
        """R-AG-17, R-AG-23: a heartbeat for it names node and driver in the log, and does nothing."""
        node = rack.node(deploy_interface="fake", driver_info={"fake_wait_at": "deploy.deploy"})
        rack.deploy(node)
        rack.beat(node)
        said = [each.getMessage() for each in caplog.records if "ignores" in each.getMessage()]
        assert said
        assert node in said[0]
        assert "fake-hardware" in said[0]


def test_the_reply_of_an_agent_is_no_reason_to_fall_over(rack: Rack) -> None:
    """R-AG-21: whatever answers there."""
    node = rack.node()
    rack.deploy(node)
    answers: list[Any] = [
        (200, b"{"), (200, b"[" * 100_000), (200, {}), (200, []), (500, {"faultstring": "x"}), (200, {"id": 7}),
        (200, {"id": "a", "command_status": "DANCING"}), (404, b"\xff\xfe"),
        (200, {"id": "a", "command_status": "SUCCEEDED", "command_result": {"deploy_steps": "many"}}),
    ]  # fmt: skip
    rack.remember(node, agent_secret_token=TOKEN, agent_url=rack.place)
    rack.agent.token = TOKEN
    for answer in answers:
        rack.agent.before = lambda _, answer=answer: answer  # type: ignore[misc]
        fresh = rack.node()
        rack.deploy(fresh)
        rack.come_up(fresh)
        assert rack.state(fresh) == "deploy failed", answer
        assert rack.error(fresh)
