"""Analysis of finished games and of policies: reviews, luck, puzzles, ratings, exploitability."""
