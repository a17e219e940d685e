"""Migration: add the position, as a line, from which a table can start."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column `start` to `tables`."""
    with op.batch_alter_table("tables") as batch:
        batch.add_column(sa.Column("start", sa.Text(), nullable=False, server_default=""))
