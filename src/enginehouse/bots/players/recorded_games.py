"""Play compiled games in which every action is recorded: acting seat, code, legal actions, and the view of the seat."""

from __future__ import annotations

from typing import Any, ClassVar, NamedTuple

import numpy as np

from enginehouse.bots.bot import BotFailed
from enginehouse.bots.players.compiled_games import STATES, WholeGames, choose_by_bots, note_action
from enginehouse.bots.players.runs import Row, Run, make_ended_rows
from enginehouse.core.flags import jit_possible
from enginehouse.core.play import arena
from enginehouse.core.play.arena import random_code
from enginehouse.core.records.events import Events
from enginehouse.core.records.fields import States
from enginehouse.core.registry.game import Game
from enginehouse.core.rule import rule
from enginehouse.core.verbs import view

MOST_STEPS = 1 << 16
"""The maximum number of actions that can be recorded at once."""
MOST_LEGAL = 1 << 21
"""The maximum number of legal actions that can be recorded at once, summed over all recorded actions."""
MOST_VIEWS = 1 << 11
"""The maximum number of actions that can be recorded at once if the views before them are recorded too."""
RECORDS = [
    ("with_legal", np.int64),
    ("with_views", np.int64),
    ("total", np.int64),
    ("flat", np.int64),
    ("full", np.int64),
    ("step_seats", np.int8, (MOST_STEPS,)),
    ("step_codes", np.int16, (MOST_STEPS,)),
    ("widths", np.int16, (MOST_STEPS,)),
    ("legal", np.int16, (MOST_LEGAL,)),
]
"""The fields of a room for the record.

- `with_legal`, `with_views`: whether legal actions and views are recorded
- `total`, `flat`: the number of recorded actions and of recorded legal actions; `full`: whether an array was too small
- `step_seats`, `step_codes`: seat and code by action; `widths`: the number of legal actions; `legal`: their codes
"""


@rule
def pick_code(states: States, seat: int, e: Events, room: Any) -> int:
    """Return a random legal code for a seat in `states[0]`: one of the first `room.many` numbers of `room.codes`.

    In games of bots, the compiler replaces this rule by a rule that asks the bots.
    """
    return random_code(states[0], seat, room.codes, room.many, room.dice)


@rule
def choose_recorded(states: States, seat: int, e: Events, room: Any) -> int:
    """Choose an action of `seat` in the record `states[0]`, write it into the arrays of `room`, and return its code.

    `room` is the working record of the loop that plays the game (`RECORDS` describes its arrays). If `room.with_legal`
    is set, the seat's legal actions are recorded, too. If `room.with_views` is set, its view is recorded. The views are
    in `states[STATES]` and the records after it, in the order of the actions. If an array is full, return -1, which
    ends the game.
    """
    n = int(room.total)
    room_for_views = MOST_VIEWS if room.with_views != 0 else MOST_STEPS
    room_for_legal = MOST_LEGAL - int(room.flat) if room.with_legal != 0 else int(room.many)
    if n >= room_for_views or int(room.many) > room_for_legal:
        room.full = 1
        return -1
    if room.with_legal != 0:
        for k in range(room.many):
            room.legal[room.flat + k] = room.codes[k]
        room.flat += room.many
        room.widths[n] = room.many
    if room.with_views != 0:
        states[STATES + n] = states[1]
        view(states[0], seat, states[STATES + n])
    code = pick_code(states, seat, e, room)
    room.step_seats[n] = seat
    room.step_codes[n] = code
    room.total = n + 1
    return code


class RecordedSteps(NamedTuple):
    """The recorded actions of some games, in the order of the games.

    - `rows`: a list with the result of each game
    - `seats`, `codes`: integer arrays with the seat and the code of each action
    - `widths`: an integer array with the number of legal actions before each action
    - `legal`: an integer array with the codes of these legal actions: first those before the first action, then those
      before the second, and so on
    - `views`: a structured array with the view of the seat before each action

    If legal actions were not recorded, `widths` and `legal` are empty. If views were not recorded, `views` is empty.
    """

    rows: list[Row]
    seats: Any
    codes: Any
    widths: Any
    legal: Any
    views: Any


class RecordedGames:
    """The games of a run (a series of games between bots), played as compiled code, with a record of every action."""

    parts: ClassVar[Any] = {arena.choose_code: choose_recorded}
    """The rule that replaces the arena's choice of an action."""

    def __init__(self, run: Run, *, legal: bool, views: bool) -> None:
        self.run = run
        if run.only_random:
            self._whole = None
            states = STATES + (MOST_VIEWS if views else 0)
            self.bench = arena.Bench(run.game, self.parts, RECORDS, states)
        else:
            self._whole = _RecordedBots(run, MOST_VIEWS if views else 0)
            self.bench = self._whole.bench
        self.bench.room["with_legal"], self.bench.room["with_views"] = legal, views

    def play(self, first: int, many: int) -> RecordedSteps | None:
        """Play `many` games from number `first` on, and return their recorded actions.

        Return `None` if the actions do not fit into the arrays. Then the caller has to ask for fewer games.
        """
        room, results = self.bench.room, []
        room["total"] = room["flat"] = room["full"] = 0
        if self._whole is None:
            results = list(self.bench.play(self.run.numbers, self.run.seed, first, many))
        else:
            for k in range(first, first + many):
                sitting = [self.run.bot(seat, k) for seat in range(self.run.seats)]
                try:
                    results.append(self._whole.play(self.run.numbers, self.run.seed, k, sitting, self.run.bot_word(k)))
                except BotFailed:
                    if room["full"]:  # the record ended the game, not the bot
                        return None
                    raise
        if room["full"]:
            return None
        total, flat = int(room["total"]), int(room["flat"])
        return RecordedSteps(
            make_ended_rows(self.run, first, results),
            room["step_seats"][:total].copy(),
            room["step_codes"][:total].copy(),
            room["widths"][: total if room["with_legal"] else 0].copy(),
            room["legal"][:flat].copy(),
            self.bench.states[STATES : STATES + (total if room["with_views"] else 0)].copy(),
        )


class _RecordedBots(WholeGames):
    """Whole games of bots, played compiled, in which every action is recorded with the view and the legal actions."""

    parts: ClassVar[Any] = {arena.choose_code: choose_recorded, pick_code: choose_by_bots, arena.observe: note_action}

    def __init__(self, run: Run, views: int) -> None:
        self.views = views
        super().__init__(run.game, run.players)

    def create_bench(self, game: Game, parts: Any, fields: Any) -> arena.Bench:
        """Return a bench: a compiled loop that plays games between these bots, with arrays for the recorded actions.

        `parts` maps rules of the loop to the rules that replace them. `fields` are additional fields of the loop's
        scratch space (its room).
        """
        return arena.Bench(game, parts, [*fields, *RECORDS], STATES + self.views)


def can_record(run: Run) -> bool:
    """Return whether compiled code can play the games of a run (a series of games) and record all of their actions."""
    return jit_possible() and (run.only_random or run.whole is not None)
