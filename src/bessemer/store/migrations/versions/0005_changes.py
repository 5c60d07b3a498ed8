"""The log of changes."""

import sqlalchemy as sa
from alembic import op

from bessemer.store.migrations.words import INNODB, LONG, MOMENT, NUMBERED

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Make the tables."""
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
        sa.Column("position", sa.BigInteger),
        sa.Column("node", sa.String(36)),
        sa.Column("owner", sa.String(255)),
        sa.Column("lessee", sa.String(255)),
        sa.PrimaryKeyConstraint("seq", name="pk_changes"),
        sa.UniqueConstraint("uuid", name="uq_changes_uuid"),
        sa.UniqueConstraint("position", name="uq_changes_position"),
        **NUMBERED,
        if_not_exists=True,
    )
    _make_indexes()
    op.create_table(
        "change_marks",
        sa.Column("id", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("pruned", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_change_marks"),
        **INNODB,
        if_not_exists=True,
    )


def _make_indexes() -> None:
    op.create_index("ix_changes_at", "changes", ["at"], if_not_exists=True)
    op.create_index("ix_changes_node", "changes", ["node"], if_not_exists=True)
    op.create_index("ix_changes_subject", "changes", ["subject", "subject_uuid"], if_not_exists=True)
