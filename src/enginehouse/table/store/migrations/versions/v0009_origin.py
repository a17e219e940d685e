"""From which game and step of it a table begins that asks what if."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """One more column of tables."""
    with op.batch_alter_table("tables") as batch:
        batch.add_column(sa.Column("origin", sa.String(32), nullable=False, server_default=""))
