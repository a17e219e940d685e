"""Migration: add the requests that were carried out under an idempotency key."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the table `once`."""
    op.create_table(
        "once",
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("made", sa.Float(), nullable=False),
        sa.Column("result", sa.String(16), nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_once"),
    )
    op.create_index("ix_once_person", "once", ["person"])
    op.create_index("ix_once_made", "once", ["made"])
