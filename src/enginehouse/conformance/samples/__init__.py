"""The game that `enginehouse new-game` copies."""
