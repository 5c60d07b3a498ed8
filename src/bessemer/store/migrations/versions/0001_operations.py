"""Work in flight, step by step; before the nodes, which refer to it."""

import sqlalchemy as sa
from alembic import op

from bessemer.store.migrations.words import LONG, MOMENT, NUMBERED

revision = "0001"
down_revision: str | None = None


def upgrade() -> None:
    """Make the tables."""
    _operations()
    _step_runs()


def _operations() -> None:
    op.create_table(
        "operations",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("uuid", sa.String(36), nullable=False),
        sa.Column("node_id", sa.Integer, nullable=False),
        sa.Column("active", sa.Integer),
        sa.Column("kind", sa.String(32), nullable=False),
        sa.Column("target", sa.String(32)),
        sa.Column("arguments", LONG, nullable=False),
        sa.Column("stage", sa.String(64), nullable=False),
        sa.Column("steps", LONG, nullable=False),
        sa.Column("step_index", sa.Integer),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("progress", LONG, nullable=False),
        sa.Column("status", sa.String(32), nullable=False),
        sa.Column("owner", sa.String(255), nullable=False),
        sa.Column("generation", sa.Integer, nullable=False),
        sa.Column("epoch", sa.Integer, nullable=False),
        sa.Column("wake_seq", sa.Integer, nullable=False),
        sa.Column("wake_at", MOMENT),
        sa.Column("deadline", MOMENT, nullable=False),
        sa.Column("abort", sa.Boolean, nullable=False),
        sa.Column("error", LONG),
        sa.Column("remedy", LONG),
        sa.Column("requested_by", sa.String(255)),
        sa.Column("project", sa.String(255)),
        sa.Column("ended_at", MOMENT),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("updated_at", MOMENT),
        sa.PrimaryKeyConstraint("id", name="pk_operations"),
        sa.UniqueConstraint("node_id", "active", name="uq_operations_node_id_active"),
        sa.UniqueConstraint("uuid", name="uq_operations_uuid"),
        **NUMBERED,
        if_not_exists=True,
    )
    op.create_index(
        "ix_operations_active_owner_wake_at", "operations", ["active", "owner", "wake_at"], if_not_exists=True
    )
    op.create_index("ix_operations_active_deadline", "operations", ["active", "deadline"], if_not_exists=True)


def _step_runs() -> None:
    op.create_table(
        "step_runs",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("operation_id", sa.Integer, nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("attempt", sa.Integer, nullable=False),
        sa.Column("name", sa.String(255), nullable=False),
        sa.Column("step_index", sa.Integer),
        sa.Column("conductor", sa.String(255), nullable=False),
        sa.Column("started_at", MOMENT, nullable=False),
        sa.Column("ended_at", MOMENT),
        sa.Column("outcome", sa.String(32)),
        sa.Column("message", LONG),
        sa.Column("progress", sa.Integer),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("updated_at", MOMENT),
        sa.PrimaryKeyConstraint("id", name="pk_step_runs"),
        sa.ForeignKeyConstraint(
            ["operation_id"], ["operations.id"], name="fk_step_runs_operation_id", ondelete="CASCADE"
        ),
        sa.UniqueConstraint("operation_id", "place", "attempt", name="uq_step_runs_operation_id_place_attempt"),
        **NUMBERED,
        if_not_exists=True,
    )
    op.create_index("ix_step_runs_operation_id", "step_runs", ["operation_id"], if_not_exists=True)
