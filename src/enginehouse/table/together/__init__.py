"""What people at one table notice of each other besides the game: who is there, and where somebody points. None of it is stored."""
