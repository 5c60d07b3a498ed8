"""What belongs to inspections: the rules, and reports that nobody has looked at yet."""

import sqlalchemy as sa
from alembic import op

from bessemer.store.migrations.words import LONG, MOMENT, NUMBERED

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "inspection_rules",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("uuid", sa.String(36), nullable=False),
        sa.Column("description", sa.String(255)),
        sa.Column("priority", sa.Integer, nullable=False),
        sa.Column("phase", sa.String(16), nullable=False),
        sa.Column("sensitive", sa.Boolean, nullable=False),
        sa.Column("conditions", LONG, nullable=False),
        sa.Column("actions", LONG, nullable=False),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("updated_at", MOMENT),
        sa.PrimaryKeyConstraint("id", name="pk_inspection_rules"),
        sa.UniqueConstraint("uuid", name="uq_inspection_rules_uuid"),
        **NUMBERED,
        if_not_exists=True,
    )
    op.create_index("ix_inspection_rules_priority", "inspection_rules", ["priority"], if_not_exists=True)
    op.create_table(
        "inspection_reports",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("node_id", sa.Integer, nullable=False),
        sa.Column("report", LONG, nullable=False),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("updated_at", MOMENT),
        sa.PrimaryKeyConstraint("id", name="pk_inspection_reports"),
        sa.ForeignKeyConstraint(["node_id"], ["nodes.id"], name="fk_inspection_reports_node_id", ondelete="CASCADE"),
        sa.UniqueConstraint("node_id", name="uq_inspection_reports_node_id"),
        **NUMBERED,
        if_not_exists=True,
    )
