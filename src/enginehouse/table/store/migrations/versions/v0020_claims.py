"""Migration: add the leases on the background work of tables, for servers with several processes."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the table `claims`."""
    op.create_table(
        "claims",
        sa.Column("what", sa.String(40), nullable=False),
        sa.Column("process", sa.String(16), nullable=False),
        sa.Column("until", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("what", name="pk_claims"),
    )
