"""Which page a page shows instead of a text of its own."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    shows = sa.Column("shows", sa.Text(), nullable=False, server_default="")
    op.add_column("documents", shows)
