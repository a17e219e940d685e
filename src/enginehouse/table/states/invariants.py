"""Declare the invariants of a stored table. `enginehouse db check` and the tests use this list.

Each invariant is a function that returns a sentence if a table breaks it, or an empty string.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

import msgspec

from enginehouse.core.errors import EnginehouseError, Unreadable
from enginehouse.core.play.logs import Result
from enginehouse.core.play.match import Match
from enginehouse.core.play.receipts import seed_of
from enginehouse.table.states import clocks
from enginehouse.table.states.rebuild import Rebuilt, rebuild
from enginehouse.table.store.rows import DRAWN, TO_DRAW, EntryRow, TableRow

STATUSES = ("gathering", "running", "over", "ended")
"""The statuses of a table."""
STEPS = ("left", "away", "time", "back", DRAWN)
"""The kinds of departures (`Departure.step`)."""
HOUSE_TALKS = -2
"""The seat of chat lines that the server writes about a player."""


class Numbers(NamedTuple):
    """A summary of a table's stored rows of one kind, such as its chat lines.

    `many` is the number of rows. Each row has a number: `first` is the lowest and `last` the highest of these numbers.
    Each row belongs to a seat: `lowest` is the lowest and `highest` the highest of these seats.
    """

    many: int = 0
    first: int = 0
    last: int = 0
    lowest: int = 0
    highest: int = -1


class StoredAnswer(NamedTuple):
    """A seat's stored answer in a reaction window (a time in which several seats answer at once).

    `act` is the name of the action, which is played when the window closes. `window` identifies the window: it is the
    number of actions, undos and redos in the game when the window opened.
    """

    seat: int
    window: int
    act: str


@dataclass(frozen=True)
class StoredTable:
    """All stored data of one table, which the invariants check.

    `entries` are the actions, undos and redos of its game. `departures` has the people that left or came back.
    """

    row: TableRow
    entries: Sequence[EntryRow]
    result: str | None = None
    """The stored result, or None."""
    answers: Sequence[StoredAnswer] = ()
    departures: Numbers = field(default=Numbers())
    talk: Numbers = field(default=Numbers())
    rows_of_seats: Sequence[tuple[str, int]] = ()
    """The kind and the seat of each other row that belongs to a seat (a token, a note)."""
    rematch_is_there: bool = True

    @property
    def has_begun(self) -> bool:
        """Return whether the game is running or over. A game that was ended without a result is neither."""
        return self.row.status in ("running", "over")

    @cached_property
    def rebuilt(self) -> Rebuilt | str:
        """Return the result of a replay of all entries, or a sentence that says why the replay cannot start.

        Entries are actions, undos and redos. If the replay stops at an entry, `Rebuilt.replay_error` says why.
        """
        try:
            return rebuild(self.row, self.entries)
        except EnginehouseError as error:
            return str(error)

    @property
    def match(self) -> Match | None:
        """Return the match after all stored entries (actions, undos, redos), or None if they cannot all be replayed."""
        return None if isinstance(self.rebuilt, str) or self.rebuilt.replay_error else self.rebuilt.match


def entries_replay(table: StoredTable) -> str:
    """Return the reason why a table's stored entries (actions, undos, redos) cannot all be replayed, or "" if they can.

    The replay uses today's rules.
    """
    return table.rebuilt if isinstance(table.rebuilt, str) else table.rebuilt.replay_error


def status_is_known(table: StoredTable) -> str:
    """Return a sentence if the status is not `gathering`, `running`, `over` or `ended`, else ""."""
    return "" if table.row.status in STATUSES else f"its status {table.row.status!r} is none of {', '.join(STATUSES)}"


def status_is_that_of_the_game(table: StoredTable) -> str:
    """Return a sentence if the status is `over` in a running game, or `running` in a game that is over, else ""."""
    if table.match is None or table.row.status not in ("running", "over"):
        return ""
    if table.row.status == "over" and not table.match.over:
        return "it is kept as over, and its entries do not end the game"
    if table.row.status == "running" and table.match.over:
        return "it is kept as running, and its entries end the game"
    return ""


def result_is_that_of_a_game_that_is_over(table: StoredTable) -> str:
    """Return a sentence if a finished game has no stored result, or a running game has one, else ""."""
    if table.result is None:
        return "its game is over and has no result" if table.row.status == "over" else ""
    if table.row.status != "over":
        return f"it has a result, and its status is {table.row.status}"
    try:
        result = msgspec.json.decode(table.result, type=Result)
    except msgspec.DecodeError as error:
        return f"its result cannot be read ({error})"
    seats = len(table.row.seats)
    return "" if len(result.scores) == len(result.ranks) == seats else f"its result is not one of {seats} seats"


def clock_can_be_read(table: StoredTable) -> str:
    """Return the fault of a table's time limits in a sentence, or "" if there is none.

    It is a fault if the stored text that sets the time limits is invalid, or if a seat has a negative remaining time.
    """
    try:
        clocks.rule(table.row.clock)
    except Unreadable as error:
        return str(error)
    late = [one.seat + 1 for one in table.row.seats if (one.left_ms or 0) < 0]
    return f"seat {late[0]} has a negative time left" if late else ""


def seats_are_of_a_kind(table: StoredTable) -> str:
    """Return a sentence if the occupant of a seat does not fit its kind, else "".

    An open seat has neither person nor bot, a person's seat has no bot, and a bot's seat names the bot.
    """
    for one in table.row.seats:
        fits = {
            "open": one.person is None and one.bot is None and one.owner is None,
            "person": one.bot is None and one.owner is None,
            "bot": one.bot is not None and one.person is None,
        }
        if one.kind not in fits:
            return f"seat {one.seat + 1} is of the kind {one.kind!r}, not open, person or bot"
        if not fits[one.kind]:
            return f"seat {one.seat + 1} is of the kind {one.kind}, which does not fit its other rows"
    return ""


def seats_are_taken_when_the_game_has_begun(table: StoredTable) -> str:
    """Return the fault of a table in a sentence, or "" if there is none.

    It is a fault if the game has begun although a seat is open, or has not begun although no seat is open.
    """
    free = [one.seat + 1 for one in table.row.seats if one.kind == "open"]
    if table.has_begun and free:
        return f"its game has begun, and seat {free[0]} is free"
    return "every seat is taken, and its game has not begun" if table.row.status == "gathering" and not free else ""


def nothing_is_played_before_the_game_begins(table: StoredTable) -> str:
    """Return a sentence if a table has traces of play before its game has begun, else "".

    Such traces are stored actions, undos, redos or answers, records of players that left their seats, and a proposal to
    end the game.
    """
    if table.row.status != "gathering":
        return ""
    there = {
        "entries": table.entries,
        "answers": table.answers,
        "departures": table.row.departures,
        "a proposal to end": table.row.ending,
    }
    found = [name for name, rows in there.items() if rows]
    return f"its game has not begun, and it has {found[0]}" if found else ""


def departures_are_of_its_seats(table: StoredTable) -> str:
    """Return a sentence if the stored departures of a table have a fault, else "".

    A departure notes that a player has left a seat or has come back. Departures must be numbered without gaps. Each
    must name a seat of the table, a known kind of event (such as `left` or `back`), and the number of actions before
    it, which cannot be greater than the number of entries (actions, undos, redos).
    """
    if table.departures.many and (table.departures.first, table.departures.last) != (0, table.departures.many - 1):
        return "the numbers of its departures have a gap"
    for number, one in enumerate(table.row.departures):
        if not 0 <= one.seat < len(table.row.seats):
            return f"departure {number} is of a seat {one.seat + 1} that does not exist"
        if one.step not in STEPS:
            return f"departure {number} is {one.step!r}, none of {', '.join(STEPS)}"
        if not 0 <= one.actions <= len(table.entries):
            return f"departure {number} is after {one.actions} actions, and there are {len(table.entries)} entries"
    return ""


def proposal_is_of_its_seats(table: StoredTable) -> str:
    """Return a sentence if a seat that agreed to end the game does not exist, else ""."""
    lost = sorted(seat for seat in table.row.ending if seat >= len(table.row.seats))
    return f"a seat {lost[0] + 1} that does not exist would end the game" if lost else ""


def answers_are_of_the_open_window(table: StoredTable) -> str:
    """Return a sentence if a stored answer cannot be read or does not belong to the open reaction window, else "".

    In a reaction window, several seats answer at once. Answers in earlier windows are ignored.
    """
    for one in table.answers:
        if one.window < len(table.entries):
            continue
        asked = int(table.match.state.asked) if table.match is not None else 0
        if one.window > len(table.entries) or (table.match is not None and not asked >> max(0, one.seat) & 1):
            return f"an answer of seat {one.seat + 1} waits, and no window is open for it"
        try:
            if table.match is not None:
                table.match.game.vocabulary.code(one.act)
        except Unreadable as error:
            return f"an answer of seat {one.seat + 1} cannot be read ({error})"
    return ""


def tokens_and_notes_are_of_its_seats(table: StoredTable) -> str:
    """Return a sentence if the table has an access token or a player's note for a seat that does not exist, else ""."""
    for name, seat in table.rows_of_seats:
        if not -1 <= seat < len(table.row.seats):
            return f"{name} is of a seat {seat + 1} that does not exist"
    return ""


