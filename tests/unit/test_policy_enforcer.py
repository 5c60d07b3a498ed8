"""Policy files override the table, may change at any time, and never break what was in force."""

import logging
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bessemer.api.identity.authenticator import ROLES_IMPLIED
from bessemer.api.policy.enforcer import PolicyEnforcer
from bessemer.api.policy.ruleset import Ruleset, UnknownRuleError
from bessemer.api.policy.settings import PolicySettings
from bessemer.api.policy.table import RULES, RULES_BY_NAME
from bessemer.model.caller import Caller, Identity
from bessemer.model.errors import ConfigurationError, Forbidden

ADMIN = Identity(user="root", system=True, roles=ROLES_IMPLIED["admin"])
READER = Identity(user="eve", system=True, roles=ROLES_IMPLIED["reader"])
OWNER = Identity(user="olga", project="p1", roles=ROLES_IMPLIED["member"])
MINE, YOURS = {"node.owner": "p1"}, {"node.owner": "p2"}
EDIT, RENAME, CREATE = "baremetal:node:update", "baremetal:node:update:name", "baremetal:node:create"


class Clock:
    """Time that passes when the test says so."""

    def __init__(self) -> None:
        """Begin at zero."""
        self.now = 0.0

    def __call__(self) -> float:
        """Tell the time."""
        return self.now


def _policy(text: str) -> Ruleset:
    """Parse overrides of the form "rule = check", one a line."""
    return Ruleset(PolicySettings(), dict(line.split(" = ", 1) for line in text.splitlines()))


def _errors(caplog: pytest.LogCaptureFixture, level: int = logging.ERROR) -> list[str]:
    return [r.getMessage() for r in caplog.records if r.levelno == level and r.name.startswith("bessemer")]


def test_the_table_alone_is_a_policy() -> None:
    policy = PolicyEnforcer(PolicySettings())
    assert policy.decide(ADMIN, CREATE)
    assert not policy.decide(READER, CREATE)
    assert policy.decide(OWNER, EDIT, MINE)
    assert not policy.decide(OWNER, EDIT, YOURS)


def test_an_administrator_may_everything_but_see_secrets_and_pose_as_something_else() -> None:
    policy = PolicyEnforcer(PolicySettings())
    asked = [row.name for row in RULES if row.name.startswith(("baremetal:", "show_"))]
    assert [name for name in asked if not policy.decide(ADMIN, name, MINE)] == [
        "show_password",
        "show_instance_secrets",
        "baremetal:allocation:create_pre_rbac",
        "baremetal:node:delete:self_owned_node",
    ]


def test_a_caller_is_refused_by_the_verdict() -> None:
    caller = Caller(OWNER, PolicyEnforcer(PolicySettings()).decide)
    caller.require(EDIT, MINE)
    with pytest.raises(Forbidden, match="olga may not do this: the policy rule baremetal:node:update"):
        caller.require(EDIT, YOURS)


def test_a_rule_that_is_not_in_the_table_is_a_mistake_of_the_program() -> None:
    with pytest.raises(UnknownRuleError, match="There is no policy rule baremetal:node:fly"):
        PolicyEnforcer(PolicySettings()).decide(ADMIN, "baremetal:node:fly")


def test_an_override_replaces_the_check_of_its_rule() -> None:
    policy = _policy(f"{CREATE} = role:reader")
    assert policy.judge(READER, CREATE, {})
    assert not policy.judge(READER, "baremetal:node:delete", {})


def test_an_override_may_use_names_of_its_own() -> None:
    policy = _policy(f"friends = user_id:eve or user_id:olga\n{CREATE} = rule:friends")
    assert policy.judge(READER, CREATE, {})
    assert policy.unused == ()


def test_an_override_of_a_wider_rule_holds_for_the_narrower_ones() -> None:
    policy = _policy(f"{EDIT} = role:reader")
    assert policy.judge(READER, RENAME, {})
    assert not policy.judge(READER, "baremetal:node:update_extra", {})


def test_an_override_of_the_narrower_rule_comes_first() -> None:
    assert not _policy(f"{EDIT} = role:reader\n{RENAME} = !").judge(READER, RENAME, {})


