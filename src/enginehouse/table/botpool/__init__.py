"""Run bots in worker processes."""
