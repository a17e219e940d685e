"""The web table: a page on which people and bots play any game of the house. It names no game."""
