"""Teach games: lessons, puzzles and guides."""
