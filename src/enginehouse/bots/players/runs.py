"""Play games between bots: a single game to its end, or the games of a run.

A run is a series of games that is described by a few parameters (`Run`), such as a seed. It always has the same games.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, NamedTuple

from enginehouse import bots
from enginehouse.bots.bot import Bot, BotFailed, Choice
from enginehouse.bots.players.compiled_games import SEED_STEP, WholeGames, can_play
from enginehouse.core.errors import Unreadable
from enginehouse.core.flags import jit_possible
from enginehouse.core.former import forward
from enginehouse.core.play.arena import Choose, at_chance, game_seed, random_games, steps
from enginehouse.core.play.logs import Log
from enginehouse.core.play.match import Match
from enginehouse.core.play.position import Position
from enginehouse.core.play.returns import win_share
from enginehouse.core.records.chance import seed_dice
from enginehouse.core.records.fields import Numbers, Record
from enginehouse.core.registry import game as games
from enginehouse.core.registry.game import Game


@dataclass(frozen=True)
class Run:
    """The parameters of a run, which is a series of games between bots.

    They are game, seats, options, number of games, seed, and bots by seat. If there are fewer bots than seats, the list
    of bots is repeated. With `swap` the bots move on by one seat from game to game, so that each bot plays equally
    often on each seat. `bots` has the names of the bots. `own` maps some of these names to bot objects of the caller.
    All other names are looked up by `find_bot`.

    The random numbers of the bots depend on the seed of the deal. So two runs on the same deals also give their bots
    the same random numbers. If `bot_seed` is set, the bots' random numbers depend on this seed instead, and the runs
    share only the deals.
    """

    game: Game
    seats: int
    options: dict[str, str]
    games: int
    seed: int
    bots: list[str]
    swap: bool = False
    own: dict[str, Bot] = field(default_factory=dict)
    bot_seed: int | None = None

    def __post_init__(self) -> None:
        self.game.check_seats(self.seats)
        self.game.check_options(self.options)
        if len(self.bots) > self.seats:
            raise Unreadable(f"{len(self.bots)} bots are named for {self.seats} seats")
        assert self.players

    @property
    def only_random(self) -> bool:
        """Return whether all bots are this package's random bot.

        In this case the compiled games draw the actions themselves, and no bot is asked.
        """
        return set(self.bots) == {"random"} and not self.own

    @cached_property
    def players(self) -> dict[str, Bot]:
        """Return a dict of the bots of the run by name.

        If the caller of the run gave bots as objects (the dict `own`), these are included. All other names in the list
        `bots` are looked up. Raise `Unreadable` for a bot that does not exist or cannot be used.
        """
        return {name: bots.find_bot(name) for name in self.bots if name not in self.own} | self.own

    @cached_property
    def whole(self) -> WholeGames | None:
        """Return an object that plays whole games of the bots as compiled code, or `None` if that is not possible."""
        if self.only_random or not can_play(self.game, self.players):
            return None
        return WholeGames(self.game, self.players)

    @cached_property
    def numbers(self) -> list[int]:
        """Return the options of the games as a list of numbers, in the form that a game's rule `setup` takes."""
        return self.game.option_numbers(self.seats, self.options)

    def spec(self) -> tuple[Any, ...]:
        """Return the parameters of the series of games as a tuple of plain data, which can be sent to another process.

        That process makes a `Run` from the tuple by `Run.of`.
        """
        return (self.game.address, self.seats, self.options, self.games, self.seed, self.bots, self.swap, self.bot_seed)

    @classmethod
    def of(cls, spec: tuple[Any, ...]) -> Run:
        """Return the `Run` with the parameters in `spec`, a tuple that the method `spec` of a run has returned."""
        address, *middle, bot_seed = spec
        return replace(cls(games.at(address), *middle), bot_seed=bot_seed)

    def bot_word(self, k: int) -> int:
        """Return the number from which the bots' seeds are derived in game `k` of this run (a series of games).

        The seed of a game consists of eight 32-bit numbers, and is computed from the seed of the run and `k`. The
        result is the first of these numbers. If the run has a `bot_seed`, compute the eight numbers from `bot_seed` and
        `k` instead, so that the bots' seeds do not depend on the seed of the game.
        """
        words, dice = [0] * 8, [0] * 4
        game_seed(words, dice, self.seed if self.bot_seed is None else self.bot_seed, k)
        return words[0]

    def prepare(self) -> None:
        """Prepare for the games of the run, so that the first game does not wait: compile rules, and prepare the bots.

        Raise `BrokenGame` if the rules cannot be played.
        """
        _ = self.game.rules  # read and check the rules before the run starts
        if self.only_random and not jit_possible():
            return
        if self.only_random or self.whole is not None:
            play_rows(self, 0, 1)  # compile the bots by playing a game
            return
        for bot in self.players.values():
            bot.prepare(self.game)

    def bot(self, seat: int, k: int = 0) -> str:
        """Return the name of the bot on `seat` in game `k`."""
        return self.bots[(seat - k * self.swap) % self.seats % len(self.bots)]


