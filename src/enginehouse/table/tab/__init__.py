"""Run a whole server in a browser tab, with its database and bots."""
