"""Hold the game that `enginehouse new-game` copies."""
