"""Random play in bulk, for every game: what `simulate`, the kit and the benchmarks call, compiled or plain."""

from __future__ import annotations

from typing import Any

import numpy as np

from enginehouse.core.chance import pick, seed_dice
from enginehouse.core.compiler.compiled_rules import compiled
from enginehouse.core.compiler.flags import jit_possible
from enginehouse.core.events import FIRST_SEAT, Events, events_dtype
from enginehouse.core.game import Game
from enginehouse.core.rule import entry, rule
from enginehouse.core.verbs import actors, apply, at_random, legal, scores, setup

ROOM = np.dtype(
    [
        ("codes", np.int64, (4096,)),
        ("options", np.int64, (64,)),
        ("words", np.int64, (8,)),
        ("dice", np.int64, (4,)),
        ("points", np.int64, (16,)),
    ]
)
"""Room to work in, as a record: arrays that lie in a record are not counted as references each time they are handed on.
So nothing keeps such an array alive but the record itself: rooms are handed to an entry, never made in it."""


@rule
def chosen_seat(mask: int, dice: Any) -> int:
    """One of the seats of a mask, at random (dice are thrown only where there is more than one)."""
    return drawn_seat(mask, dice) if mask & (mask - 1) else int(FIRST_SEAT[mask])


@rule
def drawn_seat(mask: int, dice: Any) -> int:
    """One of several seats of a mask, every one equally likely."""
    many, rest = 0, mask
    while rest:
        rest &= rest - 1
        many += 1
    for _ in range(pick(dice, many)):
        mask &= mask - 1
    return int(FIRST_SEAT[mask])


@rule
def play_on(s: Any, dice: Any, e: Any, out: Any, bound: int, seats: Any, codes: Any, scripted: bool) -> int:
    """Play at most `bound` legal actions: random ones, or those of a script as far as they are legal; how many."""
    done = 0
    mask = actors(s)
    while mask != 0 and done < bound:
        if scripted:
            seat = int(seats[done])
            many = legal(s, seat, out)
            code = int(codes[done])
            if not is_among(out, many, code):
                return done
        else:
            # `chosen_seat`, without a call where one seat acts.
            seat = drawn_seat(mask, dice) if mask & (mask - 1) else int(FIRST_SEAT[mask])
            many = legal(s, seat, out)
            many = at_random(s, seat, out, many)
            code = int(out[pick(dice, many)]) if many > 1 else int(out[0])
        e.count = 0
        apply(s, seat, code, e)
        done += 1
        mask = actors(s)
    return done


@rule
def is_among(out: Any, many: int, code: int) -> bool:
    """Whether a code is one of the first `many`."""
    for j in range(many):
        if out[j] == code:
            return True
    return False


@rule
def fill(room: Any, values: Any) -> None:
    """Copy numbers to the start of a room that is at least as long."""
    for k in range(len(values)):
        room[k] = values[k]


@entry
def play_many(
    states: Any,
    options: Any,
    seed: int,
    first: int,
    bound: int,
    events: Any,
    lengths: Any,
    totals: Any,
    reasons: Any,
    rooms: Any,
    words: Any,
    seats: Any,
    codes: Any,
) -> int:
    """Play games in `states[0]` (`states[1]` is empty), one after the other, as many as `lengths` is long; how many actions.

    They are the random games from number `first` on of the run `seed`. Game k's chance comes from (seed, k) alone, so any
    part of a run can be had again. `lengths[k]` gets its actions, `reasons[k]` the clause that ended it, `totals[k]`
    the scores by seat and from 8 on the ranks. Or else `words` are those of a game's seed, and the game is a replay: of `codes` by `seats`, as far as they
    are legal. One entry does both, or all rules would be compiled twice.
    """
    room = rooms[0]
    out, chosen, own, dice, points = room.codes, room.options, room.words, room.dice, room.points
    scripted = len(words) > 0
    fill(chosen, options)
    fill(own, words)
    done = 0
    for k in range(len(lengths)):
        if not scripted:
            game_seed(own, dice, seed, first + k)
        states[0] = states[1]
        setup(states[0], chosen, own)
        lengths[k] = play_on(states[0], dice, events[0], out, bound, seats, codes, scripted)
        done += lengths[k]
        reasons[k] = states[0].reason
        if not scripted:
            scores(states[0], points)
            for j in range(16):
                totals[k, j] = points[j]
    return done


