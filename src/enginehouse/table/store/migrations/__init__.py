"""The migrations of the database: `upgrade` changes a database of any version to the newest version."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Connection, inspect, text

from enginehouse.core.errors import Unreadable

HEAD = "0023"
"""The newest version. Alembic is not loaded for a database that has it."""


def version(connection: Connection) -> str | None:
    """Return the version of the schema of a database, or None for an empty one."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalar()


def upgrade(connection: Connection, to: str = "head") -> None:
    """Migrate the database of this connection to the newest version.

    `to` can be an earlier version, for tests of old databases.
    """
    here = version(connection)
    if here == HEAD:
        return
    from alembic import command
    from alembic.config import Config
    from alembic.util import CommandError

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, to)
    except CommandError:
        raise Unreadable(
            f"it is of version {here}, which this program does not know (its newest is {HEAD}): "
            "install the newer Enginehouse, or use another file"
        ) from None
