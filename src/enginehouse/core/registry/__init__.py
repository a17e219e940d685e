"""All games by name: facts, files, changed numbers, and misspelled names in a game."""
