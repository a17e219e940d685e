"""Play games in loops, compiled (`play_on`) or plain (`steps`), and play many random games.

The acting seat is the seat that may act, or a random one if several may. Its action is chosen by a function of the
caller (`choose_code`, `choose`), or else at random. A game goes to its end, or to a maximum number of actions. The dice
are the state of a random number generator, four numbers. The same dice and choices give the same game in both loops.

A run is a series of games, numbered from 0. It has a seed, an integer, from which the seed of each game is computed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np

from enginehouse.core.compiler.compiled_rules import compiled
from enginehouse.core.compiler.ready import can_compile
from enginehouse.core.former import forward
from enginehouse.core.records.actions import MOST
from enginehouse.core.records.chance import pick, seed_dice
from enginehouse.core.records.events import FIRST_SEAT, Events, events_dtype
from enginehouse.core.records.fields import Numbers, ReadOnly, Record, States
from enginehouse.core.registry.game import Game
from enginehouse.core.rule import entry, rule
from enginehouse.core.terms import Seat
from enginehouse.core.verbs import actors, apply, at_random, legal, scores, setup

ROOM = [
    ("options", np.int64, (64,)),
    ("seed", np.int64),
    ("first", np.int64),
    ("bound", np.int64),
    ("words", np.int64, (8,)),
    ("dice", np.int64, (4,)),
    ("codes", np.int64, (MOST,)),
    ("many", np.int64),
]
"""The fields of a room, the working record of a compiled game.

The caller sets the options, the seed of the run, the number of its first game and the maximum number of actions of a
game. The arena writes the words of a game's seed, the dice, and the legal actions of the acting seat (the first `many`
of `codes`).

