"""The front door: what `import enginehouse as eh` offers, in a few functions. Everything behind it has a room of its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from enginehouse import bots as rooms
from enginehouse.bots import runs
from enginehouse.bots.bot import Bot, is_bot
from enginehouse.core import game as registry
from enginehouse.core import logs as files
from enginehouse.core.errors import Unreadable
from enginehouse.core.estimates import Estimate as Estimate
from enginehouse.core.estimates import mean as mean
from enginehouse.core.estimates import share as share
from enginehouse.core.game import Game
from enginehouse.core.logs import Log
from enginehouse.core.match import Match

Seed = int | str | tuple[int, ...]


def games() -> list[str]:
    """The names of all games: those of the house, then those that other packages bring."""
    return registry.names()


def game(name: str) -> Game:
    """The game of this name: `facts`, `rules`, `words`, `drawing`, `vocabulary`, `shape`; `Unreadable` names those there are."""
    return registry.get(name)


def new(game: str | Game, seats: int | None = None, options: Mapping[str, str] | None = None, seed: Seed = 0) -> Match:
    """A new match; the fewest seats that the game is for unless told. `Unreadable` says what is wrong."""
    chosen = registry.get(game) if isinstance(game, str) else game
    return Match.new(chosen, chosen.facts.seats[0] if seats is None else seats, options, seed)


def play(
    game: str | Game,
    seats: int | None = None,
    bots: Sequence[str | Bot] = ("greedy",),
    seed: Seed = 0,
    options: Mapping[str, str] | None = None,
) -> Match:
    """A match that bots have played to its end; the same arguments give the same game.

    `bots` by seat, each a name (`greedy`, or `module:Class` for one of your own) or a `Bot`; repeated where they are fewer
    than the seats. Without `seats` there are as many as bots, at least the fewest that the game is for. `Unreadable` says
    what is wrong with the arguments, `BotFailed` which bot chose nothing legal.
    """
    chosen = registry.get(game) if isinstance(game, str) else game
    players = [_bot(one) for one in bots]
    many = seats_for(chosen, seats, len(players))
    match = Match.new(chosen, many, options, seed)
    for player in players:
        player.prepare(chosen)
    return runs.play_out(match, [players[seat % len(players)] for seat in range(many)], match.seed[0])


def simulate(
    game: str | Game,
    games: int = 100,
    seats: int | None = None,
    bots: Sequence[str] = ("random",),
    seed: int = 1,
    options: Mapping[str, str] | None = None,
    swap_seats: bool = False,
) -> dict[str, list[Any]]:
    """Many games as a table: a mapping of column names to lists with a value for each game.

    The columns: `game` (its number from 0 on), `seed` (64 hexadecimal digits), `actions`, `reason` (the clause that ended
    it), and for each seat k `bot_k`, `score_k`, `rank_k` (1 is best) and `win_k` (its share of the win). They are the games
    of `enginehouse simulate` with the same seed. Bots are named; with `swap_seats` they move on by one seat from game to game.
    """
    chosen = registry.get(game) if isinstance(game, str) else game
    run = runs.Run(
        chosen, seats_for(chosen, seats, len(bots)), dict(options or {}), games, seed, list(bots), swap_seats
    )
    run.prepare()
    return runs.columns(run, runs.rows_of(run, 0, games))


def load(path: str | Path) -> Match:
    """The match of a log's file, or of one line of a file with many (`games.jsonl:12`), at its last entry.

    `Unreadable` or `NotAllowed` says where a log does not replay.
    """
    return Match.from_log(files.load_named(str(path)))


def logs(path: str | Path) -> list[Log]:
    """The logs in a file: one, or one a line, as `enginehouse simulate --out` writes them; `Match.from_log` plays one."""
    return files.load_all(Path(path))


def seats_for(game: Game, seats: int | None, bots: int) -> int:
    """How many seats there are when so many bots are named; `Unreadable` for none, and for too many."""
    if bots == 0:
        raise Unreadable("at least one bot has to be named")
    many = game.check_seats(max(bots, game.facts.seats[0]) if seats is None else seats)
    if bots > many:
        raise Unreadable(f"{bots} bots are named for {many} seats")
    return many


def _bot(given: str | Bot) -> Bot:
    if isinstance(given, str):
        return rooms.named(given)
    if wrong := is_bot(given):
        raise Unreadable(f"{given!r} {wrong}")
    return given