def talk_is_whole(table: StoredTable) -> str:
    """Return a sentence if the numbers of chat lines have a gap, or if a line's seat does not exist, else ""."""
    talk = table.talk
    if talk.many and (talk.first, talk.last) != (1, talk.many):
        return "the numbers of its lines of talk have a gap"
    if talk.many and not (talk.lowest >= HOUSE_TALKS and talk.highest < len(table.row.seats)):
        return "a line of talk is from a seat that does not exist"
    return ""


def table_that_follows_is_there(table: StoredTable) -> str:
    """Return a sentence if a table has a link to its rematch, and the table of the rematch does not exist, else ""."""
    return "" if table.rematch_is_there else f"it leads on to a table {table.row.rematch} that is not there"


def deal_is_made_of_secret_and_salts(table: StoredTable) -> str:
    """Return a sentence if a started game was not shuffled from its secret and the salts of all seats, else "".

    Also return a sentence if a table that waits for players has salts for its shuffle already.
    """
    row = table.row
    if row.status == "gathering" and row.salts:
        return "its game has not begun, and the salts of its deal are settled"
    if not (row.secret and table.has_begun):
        return ""
    if len(row.salts) != len(row.seats) or seed_of(row.secret, row.salts) != row.seed:
        return "its cards are not dealt of its secret and salts"
    return ""


