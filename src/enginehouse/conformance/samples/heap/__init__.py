"""Heap, a small but whole game. `enginehouse new-game` copies it as the start of a new game."""
