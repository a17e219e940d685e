"""The record of a game: its fields and who may see them, chance, hidden pieces, events, declared actions."""
