"""Whole games of bots that compile, played compiled in the arena: the same games as in plain Python, many times as fast."""

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
from enginehouse.core.registry.game import Game
from enginehouse.core.rule import rule
from enginehouse.core.verbs import view

SEED_STEP = 100_000
"""Decision n of a game whose seed begins with the word w gets the seed `SEED_STEP * w + n`."""
STATES = 7 + 2 * WIDEST
"""The game, an empty record, the view, and the room of a bot: two records, those of a beam or of playouts, and one more (see
`bots.players.seer`)."""
SETTING = 64
"""So many numbers a bot may be set by."""
FIELDS = [
    ("own", np.int64, (8,)),
    ("others", np.int64, (MOST,)),
    ("values", np.int64, (MOST,)),
    ("setting", np.int64, (SETTING,)),
    ("kinds", np.int64, (8,)),
    ("settings", np.int64, (8, SETTING)),
    ("count", np.int64),
    ("desk", DESK),
    ("inner", DESK),
    ("wrong", np.int64, (2,)),
]
"""What a room has besides `arena.ROOM`: for a bot `own`, `others` and `values` to work in, and the numbers of its `setting`; by seat which
of the bots plays there, and its numbers; how many actions were played; the seat and the code of one that was not legal."""


# One place for each bot; those of a run are put there (`parts` of `compiled`).


@rule
def bot_0(states: Any, seat: int, seed: int, e: Any, room: Any) -> int:
    """The first bot of a run."""
    return -1


@rule
def bot_1(states: Any, seat: int, seed: int, e: Any, room: Any) -> int:
    """The second bot of a run."""
    return -1


@rule
def bot_2(states: Any, seat: int, seed: int, e: Any, room: Any) -> int:
    """The third bot of a run."""
    return -1


@rule
def bot_3(states: Any, seat: int, seed: int, e: Any, room: Any) -> int:
    """The fourth bot of a run."""
    return -1


PLACES = (bot_0, bot_1, bot_2, bot_3)


@rule
def by_bots(states: Any, seat: int, e: Any, room: Any) -> int:
    """What the bot of a seat plays, asked as `runs.play_out` asks; -1 for what is not legal."""
    states[2] = states[1]
    view(states[0], seat, states[2])
    states[2 + EMPTY] = states[1]
    for k in range(SETTING):
        room.setting[k] = room.settings[seat][k]
    seed = int(room.words[0]) * SEED_STEP + room.count + 1
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
def noted(states: Any, seat: int, code: int, e: Any, room: Any) -> bool:
    """Keep each action."""
    if seat < 0:
        room.count = 0
        return False
    room.seats[room.count] = seat
    room.played[room.count] = code
    room.count += 1
    return False


class WholeGames:
    """Games of such bots, for one game and one kind of run; `players` are the bots by the names they were given."""

    parts: ClassVar[Mapping[Callable[..., Any], Callable[..., Any]]] = {arena.chosen: by_bots, arena.seen: noted}
    """Who takes which part of the arena, and of what the bots call."""

    def __init__(self, game: Game, players: dict[str, Bot]) -> None:
        self.names = sorted(players)
        made = [_compiled(players[name], game) for name in self.names]
        self.settings = [[*numbers, *[0] * (SETTING - len(numbers))] for _, numbers in made]
        parts = dict(self.parts) | {place: choose for place, (choose, _) in zip(PLACES, made, strict=False)}
        bound = (game.facts.length_bound,)
        fields = [*FIELDS, ("seats", np.int64, bound), ("played", np.int64, bound)]
        self.bench = arena.Bench(game, parts, fields, states=STATES)

    def play(self, options: Sequence[int], seed: int, k: int, sitting: Sequence[str]) -> Any:
        """Game k of a run with these bots by seat; its `arena.RESULT`. `BotFailed` names one that chose nothing legal."""
        room, game = self.bench.room, self.bench.game
        kinds = [self.names.index(name) for name in sitting]
        room["kinds"][: len(kinds)] = kinds
        room["settings"][: len(kinds)] = [self.settings[kind] for kind in kinds]
        (result,) = self.bench.play(options, seed, k)
        if result["reason"] == 0 and result["actions"] < game.facts.length_bound:
            seat, code = room["wrong"].tolist()
            where = f"seat {seat}, action {result['actions'] + 1} of a game of {game.facts.title},"
            raise BotFailed(f"the bot {sitting[seat]}, {where} chose {code}, which is not legal")
        return result

    def record(self) -> Any:
        """The record at the end of the game that was played last, plain."""
        return self.bench.game.shape.load(self.bench.states, 0)

    def actions(self) -> list[tuple[int, int]]:
        """Seat and code of each action of the game that was played last."""
        many, room = int(self.bench.room["count"]), self.bench.room
        return list(zip(room["seats"][:many].tolist(), room["played"][:many].tolist(), strict=True))


def can_play(game: Game, players: dict[str, Bot]) -> bool:
    """Whether these bots can play whole games of a game compiled here."""
    few = len(players) <= len(PLACES)
    return jit_possible() and few and all(_compiled(bot, game) is not None for bot in players.values())


def _compiled(bot: Bot, game: Game) -> Any:
    return bot.compiled(game) if isinstance(bot, CompiledBot) else None
