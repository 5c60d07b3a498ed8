"""The default policy lets the same callers do the same things as Ironic does."""

from collections.abc import Mapping

import pytest

from bessemer.api.identity.authenticator import ROLES_IMPLIED
from bessemer.api.policy.enforcer import PolicyEnforcer
from bessemer.api.policy.rule import Rule
from bessemer.api.policy.settings import PolicySettings
from bessemer.api.policy.table import RULES, RULES_BY_NAME
from bessemer.model.caller import Identity

# Observed on Ironic 39.0.0, with its new defaults and scopes enforced. Five columns: who of the whole system may, who
# of the project that owns the node (the allocation, the runbook), who of the project that leases it, who of another;
# and whether a program of the service project may. A admin, G manager, M member, R reader, S service, E yes.
IRONIC: Mapping[str, str] = {
    "A - - - -": """
        baremetal:chassis:create
        baremetal:chassis:delete
        baremetal:deploy_template:create
        baremetal:deploy_template:delete
        baremetal:deploy_template:update
        baremetal:driver:vendor_passthru
        baremetal:events:post
        baremetal:inspection_rule:create
        baremetal:inspection_rule:delete
        baremetal:inspection_rule:update
        baremetal:node:delete
        baremetal:node:disable_cleaning
        baremetal:node:update:chassis_uuid
        baremetal:node:update:disable_power_off
        baremetal:node:update:shard
        baremetal:node:update_owner_provisioned
        baremetal:node:vendor_passthru
    """,
    "AGMRS - - - E": """
        baremetal:allocation:list_all
        baremetal:conductor:get
        baremetal:deploy_template:get
        baremetal:inspection_rule:get
        baremetal:inspection_rule:list_all
        baremetal:node:get:filter_threshold
        baremetal:node:list_all
        baremetal:port:list_all
        baremetal:portgroup:list_all
        baremetal:runbook:list_all
        baremetal:shards:get
        baremetal:volume:list_all
    """,
    "AGMRS AGMRS AGMR - E": """
        baremetal:node:bios:get
        baremetal:node:firmware:get
        baremetal:node:get
        baremetal:node:get_indicator_state
        baremetal:node:get_states
        baremetal:node:traits:list
        baremetal:node:vif:list
        baremetal:node:vmedia:get
        baremetal:port:get
        baremetal:portgroup:get
        baremetal:volume:get
    """,
    "AGMS AGMS - - E": """
        baremetal:node:get_console
        baremetal:node:set_console_state
        baremetal:node:set_indicator_state
        baremetal:node:set_raid_state
        baremetal:node:update:driver_info
        baremetal:node:update:instance_uuid
        baremetal:node:update:lessee
        baremetal:node:update:name
        baremetal:node:update:network_data
        baremetal:node:update:properties
        baremetal:node:update:retired
    """,
    "AGMS AGMS AG - E": """
        baremetal:node:clear_maintenance
        baremetal:node:set_maintenance
        baremetal:node:set_provision_state
        baremetal:node:set_provision_state:clean_steps
        baremetal:node:set_provision_state:service_steps
        baremetal:node:update_instance_info
        baremetal:node:validate
        baremetal:node:vif:attach
        baremetal:node:vif:detach
        baremetal:volume:update
    """,
    "AGMRS AGMRS AGMRS AGMRS E": """
        baremetal:allocation:list
        baremetal:driver:ipa_continue_inspection
        baremetal:driver:ipa_lookup
        baremetal:node:ipa_heartbeat
        baremetal:node:list
        baremetal:port:list
        baremetal:portgroup:list
        baremetal:runbook:list
        baremetal:volume:list
    """,
    "AGMS AGS - - E": """
        baremetal:node:get_boot_device
        baremetal:node:inject_nmi
        baremetal:node:set_boot_device
        baremetal:node:traits:delete
        baremetal:node:traits:set
        baremetal:node:update:driver_interfaces
        baremetal:port:update
        baremetal:portgroup:update
    """,
    "AGMS AGM AGM - E": """
        baremetal:node:set_boot_mode
        baremetal:node:set_power_state
        baremetal:node:set_secure_boot
        baremetal:node:update
        baremetal:node:update_extra
        baremetal:node:vmedia:attach
        baremetal:node:vmedia:detach
    """,
    "AGM - - - E": """
        baremetal:allocation:create_restricted
        baremetal:node:update:conductor_group
        baremetal:node:update:owner
        baremetal:node:update:parent_node
        baremetal:runbook:update:owner
        baremetal:runbook:update:public
    """,
    "AGMRS AGMRS - - E": """
        baremetal:node:get:driver_info
        baremetal:node:get:driver_internal_info
        baremetal:node:get:last_error
        baremetal:node:get:reservation
        baremetal:node:history:get
        baremetal:node:inventory:get
    """,
    "- - - - -": """
        is_member
        is_observer
        public_api
        show_instance_secrets
        show_password
    """,
    "AGMRS - - - -": """
        baremetal:chassis:get
        baremetal:driver:get
        baremetal:driver:get_properties
        baremetal:driver:get_raid_logical_disk_properties
    """,
    "AS AGS - - -": """
        baremetal:port:create
        baremetal:port:delete
        baremetal:portgroup:create
        baremetal:portgroup:delete
    """,
    "AGMS AGS S S E": """
        baremetal:runbook:delete
        baremetal:runbook:update
        baremetal:runbook:use
    """,
    "- AGMRS - - -": """
        is_allocation_owner
        is_node_owner
    """,
    "A A A A -": """
        admin_api
        is_admin
    """,
    "AGM AGM - - E": """
        baremetal:allocation:delete
        baremetal:allocation:update
    """,
    "AGMS AGS AG - E": """
        baremetal:volume:create
        baremetal:volume:delete
    """,
    "- - - - E": """
        service_role
    """,
    "- - AGMRS - -": """
        is_node_lessee
    """,
    "- A - - -": """
        baremetal:node:delete:self_owned_node
    """,
    "- A A A -": """
        baremetal:allocation:create_pre_rbac
    """,
    "AGM - - - -": """
        baremetal:chassis:update
    """,
    "AGM AGM AGM AGM E": """
        baremetal:allocation:create
    """,
    "AGMRS A A A E": """
        baremetal:volume:view_target_properties
    """,
    "AGMRS AGMR - - E": """
        baremetal:allocation:get
    """,
    "AGMRS AGMRS S S E": """
        baremetal:runbook:get
    """,
    "AGMS AGS AGS AGS E": """
        baremetal:runbook:create
    """,
    "AS - - - -": """
        baremetal:node:create
    """,
    "AS AS AS AS E": """
        baremetal:node:create:self_owned_node
    """,
}

