"""What a verb does for a game that leaves it out."""
