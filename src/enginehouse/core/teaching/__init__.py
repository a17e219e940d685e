"""Lessons, puzzles and guides."""
