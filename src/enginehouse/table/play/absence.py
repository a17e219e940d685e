"""Commands for players that leave, are away, or come back. A bot plays at the seat of an absent player."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from enginehouse.core.errors import NotAllowed
from enginehouse.table.errors import Forbidden
from enginehouse.table.names import name_bot, unlike
from enginehouse.table.play.session import Session, command
from enginehouse.table.play.storing import store_seats
from enginehouse.table.states import bot_choices, waiting
from enginehouse.table.states.next_state import Progress
from enginehouse.table.states.state import TableState
from enginehouse.table.store.rows import Departure, Person, SeatRow


@command
async def leave(session: Session, person: str) -> Progress:
    """Let a person leave the table, and return the table's states before and after.

    Before the game the person's seats become open. During the game bots play there until the person comes back. If no
    other person sits at the table, and no bot plays for another absent person, the table ends without a result.
    `person` is the id of the caller. Raise `Forbidden` if the caller does not sit there.
    """
    row = session.state.row
    mine = row.list_seats(person)
    if not mine:
        raise Forbidden("You do not sit at this table.")
    alone = row.people == {person}
    if row.status == "gathering":
        free = [SeatRow(seat, "open", f"Seat {seat + 1}") for seat in mine]
        return await store_seats(session, free, ends=alone)
    if row.status != "running":
        return Progress(session.state, session.state)
    if alone and not _has_absentee(session.state, person):
        return await store_seats(session, [], ends=True)
    return await _let_bots_play(session, mine, "left", withdrawn=set(mine) & session.state.pending.keys())


@command
async def stand_in(session: Session, person: str | None, seat: int) -> Progress:
    """Let a bot play for a player that has kept the others waiting too long.

    Return the table's states before and after. `seat` is the seat of that player, and `person` the id of the caller. If
    the seat has answered an open question, the answer stays. Raise `Forbidden` if the caller does not sit at this table
    or is not signed in, and `NotAllowed` if the player on the seat is not away.
    """
    state = session.state
    if person is None or person not in state.row.people:
        raise Forbidden(
            "You do not sit at this table.", "Only players of this table can let a bot play for another player."
        )
    if not 0 <= seat < state.match.seats or state.row.seats[seat].kind != "person":
        raise NotAllowed(0, "That seat has no player, so no bot can take over.")
    if state.row.seats[seat].person == person:
        raise NotAllowed(0, "That is your own seat. Leave the table to let a bot play there.")
    if seat not in state.waiting.away:
        raise NotAllowed(0, f"{state.row.names[seat]} has not been inactive for long enough. Wait a little.")
    return await _let_bots_play(session, [seat], "away")


@command
async def come_back(session: Session, person: Person) -> Progress:
    """Let a person who has left or was away play on their seats again, in place of the bots.

    Return the table's states before and after. The bots' actions are not undone.
    """
    row = session.state.row
    kept = row.list_kept_seats(person.id)
    if not kept:
        raise Forbidden("No seat is kept for you at this table.", "Open a table of your own.")
    if not session.state.running:
        raise NotAllowed(0, "This game is over.")
    names, back, told = list(row.names), list[SeatRow](), list[Departure]()
    for seat in kept:
        called = next((one.name for one in reversed(row.departures) if one.seat == seat), person.name)
        names[seat] = unlike(called, [name for other, name in enumerate(names) if other != seat])
        back.append(SeatRow(seat, "person", names[seat], person.id))
        told.append(Departure(seat, names[seat], len(session.state.match.standing), "back"))
    return await store_seats(session, back, gone=told)


@command
async def note_away(session: Session) -> Progress | None:
    """Mark people as away if the others have waited for them too long. The page then offers a bot for each of them.

    The mark is only in memory. Return the table's states before and after, or None if there is no new mark.
    """
    state = session.state
    late = waiting.list_late(state.row, state.waiting, session.clock.now())
    if not state.running or late <= state.waiting.away:
        return None
    found = replace(state, waiting=replace(state.waiting, away=late | state.waiting.away))
    return await session.commit(Progress(state, found))


@command
async def end_time(session: Session) -> Progress | None:
    """Let bots play for people that are out of time.

    Return the table's states before and after, or None if no person is out of time. If several seats are asked at once,
    bots play for all people that have not answered yet.
    """
    # Perhaps the database was away just now, and the clocks do not know it yet.
    await session.store.serving.go_on(session.clock.date())
    await session.reload()
    state = session.state
    if not state.running or (state.window is not None and state.window.timed):
        return None
    now = session.clock.now()
    out = waiting.out_of_time(state.waiting, now)
    late = out & set(state.match.actors())
    if late:
        return await _let_bots_play(session, sorted(late), "time")
    if out:  # all people have answered in secret and only bots are missing, so there is no need to look again at once
        assert state.waiting.clocks is not None
        later = replace(state.waiting, clocks=replace(state.waiting.clocks, at=now))
        return await session.commit(Progress(state, replace(state, waiting=later)))
    return None


def _has_absentee(state: TableState, but: str) -> bool:
    """Return whether a bot plays for an absent person other than the person with the id `but`.

    People who left by choice are not counted.
    """
    last = {one.seat: one.step for one in state.row.departures}
    return any(s.owner not in (None, but) and last.get(s.seat) in ("away", "time") for s in state.row.seats)


async def _let_bots_play(
    session: Session, seats: Sequence[int], step: str, withdrawn: Collection[int] = ()
) -> Progress:
    """Let bots play at these seats of people, and return the table's states before and after. The people may come back.

    `step` is the reason as `Departure` names it: left, away or time. For the seats in `withdrawn`, delete the answer to
    a question that is still open. The caller holds the table's lock.
    """
    row = session.state.row
    names, bots, told = list(row.names), list[SeatRow](), list[Departure]()
    for seat in seats:
        told.append(Departure(seat, names[seat], len(session.state.match.standing), step))
        names[seat] = name_bot(names[seat], names)
        bots.append(SeatRow(seat, "bot", names[seat], bot=bot_choices.default(), owner=row.seats[seat].person))
    return await store_seats(session, bots, gone=told, withdrawn=withdrawn)