def seats_are_drawn_when_the_game_begins(table: StoredTable) -> str:
    """Return a sentence if the table's seats were to be drawn by lot and the draw is not valid, else "".

    After a valid draw, a started game has each seat exactly once in its order of seats, and a record of the draw for
    each seat.
    """
    row = table.row
    if table.has_begun and row.seating == TO_DRAW:
        return "its game has begun, and seats are not drawn"
    if row.seating in ("", TO_DRAW):
        return ""
    drawn = [one.seat for one in row.departures if one.step == DRAWN]
    every_seat = list(range(len(row.seats)))
    order = [int(one) if one.isdigit() else -1 for one in row.seating.split()]
    return "" if sorted(order) == sorted(drawn) == every_seat else "the seats that were drawn are not its seats"


INVARIANTS: tuple[Callable[[StoredTable], str], ...] = (
    status_is_known,
    seats_are_of_a_kind,
    seats_are_taken_when_the_game_has_begun,
    nothing_is_played_before_the_game_begins,
    clock_can_be_read,
    result_is_that_of_a_game_that_is_over,
    departures_are_of_its_seats,
    proposal_is_of_its_seats,
    tokens_and_notes_are_of_its_seats,
    talk_is_whole,
    table_that_follows_is_there,
    deal_is_made_of_secret_and_salts,
    seats_are_drawn_when_the_game_begins,
    entries_replay,
    status_is_that_of_the_game,
    answers_are_of_the_open_window,
)
"""All invariants, in the order in which they are checked."""


def find_violations(table: StoredTable) -> list[str]:
    """Return the sentences of all invariants that a table breaks.

    If a row cannot be read, return only the sentence about that row.
    """
    if table.row.damage:
        return [table.row.damage]
    return [sentence for one in INVARIANTS if (sentence := one(table))]
