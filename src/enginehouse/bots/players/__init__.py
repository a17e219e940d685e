"""Players: the random and the greedy bot, the levels, the searches behind them, and games that bots play."""
