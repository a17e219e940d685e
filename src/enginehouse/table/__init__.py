"""Serve the web table, a page on which people and bots play any installed game. This package names no game."""
