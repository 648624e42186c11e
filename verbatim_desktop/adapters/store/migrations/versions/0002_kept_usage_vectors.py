"""Kept values, the ledger of usage, and vectors."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def _workspace(table: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(
        ["workspace_id"], ["workspaces.id"], name=f"fk_{table}_workspace_id", ondelete="CASCADE"
    )


def upgrade() -> None:
    op.create_table(
        "kept",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("workspace_id", sa.Integer(), nullable=False),
        *(
            sa.Column(name, sa.Text(), nullable=False)
            for name in ("kind", "name", "value", "made", "touched")
        ),
        sa.Column("turn", sa.Integer(), nullable=False),
        _workspace("kept"),
        sa.PrimaryKeyConstraint("id", name="pk_kept"),
        sa.UniqueConstraint("workspace_id", "kind", "name", name="uq_kept_workspace_id_kind_name"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "usage",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("workspace_id", sa.Integer(), nullable=False),
        *(
            sa.Column(name, sa.Text(), nullable=False)
            for name in ("name", "at", "kind", "provider", "model")
        ),
        *(
            sa.Column(name, sa.Integer(), nullable=True)
            for name in ("input_tokens", "cached_tokens", "output_tokens")
        ),
        sa.Column("cost_usd", sa.Float(), nullable=True),
        *(
            sa.Column(name, sa.Float(), nullable=False)
            for name in ("retrieval_ms", "model_ms", "total_ms")
        ),
        sa.Column("citations", sa.Integer(), nullable=False),
        sa.Column("level", sa.Text(), nullable=False),
        sa.Column("confidence", sa.Float(), nullable=True),
        *(
            sa.Column(name, sa.Text(), nullable=False)
            for name in ("route", "outcome", "question_hash", "question", "answer", "fault")
        ),
        _workspace("usage"),
        sa.PrimaryKeyConstraint("id", name="pk_usage"),
        sa.UniqueConstraint("workspace_id", "name", name="uq_usage_workspace_id_name"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_usage_at", "usage", ["workspace_id", "at"])
    op.create_table(
        "vectors",
        sa.Column("workspace_id", sa.Integer(), nullable=False),
        sa.Column("model", sa.Text(), nullable=False),
        sa.Column("content", sa.Text(), nullable=False),
        sa.Column("vector", sa.LargeBinary(), nullable=False),
        _workspace("vectors"),
        sa.PrimaryKeyConstraint("workspace_id", "model", "content", name="pk_vectors"),
        sqlite_with_rowid=False,
    )
