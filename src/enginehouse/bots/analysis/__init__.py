"""Analyse finished games and policies: game analysis, luck, puzzles, ratings, exploitability."""
