"""Alembic's entry point. It uses the connection that `upgrade` provides, and works in that connection's transaction."""

from __future__ import annotations

from alembic import context

from enginehouse.table.store.schema import METADATA

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=METADATA,
    render_as_batch=True,
    transactional_ddl=True,
)
with context.begin_transaction():
    context.run_migrations()
