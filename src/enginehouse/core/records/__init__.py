"""Define the record of a game: its fields and their visibility, chance, hidden pieces, events, declared actions."""
