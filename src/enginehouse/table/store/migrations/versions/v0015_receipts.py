"""Migration: add the secrets and salts from which shuffles are made."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns `secret` and `salts` to `tables`, and `salt` to `seats`."""
    with op.batch_alter_table("tables") as batch:
        batch.add_column(sa.Column("secret", sa.String(64), nullable=False, server_default=""))
        batch.add_column(sa.Column("salts", sa.Text(), nullable=False, server_default=""))
    with op.batch_alter_table("seats") as batch:
        batch.add_column(sa.Column("salt", sa.String(64), nullable=False, server_default=""))
