"""A bot that fears the worst."""

from enginehouse.bots.bot import Choice, Thought
from enginehouse.core.chance import seed_words
from enginehouse.core.events import Events
from enginehouse.core.game import game_of
from enginehouse.core.verbs import judge

WORLDS = 3


class Careful:
    """Takes the action that looks best in the worst of a few worlds."""

    name = "careful"
    title = "Careful bot"
    levels = {"normal": 2.0}

    def prepare(self, game):
        """There is nothing to prepare."""

    def choose(self, view, seat, legal, budget, seed):
        """The first of the actions whose worst outcome is best."""
        game = game_of(view)
        events = Events(game.facts.event_size, on=False)
        worst = dict.fromkeys(legal, float("inf"))
        for k in range(WORLDS):
            world = game.shape.copy(view)
            game.rules.guess(world, seat, list(seed_words(f"{seed} {k}")))
            for code in legal:
                after = game.shape.copy(world)
                events.count = 0
                game.rules.apply(after, seat, code, events)
                worst[code] = min(worst[code], judge(world, after, seat, code))
        best = max(legal, key=worst.__getitem__)
        return Choice(best, tuple(Thought(code, worst[code], WORLDS) for code in legal))
