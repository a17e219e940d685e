"""Migration: add the amount of help from the computer at a table."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column `tells` to `tables`."""
    with op.batch_alter_table("tables") as batch:
        batch.add_column(sa.Column("tells", sa.String(12), nullable=False, server_default=""))
