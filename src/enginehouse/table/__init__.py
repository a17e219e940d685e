"""The web server for pages on which people and bots play any installed game.

The package contains no code for a particular game.
"""
