"""Provide players: the random and the greedy bot, the levels and their searches, and games that bots play."""
