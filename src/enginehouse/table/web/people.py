"""Handle requests at a table that are not actions of the game, such as to chat, to mute players or to keep notes.

Further requests let a bot play for an absent player, let that player come back, or propose to end the game.
"""

from __future__ import annotations

from contextlib import suppress

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from enginehouse.core.errors import Unreadable
from enginehouse.table.errors import Forbidden
from enginehouse.table.html import people as pages
from enginehouse.table.html import table as tables
from enginehouse.table.html.people import Beside
from enginehouse.table.people.talk import NOTE_LENGTH, audible
from enginehouse.table.play import absence, ending
from enginehouse.table.play.session import Session
from enginehouse.table.store.outage import Away
from enginehouse.table.store.rows import Person
from enginehouse.table.texts import clean
from enginehouse.table.web.guests import find_table, guest, remember, visitor
from enginehouse.table.web.once import find_done, make_once, name_request
from enginehouse.table.web.requests import fields, get_shared, number, query_number, wants_json


async def beside(request: Request) -> Response:
    """Show the page with the chat, the notes and the legend of a table. The query may have the caller's `seat`."""
    session, person = await find_table(request), await visitor(request)
    state = session.state
    seat = state.choose_seat(person.id if person else None, query_number(request, "seat"))
    found = await _read_beside(request, session, person, seat)
    return HTMLResponse(tables.beside(state.row, state.match.game, person, seat, found))


async def _read_beside(request: Request, session: Session, person: Person | None, seat: int) -> Beside:
    """Return the chat and the notes that a person or visitor at a seat (-1: a spectator) can see.

    While the database is unavailable, return an empty chat and empty notes.
    """
    row, me = session.state.row, person.id if person else ""
    with suppress(Away):
        lines = audible(await get_shared(request).talks.of(session), seat, session.state.match.over)
        mine = seat in row.list_seats(me) + row.list_kept_seats(me)
        note = await session.store.talk.note(session.id, seat, me) if mine else None
        return Beside(lines, me, row.host == me, note)
    return Beside()


def _answer(request: Request, session: Session, cookie: str | None = None) -> Response:
    answer = Response(status_code=204) if wants_json(request) else RedirectResponse(f"/t/{session.id}", 303)
    return remember(request, answer, cookie)


def may_talk(request: Request, person: str) -> None:
    """Count a chat line of the person with the id `person`.

    Raise `Problem` (429) if they have reached the limit for this minute.
    """
    shared = get_shared(request)
    shared.talking.take(person, shared.registry.clock.now())


async def say(request: Request) -> Response:
    """Add a line to the chat of a table.

    The form has the `text`, or a ready `phrase` in place of it. It may also have the caller's `seat`, the `name` of a
    new guest, and a `key`, with which a repeated request adds only one line.
    """
    session, given = await find_table(request), await fields(request)
    if await visitor(request) is None and not given.get("name", "").strip():
        raise Forbidden("Enter your name first, so that the others know who writes.")
    name = name_request(f"say {session.id}", given)
    if await visitor(request) is None and await find_done(request, name):
        return _answer(request, session)
    person, cookie = await guest(request, given.get("name", ""))
    may_talk(request, person.id)
    text = given.get("phrase", "") or given.get("text", "")
    once = make_once(request, name, person.id)
    await get_shared(request).talks.say(session, person, text, number(given, "seat", -1), once)
    return _answer(request, session, cookie)


async def here(request: Request) -> Response:
    """Record that the caller's page is still open or, if the form has the field `gone`, that it was closed."""
    session, person, given = await find_table(request), await visitor(request), await fields(request)
    presence = get_shared(request).presence
    note = presence.close if given.get("gone", "") else presence.renew
    note(session, person.id if person else "")
    return Response(status_code=204)


async def point(request: Request) -> Response:
    """Show everybody at the table the piece at which the caller points.

    The form has the caller's `seat` and the id of the `piece` on the page. Raise `Forbidden` if the caller is not
    signed in.
    """
    session, person, given = await find_table(request), await visitor(request), await fields(request)
    shared = get_shared(request)
    if person is None:
        raise Forbidden("You are not signed in.", "Load the page again to see how to get your seat back.")
    shared.points.take(person.id, shared.registry.clock.now())
    await shared.pointing.point(session, person, number(given, "seat"), given.get("piece", ""))
    return _answer(request, session)


async def mute(request: Request) -> Response:
    """Let the host mute the writer of a chat line or the player on a seat, or lift the mute.

    The form has the number of the `line`, or the `seat`. Raise `Forbidden` if the caller is not the host.
    """
    session, given, person = await find_table(request), await fields(request), await visitor(request)
    await get_shared(request).talks.mute(
        session, person.id if person else "", number(given, "line", 0), number(given, "seat", -1)
    )
    return _answer(request, session)


async def note(request: Request) -> Response:
    """Store a private note that a player has written, and that only this player can read.

    The form has the `seat` of the player, and the `text`, which replaces the player's old note at this table.
    """
    session, given, person = await find_table(request), await fields(request), await visitor(request)
    row, seat, me = session.state.row, number(given, "seat"), person.id if person else ""
    noted = given.get("text", "")
    if seat not in row.list_seats(me) + row.list_kept_seats(me):
        raise Forbidden(f"Seat {seat + 1} is not yours.", "Only players of a table can keep notes there.")
    text = clean(noted, NOTE_LENGTH, NOTE_LENGTH, lines=True)
    await session.store.talk.save_note(session.id, seat, me, text)
    return _answer(request, session)


async def stand_in(request: Request) -> Response:
    """Let a bot play for an absent player, whose `seat` is in the form."""
    session, given, person = await find_table(request), await fields(request), await visitor(request)
    await absence.stand_in(session, person.id if person else None, number(given, "seat"))
    return _answer(request, session)


async def back(request: Request) -> Response:
    """Remove the bots from the seats of the caller, so that the caller plays there again."""
    session, person = await find_table(request), await visitor(request)
    await absence.come_back(session, person or Person("", ""))
    return _answer(request, session)


async def end(request: Request) -> Response:
    """Let the caller propose to end the game, agree to such a proposal, or refuse it.

    In the form, `how` is `agree` to propose or to agree, and `on` to refuse and play on.
    """
    session, given, person = await find_table(request), await fields(request), await visitor(request)
    how = given.get("how", "")
    if how not in ("agree", "on"):
        raise Unreadable(f"how is agree or on, not {how[:20]!r}")
    await ending.agree(session, person.id if person else None, how == "agree")
    return _answer(request, session)


async def receipt(request: Request) -> Response:
    """Show the receipt of the table's shuffle, by which players can verify it."""
    session, person = await find_table(request), await visitor(request)
    return HTMLResponse(pages.receipt(session.state.row, session.state.match.game, person))


ROUTES = [
    Route("/t/{table}/receipt", receipt, methods=["GET"]),
    Route("/t/{table}/beside", beside, methods=["GET"]),
    Route("/t/{table}/end", end, methods=["POST"]),
    Route("/t/{table}/standin", stand_in, methods=["POST"]),
    Route("/t/{table}/back", back, methods=["POST"]),
    Route("/t/{table}/here", here, methods=["POST"]),
    Route("/t/{table}/say", say, methods=["POST"]),
    Route("/t/{table}/point", point, methods=["POST"]),
    Route("/t/{table}/mute", mute, methods=["POST"]),
    Route("/t/{table}/note", note, methods=["POST"]),
]
