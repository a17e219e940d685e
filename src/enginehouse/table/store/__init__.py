"""The database: rows, schema, writer, migrations."""
