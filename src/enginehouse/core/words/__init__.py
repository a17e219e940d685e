"""Write sentences about a game: names, parts, events, standings, ends."""
