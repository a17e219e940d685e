"""A game in progress: its options, its seed and its list of entries; everything else is derived.

Plain and without I/O. `act` plays an action by name, `undo` takes a seat's own latest action back as long as nothing was
revealed since and no other seat has acted (sealed choices of others excepted), `redo` puts it back. `log` gives the whole
as data, `replay` builds it up again and says how far it came.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from enginehouse.core.errors import EnginehouseError, NotAllowed, Unreadable, quoted
from enginehouse.core.play import checksums, upgrading
from enginehouse.core.play.entries import STEPS, Done, Entered
from enginehouse.core.play.entries import Entry as Entry
from enginehouse.core.play.log_claims import wrong_claim
from enginehouse.core.play.logs import Log, Result
from enginehouse.core.play.position import Position, read_line
from enginehouse.core.play.scratch import scratch
from enginehouse.core.play.shortcuts import Shortcut
from enginehouse.core.records.chance import seed_words
from enginehouse.core.records.events import Event, RawEvent, written
from enginehouse.core.registry import game as games
from enginehouse.core.registry.game import Game
from enginehouse.core.terms import Seat
from enginehouse.core.words.naming import fill_plain


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


class Match(Position):
    """A game in progress, in plain Python: a `Position` with the entries that led to it, that can be played on.

    `entries` are the actions and what was taken back, in order; `seed` is eight 32-bit words, empty for a match that was
    begun from a position (`at`, `guess`): such a one plays, takes back and is cloned like any other, but has no log.
    """

    def __init__(self, game: Game, seats: int, options: Mapping[str, str] | None, seed: Any) -> None:
        super().__init__(game, seats, options, game.new_record())
        self.seed = seed_words(seed)
        game.rules.setup(self.state, game.option_numbers(self.seats, self.options), list(self.seed))
        self._begin()

    def _begin(self) -> None:
        """Nothing has happened yet."""
        self.entries: list[Entry] = []
        self.checks: list[str] | None = None
        """Set to an empty list before the first entry it gets the checksum after each entry, for the log."""
        self._done: list[Done] = []
        self._redo: dict[int, list[int]] = {}
        self._decisions = [0] * self.seats
        self._mark()
        self._start = self._base

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

    # -- what has happened -----------------------------------------------------------------------------------------

    def decision(self, seat: Seat) -> int:
        """The number of the decision that this seat is at: it moves when the seat acts, takes back, or is asked anew.

        A spectator (-1) decides nothing and stays at 0.
        """
        return self._decisions[seat] if self._seat_or_spectator(seat) >= 0 else 0

    def events(self, seat: Seat, act: int | None = None) -> list[Event]:
        """What a standing action brought, as a seat (-1: a spectator) may know it.

        Without a number: the latest action that the seat knows of; another seat's sealed choice is none, or a list that
        turns empty would tell that somebody has chosen.
        """
        self._seat_or_spectator(seat)
        if act is None:
            known = [k for k, done in enumerate(self._done) if done.seat == seat or not done.sealed]
            if not known:
                return []
            act = known[-1]
        if not -len(self._done) <= act < len(self._done):
            raise Unreadable(f"there is no action {act}: {len(self._done)} actions stand, numbered from 0")
        return self._done[act].told(seat)

    @property
    def standing(self) -> tuple[Done, ...]:
        """The actions that stand, in order: all that were played, but for those that were taken back."""
        return tuple(self._done)

    def told(self, seat: Seat = -1, names: Sequence[str] = ()) -> list[str]:
        """What the latest action brought, in sentences for a seat (-1: a spectator); seats are called as `text` calls them."""
        view = self.view(seat)
        sentences = [self.game.words.event(view, event) for event in self.events(seat)]
        return [fill_plain(sentence, self._called(names)) for sentence in sentences if sentence]

    def kinds_of_last_events(self) -> tuple[int, ...]:
        """The kinds of all events that the latest standing action brought, whoever noticed them, ascending."""
        return tuple(sorted({event[0] for event in self._done[-1].events})) if self._done else ()

    def story(self, seat: Seat) -> list[list[Event]]:
        """All that a seat noticed since the start, action by action; actions that brought it nothing are left out."""
        self._seat_or_spectator(seat)
        told = (self.events(seat, k) for k in range(len(self._done)))
        return [events for events in told if events]

    # -- acting ----------------------------------------------------------------------------------------------------

    def act(self, seat: Seat, action: str, note: str = "") -> Entry:
        """Play an action, and give its entry; `Unreadable` for a name that is none, `NotAllowed` with clause and sentence for a wrong one."""
        self.check_seat(seat)
        code = self.find_code(seat, action)
        self.check(seat, code)
        return self.act_unchecked(seat, code, note)

    def act_unchecked(self, seat: Seat, code: int, note: str = "") -> Entry:
        """Play an action of which whoever calls knows that it is legal here; nobody asks again, and what follows for one
        that is not is undefined."""
        if self._play(seat, code):
            self._redo.pop(seat, None)
        else:
            self._redo.clear()
        return self._enter(Entry(seat, self.game.vocabulary.name(code), "", note))

    def check(self, seat: Seat, code: int) -> None:
        """Raise `NotAllowed`, with clause and sentence, unless the action is legal for the seat."""
        self.check_seat(seat)
        if code in self.legal(seat):
            return
        clause = self.refusal(seat, code)
        raise NotAllowed(clause, self.game.words.refusal(self.view(seat), seat, code, clause))

    def can_undo(self, seat: Seat) -> bool:
        """Return whether the seat's latest action can be taken back; nothing can once the game is over."""
        return not self.over and self._undoable(seat) is not None

    def undo(self, seat: Seat, note: str = "") -> Entry:
        """Take back the seat's latest action.

        `NotAllowed` if the game is over, the seat has not acted, something was revealed since, or another seat has acted since.
        """
        self.check_seat(seat)
        if self.over:
            raise NotAllowed(0, "The game is over, so you cannot undo anything.")
        return self._take_back(seat, note)

    def _take_back(self, seat: Seat, note: str) -> Entry:
        """Take back the seat's latest action, also the one that ended the game: a log of former times may say so."""
        at = self._undoable(seat)
        if at is None:
            acted = any(done.seat == seat for done in self._done)
            why = "something was revealed, or another player has acted" if acted else "you have not acted yet"
            raise NotAllowed(0, f"There is nothing to undo: {why}.")
        undone = self._done[at]
        # Sealed choices of others stay when a choice of the same window is withdrawn; with an open action that had
        # opened the window they go, and are asked for again.
        later = self._done[at + 1 :] if undone.sealed else []
        del self._done[at:]
        self.game.shape.assign(self.state, self._base)
        for done in self._done[self._based :]:
            self._apply(done.seat, done.code)
        for done in later:
            self._play(done.seat, done.code)
        self._redo.setdefault(seat, []).append(undone.code)
        self._ask_anew(seat, undone.sealed)
        return self._enter(Entry(seat, "", "undo", note))

    @property
    def undo_limit(self) -> int:
        """Return the number of standing actions that no undo takes back any more."""
        return self._based

    def undo_place(self) -> Hashable:
        """Return a key of this position among those that undo and redo reach: two with the same key and `undo_limit` go on alike."""
        taken = tuple((seat, *codes) for seat, codes in sorted(self._redo.items()) if codes)
        return tuple((done.seat, done.code, done.sealed) for done in self._done[self._based :]), taken

    def can_redo(self, seat: Seat) -> bool:
        """Whether there is an action to put back."""
        stack = self._redo.get(seat, [])
        return len(stack) > 0 and stack[-1] in self.legal(seat)

    def redo(self, seat: Seat, note: str = "") -> Entry:
        """Put back what the seat's latest undo took; `NotAllowed` if the game is over or somebody has acted since."""
        self.check_seat(seat)
        if not self.can_redo(seat):
            raise NotAllowed(0, "There is nothing to redo: nothing was undone, or somebody has acted since.")
        sealed = self._play(seat, self._redo[seat].pop())
        self._ask_anew(seat, sealed)
        return self._enter(Entry(seat, "", "redo", note))

    def step(self, entry: Entered) -> Entry:
        """Do what an entry says: act, undo or redo; `Unreadable` where it says something else."""
        if entry.step not in STEPS:
            raise Unreadable(f"there is no step {quoted(entry.step)}; an entry is an action, undo or redo")
        if entry.step == "undo":
            self.check_seat(entry.seat)
            return self._take_back(entry.seat, entry.note)
        if entry.step == "redo":
            return self.redo(entry.seat, entry.note)
        code = self.game.vocabulary.code(entry.act)
        self.check(entry.seat, code)
        return self.act_unchecked(entry.seat, code, entry.note)

    def _enter(self, entry: Entry) -> Entry:
        self.entries.append(entry)
        if self.checks is not None:
            self.checks.append(self.checksum())
        self._decisions[entry.seat] += 1
        return entry

    def _ask_anew(self, seat: Seat, sealed: bool) -> None:
        """After an open action was taken or put back, all others stand before another decision than they did."""
        if not sealed:
            for other in range(self.seats):
                if other != seat:
                    self._decisions[other] += 1

    def _play(self, seat: Seat, code: int) -> bool:
        """Apply a legal action and keep it; returns whether it now lies sealed in an open window."""
        window, opened = int(self.state.asked), int(self.state.opened)
        events = self._apply(seat, code)
        sealed = window != 0 and int(self.state.opened) == opened
        self._done.append(Done(seat, code, sealed, events, window != 0))
        if int(self.state.revealed) != int(self._base.revealed):
            self._mark()
        return sealed

    def _apply(self, seat: Seat, code: int) -> tuple[RawEvent, ...]:
        e = scratch(self.game).events
        e.count = 0
        self.game.rules.apply(self.state, seat, code, e)
        return written(e)

    def _mark(self) -> None:
        """Remember the position: no undo goes back over it."""
        self._base = self.game.shape.copy(self.state)
        self._based = len(self._done)

    def _undoable(self, seat: Seat) -> int | None:
        for at in range(len(self._done) - 1, self._based - 1, -1):
            done = self._done[at]
            if done.seat == seat:
                return at
            if not done.sealed:
                return None
        return None

    # -- the log ---------------------------------------------------------------------------------------------------

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
