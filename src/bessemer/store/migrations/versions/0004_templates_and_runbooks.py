"""Deploy templates and runbooks, with their steps."""

import sqlalchemy as sa
from alembic import op

from bessemer.store.migrations.words import INNODB, LONG, MOMENT, NUMBERED

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Make the tables."""
    _deploy_templates()
    _deploy_template_steps()
    _runbooks()
    _runbook_steps()
    _runbook_traits()


def _deploy_templates() -> None:
    op.create_table(
        "deploy_templates",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("uuid", sa.String(36), nullable=False),
        sa.Column("name", sa.String(255), nullable=False),
        sa.Column("extra", LONG, nullable=False),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("updated_at", MOMENT),
        sa.PrimaryKeyConstraint("id", name="pk_deploy_templates"),
        sa.UniqueConstraint("name", name="uq_deploy_templates_name"),
        sa.UniqueConstraint("uuid", name="uq_deploy_templates_uuid"),
        **NUMBERED,
        if_not_exists=True,
    )


def _deploy_template_steps() -> None:
    op.create_table(
        "deploy_template_steps",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("deploy_template_id", sa.Integer, nullable=False),
        sa.Column("interface", sa.String(255), nullable=False),
        sa.Column("step", sa.String(255), nullable=False),
        sa.Column("args", LONG, nullable=False),
        sa.Column("priority", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_deploy_template_steps"),
        sa.ForeignKeyConstraint(
            ["deploy_template_id"],
            ["deploy_templates.id"],
            name="fk_deploy_template_steps_deploy_template_id",
            ondelete="CASCADE",
        ),
        **NUMBERED,
        if_not_exists=True,
    )
    for column in ("deploy_template_id", "interface", "step"):
        op.create_index(f"ix_deploy_template_steps_{column}", "deploy_template_steps", [column], if_not_exists=True)


def _runbooks() -> None:
    op.create_table(
        "runbooks",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("uuid", sa.String(36), nullable=False),
        sa.Column("name", sa.String(255), nullable=False),
        sa.Column("disable_ramdisk", sa.Boolean, nullable=False),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.Column("owner", sa.String(255)),
        sa.Column("description", LONG),
        sa.Column("extra", LONG, nullable=False),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("updated_at", MOMENT),
        sa.PrimaryKeyConstraint("id", name="pk_runbooks"),
        sa.UniqueConstraint("name", name="uq_runbooks_name"),
        sa.UniqueConstraint("uuid", name="uq_runbooks_uuid"),
        **NUMBERED,
        if_not_exists=True,
    )
    op.create_index("ix_runbooks_owner", "runbooks", ["owner"], if_not_exists=True)


def _runbook_steps() -> None:
    op.create_table(
        "runbook_steps",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("runbook_id", sa.Integer, nullable=False),
        sa.Column("interface", sa.String(255), nullable=False),
        sa.Column("step", sa.String(255), nullable=False),
        sa.Column("args", LONG, nullable=False),
        sa.Column("order", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_runbook_steps"),
        sa.ForeignKeyConstraint(
            ["runbook_id"], ["runbooks.id"], name="fk_runbook_steps_runbook_id", ondelete="CASCADE"
        ),
        **NUMBERED,
        if_not_exists=True,
    )
    for column in ("runbook_id", "interface", "step"):
        op.create_index(f"ix_runbook_steps_{column}", "runbook_steps", [column], if_not_exists=True)


def _runbook_traits() -> None:
    op.create_table(
        "runbook_traits",
        sa.Column("runbook_id", sa.Integer, nullable=False),
        sa.Column("trait", sa.String(255), nullable=False),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("runbook_id", "trait", name="pk_runbook_traits"),
        sa.ForeignKeyConstraint(
            ["runbook_id"], ["runbooks.id"], name="fk_runbook_traits_runbook_id", ondelete="CASCADE"
        ),
        **INNODB,
        if_not_exists=True,
    )
    op.create_index("ix_runbook_traits_trait", "runbook_traits", ["trait"], if_not_exists=True)
