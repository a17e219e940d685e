"""The functions of `import enginehouse as eh`. They call the packages that do the work."""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from enginehouse import bots as rooms
from enginehouse.bots.bot import Bot, find_bot_fault
from enginehouse.bots.players import runs
from enginehouse.bots.players.compiled_games import SEED_STEP
from enginehouse.core.errors import NotAllowed, Unreadable
from enginehouse.core.play import logs as files
from enginehouse.core.play.entries import Entry
from enginehouse.core.play.logs import Log
from enginehouse.core.play.match import Match
from enginehouse.core.registry import game as registry
from enginehouse.core.registry.folders import open_game
from enginehouse.core.registry.game import Game
from enginehouse.core.words.estimates import Estimate as Estimate
from enginehouse.core.words.estimates import mean as mean
from enginehouse.core.words.estimates import share as share

Seed = int | str | tuple[int, ...]


def game_names() -> list[str]:
    """Return the names of all games: the games of this package first, then the games of other packages."""
    return registry.names()


def games() -> list[str]:
    """Return the names of all games, as `game_names` does, and warn that this function is deprecated.

    It will be removed in version 0.3.0.
    """
    warnings.warn("use enginehouse.game_names() instead of enginehouse.front.games()", DeprecationWarning, stacklevel=2)
    return game_names()


def game(name: str) -> Game:
    """Return the game of this name, with the attributes `facts`, `rules`, `words`, `drawing`, `vocabulary` and `shape`.

    Raise `Unreadable` with the list of names if there is no such game. A game with changed numbers is another game:
    `game("mechanation+SET_TO_WIN=4")` (see `core.registry.overlays`).
    """
    return open_game(name)


def new(game: str | Game, seats: int | None = None, options: Mapping[str, str] | None = None, seed: Seed = 0) -> Match:
    """Return a new match of a game.

    By default it has the fewest seats that the game allows. `options` maps names of options to choices; the others have
    their defaults. `seed` is as in `Match.new`. Raise `Unreadable` if an argument is wrong.
    """
    chosen = open_game(game) if isinstance(game, str) else game
    return Match.new(chosen, chosen.facts.seats[0] if seats is None else seats, options, seed)


def play(
    game: str | Game,
    seats: int | None = None,
    bots: Sequence[str | Bot] = ("greedy",),
    seed: Seed = 0,
    options: Mapping[str, str] | None = None,
    bot_seed: int | None = None,
) -> Match:
    """Return a match that bots have played to its end. The same arguments give the same game.

    `bots` lists, by seat, names (`greedy`, or `module:Class` for your own) or `Bot` objects. They repeat if they are
    fewer than the seats. The default number of seats is the number of bots, but at least the fewest seats of the game.
    `bot_seed` is the seed of the bots' random numbers; by default they come from the seed of the game.
    Raise `Unreadable` if an argument is wrong, and `BotFailed` if a bot chooses an illegal action.
    """
    chosen = open_game(game) if isinstance(game, str) else game
    players = [_bot(one) for one in bots]
    many = choose_seats(chosen, seats, len(players))
    match = Match.new(chosen, many, options, seed)
    for player in players:
        player.prepare(chosen)
    return runs.play_out(
        match, [players[seat % len(players)] for seat in range(many)], match.seed[0] if bot_seed is None else bot_seed
    )


def play_on(match: Match, bots: Sequence[str | Bot] = ("greedy",), seed: int = 0) -> Match:
    """Let bots play a match on to its end, and return the match.

    The match may be at any position, also one that comes from a guess or from a line of text. `bots` lists names or
    `Bot` objects by seat, as in `play`. `seed` is the seed of the bots' random numbers.
    """
    players = [_bot(one) for one in bots]
    choose_seats(match.game, match.seats, len(players))
    return runs.play_out(match, [players[seat % len(players)] for seat in range(match.seats)], seed)


def bot_acts(match: Match, bot: str | Bot = "greedy", seat: int | None = None, seed: int = 0) -> Entry:
    """Let a bot play the next action of a seat, by default the lowest that may act. Return the action as an `Entry`.

    An `Entry` has the seat and the name of the action. Raise `NotAllowed` if the seat may not act. The same view and
    seed give the same action.
    """
    acting = match.actors()
    which = min(acting, default=0) if seat is None else seat
    if which not in acting:
        raise NotAllowed(match.reason, f"seat {which} may not act now")
    code = runs.ask_bot(_bot(bot), match, which, seed * SEED_STEP + len(match.entries) + 1)
    return match.act(which, match.game.vocabulary.name(code))


