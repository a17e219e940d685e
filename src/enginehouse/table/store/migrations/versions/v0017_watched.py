"""Migration: add a column that says whether a table allows spectators while its game runs."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column `watched` to `tables`. Existing tables allow spectators, as they did before."""
    with op.batch_alter_table("tables") as batch:
        batch.add_column(sa.Column("watched", sa.Boolean(), nullable=False, server_default=sa.true()))
