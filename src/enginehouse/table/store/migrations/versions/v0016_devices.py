"""Migration: add the browsers in which a guest is signed in, and the links that sign in another browser."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the tables `devices` and `links`."""
    op.create_table(
        "devices",
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("label", sa.String(40), nullable=False),
        sa.Column("created", sa.Float(), nullable=False),
        sa.Column("seen", sa.Float(), nullable=False),
        sa.Column("revoked", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("person", "id", name="pk_devices"),
    )
    op.create_table(
        "links",
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("until", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("digest", name="pk_links"),
    )
    op.create_index("ix_links_person", "links", ["person"])
