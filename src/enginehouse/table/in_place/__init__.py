"""Run the table in one thread: the database, the bots, and all work that a server gives to threads and processes."""
