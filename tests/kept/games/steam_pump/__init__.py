"""Steam pump: a whole game, small."""
