"""Where Alembic begins: it runs the revisions on the connection that it was handed."""

from alembic import context

from bessemer.store.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
)
context.run_migrations()
