"""Ramdisks find their node and say that they are alive; the numbers are those of the requirements."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

import pytest

from bessemer.model.states import ProvisionState
from bessemer.rules.ramdisk_states import HEARD, LOOKED_UP
from bessemer.store.database import Database
from bessemer.testing.builders import add_node, change_node
from tests.api.enrolled import MISSING, show
from tests.api.ramdisks import (
    CALLBACK,
    CERTIFICATE,
    MAC,
    add_port,
    awaited,
    beat,
    have_worker,
    look_up,
    memory_of,
    state_of,
    token_from,
    told_of,
    wakes_of,
)
from tests.api.serving import Server, free_port
from tests.api.wire import LATEST, Answer, Wire

Start = Callable[[Mapping[str, str]], Server]
LOCKED_OUT = {"OS_DEFAULT__AUTH_STRATEGY": "http_basic"}


@pytest.fixture
def locked_server(start_server: Start, tmp_path: Any) -> Server:
    """A server on which somebody has to log in for nearly everything."""
    users = tmp_path / "users"
    users.write_text("admin:$2b$04$rOZbZ.4Ea3S8Ie0Fj3cW6eRMcMpzJwZfI8oyzQ6Cu2cJ3lS2p1hJG\n")
    return start_server({**LOCKED_OUT, "OS_DEFAULT__HTTP_BASIC_AUTH_USER_FILE": str(users)})


class TestLookup:
    """GET /v1/lookup."""

    def test_nobody_has_to_log_in(self, locked_server: Server) -> None:
        """R-AG-1, R-AG-12: and no conductor is asked."""
        node = awaited(locked_server.database)
        assert locked_server.wire.get("/v1/nodes").status == 401
        token = token_from(look_up(locked_server.wire))
        assert beat(locked_server.wire, node, token).status == 202

    @pytest.mark.parametrize(("version", "status"), [("1.21", 404), ("1.22", 200), (LATEST, 200)])
    def test_it_exists_since_1_22(self, wire: Wire, database: Database, version: str, status: int) -> None:
        """R-AG-2."""
        awaited(database)
        assert look_up(wire, version).status == status

    @pytest.mark.parametrize("query", ["", "addresses=", "addresses=,,", "addresses=52:54:00,zz", "node_uuid="])
    def test_something_to_look_for_is_needed(self, wire: Wire, query: str) -> None:
        """R-AG-3, R-AG-11."""
        assert wire.get(f"/v1/lookup?{query}").status == 400

    def test_what_is_no_address_is_left_out_and_logged(self, server: Server) -> None:
        """R-AG-3."""
        node = awaited(server.database)
        found = look_up(server.wire, addresses=f"zz:zz,{MAC.upper()},52:54:00:77:00:11,")
        assert found.json["node"]["uuid"] == node
        assert "zz:zz" in server.log()

    def test_with_a_uuid_addresses_do_not_count(self, wire: Wire, database: Database) -> None:
        """R-AG-4."""
        awaited(database)
        other = awaited(database, mac=None)
        assert look_up(wire, addresses=MAC, node_uuid=other).json["node"]["uuid"] == other
        assert look_up(wire, addresses=MAC, node_uuid=MISSING).status == 404
        assert look_up(wire, addresses=MAC, node_uuid="a-name").status == 400

    @pytest.mark.parametrize("state", sorted(ProvisionState))
    def test_a_node_is_found_only_while_a_ramdisk_is_awaited(self, wire: Wire, database: Database, state: str) -> None:
        """R-AG-5: in these states, deploy hold and clean hold not among them."""
        found_in = {
            "deploying", "wait call-back", "cleaning", "clean wait", "inspecting", "inspect wait",
            "rescuing", "rescue wait", "service wait",
        }  # fmt: skip
        awaited(database, state)
        assert look_up(wire).status == (200 if state in found_in else 404)
        assert found_in == LOOKED_UP

    def test_the_operator_may_have_it_found_always(self, start_server: Start) -> None:
        """R-AG-6, R-AG-24."""
        server = start_server({"OS_API__RESTRICT_LOOKUP": "false"})
        node = awaited(server.database, "active")
        assert look_up(server.wire).json["node"]["uuid"] == node

    def test_the_answer_has_the_node_and_the_configuration(self, wire: Wire, database: Database) -> None:
        """R-AG-7, R-AG-8, R-AG-9, R-AG-10."""
        info = {"image_source": "http://images/a.qcow2", "configdrive": "H4sI", "root_password": "canary"}
        node = awaited(
            database, properties={"cpu_arch": "x86_64"}, instance_info=info, driver_info={"ipmi_password": "canary"}
        )
        answer = look_up(wire)
        assert "canary" not in answer.body.decode()
        shown, config = answer.json["node"], answer.json["config"]
        assert set(shown) == {"uuid", "properties", "instance_info", "driver_internal_info", "links"}
        assert shown["uuid"] == node
        assert shown["properties"] == {"cpu_arch": "x86_64"}
        assert shown["instance_info"]["configdrive"] == "******"
        assert shown["driver_internal_info"] == {"agent_secret_token": "******"}
        assert set(config) == {
            "heartbeat_timeout", "agent_token", "agent_token_required", "agent_md5_checksum_enable",
            "disable_deep_image_inspection", "permitted_image_formats", "agent_skip_bmc_detect",
            "enable_bios_bootloader_install", "tls_min_version", "tls_cipher_suites", "agent_containers",
            "metrics", "metrics_statsd",
        }  # fmt: skip
        assert (config["heartbeat_timeout"], config["agent_token_required"]) == (300, True)

    def test_what_is_not_awaited_looks_like_what_is_not_there(self, wire: Wire, database: Database) -> None:
        """R-AG-11: byte by byte but for the number of the request; two nodes are as good as none."""
        known = awaited(database, "active")
        unknown = look_up(wire, node_uuid=MISSING)
        assert unknown.status == 404
        for query in ({"node_uuid": known}, {"addresses": MAC}, {"addresses": "52:54:00:00:00:99"}):
            assert look_up(wire, **query).body == unknown.body
        awaited(database, mac="52:54:00:77:00:20")
        awaited(database, mac="52:54:00:77:00:21")
        assert look_up(wire, addresses="52:54:00:77:00:20,52:54:00:77:00:21").body == unknown.body

    def test_several_ports_of_one_node_are_one_node(self, wire: Wire, database: Database) -> None:
        """R-AG-11."""
        node = awaited(database)
        add_port(database, node, "52:54:00:77:00:12")
        assert look_up(wire, addresses=f"{MAC},52:54:00:77:00:12,52:54:00:77:00:13").json["node"]["uuid"] == node

    def test_any_number_of_addresses_is_one_question(self, wire: Wire, database: Database) -> None:
        """R-AG-3: and more than a machine can have is refused."""
        node = awaited(database)
        many = ",".join(f"52:54:01:{number >> 8:02x}:{number & 255:02x}:00" for number in range(1023))
        assert look_up(wire, addresses=f"{many},{MAC}").json["node"]["uuid"] == node
        assert look_up(wire, addresses=f"{many},{MAC},52:54:02:00:00:00").status == 400

    def test_it_is_answered_while_the_node_is_worked_on(self, wire: Wire, database: Database) -> None:
        """R-AG-12, R-AG-25: the agent asks again in the middle of its work, and reading waits for nobody."""
        node = awaited(database, "deploying")
        for _ in range(3):
            assert look_up(wire, node_uuid=node).status == 200


class TestToken:
    """R-AG-28: it is given out once."""

    def test_only_the_first_is_given_it(self, wire: Wire, database: Database) -> None:
        """R-AG-28."""
        node = awaited(database)
        token = token_from(look_up(wire))
        assert len(token) >= 43
        assert memory_of(database, node)["agent_secret_token"] == token
        assert token_from(look_up(wire)) == "******"

    @pytest.mark.parametrize("minor", [22, 31, 36, 61, 62, 68, 115])
    def test_it_is_never_shown_again_at_any_version(self, wire: Wire, database: Database, minor: int) -> None:
        """R-AG-28: nor anywhere else; older agents could do nothing with it."""
        node = awaited(database)
        token = token_from(look_up(wire))
        answer = look_up(wire, f"1.{minor}")
        assert token_from(answer) == "******"
        seen = answer.body + wire.get(f"/v1/nodes/{node}").body + wire.get("/v1/nodes/detail").body
        assert token.encode() not in seen
        assert token not in str(told_of(database, node))

    @pytest.mark.parametrize("minor", [22, 31, 61])
    def test_an_old_version_makes_none(self, wire: Wire, database: Database, minor: int) -> None:
        """R-AG-28."""
        node = awaited(database)
        assert look_up(wire, f"1.{minor}").json["config"]["agent_token"] is None
        assert memory_of(database, node) == {}

    def test_one_that_is_built_in_is_not_shown_at_all(self, wire: Wire, database: Database) -> None:
        """R-AG-28."""
        memory = {"agent_secret_token": "b" * 43, "agent_secret_token_pregenerated": True}
        node = awaited(database, driver_internal_info=memory)
        assert token_from(look_up(wire)) == "******"
        assert beat(wire, node, "b" * 43).status == 202

    def test_that_it_was_given_out_is_told(self, wire: Wire, database: Database) -> None:
        """R-AG-28: whoever was faster than the ramdisk is found in the log of changes."""
        node = awaited(database)
        token_from(look_up(wire))
        assert told_of(database, node) == [("token given to a ramdisk", {"source": "127.0.0.1"})]


class TestHeartbeat:
    """POST /v1/heartbeat/{node}."""

    @pytest.mark.parametrize("version", ["1.1", "1.21"])
    def test_it_exists_since_1_22(self, wire: Wire, database: Database, version: str) -> None:
        """R-AG-2."""
        assert beat(wire, awaited(database), "x", version).status == 404

    def test_what_it_brings_is_kept_and_what_waits_is_woken(self, wire: Wire, database: Database) -> None:
        """R-AG-13, R-AG-14, R-AG-18, R-AG-19."""
        node = awaited(database)
        token = token_from(look_up(wire))
        news = {"agent_verify_ca": CERTIFICATE, "agent_status": "end", "agent_status_message": "written"}
        answer = beat(wire, node, token, LATEST, **news)
        assert (answer.status, answer.body) == (202, b"")
        assert wakes_of(database, node) == 1
        shown = show(wire, node)["driver_internal_info"]
        assert shown.pop("agent_last_heartbeat")
        assert shown == {
            "agent_secret_token": "******",
            "agent_url": CALLBACK,
            "agent_version": "13.0.0",
            "agent_verify_ca": CERTIFICATE,
            "agent_status": "end",
            "agent_status_message": "written",
        }

    def test_it_touches_nothing_else(self, wire: Wire, database: Database) -> None:
        """R-AG-14: neither what others remember of the machine, nor its secrets."""
        memory = {"deploy_steps": [{"step": "deploy", "args": {"password": "canary"}}], "fake_machine": {"revision": 3}}
        node = awaited(database, driver_internal_info=memory)
        token = token_from(look_up(wire))
        assert beat(wire, node, token).status == 202
        kept = memory_of(database, node)
        assert {name: kept[name] for name in memory} == memory
        assert "canary" not in wire.get(f"/v1/nodes/{node}").body.decode()

    def test_it_finds_the_node_by_its_name_too(self, wire: Wire, database: Database) -> None:
        """R-AG-27."""
        awaited(database, name="r1")
        assert beat(wire, "r1", token_from(look_up(wire))).status == 202

    def test_it_is_taken_while_the_node_is_worked_on(self, wire: Wire, database: Database) -> None:
        """R-AG-15: never a 409; the work hears of it when it comes to rest."""
        node = awaited(database, "deploying")
        token = token_from(look_up(wire))
        assert [beat(wire, node, token).status for _ in range(3)] == [202] * 3
        assert wakes_of(database, node) == 3

    @pytest.mark.parametrize(
        ("fields", "version", "word"),
        [
            ({"callback_url": None}, LATEST, "callback_url"),
            ({"callback_url": 7}, LATEST, "callback_url"),
            ({"agent_verify_ca": CERTIFICATE}, "1.67", "agent_verify_ca"),
            ({"agent_status": "end"}, "1.71", "agent_status"),
            ({"agent_status_message": "x"}, "1.71", "agent_status_message"),
            ({}, "1.61", "agent_token"),
            ({"agent_token": None}, "1.35", "agent_version"),
            ({"agent_token": None}, LATEST, "agent_token"),
            ({"agent_version": None}, LATEST, "agent_version"),
            ({"agent_version": ""}, LATEST, "agent_version"),
            ({"agent_status": "bored"}, LATEST, "agent_status"),
            ({"callback_url": "http://192.0.2.77:9999"}, LATEST, "require_tls"),
            ({"callback_url": "ssh://192.0.2.77"}, LATEST, "callback_url"),
            ({"agent_verify_ca": "-----BEGIN RSA PRIVATE KEY-----"}, LATEST, "agent_verify_ca"),
            ({"agent_verify_ca": CERTIFICATE * 9}, LATEST, "agent_verify_ca"),
            ({"agent_verify_ca": "x" * 20_000}, LATEST, "agent_verify_ca"),
            ({"unheard_of": 1}, LATEST, "unheard_of"),
        ],
    )
    def test_what_is_wrong_is_refused_and_changes_nothing(
        self, wire: Wire, database: Database, fields: dict[str, Any], version: str, word: str
    ) -> None:
        """R-AG-13, R-AG-15, R-AG-16, R-AG-21."""
        node = awaited(database)
        token = token_from(look_up(wire))
        before = state_of(database, node)
        answer = beat(wire, node, **{"token": token, "version": version, **fields})
        assert (answer.status, word in answer.text) == (400, True), answer.text
        assert (state_of(database, node), wakes_of(database, node)) == (before, 0)

    def test_the_checks_come_in_their_order(self, wire: Wire, database: Database) -> None:
        """R-AG-15: each body has every later fault as well."""
        node = awaited(database)
        token = token_from(look_up(wire))
        assert beat(wire, node, token).status == 202
        wrong: dict[str, Any] = {
            "callback_url": "http://127.0.0.1",
            "agent_status": "bored",
            "agent_version": None,
            "agent_token": "",
        }
        said: list[Answer] = [
            beat(wire, MISSING, None, "1.71", **{**wrong, "callback_url": None}),
            beat(wire, MISSING, None, "1.71", **wrong),
            beat(wire, MISSING, None, LATEST, **wrong),
            beat(wire, node, None, LATEST, **wrong),
            beat(wire, node, None, LATEST, **{**wrong, "callback_url": "http://192.0.2.1"}),
            beat(wire, node, None, LATEST, **{**wrong, "callback_url": CALLBACK}),
            beat(wire, node, None, LATEST, **{**wrong, "callback_url": CALLBACK, "agent_token": "wrong"}),
            beat(wire, node, "wrong", LATEST, agent_version=None),
            beat(wire, node, "wrong", LATEST),
        ]
        words = [
            "needs callback_url", "exists from", "no node", "cannot be used", "may not change", "needs agent_token",
            "agent_status must", "needs agent_version", "not the one",
        ]  # fmt: skip
        assert [word in answer.text for word, answer in zip(words, said, strict=True)] == [True] * len(words), [
            answer.text for answer in said
        ]
        assert [answer.status for answer in said] == [400, 400, 404, *[400] * 6]

    def test_a_ramdisk_that_cannot_be_called_says_so(self, wire: Wire, database: Database) -> None:
        """R-AG-16: with an empty URL."""
        node = awaited(database)
        assert beat(wire, node, token_from(look_up(wire)), callback_url="").status == 202
        assert memory_of(database, node)["agent_url"] == ""

    @pytest.mark.parametrize("state", sorted(set(ProvisionState) - HEARD))
    def test_where_none_is_expected_it_counts_for_nothing(self, server: Server, state: str) -> None:
        """R-AG-15: it is taken, and only the log tells of it."""
        have_worker(server.database)
        node = add_node(server.database, provision_state=state, driver_internal_info={"agent_secret_token": "t" * 43})
        before = state_of(server.database, node)
        assert beat(server.wire, node, "t" * 43).status == 202
        assert state_of(server.database, node) == before
        assert "counts for nothing" in server.log()

    def test_in_maintenance_it_is_kept_and_nothing_goes_on(self, wire: Wire, database: Database) -> None:
        """R-AG-15."""
        node = awaited(database)
        token = token_from(look_up(wire))
        change_node(database, node, maintenance=True)
        assert beat(wire, node, token).status == 202
        assert (memory_of(database, node)["agent_url"], wakes_of(database, node)) == (CALLBACK, 0)

    def test_tls_is_needed_unless_the_operator_says_otherwise(self, start_server: Start) -> None:
        """R-AG-21."""
        server = start_server({"OS_AGENT__REQUIRE_TLS": "false"})
        node = awaited(server.database)
        token = token_from(look_up(server.wire))
        assert beat(server.wire, node, token, callback_url="http://192.0.2.77:9999").status == 202


def test_the_rules_of_both_can_be_overridden(start_server: Start, tmp_path: Any) -> None:
    """R-AG-1: the policies of Ironic's names exist."""
    policy = tmp_path / "policy.yaml"
    policy.write_text('"baremetal:driver:ipa_lookup": "!"\n"baremetal:node:ipa_heartbeat": "!"\n')
    server = start_server({"OS_OSLO_POLICY__POLICY_FILE": str(policy)})
    node = awaited(server.database)
    assert look_up(server.wire).status == 403
    assert beat(server.wire, node, "x").status == 403


