"""Games of bots among themselves: one to its end, or the games of a run, which always are the same ones."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from enginehouse import bots
from enginehouse.bots.bot import Bot, BotFailed, Choice
from enginehouse.core.chance import pick
from enginehouse.core.errors import Unreadable
from enginehouse.core.game import Game
from enginehouse.core.match import Match
from enginehouse.core.playing import chosen_seat, game_seed, random_games
from enginehouse.core.returns import win_share
from enginehouse.core.verbs import at_random


@dataclass(frozen=True)
class Run:
    """What to play: game, seats, options, how many games, the seed, the bots by seat (repeated where they are fewer).

    With `swap` the bots move on by one seat from game to game, so that each sits everywhere equally often.
    """

    game: Game
    seats: int
    options: dict[str, str]
    games: int
    seed: int
    bots: list[str]
    swap: bool = False

    def __post_init__(self) -> None:
        self.game.check_seats(self.seats)
        self.game.check_options(self.options)
        if len(self.bots) > self.seats:
            raise Unreadable(f"{len(self.bots)} bots are named for {self.seats} seats")
        assert self.players

    @property
    def only_random(self) -> bool:
        """Whether all bots are the random one of the house: such games can be played compiled."""
        return set(self.bots) == {"random"}

    @cached_property
    def players(self) -> dict[str, Bot]:
        """The bots by the names they were given; `Unreadable` for one that is not there or cannot be used."""
        return {name: bots.named(name) for name in self.bots}

    def bot(self, seat: int, k: int = 0) -> str:
        """The bot of a seat in game k."""
        return self.bots[(seat - k * self.swap) % self.seats % len(self.bots)]


class Row(NamedTuple):
    """A finished game of a run: its number, its seed (64 hexadecimal digits), how many actions it had, the clause that
    ended it; and by seat who played, scores, ranks (1 is best) and shares of the win (see `Match.returns`)."""

    game: int
    seed: str
    actions: int
    reason: int
    bots: tuple[str, ...]
    scores: tuple[int, ...]
    ranks: tuple[int, ...]
    wins: tuple[float, ...]


def random_rows(run: Run, first: int, many: int) -> list[Row]:
    """Games of a run of random players, from number `first` on, compiled where that is possible."""
    result = random_games(run.game, run.seats, run.options, many, run.seed, first)
    if not all(result.reasons):
        raise Unreadable(f"a game of {run.game.name} did not end within {run.game.facts.length_bound} actions")
    found = []
    for j in range(many):
        words, dice = [0] * 8, [0] * 4
        game_seed(words, dice, run.seed, first + j)
        points, ranks = result.totals[j, : run.seats].tolist(), result.ranks[j, : run.seats].tolist()
        ends = int(result.lengths[j]), int(result.reasons[j])
        found.append(_row(run, first + j, words, ends, points, ranks))
    return found


def row_of(run: Run, k: int, match: Match) -> Row:
    """Game k of a run, which has come to its end."""
    points, ranks = match.scores()
    return _row(run, k, match.seed, (len(match.entries), match.reason), points, ranks)


def _row(run: Run, k: int, words: Sequence[int], ends: tuple[int, int], points: list[int], ranks: list[int]) -> Row:
    seed = "".join(f"{word:08x}" for word in words)
    wins = win_share(ranks, run.game.plays_together(run.seats, run.game.check_options(run.options)))
    who = tuple(run.bot(seat, k) for seat in range(run.seats))
    return Row(k, seed, *ends, who, tuple(points), tuple(ranks), tuple(wins))


def columns(run: Run, rows: Iterable[Row]) -> dict[str, list[Any]]:
    """Rows as a table: the names of its columns, each with as many values as there are games."""
    table: dict[str, list[Any]] = {name: [] for name in ("game", "seed", "actions", "reason")}
    for what in ("bot", "score", "rank", "win"):
        table |= {f"{what}_{seat}": [] for seat in range(run.seats)}
    for row in rows:
        flat = (row.game, row.seed, row.actions, run.game.clause_name(row.reason))
        for column, value in zip(table.values(), (*flat, *row.bots, *row.scores, *row.ranks, *row.wins), strict=True):
            column.append(value)
    return table


def play_out(match: Match, players: Sequence[Bot], seed: int = 0) -> Match:
    """Play a match to its end, one bot for each seat; the match itself, for convenience.

    Where several may act the lowest seat is asked first. Each bot has the seconds of its first level for a decision;
    decision n gets the seed `100000 * seed + n`. `BotFailed` names the bot that chose nothing legal, or broke.
    """
    number = len(match.entries)
    while not match.over:
        number += 1
        seat = match.actors()[0]
        code = _asked(players[seat], match, seat, seed * 100_000 + number)
        match.act(seat, match.game.vocabulary.name(code))
    return match


def _asked(bot: Bot, match: Match, seat: int, seed: int) -> int:
    """The code that a bot chooses."""
    legal = match.legal(seat)
    where = f"the bot {bot.name}, seat {seat}, action {len(match.entries) + 1} of a game of {match.game.facts.title},"
    try:
        choice = bot.choose(match.view(seat), seat, legal[:], next(iter(bot.levels.values())), seed)
    except Exception as error:
        raise BotFailed(f"{where} failed: {type(error).__name__}: {error}") from error
    if not isinstance(choice, Choice):
        raise BotFailed(f"{where} gave {choice!r}, which is no Choice")
    if choice.action not in legal:
        raise BotFailed(f"{where} chose {choice.action!r}, which is not legal; legal are {legal}")
    return int(choice.action)


def match_of(run: Run, k: int) -> tuple[Match, list[int]]:
    """Game k of a run at its beginning, and dice for random players."""
    words, dice = [0] * 8, [0] * 4
    game_seed(words, dice, run.seed, k)
    return Match(run.game, run.seats, run.options, tuple(words)), dice


def play_random(run: Run, k: int) -> Match:
    """Game k of a run of random players: the same game that `random_games` plays."""
    match, dice = match_of(run, k)
    while not match.over:
        seat = chosen_seat(run.game.rules.actors(match.state), dice)
        legal = match.legal(seat)
        many = at_random(match.state, seat, legal, len(legal))
        code = legal[pick(dice, many)] if many > 1 else legal[0]
        match.act(seat, run.game.vocabulary.name(code))
    return match


def play_bots(run: Run, k: int) -> Match:
    """Game k of a run of bots."""
    match, _ = match_of(run, k)
    return play_out(match, [run.players[run.bot(seat, k)] for seat in range(run.seats)], match.seed[0])
