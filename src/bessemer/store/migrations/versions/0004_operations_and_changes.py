"""Work in flight, and the log of changes."""

import sqlalchemy as sa
from alembic import op

from bessemer.store.migrations.words import LONG, MOMENT, NUMBERED

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Make the tables."""
    _operations()
    _step_runs()
    _changes()


def _operations() -> None:
    op.create_table(
        "operations",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("uuid", sa.String(36), nullable=False),
        sa.Column("node_id", sa.Integer, nullable=False),
        sa.Column("active", sa.Integer),
        sa.Column("kind", sa.String(32), nullable=False),
        sa.Column("target", sa.String(32)),
        sa.Column("steps", LONG, nullable=False),
        sa.Column("step_index", sa.Integer),
        sa.Column("step_state", LONG, nullable=False),
        sa.Column("status", sa.String(32), nullable=False),
        sa.Column("owner", sa.String(255)),
        sa.Column("epoch", sa.Integer, nullable=False),
        sa.Column("wake_seq", sa.Integer, nullable=False),
        sa.Column("wake_at", MOMENT),
        sa.Column("deadline", MOMENT, nullable=False),
        sa.Column("abort", sa.Boolean, nullable=False),
        sa.Column("error", LONG),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("updated_at", MOMENT),
        sa.PrimaryKeyConstraint("id", name="pk_operations"),
        sa.ForeignKeyConstraint(["node_id"], ["nodes.id"], name="fk_operations_node_id", ondelete="CASCADE"),
        sa.UniqueConstraint("node_id", "active", name="uq_operations_node_id_active"),
        sa.UniqueConstraint("uuid", name="uq_operations_uuid"),
        **NUMBERED,
        if_not_exists=True,
    )
    for column in ("node_id", "owner", "wake_at", "deadline"):
        op.create_index(f"ix_operations_{column}", "operations", [column], if_not_exists=True)


def _step_runs() -> None:
    op.create_table(
        "step_runs",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("operation_id", sa.Integer, nullable=False),
        sa.Column("index", sa.Integer, nullable=False),
        sa.Column("attempt", sa.Integer, nullable=False),
        sa.Column("started_at", MOMENT, nullable=False),
        sa.Column("ended_at", MOMENT),
        sa.Column("outcome", sa.String(32)),
        sa.Column("message", LONG),
        sa.Column("progress", LONG),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("updated_at", MOMENT),
        sa.PrimaryKeyConstraint("id", name="pk_step_runs"),
        sa.ForeignKeyConstraint(
            ["operation_id"], ["operations.id"], name="fk_step_runs_operation_id", ondelete="CASCADE"
        ),
        sa.UniqueConstraint("operation_id", "index", "attempt", name="uq_step_runs_operation_id_index_attempt"),
        **NUMBERED,
        if_not_exists=True,
    )
    op.create_index("ix_step_runs_operation_id", "step_runs", ["operation_id"], if_not_exists=True)


def _changes() -> None:
    op.create_table(
        "changes",
        sa.Column("seq", sa.BigInteger().with_variant(sa.Integer, "sqlite"), nullable=False),
        sa.Column("uuid", sa.String(36), nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.Column("subject", sa.String(32), nullable=False),
        sa.Column("subject_uuid", sa.String(255), nullable=False),
        sa.Column("kind", sa.String(32), nullable=False),
        sa.Column("before", LONG),
        sa.Column("after", LONG),
        sa.Column("by", sa.String(255)),
        sa.Column("project", sa.String(255)),
        sa.Column("severity", sa.String(16)),
        sa.Column("event", LONG),
        sa.Column("event_type", sa.String(64)),
        sa.Column("conductor", sa.String(255)),
        sa.Column("state", sa.String(32)),
        sa.Column("target_state", sa.String(32)),
        sa.Column("duration_seconds", sa.Integer),
        sa.PrimaryKeyConstraint("seq", name="pk_changes"),
        sa.UniqueConstraint("uuid", name="uq_changes_uuid"),
        **NUMBERED,
        if_not_exists=True,
    )
    op.create_index("ix_changes_at", "changes", ["at"], if_not_exists=True)
    op.create_index("ix_changes_subject", "changes", ["subject", "subject_uuid"], if_not_exists=True)