class TestOwnPlace:
    """A place that only ramdisks have to reach."""

    def test_there_is_only_what_they_need(self, start_server: Start) -> None:
        """R-AG-1: the root documents, lookup, heartbeat."""
        port = free_port()
        server = start_server({"OS_API__RAMDISK_LISTEN": f"127.0.0.1:{port}"})
        node = awaited(server.database)
        wire = Wire(f"http://127.0.0.1:{port}")
        assert wire.get("/", version=None).json["default_version"]["version"] == LATEST
        assert "nodes" not in wire.get("/v1").json
        assert {"lookup", "heartbeat"} <= wire.get("/v1").json.keys()
        assert [wire.get(path).status for path in ("/v1/nodes", "/openapi.json", "/v1/drivers")] == [404] * 3
        assert beat(wire, node, token_from(look_up(wire))).status == 202
        wire.close()

    def test_others_need_not_offer_it_then(self, start_server: Start) -> None:
        """R-AG-1."""
        settings = {"OS_API__RAMDISK_LISTEN": f"127.0.0.1:{free_port()}", "OS_API__ENABLE_RAMDISK_ENDPOINTS": "false"}
        server = start_server(settings)
        awaited(server.database)
        assert look_up(server.wire).status == 404
        assert "lookup" not in server.wire.get("/v1").json


