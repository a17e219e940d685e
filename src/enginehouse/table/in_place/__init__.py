"""Run the whole table in one thread: the database, the bots, and all other work of a server."""
