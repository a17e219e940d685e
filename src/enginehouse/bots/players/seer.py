"""Define the seer: a search that sees the true record, to measure the worth of hidden information.

The seer never plays at a table. It does not see future chance: each simulation draws that again. So its strength is an
upper bound for a search that sees only the view of its seat, with the same budget and judgement.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

from enginehouse.bots.players import imagining
from enginehouse.bots.players.compiled_games import WholeGames, choose_by_bots, note_action
from enginehouse.bots.players.greedy import fill_words
from enginehouse.bots.players.levels import Search, fill_tune
from enginehouse.bots.players.tree import SearchDesk, Tune
from enginehouse.core.play import arena
from enginehouse.core.records.chance import seed_chance
from enginehouse.core.records.events import Events
from enginehouse.core.records.fields import States
from enginehouse.core.rule import rule
from enginehouse.core.verbs import guess


@rule
def choose_with_truth(states: States, seat: int, e: Events, room: Any) -> int:
    """Return the code of the action that the bot of a seat plays, or -1 if the bot's code is not legal.

    The loop that plays compiled games calls this rule. `states[0]` is the true record of the game. It is first copied
    into the last of the `states`, where seers read it. A seer is a bot whose search sees the true record. `states[1]`
    is an empty record, and all later records are overwritten. `room` is the working memory of the loop, with the legal
    actions and the bots' settings. `e` is working memory for events.
    """
    states[len(states) - 1] = states[0]
    return choose_by_bots(states, seat, e, room)


@rule
def imagine_or_see(states: States, me: int, seed: int, k: int, desk: SearchDesk) -> None:
    """Guess the hidden information in the view `states[0]`, and write the result, a full record, into `states[1]`.

    The view is that of the seat `me`, and `k` is the number of the guess: the same `seed` and `k` give the same guess.
    If the bot is a seer (a search that sees the true record), write the true record instead, but with new random
    numbers for the future. The true record is the last of `states`. `desk` is the working memory of the search.
    """
    fill_words(seed, k, desk.words)
    if desk.tune[Tune.SEER] != 0:
        states[1] = states[len(states) - 1]
        seed_chance(states[1], desk.words)
    else:
        states[1] = states[0]
        guess(states[1], me, desk.words)


class SeersGames(WholeGames):
    """Whole games in which some of the bots may be seers: searches that see the true record."""

    parts: ClassVar[Mapping[Callable[..., Any], Callable[..., Any]]] = {
        arena.choose_code: choose_with_truth,
        arena.observe: note_action,
        imagining.imagine: imagine_or_see,
    }


def make_seer(tune: Sequence[int]) -> Search:
    """Return a seer: a bot whose search sees the true record of the game.

    `tune` has its settings, in the order of `Tune`. The seer can play only in games of the class `SeersGames`, which
    shows it the true record.
    """
    numbers = list(fill_tune(tune))
    numbers[Tune.SEER], numbers[Tune.WORLDS] = 1, 0
    return Search("seer", numbers)
