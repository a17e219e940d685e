"""Migration: add a column that says whether seats are drawn when a game starts, and stores the result of the draw."""

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
