"""Every rule there is, by name."""

from bessemer.api.policy import (
    rules_general,
    rules_node_control,
    rules_node_fields,
    rules_node_parts,
    rules_nodes,
    rules_requests,
    rules_site,
    rules_work,
)
from bessemer.api.policy.rule import Rule

RULES: tuple[Rule, ...] = (
    *rules_general.RULES,
    *rules_nodes.RULES,
    *rules_node_fields.RULES,
    *rules_node_control.RULES,
    *rules_node_parts.RULES,
    *rules_requests.RULES,
    *rules_site.RULES,
    *rules_work.RULES,
)

RULES_BY_NAME: dict[str, Rule] = {row.name: row for row in RULES}
