"""Store the tables in a database: its rows, schema, writer and migrations."""
