"""Whether seats are drawn when a game begins, and how they were."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """One more column of tables."""
    with op.batch_alter_table("tables") as batch:
        batch.add_column(sa.Column("seating", sa.String(40), nullable=False, server_default=""))