class Row(NamedTuple):
    """The result of a finished game of a run, which is a series of games between bots.

    The fields are the number of the game, its seed (64 hexadecimal digits), the number of actions, and the reason: the
    number of the rulebook clause that ended the game (402 is clause 4.2). Four tuples have an element for each seat:
    the bots, scores, ranks (1 is best) and shares of the win (see `Match.returns`).
    """

    game: int
    seed: str
    actions: int
    reason: int
    bots: tuple[str, ...]
    scores: tuple[int, ...]
    ranks: tuple[int, ...]
    wins: tuple[float, ...]


def play_rows(run: Run, first: int, many: int) -> list[Row]:
    """Return the results of `many` games of a series (run), from number `first` on, played compiled if possible."""
    return [row for row, _ in play_games(run, first, many, with_logs=False)]


def play_games(run: Run, first: int, many: int, *, with_logs: bool) -> Iterator[tuple[Row, Log | None]]:
    """Yield the result of each of `many` games of a series (run), from number `first` on.

    Each result has the game's log beside it if `with_logs` is true.
    """
    if run.only_random and not with_logs:
        yield from ((row, None) for row in _random_rows(run, first, many))
    elif run.whole is None:
        for k in range(first, first + many):
            match = play_random(run, k) if run.only_random else play_bots(run, k)
            yield make_row(run, k, match), match.log() if with_logs else None
    else:
        for k in range(first, first + many):
            yield _whole_game(run, run.whole, k, with_logs)


def play_positions(run: Run, first: int, many: int, *, whole_games: bool) -> Iterator[tuple[Row, Position]]:
    """Yield the result of each of `many` games of a series (run), from number `first` on, with the position at its end.

    Usually the position is a `Match` with all its actions. But if the bots play compiled and `whole_games` is false,
    the position is a `Position` without the actions, which is faster.
    """
    for k in range(first, first + many):
        if run.whole is None:
            match = play_random(run, k) if run.only_random else play_bots(run, k)
            yield make_row(run, k, match), match
            continue
        row = _whole_row(run, run.whole, k)
        if whole_games:
            yield row, _replay(run, run.whole, k)
        else:
            yield row, Position(run.game, run.seats, run.game.check_options(run.options), run.whole.record())


def _random_rows(run: Run, first: int, many: int) -> list[Row]:
    result = random_games(run.game, run.seats, run.options, many, run.seed, first)
    return [
        _make_ended_row(
            run, first + j, int(result.lengths[j]), int(result.reasons[j]), [*result.totals[j], *result.ranks[j]]
        )
        for j in range(many)
    ]


def _whole_game(run: Run, whole: WholeGames, k: int, with_logs: bool) -> tuple[Row, Log | None]:
    """Return the result of game `k` of a series (run), and its log if `with_logs` is true.

    `whole` plays the game, compiled. The log comes from replaying the game's actions.
    """
    row = _whole_row(run, whole, k)
    return row, _replay(run, whole, k).log() if with_logs else None


