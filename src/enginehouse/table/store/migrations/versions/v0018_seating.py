"""Migration: add a column for drawing the seats of a game: first that they will be drawn, then the result."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column `seating` to `tables`."""
    with op.batch_alter_table("tables") as batch:
        batch.add_column(sa.Column("seating", sa.String(40), nullable=False, server_default=""))
