"""Migration: add the name of the lesson at a table."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column `lesson` to `tables`."""
    with op.batch_alter_table("tables") as batch:
        batch.add_column(sa.Column("lesson", sa.String(40), nullable=False, server_default=""))
