"""Whether others than its people may look at a table while its game runs."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """One more column of tables: at those that are there already everybody with the address looks on, as until now."""
    with op.batch_alter_table("tables") as batch:
        batch.add_column(sa.Column("watched", sa.Boolean(), nullable=False, server_default=sa.true()))
