"""Play whole games of bots that can run as compiled code.

The arena (`core.play.arena`) plays these games. The games are the same as in plain Python, but many times as fast. A
room is the scratch space of the arena for one game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

import numpy as np

from enginehouse.bots.bot import Bot, BotFailed, CompiledBot
from enginehouse.bots.players.plans import WIDEST
from enginehouse.bots.players.playouts import EMPTY
from enginehouse.bots.players.tree import DESK
from enginehouse.core.flags import jit_possible
from enginehouse.core.play import arena
from enginehouse.core.play.arena import is_among
from enginehouse.core.records.actions import MOST
from enginehouse.core.records.events import Events
from enginehouse.core.records.fields import States
from enginehouse.core.registry.game import Game
from enginehouse.core.rule import rule
from enginehouse.core.verbs import view

SEED_STEP = 100_000
"""The seed of decision `n` is `SEED_STEP * w + n`, with `w` the first word of the game's or the bots' seed."""
STATES = 7 + 2 * WIDEST
"""The number of records: the game, an empty record, the view, and the scratch space of a bot.

The scratch space serves a beam or playouts, and one record more serves `bots.players.seer`.
"""
SETTING = 64
"""The maximum number of settings of a bot."""
FIELDS = [
    ("own", np.int64, (8,)),
    ("others", np.int64, (MOST,)),
    ("values", np.int64, (MOST,)),
    ("setting", np.int64, (SETTING,)),
    ("kinds", np.int64, (8,)),
    ("settings", np.int64, (8, SETTING)),
    ("count", np.int64),
    ("bot_word", np.int64),
    ("desk", DESK),
    ("inner", DESK),
    ("wrong", np.int64, (2,)),
]
"""The fields of a room in addition to `arena.ROOM`.

