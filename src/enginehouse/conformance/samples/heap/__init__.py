"""Heap: a whole game, small; what `enginehouse new-game` writes."""