class TestOldAgents:
    """R-AG-22: agents from before there was a lookup, on the paths of the vendor passthru."""

    LOOKUP = "/v1/drivers/agent_ipmitool/vendor_passthru/lookup"
    INVENTORY = MappingProxyType({"version": "2", "inventory": {"interfaces": [{"mac_address": MAC.upper()}, {}, 7]}})

    @pytest.fixture
    def old_server(self, start_server: Start) -> Server:
        """A server that lets them in."""
        return start_server({"OS_API__ENABLE_LEGACY_AGENT_PASSTHRU": "true", "OS_AGENT__REQUIRE_TLS": "false"})

    def test_they_are_let_in_by_either_id_and_told_of(self, old_server: Server) -> None:
        """R-AG-22, R-AG-23."""
        wire, node = old_server.wire, awaited(old_server.database)
        for body in (dict(self.INVENTORY), {"version": "2", "inventory": {}, "node_uuid": node}):
            found = wire.post(self.LOOKUP, body, version=None)
            assert (found.status, found.json["heartbeat_timeout"], found.json["node"]["uuid"]) == (200, 300, node)
        old = {"agent_url": "http://192.0.2.77:9999", "agent_version": "1.0"}
        assert wire.post(f"/v1/nodes/{node}/vendor_passthru/heartbeat", old, version=None).status == 202
        assert memory_of(old_server.database, node)["agent_url"] == old["agent_url"]
        assert "this way in is to go" in old_server.log()

    def test_they_stay_out_unless_the_operator_lets_them_in(self, wire: Wire, database: Database) -> None:
        """R-AG-22: off by default."""
        node = awaited(database)
        before = state_of(database, node)
        assert wire.post(self.LOOKUP, dict(self.INVENTORY)).status in {400, 404}
        wire.post(f"/v1/nodes/{node}/vendor_passthru/heartbeat", {"agent_url": CALLBACK})
        assert state_of(database, node) == before

    def test_whoever_has_a_token_cannot_do_without_it(self, old_server: Server) -> None:
        """R-AG-22, R-AG-28: an attacker cannot pass for an old agent then."""
        node = awaited(old_server.database)
        token_from(look_up(old_server.wire))
        before = state_of(old_server.database, node)
        path = f"/v1/nodes/{node}/vendor_passthru/heartbeat"
        assert old_server.wire.post(path, {"agent_url": CALLBACK}).status == 400
        assert state_of(old_server.database, node) == before

    def test_what_is_wrong_is_refused(self, old_server: Server) -> None:
        """R-AG-22."""
        wire, node = old_server.wire, awaited(old_server.database)
        before = state_of(old_server.database, node)
        bodies: list[Any] = [{}, {"inventory": []}, {"inventory": {"interfaces": [{"mac_address": 7}]}}, [], 7]
        for body in (*bodies, {"node_uuid": [1]}):
            assert wire.post(self.LOOKUP, body).status == 400, body
        for body in (*bodies, {"agent_url": 7}, {"agent_url": "http://127.0.0.1"}):
            assert wire.post(f"/v1/nodes/{node}/vendor_passthru/heartbeat", body).status == 400, body
        assert state_of(old_server.database, node) == before

    def test_a_present_agent_goes_by_the_version_of_the_root_document(self, wire: Wire) -> None:
        """R-AG-22: what it tries first, and does without the passthru by."""
        assert wire.get("/", version=None).json["default_version"]["version"] == LATEST
