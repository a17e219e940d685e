"""A greedy bot that errs with a set chance: a fault that is planted, of which the size is known."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from enginehouse.bots.bot import Choice
from enginehouse.bots.players.greedy import Greedy, choose_compiled
from enginehouse.bots.players.random import choose_compiled as choose_at_random
from enginehouse.core.records.chance import pick, seed_dice
from enginehouse.core.rule import rule


@rule
def errs(states: Any, seat: int, seed: int, e: Any, room: Any) -> int:
    """Return the greedy bot's action, but now and then a random one; the chance, in thousandths, is the second
    number."""
    seed_dice(room.own, seed, seat + 77)
    if pick(room.own, 1000) < room.setting[1]:
        return choose_at_random(states, seat, seed, e, room)
    return choose_compiled(states, seat, seed, e, room)


class Erring(Greedy):
    """The bot, with its chance in thousandths."""

    name = "erring"
    title = "Erring bot"
    levels: Mapping[str, float] = {"normal": 1.0}

    def __init__(self, thousandths: int = 100) -> None:
        super().__init__()
        self.thousandths = thousandths

    def choose(self, view: Any, seat: int, legal: Sequence[int], budget: float, seed: int) -> Choice:
        """It is for whole games that compile."""
        raise NotImplementedError

    def compiled(self, game: Any) -> tuple[Any, tuple[int, ...]]:
        """The rule with its numbers."""
        return errs, (self.guesses(game), self.thousandths)
