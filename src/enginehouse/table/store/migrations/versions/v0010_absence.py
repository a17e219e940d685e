"""Migration: add columns for the players whose seats bots play while they are absent, and who can come back."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns `away_s` to `tables`, `owner` to `seats`, and `step` to `departures`."""
    with op.batch_alter_table("tables") as batch:
        batch.add_column(sa.Column("away_s", sa.Integer(), nullable=False, server_default="0"))
    with op.batch_alter_table("seats") as batch:
        batch.add_column(sa.Column("owner", sa.String(32)))
    op.create_index("ix_seats_owner", "seats", ["owner"])
    with op.batch_alter_table("departures") as batch:
        batch.add_column(sa.Column("step", sa.String(8), nullable=False, server_default="left"))
