"""Migration: add the players who left a running game, and let a seat have several automatic answers."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the table `departures`, and widen the column `standing` of `seats`."""
    op.create_table(
        "departures",
        sa.Column("table_id", sa.String(16), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("actions", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "number", name="pk_departures"),
    )
    with op.batch_alter_table("seats") as seats:
        seats.alter_column("standing", type_=sa.String(80), existing_type=sa.String(16))