def test_a_wider_rule_may_point_at_a_narrower_one() -> None:
    policy = _policy(f"{EDIT} = rule:{RENAME}")
    assert policy.judge(OWNER, EDIT, MINE)
    assert not policy.judge(OWNER, EDIT, YOURS)


def test_every_wider_rule_exists() -> None:
    assert [row.name for row in RULES if row.follows is not None and row.follows not in RULES_BY_NAME] == []


def test_what_belongs_to_the_site_is_kept_from_projects_unless_scopes_are_off() -> None:
    overrides = {"baremetal:chassis:get": ""}
    assert not Ruleset(PolicySettings(), overrides).judge(OWNER, "baremetal:chassis:get", {})
    assert Ruleset(PolicySettings(enforce_scope=False), overrides).judge(OWNER, "baremetal:chassis:get", {})


def test_a_target_may_be_compared_with_any_attribute_of_the_caller() -> None:
    assert _policy(f"{CREATE} = user_id:%(node.owner)s").judge(READER, CREATE, {"node.owner": "eve"})
    assert _policy(f"{CREATE} = 'eve':%(user_id)s").judge(READER, CREATE, {})


@pytest.mark.parametrize(
    ("check", "fault"),
    [
        ("admin", "cannot be understood"),
        ("role:admin role:reader", "cannot be understood"),
        ("(role:admin", "cannot be understood"),
        ("role:admin and nonsense", "cannot be understood"),
        ("'admin'", "cannot be understood"),
        ("rule:nowhere", "refers to nowhere, which is not defined"),
        ("not rule:nowhere", "refers to nowhere"),
        (f"rule:{CREATE}", "in a circle"),
        ("role:reader or not rule:baremetal:node:delete", "in a circle"),
        ("http://example.org/check", "remote server"),
        ("role:admin or https://example.org/check", "remote server"),
        ("project_id:%(node.owner)", "cannot be understood"),
        ("project_id:%(node.owner)d", "cannot be evaluated"),
        ("user_id.name:x", "cannot be evaluated"),
        ("roles.name:x", "cannot be evaluated"),
        ("is_admin_project.name:x", "cannot be evaluated"),
        ("a-:x", "cannot be evaluated"),
    ],
)
def test_a_faulty_check_is_refused_by_the_name_of_its_rule(check: str, fault: str) -> None:
    with pytest.raises(ConfigurationError, match=fault) as refusal:
        _policy(f"{CREATE} = {check}\nbaremetal:node:delete = rule:{CREATE}")
    assert CREATE in refusal.value.message


@given(st.text(st.characters(exclude_categories=["Cs"])) | st.text("role:%(){}!@'\" andornt.x", max_size=40))
def test_any_text_is_a_check_that_can_be_judged_or_a_configuration_error(check: str) -> None:
    try:
        ruleset = Ruleset(PolicySettings(), {CREATE: check})
    except ConfigurationError:
        return
    assert ruleset.judge(OWNER, CREATE, MINE) in {True, False}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "policy.yaml"
    path.write_text(f'"{CREATE}": "role:reader"\n')
    return path


def test_a_changed_policy_file_holds_within_a_second(file: Path) -> None:
    clock = Clock()
    policy = PolicyEnforcer(PolicySettings(policy_file=str(file)), clock)
    assert policy.decide(READER, CREATE)
    file.write_text(f'"{CREATE}": "role:admin"\n')
    assert policy.decide(READER, CREATE)
    clock.now += 1
    assert not policy.decide(READER, CREATE)


