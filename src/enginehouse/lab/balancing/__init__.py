"""A search for values of a game's numbers with which each part, or each seat, wins as often as it should."""
