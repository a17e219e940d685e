"""Heap, a small but whole game; `enginehouse new-game` copies it."""