@pytest.mark.parametrize("text", ["]", f'"{CREATE}": "role:nobody and"', None])
def test_a_broken_change_is_logged_once_and_the_rules_before_stay(
    file: Path, caplog: pytest.LogCaptureFixture, text: str | None
) -> None:
    clock = Clock()
    policy = PolicyEnforcer(PolicySettings(policy_file=str(file)), clock)
    if text is None:
        file.unlink()
    else:
        file.write_text(text)
    for _ in range(3):
        clock.now += 1
        assert policy.decide(READER, CREATE)
    assert len(_errors(caplog)) == 1
    assert "stays in force" in _errors(caplog)[0]


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        (b"]", "is not YAML"),
        (b"\xff", "is not YAML"),
        (b"\0", "is not YAML"),
        (b"[" * 5_000, "is not YAML"),
        (b"- a\n", "holds a list"),
        (b"baremetal:node:get: 5\n", "both must be text"),
        (b"baremetal:node:get:\n", "both must be text"),
        (b"baremetal:node:get: [[role:admin]]\n", "both must be text"),
    ],
)
def test_the_server_does_not_start_on_a_broken_file(file: Path, content: bytes, fault: str) -> None:
    file.write_bytes(content)
    with pytest.raises(ConfigurationError, match=fault):
        PolicyEnforcer(PolicySettings(policy_file=str(file)))


def test_the_server_does_not_start_without_the_file_it_was_told_of(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match="cannot be read: No such file"):
        PolicyEnforcer(PolicySettings(policy_file=str(tmp_path / "none.yaml")))


def test_an_empty_file_overrides_nothing(file: Path) -> None:
    file.write_text("# nothing yet\n")
    assert not PolicyEnforcer(PolicySettings(policy_file=str(file))).decide(READER, CREATE)


def test_files_of_a_folder_follow_in_order_and_may_come_later(file: Path, tmp_path: Path) -> None:
    clock, folder = Clock(), tmp_path / "policy.d"
    policy = PolicyEnforcer(PolicySettings(policy_file=str(file), policy_dirs=(str(folder),)), clock)
    assert policy.decide(READER, CREATE)
    folder.mkdir()
    (folder / "2.yaml").write_text(f'"{CREATE}": "!"')
    (folder / "1.yaml").write_text(f'"{CREATE}": "@"')
    (folder / "3.yaml~").write_text("]")
    clock.now += 1
    assert not policy.decide(ADMIN, CREATE)


def test_a_folder_that_becomes_a_file_is_logged_once(file: Path, caplog: pytest.LogCaptureFixture) -> None:
    clock, folder = Clock(), file.with_name("policy.d")
    policy = PolicyEnforcer(PolicySettings(policy_dirs=(str(folder),)), clock)
    folder.write_text("")
    for _ in range(3):
        clock.now += 1
        assert policy.decide(ADMIN, CREATE)
    assert len(_errors(caplog)) == 1


def test_a_name_that_no_rule_has_is_warned_of_once(file: Path, caplog: pytest.LogCaptureFixture) -> None:
    clock = Clock()
    file.write_text('"baremetal:node:fly": "role:admin"\n')
    policy = PolicyEnforcer(PolicySettings(policy_file=str(file)), clock)
    file.write_text('"baremetal:node:fly": "role:member"\n')
    clock.now += 1
    policy.decide(ADMIN, CREATE)
    warnings = _errors(caplog, logging.WARNING)
    assert len(warnings) == 1
    assert "'baremetal:node:fly'" in warnings[0]


@settings(max_examples=50)
@given(st.lists(st.tuples(st.sampled_from([READER, OWNER, ADMIN]), st.sampled_from(["p1", "p2", None])), max_size=20))
def test_remembered_verdicts_are_those_of_the_rules(asked: list[tuple[Identity, str | None]]) -> None:
    policy = PolicyEnforcer(PolicySettings(remembered_verdicts=2))
    for identity, owner in asked:
        verdict = policy.decide(identity, EDIT, {"node.owner": owner})
        assert verdict == (identity is ADMIN or (identity is OWNER and owner == "p1"))
    assert len(policy._policy.current().verdicts) <= 2


@pytest.mark.parametrize(
    ("deed", "readers_may"), [("get", True), ("create", False), ("update", False), ("delete", False)]
)
def test_templates_are_read_by_readers_of_the_system_and_written_by_its_administrators(
    deed: str, *, readers_may: bool
) -> None:
    """R-DT-28, R-DT-33."""
    policy = PolicyEnforcer(PolicySettings())
    rule = f"baremetal:deploy_template:{deed}"
    assert policy.decide(ADMIN, rule)
    assert policy.decide(READER, rule) is readers_may
    assert not policy.decide(OWNER, rule)
