"""Signs that the people at one table give each other besides the game. They are not stored."""
