"""Mechanical Beast is a game inside a machine, whose rooms turn, slide and collapse behind the players."""
