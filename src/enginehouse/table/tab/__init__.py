"""Run the whole table in a browser tab, without a server."""
