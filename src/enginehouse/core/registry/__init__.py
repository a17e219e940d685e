"""Find all games by name: their facts, files and changed numbers, and misspelled names in a game."""
