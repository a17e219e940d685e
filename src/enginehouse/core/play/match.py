"""Play a game in progress: its options, its seed and its entries (actions, undos and redos) determine all else.

The module is plain Python without I/O. `act` plays an action by name. `undo` undoes a seat's own latest action if no
fact was revealed since, and if no other seat has acted since. While several seats decide at the same time in secret,
answers of the other seats do not prevent an undo. `redo` plays the undone action again. `log` returns the whole game as
data. `replay` plays the game of a log again, and reports how many of the log's entries are legal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

import msgspec

from enginehouse.core.errors import EnginehouseError, NotAllowed, Unreadable, quote
from enginehouse.core.play import checksums, upgrading
from enginehouse.core.play.entries import Entry as Entry
from enginehouse.core.play.history import Moves
from enginehouse.core.play.log_claims import wrong_claim
from enginehouse.core.play.logs import Log, Result
from enginehouse.core.play.position import Position, read_line
from enginehouse.core.play.shortcuts import Shortcut
from enginehouse.core.records.chance import seed_words
from enginehouse.core.registry import game as games
from enginehouse.core.registry import overlays
from enginehouse.core.registry.game import Game
from enginehouse.core.terms import Seat


@dataclass
class Played:
    """The result of replaying a log: the match, the number of accepted entries, and the error that ended the replay.

    An entry of a log is an action, an undo or a redo. An entry is accepted if it is legal and agrees with its checksum.
    If the replay found a fault, `error` describes it. `log` is the log that was played: the given log or, if
    `rewritten` is true, the log as rewritten for today's rules.
    """

    match: Match
    log: Log
    accepted: int
    error: EnginehouseError | None = None
    rules: str = ""
    """The version of the rules under which the log was played."""
    rewritten: bool = False
    """Whether any entry of `log` differs from the given one, if only by a checksum that was dropped."""
    actions_rewritten: bool = False
    """Whether actions were renamed, added or left out."""

    @property
    def other_rules(self) -> str:
        """Return a sentence about the log's version of the rules, today's version and their differences.

        Return "" if both versions are the same.
        """
        return upgrading.describe_versions(self.match.game, self.rules, rewritten=self.actions_rewritten)


class Match(Moves):
    """A game in progress, in plain Python: a `Position` that also stores how it was reached, with methods to play on.

    `entries` are the actions, undos and redos so far, in order. `seed` is eight 32-bit words. The seed is empty for a
    match that starts from a position (`at`) or from a guess of hidden information (`guess`). Such a match can be
    played, undone and cloned like any other, but has no log.
    """

    def __init__(self, game: Game, seats: int, options: Mapping[str, str] | None, seed: Any) -> None:
        super().__init__(game, seats, options, game.new_record())
        self.seed = seed_words(seed)
        game.rules.setup(self.state, game.option_numbers(self.seats, self.options), list(self.seed))
        self._begin()

    @classmethod
    def new(
        cls,
        game: Game | str,
        seats: int,
        options: Mapping[str, str] | None = None,
        seed: int | str | tuple[int, ...] = 0,
    ) -> Match:
        """Return a new match. Raise `Unreadable` for a wrong game, number of seats, option or seed.

        The seed is eight integers from 0 to 4294967295, used as they are, or anything else, which is hashed to them.
        """
        return cls(games.get(game) if isinstance(game, str) else game, seats, options, seed)

    @classmethod
    def at(cls, line: str) -> Match:
        """Return a match that starts at a position, which is given as a line of JSON.

        The method `Position.line` writes such lines. Raise `Unreadable` if the line is wrong. The match has no log,
        because the actions that led to the position are unknown: `log` raises `NotAllowed`.
        """
        return cls.begin_at(*read_line(line))

    @classmethod
    def from_log(cls, log: Log) -> Match:
        """Return the match at the end of a log.

        Raise `Unreadable` or `NotAllowed` if an entry (an action, undo or redo) cannot be played, or if the log's
        result, a checksum or the receipt (the proof of a fair shuffle, see `receipts`) is wrong. The error is about the
        first fault. A log of a former version of the rules is rewritten for today's rules first, as in `replay`. If you
        also want to know how many entries could be played, call `replay`.
        """
        played = check_log(log)
        if played.error is not None:
            raise played.error
        match = played.match
        if any(item.check for item in played.log.entries):
            match.checks = [item.check for item in played.log.entries]
        return match

    @classmethod
    def begin_at(cls, game: Game, seats: int, options: Mapping[str, str], state: Any) -> Match:
        """Return a match that starts at the record `state`, without a log.

        `seats` is the number of seats, and `options` has the choice of every option. The match keeps `state` itself and
        changes it in play, so do not use `state` elsewhere.
        """
        match = cls.__new__(cls)
        Position.__init__(match, game, seats, options, state)
        match.seed = ()
        match._begin()
        return match

    def clone(self) -> Match:
        """Return a copy of the match with the same position and the same past. It shares no mutable state."""
        twin = Match.__new__(Match)
        twin.__dict__.update(self.__dict__)
        twin.options = dict(self.options)
        twin.state = self.game.shape.copy(self.state)
        twin.entries, twin._decisions = self.entries[:], self._decisions[:]
        twin._done = self._done[:]
        twin._redo = {seat: codes[:] for seat, codes in self._redo.items()}
        twin.checks = None if self.checks is None else self.checks[:]
        return twin

    def __copy__(self) -> Match:
        return self.clone()

    def __deepcopy__(self, memo: Any) -> Match:
        return self.clone()

    def begin_again(self) -> Match:
        """Return a new match of the same game, with the same options and seed, at the start, before any action."""
        match = Match.begin_at(self.game, self.seats, dict(self.options), self.game.shape.copy(self._start))
        match.seed = self.seed
        return match

    def guess(self, seat: Seat, seed: int | str | tuple[int, ...] = 0) -> Match:
        """Return a match at a random position that agrees with all that `seat` can see.

        The returned match has no log. Hidden cards are dealt at random, every arrangement equally likely, and chance
        comes from `seed`: the same view and seed give the same position. The position is made from the seat's view
        only, without conclusions from the choices of other seats.
        """
        self.check_seat(seat)
        state = self.view(seat)
        self.game.rules.guess(state, seat, list(seed_words(seed)))
        return Match.begin_at(self.game, self.seats, self.options, state)

    def positions(self) -> Iterator[Match]:
        """Yield the match at the start and after each entry (an action, undo or redo), from one replay.

        These are `len(entries) + 1` matches. The caller may change them.
        """
        moving = self.clone()
        entries = moving.entries
        moving.state = self.game.shape.copy(self._start)
        moving._begin()
        if self.checks is not None:
            moving.checks = []
        yield moving.clone()
        for entry in entries:
            moving.step(entry)
            yield moving.clone()

    def gif(
        self, seat: Seat = -1, *, width: int = 600, ms: int = 700, theme: Literal["light", "dark"] = "light"
    ) -> bytes:
        """Return the game so far as an animated GIF, as the player on `seat` sees it (-1: a spectator).

        `width` is in pixels, and each position is shown for `ms` milliseconds. If the game has more than 200 positions,
        the GIF shows 200 of them, evenly chosen, with the first and the last. To use this method, install the package
        with its optional dependencies `png`.
        """
        from enginehouse.core.pictures.pixels import gif, some

        return gif((match.svg(seat, theme=theme) for match in some(list(self.positions()))), width, ms)

    # -- the log -------------------------------------------------------------------------------------------------------

    def result(self) -> Result | None:
        """Return the result of the match (reason, scores and ranks), or `None` if the game is not over.

        The result is computed by the rules in this version of the program.
        """
        if not self.over:
            return None
        points, ranks = self.scores()
        return Result(reason=self.game.clause_name(self.reason), scores=points, ranks=ranks)

    def log(self) -> Log:
        """Return the match as data: everything to replay it, and its result.

        Raise `NotAllowed` for a match that starts from a position, because its earlier actions are unknown. Use its
        `line` instead.
        """
        if not self.seed:
            raise NotAllowed(
                0,
                "A match that started from a position has no log, because the actions before it are unknown. Store its `line` instead.",
            )
        return Log(
            game=overlays.split_judged(self.game.name)[0],
            rules=self.game.facts.rules_version,
            seats=self.seats,
            options=dict(self.options),
            seed="".join(f"{w:08x}" for w in self.seed),
            entries=[
                msgspec.structs.replace(e, check=check)
                for e, check in zip(self.entries, self._short_checks(), strict=True)
            ],
            result=self.result(),
            checksum=self.checksum(),
        )

    def _short_checks(self) -> list[str]:
        if self.checks is None:
            return [""] * len(self.entries)
        return [checksums.short(one) for one in self.checks]


def replay(
    log: Log, upto: int | None = None, *, before: Callable[[int], object] | None = None, shorten: bool = False
) -> Played:
    """Replay the first `upto` entries of a log, or all. Return the match, the number of played entries, and any fault.

    An entry is an action, an undo or a redo. `before` is called with the number of each entry (from 0) before it is
    played. If it raises an exception, this function does not catch the exception. If `shorten` is true, skip entries
    that only undo one another. The match may then have fewer entries than the log, but they are legal and lead to the
    same end, and `Match.checks` has their checksums. A log of a former version of the rules is rewritten first, if the
    game has a function for that (`upgrades.py`). Raise `Unreadable` if the game, its options or its seed cannot be
    read.
    """
    game = games.get(log.game)
    now, rewritten = upgrading.rewrite_log(game, log)
    match = Match.new(game, now.seats, now.options, now.seed_words())
    acts = [[(e.seat, e.act, e.step) for e in one.entries] for one in (log, now)] if rewritten else [[], []]
    played = Played(match, now, 0, rules=log.rules, rewritten=rewritten, actions_rewritten=acts[0] != acts[1])
    if played.other_rules and not log.entries:
        played.error = Unreadable(played.other_rules)
        return played
    if shorten:
        match.checks = []
    player: Match | Shortcut = Shortcut(match) if shorten else match
    for number, item in enumerate(now.entries[:upto]):
        if before is not None:
            before(number)
        try:
            player.step(item)
        except EnginehouseError as error:
            played.error = _locate(match, number, item, error)
            return played
        if item.check and not player.agrees(item.check):
            played.error = Unreadable(
                f"{_name_entry(number, item)}: it is legal, but the position after it is not the stored one"
            )
            return played
        played.accepted += 1
    if isinstance(player, Shortcut):
        player.catch_up()
    if upto is None and now.checksum and not match.agrees(now.checksum):
        played.error = Unreadable("all entries are legal, but the final record is another one")
    return played


def check_log(log: Log, *, before: Callable[[int], object] | None = None, shorten: bool = False) -> Played:
    """Replay a log and check all that it says about its game.

    In the result, `error` explains the first false statement: an illegal entry (an action, undo or redo), or a false
    checksum or result. If the whole log is true, `error` is `None`. `before` and `shorten` are those of `replay`. The
    page that imports logs, `enginehouse verify` and `enginehouse.load` all call this function, so they judge a log
    alike. Raise `Unreadable` if the game cannot even begin.
    """
    played = replay(log, before=before, shorten=shorten)
    if played.error is None and (wrong := wrong_claim(log, played.log, played.match.result())):
        played.error = Unreadable(f"all entries are legal, but {wrong}")
    return played


def _locate(match: Match, number: int, item: Entry, error: EnginehouseError) -> EnginehouseError:
    """Return an error like `error`, whose message begins with the place where a replay has failed.

    The place is the number of the entry `item` (an action, undo or redo), its seat, and the name of its action or
    "undo" or "redo". If a clause of the rulebook forbids the action, the place also names this clause. `number` counts
    entries from 0, and the message from 1.
    """
    where = _name_entry(number, item)
    if isinstance(error, NotAllowed):
        clause = f", clause {match.game.clause_name(error.clause)}" if error.clause else ""
        return NotAllowed(error.clause, f"{where}{clause}: {error}")
    return type(error)(f"{where}: {error}")


def _name_entry(number: int, item: Entry) -> str:
    """Return the place of an entry of a log (an action, undo or redo) for an error message: "entry 3, seat 1, 'pass'".

    `item` is the entry. `number` counts entries from 0, and the message from 1. A long name is cut.
    """
    return f"entry {number + 1}, seat {quote(item.seat)}, {quote(item.act or item.step)}"
