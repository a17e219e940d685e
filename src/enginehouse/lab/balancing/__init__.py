"""Search for values of a game's numbers with which each card or other part, or each seat, wins often enough."""
