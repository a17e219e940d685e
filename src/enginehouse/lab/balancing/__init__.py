"""A search for numbers of a game with which each part, or each seat, wins as often as it should."""
