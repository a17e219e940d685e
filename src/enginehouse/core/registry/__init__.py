"""All games by name: facts, files, changed numbers, and what is mistyped in a game."""