Numba does not count references to an array inside a record, so passing it costs nothing. But the array does not keep
the record alive, so rooms are made in Python and passed to an entry.
"""
RESULT = np.dtype([("actions", np.int64), ("reason", np.int64), ("points", np.int64, (16,))])
"""The fields of the result of a game, which `Bench.play` explains: actions, reason, scores and ranks."""
ACTION = np.dtype([("seat", np.int64), ("code", np.int64)])
"""An action of a script to replay."""


# -- acting seats and random actions -----------------------------------------------------------------------------------


@rule
def chosen_seat(mask: int, dice: Numbers) -> int:
    """Return the seat that acts next: one of the seats in the bit mask `mask`, at random if there are several.

    `dice` is the state of the random number generator (four numbers). The state is used and changed only if the mask
    has several seats.
    """
    return drawn_seat(mask, dice) if mask & (mask - 1) else int(FIRST_SEAT[mask])


@rule
def drawn_seat(mask: int, dice: Numbers) -> int:
    """Return a random seat of the bit mask `mask`, which has several seats, each equally likely.

    `dice` is the state of the random number generator (four numbers), and is changed.
    """
    many, rest = 0, mask
    while rest:
        rest &= rest - 1
        many += 1
    for _ in range(pick(dice, many)):
        mask &= mask - 1
    return int(FIRST_SEAT[mask])


@rule
def random_code(s: Record, seat: Seat, codes: Numbers, many: int, dice: Numbers) -> int:
    """Return the code of a random legal action of a seat, each equally likely.

    The legal actions are the first `many` of `codes`. Actions that only people choose (`unasked`) are never returned.
    If only one code is left, `dice`, the state of the random number generator (four numbers), is not used.
    """
    some = at_random(s, seat, codes, many)
    return int(codes[pick(dice, some)]) if some > 1 else int(codes[0])


@rule
def game_seed(words: Numbers, dice: Numbers, seed: int, k: int) -> None:
    """Compute the random numbers for game number `k` of a run (a series of games) from `seed`, the seed of the run.

    Write the seed of the game into `words` (8 words of 32 bits). Write the start of a second random number generator
    into `dice` (4 words). Programs that play the game use it to draw the seat that acts next and the actions of random
    players, so that these draws do not change the random numbers of the game itself.
    """
    seed_dice(dice, seed, k)
    for j in range(4):
        words[j] = int(dice[j])
    seed_dice(dice, seed + 1, k + 0x5BD1E995)
    for j in range(4):
        words[4 + j] = int(dice[j])
    seed_dice(dice, seed + 2, k + 0x2C1B3C6D)


@rule
def is_among(out: Numbers, many: int, code: int) -> bool:
    """Return whether `code` is one of the first `many` numbers in `out`."""
    for j in range(many):
        if out[j] == code:
            return True
    return False


# -- the loop, compiled ------------------------------------------------------------------------------------------------


@rule
def choose_code(states: States, seat: Seat, e: Events, room: Any) -> int:
    """Return the legal code that a seat plays, or a negative code to end the game.

    The legal codes are the first `room.many` elements of `room.codes`. `states[0]` is the record of the game, `e` its
    event list, and `room` the scratch space of the loop that plays it (`ROOM`). By default the code is random. Bots and
    checks replace this rule by their own (`parts` of `compiled`). Such a rule may overwrite `e` and all records except
    `states[0]` and `states[1]`, which is an empty record.
    """
    return random_code(states[0], seat, room.codes, room.many, room.dice)


@rule
def observe(states: States, seat: Seat, code: int, e: Events, room: Any) -> bool:
    """Return whether to end the game now. The loop that plays games calls this hook at the start and after each action.

    By default it returns False and has no effect. Bots and checks replace this rule by their own (`parts` of
    `compiled`), for example to record the game. `states[0]` is the record after a seat has played the action `code`,
    and `e` has the events of the action. At the start of the game, `seat` is -1 and `code` is 0. `room` is the loop's
    scratch space (`ROOM`).
    """
    return False


@rule
def play_on(states: States, e: Events, room: Any, script: Any) -> int:
    """Continue the game in `states[0]`, to its end or for `room.bound` actions. Return the number of actions.

    The rule `choose_code` chooses the actions. But if `script` (an array of `ACTION`) is not empty, play the actions of
    the script instead, up to the first illegal one. After each action, the event list `e` has its events. `room` is the
    scratch space of this loop (`ROOM`).
    """
    s, dice, codes, bound = states[0], room.dice, room.codes, room.bound
    scripted = len(script) > 0
    if observe(states, -1, 0, e, room):
        return 0
    done = 0
    mask = actors(s)
    while mask != 0 and done < bound:
        if scripted:
            seat = int(script[done].seat)
            code = int(script[done].code)
            if not is_among(codes, legal(s, seat, codes), code):
                return done
        else:
            # As `chosen_seat`, without a call if only one seat acts.
            seat = drawn_seat(mask, dice) if mask & (mask - 1) else int(FIRST_SEAT[mask])
            room.many = legal(s, seat, codes)
            code = choose_code(states, seat, e, room)
            if code < 0:
                return done
        e.count = 0
        apply(s, seat, code, e)
        done += 1
        if observe(states, seat, code, e, room):
            return done
        mask = actors(s)
    return done


@entry
def play_many(states: States, events: Any, rooms: Any, results: Any, script: Any) -> int:
    """Play a game for each element of `results`, and write its result there (`RESULT`).

    Return the total number of actions. The games belong to a run, a series of games with a common seed. `rooms[0]` is
    the working record of this loop (see `ROOM`). It has the options of the games, the seed of the run, and the number
    of the first game to play. The other games have the numbers after it. The random numbers of a game depend on the
    run's seed and the game's number only, so any part of a run can be repeated.

    If `script` (an array of `ACTION`) is not empty, each game is a replay of the script's actions. Its seed is then in
    `rooms[0].words`, and its result is written in the same way. `states[0]` holds the game that is played, and
    `states[1]` is empty. `events[0]` holds the events of the latest action.
    """
    room = rooms[0]
    done = 0
    for k in range(len(results)):
        if len(script) == 0:
            game_seed(room.words, room.dice, room.seed, room.first + k)
        states[0] = states[1]
        setup(states[0], room.options, room.words)
        actions = play_on(states, events[0], room, script)
        result = results[k]
        result.actions = actions
        result.reason = states[0].reason
        scores(states[0], result.points)
        done += actions
    return done


class Bench:
    """A compiled loop that plays many matches of a game, with the arrays that it works on.

    `parts` is a dict from rules, such as `choose_code` and `observe`, to the rules that replace them (see `compiled`).
    `fields` is a list of fields for these rules, which are added to the loop's scratch space (`ROOM`). The argument
    `states` is the number of records that the loop needs. The attribute `states` is the array of these records, and its
    first element is the final record of a match. If `events` is true, `observe` receives the events of each action;
    otherwise it receives no events.
    """

    def __init__(self, game: Game, parts: Any = None, fields: Any = (), states: int = 2, events: bool = False) -> None:
        self.game = game
        self.run = compiled(play_many, game, parts)
        self.states = game.shape.array(states)
        self.events = np.zeros(1, events_dtype(game.facts.event_size))
        self.events[0]["on"] = events
        self.rooms = np.zeros(1, np.dtype([*ROOM, *fields]))
        self.room: Any = self.rooms[0]
        self.room["bound"] = game.facts.length_bound

    def play(self, options: Any, seed: int, first: int, games: int = 1) -> Any:
        """Play `games` games of a run (a series of games with one seed), from number `first` on.

        Return an array of the dtype `RESULT` with an element for each game. The field `actions` is the number of
        actions in the game. The field `reason` is the number of the rulebook clause by which the game ended (402 is
        clause 4.2), or 0 if the game has not ended. The field `points` has eight scores by seat, then eight ranks by
        seat. `options` are numbers as `Game.option_numbers` returns them. `seed` is the seed of the run.
        """
        self.room["options"][: len(options)] = options
        self.room["seed"], self.room["first"] = seed, first
        results = np.zeros(games, RESULT)
        self.run(self.states, self.events, self.rooms, results, np.zeros(0, ACTION))
        return results

    def replay(self, options: Any, words: ReadOnly, script: Any) -> int:
        """Replay a game from its options (numbers), the eight words of its seed and its actions (`script`).

        `script` is an array of `ACTION`. Stop at the first illegal action, and return the number of actions before it.
        """
        if len(script) == 0:
            return 0
        self.room["options"][: len(options)] = options
        self.room["words"], self.room["bound"] = words, len(script)
        done = self.run(self.states, self.events, self.rooms, np.zeros(1, RESULT), script)
        self.room["bound"] = self.game.facts.length_bound
        return int(done)


# -- the loop, plain ---------------------------------------------------------------------------------------------------


class Step(NamedTuple):
    """An action of a game, before it is played.

    The fields are the bit mask of the seats that may act, the acting seat, its legal codes, and the code that it chose.
    """

    mask: int
    seat: int
    legal: list[int]
    code: int


Choose = Callable[[Any, int, list[int]], int]
"""A function of the whole record, the acting seat and its legal actions that returns one of them."""
Do = Callable[[int, int], object]
"""A function that plays the action of a seat, as `bind_record` does for a record and `Match.act` for a match."""


def steps(game: Game, s: Record, choose: Choose, dice: Numbers, do: Do, bound: int) -> Iterator[Step]:
    """Continue the game in the record `s` for at most `bound` actions. Yield each action before it is played.

    `s` is a record as a Python object. `choose(s, seat, legal)` returns the code of an action, and `do(seat, code)`
    plays it in the record. `dice` is the state of the random number generator (four numbers), with which the acting
    seat is drawn if several may act.
    """
    actors, legal, codes = game.rules.actors, game.rules.legal, [0] * len(game.vocabulary)
    done = 0
    while done < bound and (mask := int(actors(s))) != 0:
        seat = chosen_seat(mask, dice)
        may = codes[: legal(s, seat, codes)]
        code = choose(s, seat, may)
        yield Step(mask, seat, may, code)
        do(seat, code)
        done += 1


def bind_record(game: Game, s: Record, e: Events) -> Do:
    """Return a function `do(seat, code)` that plays an action in the record `s`, and writes its events into `e`.

    Each call first empties the list `e`, so that it has the events of the latest action only.
    """
    apply = game.rules.apply

    def do(seat: Seat, code: int) -> None:
        e.count = 0
        apply(s, seat, code, e)

    return do


def at_chance(dice: Numbers) -> Choose:
    """Return a function `choose(s, seat, legal)` that returns a random code of the list `legal`.

    The function draws random numbers from `dice`, the state of a random number generator (four words). Actions that
    only people choose (`unasked`) are never chosen.
    """
    return lambda s, seat, codes: random_code(s, seat, codes, len(codes), dice)


def random_steps(game: Game, s: Record, dice: Numbers, e: Events | None = None) -> Iterator[Step]:
    """Continue the game in the record `s` with random players, for at most the game's maximum of actions.

    Yield each action before it is played. `s` is a record as a Python object. `dice` is the state of the random number
    generator (four numbers). If an event list `e` is given, it holds the events of the latest action.
    """
    events = Events(game.facts.event_size, on=False) if e is None else e
    return steps(game, s, at_chance(dice), dice, bind_record(game, s, events), game.facts.length_bound)


def begin_game(game: Game, numbers: list[int], seed: int, k: int) -> tuple[Any, list[int]]:
    """Return a new game: a record as a Python object, and the state of a random number generator.

    The generator is that of the players' choices, and is not a part of the record. The game is number `k` of the run
    (the series of games) with the seed `seed`. `numbers` are the options as the verb `setup` takes them.
    """
    words, dice = [0] * 8, [0] * 4
    game_seed(words, dice, seed, k)
    s = game.new_record()
    game.rules.setup(s, numbers, words)
    return s, dice


def after(game: Game, numbers: list[int], seed: int, actions: int) -> Any:
    """Play a random game, and return its record after `actions` actions, as a Python object.

    If the game ends before that, return the record at its end. The game is number 0 of the run with this `seed`. A run
    is a series of games. `numbers` are the options as the verb `setup` takes them.
    """
    s, dice = begin_game(game, numbers, seed, 0)
    for done, _ in enumerate(random_steps(game, s, dice)):
        if done == actions:
            break
    return s


# -- random games in bulk ----------------------------------------------------------------------------------------------


class RandomRun:
    """The results of random games: the total number of `actions`, and int64 arrays with a row for each game.

    `lengths` has the numbers of actions. `reasons` has the numbers of the rulebook clauses that ended the games (402 is
    clause 4.2). `totals` (the scores) and `ranks` have 8 columns, one for each seat, with 0 for an empty seat.
    """

    def __init__(self, results: Any) -> None:
        self.actions = int(results["actions"].sum())
        self.lengths, self.reasons = results["actions"], results["reason"]
        self.totals, self.ranks = results["points"][:, :8], results["points"][:, 8:]


def random_games(
    game: Game, seats: int, options: dict[str, str] | None, games: int, seed: int, first: int = 0
) -> RandomRun:
    """Play `games` random games of a run, from number `first` on, compiled if possible.

    A run is a series of games, which `seed` determines. Each game has this number of seats. `options` maps names of
    options to choices; the others have their defaults. Return the results.
    """
    numbers = game.option_numbers(seats, options)
    if can_compile(play_many, game):
        return RandomRun(Bench(game).play(numbers, seed, first, games))
    results = np.zeros(games, RESULT)
    for k in range(games):
        s, actions = random_game_plain(game, numbers, seed, first + k)
        points = [0] * 16
        game.rules.scores(s, points)
        results[k] = actions, s.reason, points
    return RandomRun(results)


def random_game_plain(game: Game, numbers: list[int], seed: int, k: int) -> tuple[Any, int]:
    """Play a game with random actions in plain Python.

    The game is number `k` of the run (the series of games) with the seed `seed`. Return its final record and its number
    of actions. `numbers` are the options as the verb `setup` takes them.
    """
    s, dice = begin_game(game, numbers, seed, k)
    return s, sum(1 for _ in random_steps(game, s, dice))


__getattr__ = forward(
    __name__, {"chosen": "choose_code", "seen": "observe", "applied": "bind_record", "begun": "begin_game"}
)
