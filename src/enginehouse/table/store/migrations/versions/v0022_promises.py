"""Migration: add a table with the names of the secrets that were used for a shuffle, so that each is used only once."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the table `promises`."""
    op.create_table(
        "promises",
        sa.Column("name", sa.String(32), nullable=False),
        sa.Column("made", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_promises"),
    )
