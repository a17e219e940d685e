"""High card, a toy of nine cards of which no two are alike: each plays two of them, and the highest wins."""