def _whole_row(run: Run, whole: WholeGames, k: int) -> Row:
    found = whole.play(run.numbers, run.seed, k, [run.bot(seat, k) for seat in range(run.seats)], run.bot_word(k))
    return _make_ended_row(run, k, int(found["actions"]), int(found["reason"]), found["points"])


def _replay(run: Run, whole: WholeGames, k: int) -> Match:
    """Return the game that `whole` has just played, number `k` of a series (run), as a match."""
    match, _ = start_match(run, k)
    for seat, code in whole.actions():
        match.act(seat, run.game.vocabulary.name(code))
    return match


def make_ended_rows(run: Run, first: int, results: Iterable[Any]) -> list[Row]:
    """Return a list with a `Row` for each of several finished games of a run, which is a series of games between bots.

    A `Row` has the result of a game, such as its scores, ranks and number of actions. `first` is the number of the
    first of these games in the run. `results` has the result of each game as the arena writes it (`arena.RESULT`).
    """
    return [
        _make_ended_row(run, first + k, int(result["actions"]), int(result["reason"]), result["points"])
        for k, result in enumerate(results)
    ]


def _make_ended_row(run: Run, k: int, actions: int, reason: int, points: Numbers) -> Row:
    """Return the result of the finished game `k` of a series (run) as a `Row`.

    `actions` is the number of its actions, and `reason` the number of the rulebook clause that ended it (402 is clause
    4.2). `points` has 16 numbers as `scores` writes them. Raise `Unreadable` if the reason is 0: the game did not end.
    """
    if reason == 0:
        raise Unreadable(f"a game of {run.game.name} did not end within {run.game.facts.length_bound} actions")
    words, dice = [0] * 8, [0] * 4
    game_seed(words, dice, run.seed, k)
    both = [int(number) for number in points]
    return _row(run, k, words, (actions, reason), (both[: run.seats], both[8 : 8 + run.seats]))


def make_row(run: Run, k: int, match: Match) -> Row:
    """Return the result of game `k` of a series (run) as a `Row`, from its finished match."""
    points, ranks = match.scores()
    return _row(run, k, match.seed, (len(match.entries), match.reason), (points, ranks))


Scores = tuple[list[int], list[int]]


def _row(run: Run, k: int, words: Sequence[int], ends: tuple[int, int], scores: Scores) -> Row:
    points, ranks = scores
    seed = "".join(f"{word:08x}" for word in words)
    wins = win_share(ranks, run.game.plays_together(run.seats, run.game.check_options(run.options)))
    who = tuple(run.bot(seat, k) for seat in range(run.seats))
    return Row(k, seed, *ends, who, tuple(points), tuple(ranks), tuple(wins))


def tabulate(run: Run, rows: Iterable[Row]) -> dict[str, list[Any]]:
    """Return the results of finished games as a table: a dict of columns, each a list with one value per game.

    `rows` has the result of each game of the series `run`.
    """
    table: dict[str, list[Any]] = {name: [] for name in ("game", "seed", "actions", "reason")}
    for what in ("bot", "score", "rank", "win"):
        table |= {f"{what}_{seat}": [] for seat in range(run.seats)}
    for row in rows:
        flat = (row.game, row.seed, row.actions, run.game.clause_name(row.reason))
        for column, value in zip(table.values(), (*flat, *row.bots, *row.scores, *row.ranks, *row.wins), strict=True):
            column.append(value)
    return table


def play_out(match: Match, players: Sequence[Bot], seed: int = 0, dice: Sequence[int] = ()) -> Match:
    """Play a match to its end with the bot `players[seat]` for each seat, and return the match, which is changed.

    If several seats may act, the next one is drawn with `dice`, a list of four integers: the state of a random number
    generator, by default made from `seed`. For a decision, a bot has the time limit of its default level (the first in
    `Bot.levels`). The bot's seed for the decision follows from `seed` and the number of actions, undos and redos in the
    match so far. Raise `BotFailed` with the name of a bot that raises an exception or chooses an illegal action.
    """
    chance = list(dice) or _dice(seed)

    def choose_action(_: Any, seat: int, legal: list[int]) -> int:
        return ask_bot(players[seat], match, seat, seed * SEED_STEP + len(match.entries) + 1)

    return _play_to_end(match, choose_action, chance)


