"""Migration: add the addresses at which browsers are notified."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the table `pushes`."""
    op.create_table(
        "pushes",
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("device", sa.String(16), nullable=False),
        sa.Column("endpoint", sa.Text(), nullable=False),
        sa.Column("created", sa.Float(), nullable=False),
        sa.Column("about", sa.String(40), nullable=False, server_default=""),
        sa.PrimaryKeyConstraint("person", "device", name="pk_pushes"),
    )
