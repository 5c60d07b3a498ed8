"""What people keep for later requests: deploy templates, runbooks, allocations."""

from sqlalchemy import Column, ForeignKey, Integer, String

from bessemer.store.schema.declaring import LONG, MOMENT, bare_table, flag, json, number, parent, table, word

deploy_templates = table("deploy_templates", word("name", unique=True, empty=False), json("extra"))

deploy_template_steps = bare_table(
    "deploy_template_steps",
    number(),
    parent("deploy_template_id", "deploy_templates"),
    word("interface", index=True, empty=False),
    word("step", index=True, empty=False),
    json("args"),
    Column("priority", Integer, nullable=False),
    sqlite_autoincrement=True,
)

runbooks = table(
    "runbooks",
    word("name", unique=True, empty=False),
    flag("disable_ramdisk"),
    flag("public"),
    word("owner", index=True),
    Column("description", LONG),
    json("extra"),
)

runbook_steps = bare_table(
    "runbook_steps",
    number(),
    parent("runbook_id", "runbooks"),
    word("interface", index=True, empty=False),
    word("step", index=True, empty=False),
    json("args"),
    Column("order", Integer, nullable=False),
    sqlite_autoincrement=True,
)

runbook_traits = bare_table(
    "runbook_traits",
    Column("runbook_id", ForeignKey("runbooks.id", ondelete="CASCADE"), primary_key=True),
    Column("trait", String(255), primary_key=True, index=True),
    Column("created_at", MOMENT, nullable=False),
)

allocations = table(
    "allocations",
    Column("node_id", ForeignKey("nodes.id"), index=True),
    word("name", unique=True),
    word("resource_class", length=80),
    json("traits"),
    json("candidate_nodes"),
    json("extra"),
    word("state", length=32, empty=False),
    word("owner", index=True),
    Column("last_error", LONG),
)