- `own`, `others`, `values`: scratch space of a bot; `setting`: its settings
- `kinds`, `settings`: by seat, the index of the bot and its settings
- `count`: the number of actions so far
- `bot_word`: the first word of the bots' own seed plus 1; 0: they take the first word of the game's seed
- `wrong`: seat and code of an action that was not legal
"""


# There is one placeholder for each bot. `parts` of `compiled` replaces it by the bot's rule.


@rule
def bot_0(states: States, seat: int, seed: int, e: Events, room: Any) -> int:
    """Return the code of the action that the first bot of a series of games chooses.

    This rule is only a placeholder. The compiler replaces it by the rule of the bot, with the same arguments.
    `states[0]` is the view of the seat, and the later records are scratch space. `seed` determines the random numbers
    of the bot. `e` receives events. `room` has the bot's settings and the legal actions (see `CompiledBot.compiled`).
    """
    return -1


@rule
def bot_1(states: States, seat: int, seed: int, e: Events, room: Any) -> int:
    """Return the action that the second bot of a series of games chooses.

    This rule is a placeholder like `bot_0`, with the same arguments. The compiler replaces it by the rule of the bot.
    """
    return -1


@rule
def bot_2(states: States, seat: int, seed: int, e: Events, room: Any) -> int:
    """Return the action that the third bot of a series of games chooses.

    This rule is a placeholder like `bot_0`, with the same arguments. The compiler replaces it by the rule of the bot.
    """
    return -1


@rule
def bot_3(states: States, seat: int, seed: int, e: Events, room: Any) -> int:
    """Return the action that the fourth bot of a series of games chooses.

    This rule is a placeholder like `bot_0`, with the same arguments. The compiler replaces it by the rule of the bot.
    """
    return -1


PLACES = (bot_0, bot_1, bot_2, bot_3)
"""The rules that the compiler replaces by the bots of a run."""


@rule
def choose_by_bots(states: States, seat: int, e: Events, room: Any) -> int:
    """Return the code that the bot of a seat plays in the game `states[0]`, or -1 if the bot's code is not legal.

    The bot's seed is the same as in `runs.play_out`. `states[1]` is an empty record, and all later records are
    overwritten. `room` has the legal actions and the bots' settings (see `FIELDS`), and `e` receives the events.
    """
    states[2] = states[1]
    view(states[0], seat, states[2])
    states[2 + EMPTY] = states[1]
    for k in range(SETTING):
        room.setting[k] = room.settings[seat][k]
    word = int(room.words[0]) if room.bot_word == 0 else room.bot_word - 1
    seed = word * SEED_STEP + room.count + 1
    kind = room.kinds[seat]
    if kind == 0:
        code = bot_0(states[2:], seat, seed, e, room)
    elif kind == 1:
        code = bot_1(states[2:], seat, seed, e, room)
    elif kind == 2:
        code = bot_2(states[2:], seat, seed, e, room)
    else:
        code = bot_3(states[2:], seat, seed, e, room)
    if is_among(room.codes, room.many, code):
        return code
    room.wrong[0] = seat
    room.wrong[1] = code
    return -1


@rule
def note_action(states: States, seat: int, code: int, e: Events, room: Any) -> bool:
    """Store the latest action of a game, its seat and its code, behind the earlier actions in `room`.

    The loop of the arena calls this function after each action, as its rule `observe`. Before a game, it calls the
    function with seat -1, which removes all stored actions. The result False lets the game continue. `states` and `e`
    are not used.
    """
    if seat < 0:
        room.count = 0
        return False
    room.seats[room.count] = seat
    room.played[room.count] = code
    room.count += 1
    return False


class WholeGames:
    """A set of bots that play whole games against each other in compiled code, many times as fast as in plain Python.

    `WholeGames(game, players)` takes a game and a dict of bots by name. Each call of `play` plays a game. `record` and
    `actions` return the final record and the actions of the latest game.
    """

    parts: ClassVar[Mapping[Callable[..., Any], Callable[..., Any]]] = {
        arena.choose_code: choose_by_bots,
        arena.observe: note_action,
    }
    """The rules that replace rules of the arena, and rules that bots call."""

    def __init__(self, game: Game, players: dict[str, Bot]) -> None:
        self.names = sorted(players)
        made = [_compile_bot(players[name], game) for name in self.names]
        self.settings = [[*numbers, *[0] * (SETTING - len(numbers))] for _, numbers in made]
        parts = dict(self.parts) | {place: choose for place, (choose, _) in zip(PLACES, made, strict=False)}
        bound = (game.facts.length_bound,)
        fields = [*FIELDS, ("seats", np.int64, bound), ("played", np.int64, bound)]
        self.bench = self.create_bench(game, parts, fields)

    def create_bench(self, game: Game, parts: Any, fields: Any) -> arena.Bench:
        """Return a bench: a compiled loop that plays whole games, with the arrays that it works on.

        `parts` maps rules of the loop to the rules that replace them, such as those by which the bots choose actions.
        `fields` is a list of fields that are added to the loop's scratch space for a game.
        """
        return arena.Bench(game, parts, fields, states=STATES)

    def play(
        self, options: Sequence[int], seed: int, k: int, sitting: Sequence[str], bot_word: int | None = None
    ) -> Any:
        """Play one game with the bots `sitting` by seat, and return its result (`arena.RESULT`).

        It is game `k` of the series of games with the seed `seed`. The result has the number of actions, the number of
        the rulebook clause that ended the game (402 is clause 4.2), and scores and ranks. `options` is a list as
        `Game.option_numbers` returns it. `bot_word` is the number from which the bots' random numbers are derived. By
        default it is the first of the eight 32-bit numbers of the game's seed. Raise `BotFailed` with the bot's name if
        it chooses an action that is not legal.
        """
        room, game = self.bench.room, self.bench.game
        kinds = [self.names.index(name) for name in sitting]
        room["kinds"][: len(kinds)] = kinds
        room["bot_word"] = 0 if bot_word is None else bot_word + 1
        room["settings"][: len(kinds)] = [self.settings[kind] for kind in kinds]
        (result,) = self.bench.play(options, seed, k)
        if result["reason"] == 0 and result["actions"] < game.facts.length_bound:
            seat, code = room["wrong"].tolist()
            where = f"seat {seat}, action {result['actions'] + 1} of a game of {game.facts.title},"
            raise BotFailed(f"the bot {sitting[seat]}, {where} chose {code}, which is not legal")
        return result

    def record(self) -> Any:
        """Return the full record at the end of the latest game that this object has played."""
        return self.bench.game.shape.load(self.bench.states, 0)

    def actions(self) -> list[tuple[int, int]]:
        """Return seat and code of each action of the last game."""
        many, room = int(self.bench.room["count"]), self.bench.room
        return list(zip(room["seats"][:many].tolist(), room["played"][:many].tolist(), strict=True))


def can_play(game: Game, players: dict[str, Bot]) -> bool:
    """Return whether whole games of these bots can run compiled on this machine. `players` maps names to bots."""
    few = len(players) <= len(PLACES)
    return jit_possible() and few and all(_compile_bot(bot, game) is not None for bot in players.values())


def _compile_bot(bot: Bot, game: Game) -> Any:
    return bot.compiled(game) if isinstance(bot, CompiledBot) else None