@rule
def game_seed(words: Any, dice: Any, seed: int, k: int) -> None:
    """The seed of game k of a run, and dice for its random players."""
    seed_dice(dice, seed, k)
    for j in range(4):
        words[j] = int(dice[j])
    seed_dice(dice, seed + 1, k + 0x5BD1E995)
    for j in range(4):
        words[4 + j] = int(dice[j])
    seed_dice(dice, seed + 2, k + 0x2C1B3C6D)


class RandomRun:
    """The result of `random_games`: `actions` in all, and int64 arrays with an element for each game.

    `lengths` are actions, `reasons` clauses; `totals` and `ranks` have 8 columns, one for each seat, 0 where nobody sits.
    """

    def __init__(self, actions: int, lengths: Any, reasons: Any, points: Any) -> None:
        self.actions, self.lengths, self.reasons = actions, lengths, reasons
        self.totals, self.ranks = points[:, :8], points[:, 8:]


def random_games(
    game: Game, seats: int, options: dict[str, str] | None, games: int, seed: int, first: int = 0
) -> RandomRun:
    """Play random games, those from number `first` on of the run `seed`, compiled where that is possible."""
    numbers = np.array(game.option_numbers(seats, options), np.int64)
    lengths, reasons = np.zeros(games, np.int64), np.zeros(games, np.int64)
    totals = np.zeros((games, 16), np.int64)
    bound = game.facts.length_bound
    if jit_possible():
        states, none = game.shape.array(2), np.zeros(0, np.int64)
        events = np.zeros(1, events_dtype(game.facts.event_size))
        run = compiled(play_many, game)
        rooms = np.zeros(1, ROOM)
        actions = run(states, numbers, seed, first, bound, events, lengths, totals, reasons, rooms, none, none, none)
        return RandomRun(int(actions), lengths, reasons, totals)
    actions = 0
    for k in range(games):
        s, done = random_game_plain(game, numbers.tolist(), seed, first + k)
        lengths[k], reasons[k] = done, s.reason
        points = [0] * 16
        game.rules.scores(s, points)
        totals[k] = points
        actions += done
    return RandomRun(actions, lengths, reasons, totals)


def random_game_plain(game: Game, numbers: list[int], seed: int, k: int) -> tuple[Any, int]:
    """Game k of such a run, plain: its final record and how many actions it had."""
    words, dice = [0] * 8, [0] * 4
    game_seed(words, dice, seed, k)
    s = game.new_record()
    game.rules.setup(s, numbers, words)
    events = Events(game.facts.event_size, on=False)
    done = play_on(s, dice, events, [0] * len(game.vocabulary), game.facts.length_bound, (), (), False)
    return s, done


def replayed(game: Game, options: Any, words: Any, seats: Any, codes: Any) -> tuple[int, Any]:
    """A game from its options (numbers), the words of its seed, and its actions by seats, compiled: how many of them were
    legal one after the other, and the array whose first element is the record that they led to."""
    assert len(words) == 8, "without the words of a seed there would be random games"
    states, events = game.shape.array(2), np.zeros(1, events_dtype(game.facts.event_size))
    one, totals, rooms = np.zeros(1, np.int64), np.zeros((1, 16), np.int64), np.zeros(1, ROOM)
    run = compiled(play_many, game)
    done = run(states, options, 0, 0, len(codes), events, one, totals, one.copy(), rooms, words, seats, codes)
    return int(done), states
