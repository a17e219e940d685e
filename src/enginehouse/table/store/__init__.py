"""Store game tables and all other data of a server in a database: rows, schema, writer and migrations."""
