"""Define the random bot, which plays any legal action with equal probability."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from enginehouse.bots.bot import Choice
from enginehouse.core.records.chance import pick, seed_dice
from enginehouse.core.records.events import Events
from enginehouse.core.records.fields import Record, States
from enginehouse.core.rule import rule
from enginehouse.core.verbs import at_random

if TYPE_CHECKING:
    from enginehouse.core.registry.game import Game


def choose(view: Record, seat: int, legal: Sequence[int], budget: float, seed: int) -> int:
    """Return a random code of `legal`, the same for the same seed. The budget is not used."""
    dice, many = [0] * 4, at_random(view, seat, list(legal), len(legal))
    seed_dice(dice, seed, seat)
    return legal[pick(dice, many)]


@rule
def choose_compiled(states: States, seat: int, seed: int, e: Events, room: Any) -> int:
    """Return the code of a random legal action: the action that the random bot in plain Python chooses for this seed.

    The loop that plays compiled games calls this rule. `states[0]` is the view of `seat`. The legal actions are the
    first `room.many` numbers of `room.codes`. `e` is not used.
    """
    many = at_random(states[0], seat, room.codes, room.many)
    seed_dice(room.own, seed, seat)
    return int(room.codes[pick(room.own, many)])


class Random:
    """The random bot, which plays any legal action with equal probability.

    It leaves out the actions that random play must not use (`unasked`, see `core.records.blocks`).
    """

    name = "random"
    title = "Random bot"
    levels: Mapping[str, float] = {"normal": 1.0}

    def prepare(self, game: Game) -> None:
        """Do nothing, because the random bot needs no preparation."""

    def choose(self, view: Record, seat: int, legal: Sequence[int], budget: float, seed: int) -> Choice:
        """Choose a random action of `legal`, the same for the same seed. The view and the budget have no effect."""
        return Choice(choose(view, seat, legal, budget, seed))

    def takes(self, game: Game) -> float:
        """Return 0, the number of seconds that players on the server wait for an action of this bot.

        A random action can be shown immediately, because the time of a random draw reveals no cards.
        """
        return 0.0

    def compiled(self, game: Game) -> tuple[Any, tuple[int, ...]]:
        """Return the rule by which the bot chooses actions in compiled games. The tuple is empty: no settings."""
        return choose_compiled, ()
