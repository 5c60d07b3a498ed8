"""Who works on what: conductors, operations, the runs of their steps, the log of changes."""

from sqlalchemy import BigInteger, Column, Index, Integer, String, UniqueConstraint

from bessemer.store.schema.declaring import LONG, MOMENT, bare_table, flag, json, number, parent, table, word

conductors = table(
    "conductors",
    word("hostname", unique=True, empty=False),
    word("url"),
    word("conductor_group", empty=False),
    Column("generation", Integer, nullable=False),
    Column("lease_until", MOMENT, nullable=False),
    uuid=False,
)

conductor_hardware_interfaces = table(
    "conductor_hardware_interfaces",
    parent("conductor_id", "conductors"),
    word("hardware_type", empty=False),
    word("interface_type", length=16, empty=False),
    word("interface_name", empty=False),
    flag("default"),
    UniqueConstraint(
        "conductor_id", "hardware_type", "interface_type", "interface_name", name="uq_conductor_interface"
    ),
    uuid=False,
)

operations = table(
    "operations",
    Column("node_id", Integer, nullable=False),
    Column("active", Integer),
    word("kind", length=32, empty=False),
    word("target", length=32),
    json("arguments"),
    word("stage", length=64, empty=False),
    json("steps"),
    Column("step_index", Integer),
    Column("place", Integer, nullable=False),
    json("progress"),
    word("status", length=32, empty=False),
    word("owner", empty=False),
    Column("generation", Integer, nullable=False),
    Column("epoch", Integer, nullable=False),
    Column("wake_seq", Integer, nullable=False),
    Column("wake_at", MOMENT),
    Column("deadline", MOMENT, nullable=False),
    flag("abort"),
    Column("error", LONG),
    Column("remedy", LONG),
    word("requested_by"),
    word("project"),
    Column("ended_at", MOMENT),
    UniqueConstraint("node_id", "active"),
    Index("ix_operations_active_owner_wake_at", "active", "owner", "wake_at"),
    Index("ix_operations_active_deadline", "active", "deadline"),
)

step_runs = table(
    "step_runs",
    parent("operation_id", "operations"),
    Column("place", Integer, nullable=False),
    Column("attempt", Integer, nullable=False),
    word("name", empty=False),
    Column("step_index", Integer),
    word("conductor", empty=False),
    Column("started_at", MOMENT, nullable=False),
    Column("ended_at", MOMENT),
    word("outcome", length=32),
    Column("message", LONG),
    Column("progress", Integer),
    UniqueConstraint("operation_id", "place", "attempt"),
    uuid=False,
)

changes = bare_table(
    "changes",
    Column("seq", BigInteger().with_variant(Integer, "sqlite"), primary_key=True, autoincrement=True),
    Column("uuid", String(36), nullable=False, unique=True),
    Column("at", MOMENT, nullable=False, index=True),
    word("subject", length=32, empty=False),
    word("subject_uuid", empty=False),
    word("kind", length=32, empty=False),
    json("before", empty=True),
    json("after", empty=True),
    word("by"),
    word("project"),
    word("severity", length=16),
    Column("event", LONG),
    word("event_type", length=64),
    word("conductor"),
    word("state", length=32),
    word("target_state", length=32),
    Column("duration_seconds", Integer),
    Column("position", BigInteger, unique=True),
    word("node", length=36, index=True),
    word("owner"),
    word("lessee"),
    Index("ix_changes_subject", "subject", "subject_uuid"),
    sqlite_autoincrement=True,
)

change_marks = bare_table("change_marks", number(counted=False), Column("pruned", BigInteger, nullable=False))
