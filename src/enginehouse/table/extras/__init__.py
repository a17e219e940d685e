"""Services around a game: hints, reviews, chosen setups, uploads, notifications, and checks of stored data."""
