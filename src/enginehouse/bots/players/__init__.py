"""Players: the random and the greedy bot, the levels, and the searches behind them."""
