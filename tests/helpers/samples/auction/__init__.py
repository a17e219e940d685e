"""Auction: sealed bids, with a private step before one, for cards off a shuffled deck. A toy for windows and undo."""