def _play_to_end(match: Match, chosen: Choose, dice: list[int]) -> Match:
    """Play a match to its end, and return it.

    The function `chosen` takes the record, a seat and a list of legal codes, and returns a code. If several seats may
    act, the next seat is drawn with `dice`, the state of a random number generator (a list of four integers).
    """
    names, bound = match.game.vocabulary.names, match.game.facts.length_bound

    def act(seat: int, code: int) -> None:
        match.act(seat, names[code])

    for _ in steps(match.game, match.state, chosen, dice, act, bound):
        pass
    if not match.over:
        raise Unreadable(f"a game of {match.game.name} did not end within {bound} actions")
    return match


def _dice(seed: int) -> list[int]:
    dice = [0] * 4
    seed_dice(dice, seed, 0)
    return dice


def ask_bot(bot: Bot, match: Match, seat: int, seed: int) -> int:
    """Return the code that a bot chooses for a seat of a match, from the seat's view.

    `seed` determines the bot's random numbers for this decision. Raise `BotFailed` if the bot raises an exception or
    chooses an illegal action.
    """
    where = f"action {len(match.entries) + 1} of a game of {match.game.facts.title}"
    return choose_checked(bot, match.view(seat), (seat, match.legal(seat)), seed, where)


def choose_checked(bot: Bot, view: Record, may: tuple[int, list[int]], seed: int, where: str) -> int:
    """Return the code that a bot chooses for a view.

    `may` is the seat with its legal codes. `seed` determines the bot's random numbers. `where` describes the place in
    the game, for the text of an error. Raise `BotFailed` if the bot raises an exception or chooses an illegal action.
    """
    seat, legal = may
    said = f"the bot {bot.name}, seat {seat}, {where},"
    try:
        choice = bot.choose(view, seat, legal[:], next(iter(bot.levels.values())), seed)
    except Exception as error:
        raise BotFailed(f"{said} failed: {type(error).__name__}: {error}") from error
    if not isinstance(choice, Choice):
        raise BotFailed(f"{said} gave {choice!r}, which is not a `Choice`")
    if choice.action not in legal:
        raise BotFailed(f"{said} chose {choice.action!r}, which is not legal; legal are {legal}")
    return int(choice.action)


def start_match(run: Run, k: int) -> tuple[Match, list[int]]:
    """Return game `k` of a series (run) before its first action, and the dice of its random players.

    Dice are four integers, the state of a random number generator.
    """
    words, dice = [0] * 8, [0] * 4
    game_seed(words, dice, run.seed, k)
    return Match(run.game, run.seats, run.options, tuple(words)), dice


def play_random(run: Run, k: int) -> Match:
    """Play game `k` of a series of games (run) between random players in plain Python, and return it.

    The compiled function `random_games` plays the same game.
    """
    match, dice = start_match(run, k)
    return _play_to_end(match, at_chance(dice), dice)


def play_bots(run: Run, k: int) -> Match:
    """Play game number `k` of a run (a series of games between bots) in plain Python, and return it as a match.

    The compiled code for whole games chooses the same actions in this game.
    """
    match, dice = start_match(run, k)
    return play_out(match, [run.players[run.bot(seat, k)] for seat in range(run.seats)], run.bot_word(k), dice)


__getattr__ = forward(
    __name__,
    {
        "answered": "choose_checked",
        "asked": "ask_bot",
        "columns": "tabulate",
        "games_of": "play_games",
        "match_of": "start_match",
        "positions_of": "play_positions",
        "row_of": "make_row",
        "rows_of": "play_rows",
    },
)
