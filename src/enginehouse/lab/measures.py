"""Define measures: functions that find facts about each game in addition to the winner.

This module has some measures for all games. Others are in a game's `measures.py`, and you can write your own.

A measure is a function of the position at the end of a game. It returns a dict of names with values of these kinds:

- a number
- a `bool`, of which the report gives the share
- a list with a number per seat
- a list with a list of words per seat, such as the cards it was dealt; the report gives the win share of the seats with
  each word
- a tuple of rows, such as `{"seat": 1, "what": "drawn", "part": "Maze!", "when": 3}`, which form a table of their own
  beside the games

A function with an argument `match` is called with the whole game, a `Match` with all actions. That takes longer,
because games of compiled bots are then replayed.
"""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from enginehouse.bots.players.greedy import Greedy
from enginehouse.core.errors import Unreadable
from enginehouse.core.play.match import Match
from enginehouse.core.registry.game import Game
from enginehouse.lab.findings.leads import can_judge, count_changes, count_led_since, find_leaders, list_chances

Rows = tuple[Mapping[str, int | float | str], ...]
Value = float | list[float] | list[list[str]] | Rows
Function = Callable[[Any], Mapping[str, Value]]


class Measure(NamedTuple):
    """A measure: a function that notes facts of a game, and its name in experiment files."""

    name: str
    function: Function

    @property
    def wants_match(self) -> bool:
        """Return whether the function takes the whole game, because its first argument is called `match`."""
        return next(iter(inspect.signature(self.function).parameters), "") == "match"


def lead(match: Match) -> dict[str, Value]:
    """Return a dict with two facts about the leader of a match: the seat that is most likely to win, as the bots judge.

    `lead_changes` is how often the lead passed to another seat. `led_since` is the number of positions, counted back
    from the end, in which the last leader led without a break. In a game whose positions bots cannot judge, the leader
    is the seat with rank 1.
    """
    leaders = find_leaders(list_chances(match)) if can_judge(match.game) else _rank_leaders(match)
    return {"lead_changes": count_changes(leaders), "led_since": count_led_since(leaders)}


def _rank_leaders(match: Match) -> list[int]:
    """Return a list with an element for each position of a match: the seat with rank 1, or -1 if several have it."""
    ranks = (position.scores()[1] for position in match.positions())
    return [each.index(1) if each.count(1) == 1 else -1 for each in ranks]


def acts(match: Match) -> dict[str, Value]:
    """Return a dict with one measure, `did`: for each seat, the kinds of actions that it has played, sorted.

    A kind is the name of an action without its numbers.
    """
    done: list[set[str]] = [set() for _ in range(match.seats)]
    for entry in match.entries:
        if entry.act:
            done[entry.seat].add(name_kind(entry.act))
    return {DONE: [sorted(one) for one in done]}


DONE = "did"
"""The name of the column with the words that `acts` returns."""


VERBS = (DONE, "held", "played", "bought", "installed", "completed", "explored", "used")
"""The columns whose words are actions of a seat. In all other columns words are possessions."""
USES = ("played", "bought", "used", "fought", "explored", "completed")
"""The uses of a part by a seat, as columns of words and as events of parts."""
HAS = tuple(f"{verb} " for verb in ("has", *VERBS))
"""The beginnings of the texts that `format_word` returns."""


def format_word(measure: str, word: str) -> str:
    """Return a verb and the name of a card (or of another thing) for a sentence, such as `has Harvester`.

    `measure` is the name of a list that an experiment stores for each seat of a game, such as `played`. `word` is a
    name in this list. If `measure` is in `VERBS`, it is the verb, as in `played Maze!`. Otherwise the verb is `has`.
    """
    return f"{measure if measure in VERBS else 'has'} {word}"


HAIR = 0.05
"""The limit of the distance from the best action within which an action counts as equally good.

It is a share of the distance from the best to the worst action.
"""


def decisions(match: Match) -> dict[str, Value]:
    """Return a dict with facts about the decisions between several actions, as the greedy bot values these actions.

    - `decisions`: a row for each decision. Its columns are: `seat`, `number` (the index of the action in the game),
      `act` (the kind of the played action), `legal` (the number of legal actions), `near` (the number of actions whose
      value is nearly that of the best, within `HAIR`), and `ahead` (how much the best action is better than the second,
      divided by how much it is better than the worst)
    - `choices`: for each seat, the number of its decisions
    - `mattered`: for each seat, the number of its decisions in which no other action is near the best
    """
    rows = judge_decisions(match)
    mine = [[row for row in rows if row["seat"] == seat] for seat in range(match.seats)]
    return {
        "decisions": tuple(rows),
        "choices": [float(len(one)) for one in mine],
        "mattered": [float(sum(row["near"] == 1 for row in one)) for one in mine],
    }


