"""Nodes found by their bucket, as the watch over their power looks for them."""

from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Make the index."""
    op.create_index("ix_nodes_bucket", "nodes", ["bucket"], if_not_exists=True)
