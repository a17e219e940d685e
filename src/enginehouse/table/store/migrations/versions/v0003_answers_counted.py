"""Migration: add to each seat the number of answers that it has given or withdrawn in reaction windows.

In a reaction window, several seats answer at once.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

ABOVE_ALL_NUMBERS = 1000
"""The start of the counter at running games.

It was only in memory before, so it must be above all numbers that pages know.
"""


def upgrade() -> None:
    """Add the column `answered` to `seats`."""
    with op.batch_alter_table("seats") as batch:
        batch.add_column(sa.Column("answered", sa.Integer(), nullable=False, server_default="0"))
    seats = sa.table("seats", sa.column("table_id", sa.String), sa.column("answered", sa.Integer))
    tables = sa.table("tables", sa.column("id", sa.String), sa.column("status", sa.String))
    running = sa.select(tables.c.id).where(tables.c.status == "running")
    op.execute(sa.update(seats).where(seats.c.table_id.in_(running)).values(answered=ABOVE_ALL_NUMBERS))