ROLES = {"A": "admin", "G": "manager", "M": "member", "R": "reader", "S": "service"}
TARGET = {"node.owner": "owner", "node.lessee": "lessee", "allocation.owner": "owner", "runbook.owner": "owner"}
OBSERVED = [(rule, verdicts) for verdicts, rules in IRONIC.items() for rule in rules.split()]


def _identity(role: str, project: str | None) -> Identity:
    return Identity(user="u", project=project, system=project is None, roles=ROLES_IMPLIED[ROLES[role]])


@pytest.fixture(scope="module")
def policy() -> PolicyEnforcer:
    return PolicyEnforcer(PolicySettings(service_project="services"))


def test_the_table_has_the_rules_of_ironic_and_each_once() -> None:
    of_ironic = [name for name in RULES_BY_NAME if not name.startswith("bessemer:")]
    assert sorted(of_ironic) == sorted(rule for rule, _ in OBSERVED)
    assert len(RULES_BY_NAME) == len(RULES)


@pytest.mark.parametrize(("rule", "verdicts"), OBSERVED)
def test_a_rule_lets_pass_whom_ironic_lets_pass(policy: PolicyEnforcer, rule: str, verdicts: str) -> None:
    ours = [
        "".join(role for role in ROLES if policy.decide(_identity(role, project), rule, TARGET)) or "-"
        for project in (None, "owner", "lessee", "stranger")
    ]
    ours.append("E" if policy.decide(_identity("S", "services"), rule, TARGET) else "-")
    assert " ".join(ours) == verdicts


@pytest.mark.parametrize("row", RULES, ids=[row.name for row in RULES])
def test_a_caller_without_a_role_passes_only_where_everybody_does(policy: PolicyEnforcer, row: Rule) -> None:
    project_rules = {"is_node_owner", "is_node_lessee", "is_allocation_owner"}
    expected = row.check == "" and row.name not in project_rules
    assert policy.decide(Identity(user="u"), row.name, TARGET) is expected


@pytest.mark.parametrize("row", RULES, ids=[row.name for row in RULES])
def test_a_thing_without_an_owner_belongs_to_nobodys_project(policy: PolicyEnforcer, row: Rule) -> None:
    ownerless: dict[str, str | None] = dict.fromkeys(TARGET)
    admin_of_a_project_without_name = Identity(user="u", roles=ROLES_IMPLIED["admin"])
    assert policy.decide(admin_of_a_project_without_name, row.name, ownerless) == policy.decide(
        admin_of_a_project_without_name, row.name, TARGET
    )
    assert not policy.decide(Identity(user="u", project="None"), row.name, ownerless) or row.check == ""
