"""What belongs to inspections: the rules, and what machines reported that nobody has looked at yet."""

from sqlalchemy import Column, ForeignKey, Integer

from bessemer.store.schema.declaring import flag, json, table, word

inspection_rules = table(
    "inspection_rules",
    word("description"),
    Column("priority", Integer, nullable=False, index=True),
    word("phase", length=16, empty=False),
    flag("sensitive"),
    json("conditions"),
    json("actions"),
)

inspection_reports = table(
    "inspection_reports",
    Column("node_id", ForeignKey("nodes.id", ondelete="CASCADE"), nullable=False, unique=True),
    json("report"),
    uuid=False,
)
