"""Migration: add a database table of orders that an administrator gives to the running server.

Also add a column that marks muted or banned guests.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the table `orders`, and the column `barred` to `people`."""
    op.create_table(
        "orders",
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("what", sa.String(16), nullable=False),
        sa.Column("target", sa.String(32), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.Column("done", sa.Float(), nullable=True),
        sa.Column("said", sa.Text(), nullable=False, server_default=""),
        sa.PrimaryKeyConstraint("number", name="pk_orders"),
    )
    with op.batch_alter_table("people") as batch:
        batch.add_column(sa.Column("barred", sa.String(8), nullable=False, server_default=""))
