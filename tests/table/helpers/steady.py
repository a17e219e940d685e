"""A source of chance with the same deal and the same choices of bots at every table."""

from __future__ import annotations

import random

from enginehouse.table.time_and_chance import RealChance


class SteadyChance(RealChance):
    """Deals every table from the same seed, and lets its bots choose the same each time.

    So a test takes the same time at each run, and a failure can be repeated. Addresses and secrets are random.
    """

    dice = random.Random(0)
    dealt = 1

    def number(self, below: int) -> int:
        """Return the next number of those that begin anew with each table."""
        return self.dice.randrange(below)

    def seed(self) -> str:
        """Return the same seed each time, and begin the numbers anew."""
        self.dice.seed(self.dealt)
        return f"{self.dealt:064x}"
