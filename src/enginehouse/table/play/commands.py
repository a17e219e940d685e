"""Define the commands of players.

Each command is one function with the steps identify, check, play, store, notify. It returns the change of the table.
Commands run one at a time at a table, each on the stored state (see `command`). The commands for background work are in
`by_itself`.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace

from enginehouse.core.errors import NotAllowed, Stale, Unreadable
from enginehouse.table.errors import Forbidden
from enginehouse.table.names import BOT_NAMES, unlike
from enginehouse.table.play.ending import is_agreed
from enginehouse.table.play.session import Session, command
from enginehouse.table.play.storing import entry_row, store_entries, store_row, store_seats
from enginehouse.table.states import bot_choices, teaching, windows
from enginehouse.table.states.next_state import Progress, with_pending
from enginehouse.table.states.opening import NewTable
from enginehouse.table.states.state import TableState
from enginehouse.table.states.windows import PASS
from enginehouse.table.store.news import SKIP
from enginehouse.table.store.origin import Origin
from enginehouse.table.store.rows import Person, SeatRow, Taken
from enginehouse.table.time_and_chance import RandomSource

# -- playing -----------------------------------------------------------------------------------------------------------


@command
async def act(session: Session, person: str | None, seat: int, decision: int, action: str) -> Progress:
    """Carry out an action on a seat of the caller, and return the table's states before and after.

    `person` is the caller's id, and `action` the name of the action. `decision` is the number of the decision that the
    caller's page shows. In a timed reaction window (a fixed time in which several seats answer at once), the action is
    stored as an answer, which is played when the window closes. Otherwise it is played now.

    Raise `Stale` if the seat is at another decision by now. Raise `Forbidden` if the seat is not the caller's, or if
    the caller is not signed in.
    """
    state = session.state
    _require_seat(state, person, seat, decision)
    code = state.match.find_code(seat, action)
    if code not in state.legal(seat):
        state.match.check(seat, code)  # says why not
    if state.row.lesson:
        teaching.check(state, seat, code)
    if state.window is not None and state.window.timed and seat in state.window.asked:
        return await answer(session, seat, action)
    match = state.match.clone()
    entry = match.act_unchecked(seat, code)
    return await store_entries(session, match, [entry_row(session, match, entry)])


async def answer(session: Session, seat: int, action: str) -> Progress:
    """Store a legal action as the seat's answer in the open reaction window.

    In a reaction window, several seats answer at once. The action is played when the window closes. Return the table's
    states before and after. The caller holds the table's lock.
    """
    state = session.state
    if seat in state.pending:
        raise Stale("You have already chosen. Undo your choice first.")
    after = with_pending(state, seat, action)
    return await session.commit(
        Progress(state, after), session.store.answers.save(session.id, seat, action, state.answers(), state.row)
    )


async def withdraw(session: Session, seat: int) -> Progress:
    """Withdraw a seat's answer in the open reaction window (a time in which several seats answer at once).

    Return the table's states before and after. The caller holds the table's lock.
    """
    state = session.state
    after = with_pending(state, seat, None)
    return await session.commit(
        Progress(state, after), session.store.answers.delete(session.id, seat, state.answers(), state.row)
    )


@command
async def undo(session: Session, person: str | None, seat: int, decision: int) -> Progress:
    """Undo the latest action of a seat, and return the table's states before and after.

    If the seat has given an answer in the open reaction window (a time in which several seats answer at once), withdraw
    this answer instead.

    `person` is the caller's id. `decision` is the number of the decision that the caller's page shows. Raise `Stale` if
    the seat is at another decision by now, and `Forbidden` if the seat is not the caller's.
    """
    state = session.state
    _require_seat(state, person, seat, decision)
    if seat in state.pending:
        return await withdraw(session, seat)
    match = state.match.clone()
    entry = match.undo(seat)
    return await store_entries(session, match, [entry_row(session, match, entry)])


@command
async def redo(session: Session, person: str | None, seat: int, decision: int) -> Progress:
    """Redo the action that was undone last on a seat.

    Return the table's states before and after. `person` is the caller's id. `decision` is the number of the decision
    that the caller's page shows. Raise `Stale` if the seat is at another decision by now, and `Forbidden` if the seat
    is not the caller's.
    """
    state = session.state
    _require_seat(state, person, seat, decision)
    match = state.match.clone()
    entry = match.redo(seat)
    return await store_entries(session, match, [entry_row(session, match, entry)])


@command
async def preset(session: Session, person: str | None, seat: int, answer: str) -> Progress:
    """Turn on auto-pass for a seat, or turn it off, and return the table's states before and after.

    With auto-pass, the server acts for the seat at some kinds of decisions. `answer` is the kind for which to turn it
    on: `pass` for all reaction windows (times in which several seats answer at once), or the name of a kind of decision
    that the game lets the server answer. All other kinds stay as they are. If `answer` is empty, turn auto-pass off for
    all kinds.

    `person` is the caller's id. Raise `Forbidden` if the seat is not the caller's.
    """
    state = session.state
    words = state.match.game.words
    if answer not in ("", PASS, *getattr(words, "ROUTINE", {}).values()):
        raise Unreadable(f"an automatic answer is 'pass', the name of a routine question or empty, not {answer!r}")
    _require_seat(state, person, seat)
    if not state.running or (answer == PASS and not windows.may_preset(state.row, state.match.game)):
        raise NotAllowed(0, "This table has no reaction time, so auto-pass does nothing.")
    row = state.row.seats[seat]
    said = " ".join(dict.fromkeys([*row.preset.split(), answer])) if answer else ""
    return await store_seats(session, [replace(row, preset=said)])


@command
async def begin_lesson(session: Session, prelude: Sequence[tuple[int, str]]) -> Progress:
    """Play the actions of a lesson that come before its first step, and return the table's states before and after.

    If the game at the table has begun already, no action is played. `prelude` has the lesson's actions as pairs: the
    seat, and the name of its action.
    """
    match, rows = session.state.match.clone(), []
    if match.entries or not prelude:
        return Progress(session.state, session.state)
    for seat, act in prelude:
        rows.append(entry_row(session, match, match.act(seat, act)))
    return await store_entries(session, match, rows)


@command
async def play_freely(session: Session, person: str | None, seat: int) -> Progress:
    """Let the player on `seat` leave the lesson of a table and play on without it.

    Return the table's states before and after. `person` is the caller's id. Raise `Forbidden` if the seat is not the
    caller's.
    """
    before = session.state
    _require_seat(before, person, seat)
    return await store_row(session, replace(before, row=replace(before.row, lesson="")))


PACES = {"slow": 1800, "normal": 800, "quick": 250}
"""The delay of bots in milliseconds, by the choice of a person who is alone with them."""


@command
async def pace(session: Session, person: str | None, name: str) -> Progress:
    """Set the speed of bots at the request of the only person at the table.

    Return the table's states before and after. `person` is the caller's id. `name` is `slow`, `normal` or `quick`. It
    may also be `skip`, to go to the person's next turn immediately.
    """
    state = session.state
    if name not in (*PACES, "skip"):
        raise Unreadable(f"a speed is one of {', '.join(PACES)} or skip, not {name!r}")
    if person is None or state.row.people != {person}:
        raise Forbidden("Other people play here, so the table sets the speed of the bots.")
    if name == "skip":
        session.store.news.tell(SKIP, session.id)  # perhaps bots act in another process
        return await session.commit(_shorten_wait(session))
    return await store_row(session, replace(state, row=replace(state.row, bot_delay_ms=PACES[name])))


@command
async def hurry(session: Session) -> Progress:
    """Skip the delays of bots until the next turn of a person, and return the table's states before and after.

    This is for a table with only one person, whose request has reached another process of the server. That process asks
    this process by a message to carry out the request.
    """
    return await session.commit(_shorten_wait(session))


def _shorten_wait(session: Session) -> Progress:
    state = session.state
    waits = state.running and all(state.row.seats[seat].kind == "bot" for seat in state.match.actors())
    shown = min(state.shown_until, session.clock.now()) if waits else state.shown_until
    return Progress(state, replace(state, hurried=waits, shown_until=shown))


# -- seats -------------------------------------------------------------------------------------------------------------


@command
async def sit(session: Session, person: Person, seat: int | None = None, salt: str = "") -> Progress:
    """Give a person an open seat, by default the first open one, and return the table's states before and after.

    `salt` is their optional contribution to the shuffle. The game starts when the last seat is taken.
    """
    row = session.state.row
    if seat is None and row.list_seats(person.id):
        return Progress(session.state, session.state)
    free = [s.seat for s in row.seats if s.kind == "open"]
    if row.status != "gathering" or not free:
        raise NotAllowed(0, "All seats are taken.")
    if seat is not None and seat not in free:
        raise NotAllowed(0, "That seat has just been taken.")
    taken = SeatRow(free[0] if seat is None else seat, "person", unlike(person.name, row.names), person.id)
    taken = replace(taken, salt=salt if row.secret else "")
    return await store_seats(session, [taken])


@command
async def fill(session: Session, person: str, bot: str, chance: RandomSource) -> Progress:
    """Give all open seats to bots of the kind `bot`, start the game, and return the table's states before and after.

    `person` is the caller's id. Raise `Forbidden` if the caller did not open the table, and `NotAllowed` if the game
    has begun. `chance` draws the bots' names.
    """
    row, game = session.state.row, session.state.match.game
    bot_choices.check(bot, game)
    if row.host != person:
        raise Forbidden("Only the player who opened this table can do that.")
    if row.status != "gathering":
        raise NotAllowed(0, "The game has already begun.")
    names, taken = list(row.names), list[SeatRow]()
    for one in row.seats:
        if one.kind == "open":
            drawn = BOT_NAMES[chance.number(len(BOT_NAMES))]
            names[one.seat] = unlike(bot_choices.find_title(bot, game) or drawn, names)
            taken.append(SeatRow(one.seat, "bot", names[one.seat], bot=bot))
    return await store_seats(session, taken)


@command
async def rematch(
    session: Session,
    person: str,
    open_table: Callable[[NewTable], Awaitable[str]],
    same_deal: bool = False,
    salted: tuple[str, str] = ("", ""),
) -> Progress:
    """Open a new table for the same people, bots and options, and return the old table's states before and after.

    `person` is the id of the caller, a player of the old table. `open_table` opens the new table and returns its
    address. If `same_deal` is true, the new game has the same setup.

    If the table has a rematch already, no other table is opened. Raise `Forbidden` if the caller has no seat at the old
    table. Raise `NotAllowed` if the old game is still running, unless its players have agreed to end it without a
    result. This exception does not apply if `same_deal` is true.

    `salted` is for a shuffle that players can verify later (`core.play.receipts`). It is a pair of random texts from
    which the shuffle is made: a secret of the server, whose hash the players have seen, and a salt of the caller. If
    the secret is empty, the new table makes a secret of its own.
    """
    state, row = session.state, session.state.row
    if not row.list_seats(person):
        raise Forbidden("You did not play at this table.")
    if row.rematch:
        return Progress(state, state)
    if not state.match.over and (same_deal or not is_agreed(state)):
        raise NotAllowed(0, "A rematch begins when the game is over.")
    rules = state.match.game.facts.rules_version
    times = row.bot_delay_ms, row.window_ms
    seats = tuple(_again(one) for one in row.seats)
    new = NewTable(person, row.game, rules, row.options, seats, False, *times, row.start, row.tells)
    new = replace(new, away_s=row.away_s, clock=row.clock, watched=row.watched, drawn=bool(row.seating))
    if same_deal:
        new = replace(new, seed=row.seed, origin=Origin("same deal", row.id))
    elif salted[0]:
        new = new.with_salt(*salted)
    return await open_next(session, open_table, new)


def _again(seat: SeatRow) -> SeatRow:
    """Return a copy of a seat for a rematch, with the same occupant, and without auto-pass, salt and used time.

    The seat of a deleted guest becomes open.
    """
    if seat.kind == "person" and seat.person is None:
        return SeatRow(seat.seat, "open", f"Seat {seat.seat + 1}")
    return replace(seat, preset="", salt="", left_ms=None)


async def open_next(session: Session, open_table: Callable[[NewTable], Awaitable[str]], new: NewTable) -> Progress:
    """Open the rematch or continuation of a table, and store its address as `row.rematch` of the old table.

    Return the old table's states before and after. `open_table` opens the table `new` and returns its address. If the
    old table cannot be stored because another process has changed it, end the new table and raise `Taken`. The caller
    holds the table's lock.
    """
    state = session.state
    following = await open_table(new)
    try:
        return await store_row(session, replace(state, row=replace(state.row, rematch=following)))
    except Taken:
        await session.store.tables.end(following, session.clock.date())
        raise


# -- shared by commands ------------------------------------------------------------------------------------------------


def _require_seat(state: TableState, person: str | None, seat: int, decision: int | None = None) -> None:
    """Raise an error if a seat is not the caller's. `person` is the caller's id, if they are signed in.

    If `decision` is given, also raise an error if the game does not run, or if the seat is at another decision by now.
    """
    if not 0 <= seat < state.match.seats:
        raise Forbidden(f"There is no seat {seat + 1} at this table.")
    if person is not None and state.row.seats[seat].owner == person:
        raise Forbidden("A bot plays for you.", "Take your seat back first.")
    if person is None or state.row.seats[seat].person != person:
        raise Forbidden(f"Seat {seat + 1} is not yours.", "Open a table of your own.")
    if decision is None:
        return
    if state.replay_error:
        raise NotAllowed(0, state.replay_error)
    if state.row.status == "gathering":
        raise NotAllowed(0, "The game begins when every seat is taken.")
    if not state.running:
        raise NotAllowed(0, "This game is over.")
    if decision != state.decision(seat):
        raise Stale("Too late: that decision has passed.")
