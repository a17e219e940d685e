"""Migration: add clocks, and the times in which no process served the tables."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add `clock` and `clock_at` to `tables`, `left_ms` to `seats`, and the table `outages`."""
    with op.batch_alter_table("tables") as batch:
        batch.add_column(sa.Column("clock", sa.String(24), nullable=False, server_default=""))
        batch.add_column(sa.Column("clock_at", sa.Float(), nullable=False, server_default="0"))
    with op.batch_alter_table("seats") as batch:
        batch.add_column(sa.Column("left_ms", sa.Integer()))
    op.create_table(
        "outages",
        sa.Column("began", sa.Float(), nullable=False),
        sa.Column("ended", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("began", name="pk_outages"),
    )
