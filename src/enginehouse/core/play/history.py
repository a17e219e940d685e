"""Store the actions of a game in progress that were not undone, with their events. Undo and redo actions."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from enginehouse.core.errors import NotAllowed, Unreadable, quote
from enginehouse.core.former import FormerMethod
from enginehouse.core.play.entries import STEPS, Done, Entered, Entry
from enginehouse.core.play.position import Position
from enginehouse.core.play.scratch import scratch
from enginehouse.core.records.events import Event, RawEvent, written
from enginehouse.core.terms import Seat
from enginehouse.core.words.naming import fill_plain
from enginehouse.core.words.telling import describe_event


class History(Position):
    """A position of a game with its past: the actions that led to it, and the events of each action."""

    def _begin(self) -> None:
        """Make the present position the start of an empty history. Each new match calls this once."""
        self.entries: list[Entry] = []
        self.checks: list[str] | None = None
        """The checksum after each entry (action, undo or redo), for the log, or None.

        To collect them, set it to an empty list before the first entry.
        """
        self._done: list[Done] = []
        self._redo: dict[int, list[int]] = {}
        self._decisions = [0] * self.seats
        self._mark()
        self._start = self._base

    def decision(self, seat: Seat) -> int:
        """Return the number of the decision that the seat has to make. For a spectator (-1) the number is always 0.

        The number changes when the seat acts, undoes or redoes an action. It also changes when another seat undoes or
        redoes an action that the seat may know, because the seat then has to decide again.
        """
        return self._decisions[seat] if self._seat_or_spectator(seat) >= 0 else 0

    def events(self, seat: Seat, act: int | None = None) -> list[Event]:
        """Return the events of an action that was not undone, as a seat (-1: a spectator) may know them.

        `act` is the index of the action. By default, it is the latest action that the seat may know of. So while
        several seats decide at once in secret, the default skips the choices of other seats. If it did not, the
        returned list would be empty after such a choice, and so reveal that another seat has chosen. Raise `Unreadable`
        if there is no action with this index.
        """
        self._seat_or_spectator(seat)
        if act is None:
            known = [k for k, done in enumerate(self._done) if done.seat == seat or not done.sealed]
            if not known:
                return []
            act = known[-1]
        if not -len(self._done) <= act < len(self._done):
            raise Unreadable(f"there is no action {act}: {len(self._done)} actions were not undone, numbered from 0")
        return self._done[act].list_events(seat)

    @property
    def standing(self) -> tuple[Done, ...]:
        """Return the actions that were played and not undone, in order."""
        return tuple(self._done)

    def describe_latest(self, seat: Seat = -1, names: Sequence[str] = ()) -> list[str]:
        """Return the events of the latest action as sentences for a seat (-1: a spectator).

        `names` are the names of the players by seat.
        """
        view = self.view(seat)
        sentences = [describe_event(self.game, view, event) for event in self.events(seat)]
        return [fill_plain(sentence, self._list_names(names)) for sentence in sentences if sentence]

    told = FormerMethod("told", "describe_latest")

    def kinds_of_last_events(self) -> tuple[int, ...]:
        """Return the kinds of the latest action's events as a tuple of numbers, ascending, each once.

        Each game numbers the kinds of its events, such as a drawn card. Events that no seat has noticed are included.
        """
        return tuple(sorted({event[0] for event in self._done[-1].events})) if self._done else ()

    def story(self, seat: Seat) -> list[list[Event]]:
        """Return the events that a seat noticed since the start: a list for each action.

        Actions of which the seat noticed no event are left out.
        """
        self._seat_or_spectator(seat)
        known = (self.events(seat, k) for k in range(len(self._done)))
        return [events for events in known if events]

    @property
    def undo_limit(self) -> int:
        """Return the number of actions, counted from the start of the game, that can no longer be undone."""
        return self._based

    def _play(self, seat: Seat, code: int) -> bool:
        """Play a legal action and store it with its events.

        Return whether the action is sealed: other seats still have to decide at the same time, and must not see it.
        """
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
        """Mark the current position as the earliest position to which undo can go back."""
        self._base = self.game.shape.copy(self.state)
        self._based = len(self._done)

    def _enter(self, entry: Entry) -> Entry:
        self.entries.append(entry)
        if self.checks is not None:
            self.checks.append(self.checksum())
        self._decisions[entry.seat] += 1
        return entry


class Moves(History):
    """A position with its past, and with methods that play, undo and redo actions."""

    def check(self, seat: Seat, code: int) -> None:
        """Raise `NotAllowed` if the action `code` is not legal for the seat.

        The error has the number of the rulebook clause that forbids the action, and a sentence for the player.
        """
        self.check_seat(seat)
        if code in self.legal(seat):
            return
        clause = self.refusal(seat, code)
        raise NotAllowed(clause, self.game.words.refusal(self.view(seat), seat, code, clause))

    def act(self, seat: Seat, action: str, note: str = "") -> Entry:
        """Play the action with this name. Return the entry that was added to the match for it.

        An entry is an action, undo or redo, with its seat. `note` is a text for readers, which is stored with the
        entry. Raise `Unreadable` for an unknown name. Raise `NotAllowed` for an illegal action: the error has the
        number of the rulebook clause that forbids it, and a sentence for the player.
        """
        self.check_seat(seat)
        code = self.find_code(seat, action)
        self.check(seat, code)
        return self.act_unchecked(seat, code, note)

    def act_unchecked(self, seat: Seat, code: int, note: str = "") -> Entry:
        """Play the action `code` of a seat without checking it. Return the entry that was added to the match for it.

        An entry is an action, undo or redo, with its seat. `note` is a text for readers, which is stored with the
        entry. The action must be legal; otherwise the result is undefined.
        """
        if self._play(seat, code):
            self._redo.pop(seat, None)
        else:
            self._redo.clear()
        return self._enter(Entry(seat, self.game.vocabulary.name(code), "", note))

    def can_undo(self, seat: Seat) -> bool:
        """Return whether the seat's latest action can be undone. After the end it cannot."""
        return not self.over and self._undoable(seat) is not None

    def undo(self, seat: Seat, note: str = "") -> Entry:
        """Undo the seat's latest action. Return the entry that was added to the match for the undo.

        An entry is an action, undo or redo, with its seat. `note` is a text for readers, which is stored with the
        entry. Raise `NotAllowed` if the game is over, the seat has not acted, something was revealed since, or another
        seat has acted since.
        """
        self.check_seat(seat)
        if self.over:
            raise NotAllowed(0, "The game is over, so you cannot undo anything.")
        return self._take_back(seat, note)

    def _take_back(self, seat: Seat, note: str) -> Entry:
        """Undo the seat's latest action, even if it ended the game. Return the entry that was added for the undo.

        An entry is an action, undo or redo, with its seat. `note` is a text for readers, which is stored with the
        entry. Only the replay of an old log may undo the end of a game. Raise `NotAllowed` for the reasons that `undo`
        names, except the end of the game.
        """
        at = self._undoable(seat)
        if at is None:
            acted = any(done.seat == seat for done in self._done)
            why = "something was revealed, or another player has acted" if acted else "you have not acted yet"
            raise NotAllowed(0, f"There is nothing to undo: {why}.")
        undone = self._done[at]
        # If a sealed choice is undone, those of other seats in the same reaction stay. If an action is undone that has
        # opened a reaction, its answers are undone, too, and the seats are asked again.
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

    def undo_place(self) -> Hashable:
        """Return a key of the current position, by which a replay recognises that the match has returned to a position.

        The key has the actions since `undo_limit`, and the actions that can be redone. If a match has the same key and
        the same `undo_limit` at two times, then any action, undo or redo has the same result at both times.
        """
        taken = tuple((seat, *codes) for seat, codes in sorted(self._redo.items()) if codes)
        return tuple((done.seat, done.code, done.sealed) for done in self._done[self._based :]), taken

    def can_redo(self, seat: Seat) -> bool:
        """Return whether the seat has an undone action that can be redone."""
        stack = self._redo.get(seat, [])
        return len(stack) > 0 and stack[-1] in self.legal(seat)

    def redo(self, seat: Seat, note: str = "") -> Entry:
        """Play the seat's last undone action again. Return the entry that was added to the match for the redo.

        An entry is an action, undo or redo, with its seat. `note` is a text for readers, which is stored with the
        entry. Raise `NotAllowed` if the seat has no such action, if the game is over, or if a seat has acted since.
        """
        self.check_seat(seat)
        if not self.can_redo(seat):
            raise NotAllowed(0, "There is nothing to redo: no action was undone, or another action was played since.")
        sealed = self._play(seat, self._redo[seat].pop())
        self._ask_anew(seat, sealed)
        return self._enter(Entry(seat, "", "redo", note))

    def step(self, entry: Entered) -> Entry:
        """Carry out an entry of a log: play its action, or undo or redo an action of its seat.

        Return the entry that was added to this match, with the note of the given entry. In contrast to the method
        `undo`, an undo in a log can even undo an action that has ended the game. Raise `NotAllowed` if the action is
        illegal, or if there is no action to undo or redo. Raise `Unreadable` if the seat or the action is unknown, or
        if `entry.step` is not "", "undo" or "redo".
        """
        if entry.step not in STEPS:
            raise Unreadable(f"there is no step {quote(entry.step)}; an entry is an action, undo or redo")
        if entry.step == "undo":
            self.check_seat(entry.seat)
            return self._take_back(entry.seat, entry.note)
        if entry.step == "redo":
            return self.redo(entry.seat, entry.note)
        code = self.game.vocabulary.code(entry.act)
        self.check(entry.seat, code)
        return self.act_unchecked(entry.seat, code, entry.note)

    def _ask_anew(self, seat: Seat, sealed: bool) -> None:
        """Ask all other seats for a new decision, after an action of `seat` was undone or redone.

        To do so, add 1 to the number that the method `decision` returns for each other seat. If the undone or redone
        action is `sealed` (not visible to the other seats yet), do not change the numbers.
        """
        if not sealed:
            for other in range(self.seats):
                if other != seat:
                    self._decisions[other] += 1

    def _undoable(self, seat: Seat) -> int | None:
        for at in range(len(self._done) - 1, self._based - 1, -1):
            done = self._done[at]
            if done.seat == seat:
                return at
            if not done.sealed:
                return None
        return None
