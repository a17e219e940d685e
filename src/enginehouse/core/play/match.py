"""A game in progress: its options, its seed and its list of entries; everything else is derived.

Plain and without I/O. `act` plays an action by name, `undo` takes a seat's own latest action back as long as nothing was
revealed since and no other seat has acted (sealed choices of others excepted), `redo` puts it back. `log` gives the whole
as data, `replay` builds it up again and says how far it came.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from enginehouse.core.errors import EnginehouseError, NotAllowed, Unreadable, quoted
from enginehouse.core.play import checksums, upgrading
from enginehouse.core.play.entries import Entry as Entry
from enginehouse.core.play.history import Moves
from enginehouse.core.play.log_claims import wrong_claim
from enginehouse.core.play.logs import Log, Result
from enginehouse.core.play.position import Position, read_line
from enginehouse.core.play.shortcuts import Shortcut
from enginehouse.core.records.chance import seed_words
from enginehouse.core.registry import game as games
from enginehouse.core.registry.game import Game
from enginehouse.core.terms import Seat


@dataclass
class Played:
    """What a log gave: the match as far as it came, how many entries were accepted, and what was wrong, if anything.

    `log` is what was played: the log as it was given, or as it was rewritten for the rules of today (`rewritten`).
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
        """A sentence that names both versions of the rules and what changed between them; empty where they are the same."""
        return upgrading.said(self.match.game, self.rules, rewritten=self.actions_rewritten)


class Match(Moves):
    """A game in progress, in plain Python: a `Position` with the entries that led to it, that can be played on.

    `entries` are the actions and what was taken back, in order; `seed` is eight 32-bit words, empty for a match that was
    begun from a position (`at`, `guess`): such a one plays, takes back and is cloned like any other, but has no log.
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
        """A new match; `Unreadable` names a wrong game, seat number, option or seed.

        The seed is eight whole numbers from 0 to 4294967295, taken as they are, or anything else, which is hashed to such.
        """
        return cls(games.get(game) if isinstance(game, str) else game, seats, options, seed)

    @classmethod
    def at(cls, line: str) -> Match:
        """A match that begins at the position of a line, as `line` gives it; `Unreadable` says what is wrong with the line.

        It has no log, since nobody knows how the position came about: `log` raises `NotAllowed`.
        """
        return cls.begin_at(*read_line(line))

    @classmethod
    def from_log(cls, log: Log) -> Match:
        """Return the match at the end of a log. Raise `Unreadable` or `NotAllowed` for the first claim of it that does not hold.

        A log of a former version of the rules is played as `replay` plays it, which also says how far it comes.
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
        """Return a match that begins at a record, which becomes its own; it has no log."""
        match = cls.__new__(cls)
        Position.__init__(match, game, seats, options, state)
        match.seed = ()
        match._begin()
        return match

    def clone(self) -> Match:
        """A second match at the same place with the same past, sharing nothing that changes: either can be played on."""
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
        """The same game before its first entry, as a match of its own."""
        match = Match.begin_at(self.game, self.seats, dict(self.options), self.game.shape.copy(self._start))
        match.seed = self.seed
        return match

    def guess(self, seat: Seat, seed: int | str | tuple[int, ...] = 0) -> Match:
        """A match begun from a position that could be the true one, as far as the seat knows; it has no log.

        What the seat does not know is dealt as the cards would fall, every arrangement equally likely, and chance comes
        from `seed`: the same view and seed give the same guess. It is made from the seat's view and from nothing else; what
        follows from others' choices it does not know.
        """
        self.check_seat(seat)
        state = self.view(seat)
        self.game.rules.guess(state, seat, list(seed_words(seed)))
        return Match.begin_at(self.game, self.seats, self.options, state)

    def positions(self) -> Iterator[Match]:
        """The match as it was at the beginning and after each entry, `len(entries) + 1` matches, from one replay.

        Each is a match of its own, to keep or to play on.
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

    def gif(self, seat: Seat = -1, *, width: int = 600, ms: int = 700) -> bytes:
        """The game so far as a GIF, as a seat (-1: a spectator) may know it, each position for so long; see `pixels.gif`.

        Of more than 200 positions so many, evenly chosen, the first and the last among them. It takes the extra `png`.
        """
        from enginehouse.core.pictures.pixels import gif, some

        return gif((match.svg(seat) for match in some(list(self.positions()))), width, ms)

    # -- the log ----------------------------------------------------------------------------------------------------------

    def result(self) -> Result | None:
        """Return how the match ended, by today's rules; `None` while it goes on."""
        if not self.over:
            return None
        points, ranks = self.scores()
        return Result(reason=self.game.clause_name(self.reason), scores=points, ranks=ranks)

    def log(self) -> Log:
        """The match as data: what it needs to be played again, and what came out.

        `NotAllowed` (clause 0) for a match that was begun from a position: keep its `line` instead.
        """
        if not self.seed:
            raise NotAllowed(
                0, "A match that was begun from a position has no log: nobody knows how it came about. Keep its line."
            )
        return Log(
            game=self.game.name,
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
    """Play a log again, its first `upto` entries or all; how far it came, and what was wrong with the rest. `before` is called with
    the number of each entry (from 0) before it is played; what it raises ends everything. With `shorten`, entries that only undo
    one another are not played again: the match may have fewer entries than the log, which are legal and lead to the same end, and
    its `checks` are kept.

    A log of a former version of the rules is rewritten first, where the game says how (`upgrades.py`). `Unreadable` where
    not even the game, its options or its seed can be read.
    """
    game = games.get(log.game)
    now, rewritten = upgrading.upgraded(game, log)
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
            played.error = _located(match, number, item, error)
            return played
        if item.check and not player.agrees(item.check):
            played.error = Unreadable(
                f"{_named(number, item)}: it is legal, but the position after it is not the stored one"
            )
            return played
        played.accepted += 1
    if isinstance(player, Shortcut):
        player.catch_up()
    if upto is None and now.checksum and not match.agrees(now.checksum):
        played.error = Unreadable("all entries are legal, but the final record is another one")
    return played


def check_log(log: Log, *, before: Callable[[int], object] | None = None, shorten: bool = False) -> Played:
    """Play a log again and check all of its claims; `error` of the result explains the first claim that does not hold.

    `before` and `shorten` are those of `replay`. The form for logs, `enginehouse verify` and `enginehouse.load` call this, so they
    judge a log alike. Raise `Unreadable` if the game cannot even begin.
    """
    played = replay(log, before=before, shorten=shorten)
    if played.error is None and (wrong := wrong_claim(log, played.log, played.match.result())):
        played.error = Unreadable(f"all entries are legal, but {wrong}")
    return played


def _located(match: Match, number: int, item: Entry, error: EnginehouseError) -> EnginehouseError:
    """The same error with entry number, seat, text and clause in front."""
    where = _named(number, item)
    if isinstance(error, NotAllowed):
        clause = f", clause {match.game.clause_name(error.clause)}" if error.clause else ""
        return NotAllowed(error.clause, f"{where}{clause}: {error}")
    return type(error)(f"{where}: {error}")


def _named(number: int, item: Entry) -> str:
    """Return how a refusal names an entry, by its number from 0 on; it is not said back whole if it is long."""
    return f"entry {number + 1}, seat {quoted(item.seat)}, {quoted(item.act or item.step)}"
