"""Migration: add the seats that agree to end the game without a result."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column `ending` to `tables`."""
    with op.batch_alter_table("tables") as batch:
        batch.add_column(sa.Column("ending", sa.String(20), nullable=False, server_default=""))
