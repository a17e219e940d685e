"""Sentences about a game: names, parts, what happens, how all stand, how it ended."""
