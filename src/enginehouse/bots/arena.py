"""Games of bots among themselves: one to its end, or the games of a run, which always are the same ones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from enginehouse import bots
from enginehouse.bots.bot import Bot, BotFailed, Choice
from enginehouse.core.chance import pick
from enginehouse.core.errors import Unreadable
from enginehouse.core.game import Game
from enginehouse.core.match import Match
from enginehouse.core.playing import chosen_seat, game_seed
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

    @cached_property
    def players(self) -> dict[str, Bot]:
        """The bots by the names they were given; `Unreadable` for one that is not there or cannot be used."""
        return {name: bots.named(name) for name in self.bots}

    def bot(self, seat: int, k: int = 0) -> str:
        """The bot of a seat in game k."""
        return self.bots[(seat - k * self.swap) % self.seats % len(self.bots)]


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
