"""All games by name: facts, files, changed numbers, and typing errors in a game."""
