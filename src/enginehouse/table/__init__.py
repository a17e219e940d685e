"""The web table, a server for pages on which people and bots play any installed game. This package names no game."""