def simulate(
    game: str | Game,
    games: int = 100,
    seats: int | None = None,
    bots: Sequence[str | Bot] = ("random",),
    seed: int = 1,
    options: Mapping[str, str] | None = None,
    swap_seats: bool = False,
    bot_seed: int | None = None,
) -> dict[str, list[Any]]:
    """Play many games and return a table: a dict of column names and lists with one value per game.

    The columns are `game` (its number from 0 on), `seed` (64 hexadecimal digits), `actions` (their number), `reason`
    (the rulebook clause that ended the game, such as "GM-4.2"), and for each seat k `bot_k`, `score_k`, `rank_k` (1 is
    best) and `win_k` (its share of the win). `enginehouse simulate` plays the same games with the same seed. `bots` are
    names or your own bots. With `swap_seats` the bots move on by one seat from game to game. `options` are those of the
    game. The bots' random numbers come from the seeds of the games, or from `bot_seed` if it is given. Use different
    values of `bot_seed` to compare two line-ups of bots on the same deals with independent random numbers.
    """
    chosen = open_game(game) if isinstance(game, str) else game
    own: dict[str, Bot] = {}
    names: list[str] = []
    for one in bots:
        names.append(one if isinstance(one, str) else _bot(one).name)
        if not isinstance(one, str) and own.setdefault(one.name, one) is not one:
            raise Unreadable(f"two bots are called {one.name!r}")
    many = choose_seats(chosen, seats, len(names))
    run = runs.Run(chosen, many, dict(options or {}), games, seed, names, swap_seats, own, bot_seed)
    run.prepare()
    return runs.tabulate(run, runs.play_rows(run, 0, games))


def wins(table: Mapping[str, Sequence[Any]], bot: str) -> list[float]:
    """Return a bot's share of the win, from 0 to 1, in each game in which it played.

    `table` is a result of `simulate`, and `bot` a name in its columns. The share is the mean over the bot's seats,
    because its seats in one game are one observation. The function `share` takes the returned list.
    """
    found = []
    seats = sum(name.startswith("bot_") for name in table)
    for k in range(len(table["game"])):
        own = [table[f"win_{seat}"][k] for seat in range(seats) if table[f"bot_{seat}"][k] == bot]
        if own:
            found.append(sum(own) / len(own))
    if not found:
        raise Unreadable(f"no bot {bot!r} sits in any game of this table")
    return found


def load(path: str | Path) -> Match:
    """Return the match that a log describes, at the end of the log. `path` is the log's file.

    `games.jsonl:12` is line 12 of a file with many logs. Raise `Unreadable` or `NotAllowed` if the file is not a log,
    if an action of the log is illegal, or if the log's result, a checksum or the receipt (the proof of a fair shuffle)
    is wrong.
    """
    log = files.load_named(str(path))
    registry.find_or_create(log.game)
    return Match.from_log(log)


def logs(path: str | Path) -> list[Log]:
    """Return the logs in a file. The file has one log, or one log per line as `enginehouse simulate --out` writes them.

    To play a log, use `Match.from_log`.
    """
    return files.load_all(Path(path))


def choose_seats(game: Game, seats: int | None, bots: int) -> int:
    """Return a number of seats: `seats`, or if that is None, a default for this number of bots.

    The default is the number of bots, but at least the fewest seats of the game. Raise `Unreadable` if there is no bot,
    if there are more bots than seats, or if the game does not allow the number.
    """
    if bots == 0:
        raise Unreadable("name at least one bot")
    many = game.check_seats(max(bots, game.facts.seats[0]) if seats is None else seats)
    if bots > many:
        raise Unreadable(f"{bots} bots are named for {many} seats")
    return many


def _bot(given: str | Bot) -> Bot:
    if isinstance(given, str):
        return rooms.find_bot(given)
    if wrong := find_bot_fault(given):
        raise Unreadable(f"{given!r} {wrong}")
    return given
