"""What is kept: rows, schema, writer, migrations."""
