"""Run a whole server in one thread: its database, its bots, and all its other work."""
