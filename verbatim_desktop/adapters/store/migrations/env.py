"""How Alembic runs our migrations: on the connection it is given, in one transaction."""

from __future__ import annotations

from alembic import context

from verbatim_desktop.adapters.store.tables import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,
    transactional_ddl=True,
)
with context.begin_transaction():
    context.run_migrations()
