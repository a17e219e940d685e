"""Migration: add a column for the position from which a table can start, as a line of text."""

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