def judge_decisions(match: Match, most: int = 0) -> list[dict[str, int | float | str]]:
    """Return a list with a row for each decision of a match: how good its actions are, as the greedy bot values them.

    A row has these columns:

    - `seat`, `number`: the seat, and the index of the action in the game
    - `act`: the kind of the played action; `legal`: the number of legal actions
    - `near`: the number of actions whose value is nearly that of the best (within `HAIR`)
    - `ahead`: how much the best action is better than the second, divided by how much it is better than the worst

    If `most` is not 0, return at most `most` rows, of decisions that are spread evenly over the game. A decision has no
    row if the greedy bot values fewer than two actions. For example, it resigns without a comparison if the game is
    certainly lost.
    """
    moving, asked = match.begin_again(), []
    for number, done in enumerate(match.standing):
        if len(moving.legal(done.seat)) > 1:
            asked.append(number)
        moving.act_unchecked(done.seat, done.code)
    if most and len(asked) > most:
        asked = [asked[k * len(asked) // most] for k in range(most)]
    bot, moving, wanted = Greedy(), match.begin_again(), set(asked)
    rows: list[dict[str, int | float | str]] = []
    for number, done in enumerate(match.standing):
        if number in wanted:
            legal = moving.legal(done.seat)
            thoughts = bot.choose(moving.view(done.seat), done.seat, legal, PATIENCE_S, number).thoughts
            if len(thoughts) < 2:
                moving.act_unchecked(done.seat, done.code)
                continue  # the bot gives up, so it judges no action
            values = sorted((thought.value for thought in thoughts), reverse=True)
            wide = values[0] - values[-1]
            near = sum(values[0] - value <= HAIR * wide for value in values)
            ahead = (values[0] - values[1]) / wide if wide else 0.0
            act = name_kind(match.game.vocabulary.name(done.code))
            rows.append(
                {"seat": done.seat, "number": number, "act": act, "legal": len(legal), "near": near, "ahead": ahead}
            )
        moving.act_unchecked(done.seat, done.code)
    return rows


PATIENCE_S = 60.0
"""The time limit of the greedy bot in seconds, long enough to evaluate every action."""


def name_kind(act: str) -> str:
    """Return the name of an action without its numbers: `play toggle-pipe` for `play toggle-pipe 3`."""
    return " ".join(word for word in act.split() if not word.lstrip("-").isdigit()) or act


def list_kinds(game: Game) -> list[str]:
    """Return the kinds of a game's actions: their names without numbers, each kind once.

    They are in the order of the game's list of actions. Actions that only people choose, such as a vote to give up
    (`game.unasked`), are left out.
    """
    return list(dict.fromkeys(name_kind(name) for name in game.vocabulary.names if name not in game.unasked))


BUILT_IN: dict[str, Function] = {"lead": lead, "acts": acts, "decisions": decisions}
"""The measures for all games, by name."""


def list_words(measure: str, game: Game) -> list[str]:
    """Return a list of all texts that a measure can list for a seat, such as the titles of all cards.

    A measure is a function that notes facts of each game, and `measure` is its name. The game's `measures.py` lists the
    texts in `WORDS`. For the measure `did` (the actions of each seat) they are the kinds of actions.
    """
    if measure == DONE:
        return list_kinds(game)
    return list(getattr(game.measures, "WORDS", {}).get(measure, []))


def dealt(game: Game) -> Callable[[Any], list[list[str]]] | None:
    """Return the function of a game that lists the cards (or other things) dealt to each seat at the start, if any.

    The function is called `dealt` in the game's `measures.py`. It takes a position or a match, and returns a list of
    titles for each seat. Not every game has this function.
    """
    return getattr(game.measures, "dealt", None)


def find_measure(name: str, game: Game) -> Measure:
    """Return the measure with this name. A measure is a function that notes facts of each game.

    The name may be that of a measure for all games, or of a measure in the game's `measures.py`. It may also be
    `module:function`, for a function of your own. Raise `Unreadable` if there is no such measure. The error lists the
    names of all measures.
    """
    if ":" in name:
        module, _, function = name.partition(":")
        try:
            return Measure(name, getattr(importlib.import_module(module), function))
        except (ImportError, AttributeError) as error:
            raise Unreadable(f"there is no measure {name!r}: {error}") from error
    listed: dict[str, Function] = {**BUILT_IN, **getattr(game.measures, "MEASURES", {})}
    if name not in listed:
        raise Unreadable(f"there is no measure {name!r}; there are: {', '.join(sorted(listed))}, or module:function")
    return Measure(name, listed[name])
