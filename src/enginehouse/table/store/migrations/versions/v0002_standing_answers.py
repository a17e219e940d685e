"""Migration: add the automatic answer that a seat gives in each reaction window (several seats answer at once)."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column `standing` to `seats`."""
    with op.batch_alter_table("seats") as seats:
        seats.add_column(sa.Column("standing", sa.String(16), nullable=False, server_default=""))
