"""Migration: add the origin of a table that continues a finished game.

The origin names the finished game, and the number of its entries (actions, undos, redos) that the table repeats.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column `origin` to `tables`."""
    with op.batch_alter_table("tables") as batch:
        batch.add_column(sa.Column("origin", sa.String(32), nullable=False, server_default=""))
