"""Handle requests at a table: view it, act, undo, ask for an explanation, join, leave and open a rematch."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress

import msgspec
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, RedirectResponse, Response

from enginehouse.core.errors import EnginehouseError, NotAllowed
from enginehouse.core.pictures.drawing import Theme, document_of
from enginehouse.core.registry.game import Game
from enginehouse.table.errors import Forbidden
from enginehouse.table.html import lobby as lobby_pages
from enginehouse.table.html import table as pages
from enginehouse.table.html.qr import qr
from enginehouse.table.people.promises import checked_salt
from enginehouse.table.picture import about as abouts
from enginehouse.table.picture import preview as previews
from enginehouse.table.picture import why as whys
from enginehouse.table.picture.patch import frame
from enginehouse.table.picture.presenter import RenderedFrame
from enginehouse.table.play import absence, commands, mending
from enginehouse.table.play.registry import Registry
from enginehouse.table.play.session import Session
from enginehouse.table.states.next_state import Progress
from enginehouse.table.states.opening import HOUSE, with_bots_waiting
from enginehouse.table.store.outage import Away
from enginehouse.table.store.rows import Person, TableRow
from enginehouse.table.web import stream as streams
from enginehouse.table.web.guests import find_table, find_table_and_caller, guest, remember, visitor
from enginehouse.table.web.limits import REMATCHES, SEATS, TABLES
from enginehouse.table.web.lobby import admit_learner, opened_address
from enginehouse.table.web.middleware import PICTURE_POLICY
from enginehouse.table.web.problems import as_data, describe_error
from enginehouse.table.web.requests import (
    count_as,
    fields,
    find_game,
    get_shared,
    get_site,
    number,
    query_number,
    wants_json,
)


async def _who(request: Request) -> str | None:
    person = await visitor(request)
    return person.id if person else None


def _look(request: Request, session: Session, seat: int) -> RenderedFrame:
    return get_shared(request).presenters.of(session).look(seat)


async def show(request: Request) -> Response:
    """Show the page of a table, as the caller sees it.

    Show an invitation instead if the caller has no seat and can take one, unless the query has `watch`. The query may
    also have `seat`, one of the caller's seats from which to view the table.
    """
    session, person = await find_table(request), await visitor(request)
    state = session.state
    if is_invited(state.row, person) and "watch" not in request.query_params:
        return HTMLResponse(lobby_pages.join(state.row, person, (), get_site(request)))
    seat = state.choose_seat(person.id if person else None, query_number(request, "seat"))
    shown = _look(request, session, seat)
    may_leave = bool(state.row.list_seats(person.id if person else None)) and state.row.status in (
        "running",
        "gathering",
    )
    picture, view = shown.picture, state.view(seat)
    return HTMLResponse(pages.table(state.row, state.match.game, person, seat, shown.number, picture, view, may_leave))


def is_invited(row: TableRow, person: Person | None) -> bool:
    """Return whether a person, or an unknown visitor, has no seat at a table but can take one."""
    free = row.status == "gathering" and any(one.kind == "open" for one in row.seats)
    return free and not row.list_seats(person.id if person else None)


async def qr_code(request: Request) -> Response:
    """Return the QR code of the table's address as a picture, so that a phone can open the table."""
    session = await find_table(request)
    text = qr(f"{get_site(request)}t/{session.id}")
    return Response(text, media_type="image/svg+xml", headers={"content-security-policy": PICTURE_POLICY})


async def stream(request: Request) -> Response:
    """Send the content of the table's page, and then each change of it, as a stream of server-sent events.

    The query may have `seat`, one of the caller's seats from which to view the table.
    """
    session, who = await find_table_and_caller(request)
    seat = session.state.choose_seat(who, query_number(request, "seat"))
    if request.method == "HEAD":
        return Response(media_type="text/event-stream", headers=streams.HEADERS)
    _look(request, session, seat)  # errors are raised before the stream begins
    return streams.response(request, session, seat, who or "")


async def whole(request: Request) -> Response:
    """Send the current content of the table's page as a JSON message, for a script or a page without a stream.

    A page in the background has no stream. The query may have `seat`, one of the caller's seats from which to view the
    table.
    """
    session, who = await find_table_and_caller(request)
    seat = session.state.choose_seat(who, query_number(request, "seat"))
    return Response(_look(request, session, seat).whole, media_type="application/json")


async def act(request: Request) -> Response:
    """Carry out an action of one of the caller's seats.

    The form has the `seat`, the number of the `decision` that the page shows, and the name of the action (`act`).
    """
    return await _carry_out(
        request, lambda t, who, seat, f: commands.act(t, who, seat, number(f, "decision"), f.get("act", ""))
    )


async def undo(request: Request) -> Response:
    """Undo the latest action of one of the caller's seats.

    The form has the `seat`, and the number of the `decision` that the page shows.
    """
    return await _carry_out(request, lambda t, who, seat, f: commands.undo(t, who, seat, number(f, "decision")))


async def redo(request: Request) -> Response:
    """Redo the latest undone action of one of the caller's seats.

    The form has the `seat`, and the number of the `decision` that the page shows.
    """
    return await _carry_out(request, lambda t, who, seat, f: commands.redo(t, who, seat, number(f, "decision")))


async def preset(request: Request) -> Response:
    """Turn auto-pass on or off for one of the caller's seats.

    The form has the `seat` and the field `answer`. Its value is `pass` (pass whenever several seats are asked at once),
    the name of a kind of decision that the game lets players pass automatically, or empty (turn auto-pass off
    everywhere).
    """
    return await _carry_out(request, lambda t, who, seat, f: commands.preset(t, who, seat, f.get("answer", "")))


async def free(request: Request) -> Response:
    """Leave the lesson of a table, and play on without it. The form has the learner's `seat`."""
    return await _carry_out(request, lambda t, who, seat, f: commands.play_freely(t, who, seat))


async def pace(request: Request) -> Response:
    """Set the speed of the bots for a person who is alone with them.

    The form has the caller's `seat`, and the speed in `pace`: `slow`, `normal`, `quick`, or `skip` to go to the next
    turn.
    """
    return await _carry_out(request, lambda t, who, seat, f: commands.pace(t, who, f.get("pace", "")))


Do = Callable[[Session, str | None, int, dict[str, str]], Awaitable[Progress]]


async def _carry_out(request: Request, do: Do) -> Response:
    """Carry out the command `do` for the caller, on the seat in the form's field `seat`.

    `do` takes the table, the caller's id, the seat and the fields of the form. Raise `Forbidden` if the caller is not
    signed in. The response to a script has no content, because the stream shows the result to all viewers.
    """
    (session, person), given = await find_table_and_caller(request), await fields(request)
    seat = number(given, "seat")
    if person is None:
        raise Forbidden("You are not signed in. Load the page again to see how to get your seat back.")
    try:
        await do(session, person, seat, given)
    except EnginehouseError as error:
        return _answer_error(request, session, seat, person, error)
    return Response(status_code=204) if wants_json(request) else RedirectResponse(f"/t/{session.id}", 303)


def _answer_error(
    request: Request, session: Session, seat: int, person: str | None, error: EnginehouseError
) -> Response:
    """Return the response to `error`, which the command of a person (the id `person`) on a seat has raised.

    If a script has sent the request, the response has the error as JSON. If the person has the seat and the status is
    409 (the page was out of date, or a rule forbids the action), the JSON has the page's current content, too.

    If a form has sent the request, or the database is unavailable, raise a `Problem` instead. The server's handler of
    errors then answers a form with a page, and a script with JSON.
    """
    problem, state = describe_error(error), session.state
    problem.sentence = whys.with_names(state, error, problem.sentence)
    if not wants_json(request) or isinstance(error, Away):
        raise problem
    clause = state.match.game.clause_name(error.clause) if isinstance(error, NotAllowed) and error.clause else ""
    data = as_data(problem, clause)
    if problem.status == 409 and seat in state.row.list_seats(person):
        shown = _look(request, session, seat)
        data["frame"] = frame(shown.number, shown.picture)
    return Response(msgspec.json.encode(data), status_code=problem.status, media_type="application/json")


async def why(request: Request) -> Response:
    """Send the reason why the caller cannot select a piece of the board: the clause of the rulebook, and a sentence.

    The form has the caller's `seat`, the id of the `piece`, and in `picked` the ids of the pieces selected before it.
    """
    (session, person), given = await find_table_and_caller(request), await fields(request)
    seat = session.state.choose_seat(person, number(given, "seat", -1))
    picked = [p for p in given.get("picked", "").split() if p][:16]
    return JSONResponse(await whys.why_not(session.state, seat, given.get("piece", ""), picked))


async def about(request: Request) -> Response:
    """Send the description of a piece of the board. The form has the caller's `seat` and the id of the `piece`."""
    (session, person), given = await find_table_and_caller(request), await fields(request)
    state = session.state
    seat, game = state.choose_seat(person, number(given, "seat", -1)), state.match.game
    legal = state.legal(seat) if seat >= 0 and state.running else []
    view = state.view(seat)
    return JSONResponse(await asyncio.to_thread(abouts.about, state.row, game, view, given.get("piece", ""), legal))


async def preview(request: Request) -> Response:
    """Send a drawing of the result of an action, to show on top of the board before the action is played.

    The form has the caller's `seat`, and the name of the action (`act`).
    """
    (session, person), given = await find_table_and_caller(request), await fields(request)
    seat = session.state.choose_seat(person, number(given, "seat", -1))
    return JSONResponse(await previews.preview(session.state, seat, given.get("act", "")))


async def hint(request: Request) -> Response:
    """Send to the caller alone the action that a strong bot would choose now, with the reason.

    The form has the caller's `seat`. Raise `Forbidden` if the seat belongs to another player.
    """
    (session, person), given = await find_table_and_caller(request), await fields(request)
    state, seat = session.state, number(given, "seat", -1)
    if seat not in state.row.list_seats(person):
        raise Forbidden(f"Seat {seat + 1} is not yours.", "Open a table of your own.")
    told = await get_shared(request).hints.of(state, seat, person or "")
    if not wants_json(request):
        return PlainTextResponse(f"{told.label}. {told.why}")
    return JSONResponse({"decision": state.decision(seat), **told._asdict()})


async def plan(request: Request) -> Response:
    """Send to the caller alone the plan of a bot that wins and loses together with the caller: its next action.

    The form has the caller's `seat`, and in `answer` the seat of the bot.
    """
    (session, person), given = await find_table_and_caller(request), await fields(request)
    seat, partner = number(given, "seat", -1), number(given, "answer", -1)
    told = await get_shared(request).hints.of_partner(session.state, seat, partner, person or "")
    if not wants_json(request):
        return PlainTextResponse(f"{told.label}. {told.why}")
    return JSONResponse({"partner": session.state.row.names[partner], **told._asdict()})


async def join_form(request: Request) -> Response:
    """Show the page that invites the caller to take a seat at the table."""
    session, person = await find_table(request), await visitor(request)
    row = session.state.row
    return HTMLResponse(lobby_pages.join(row, person, row.list_seats(person.id if person else None), get_site(request)))


@count_as(SEATS)
async def join(request: Request) -> Response:
    """Give the caller a seat at a table that waits for players.

    The form has the `name` of a new guest, and perhaps the `seat` and a `salt`, the caller's contribution to the
    shuffle. Without `seat` the caller gets the first open seat.
    """
    session, given = await find_table(request), await fields(request)
    if not session.state.row.list_seats(await _who(request)) and session.state.row.status != "gathering":
        raise NotAllowed(0, "All seats are taken.")
    person, cookie = await guest(request, given.get("name", ""))
    await _sit(request, session, person, number(given, "seat", -1), checked_salt(given.get("salt", "")))
    return remember(request, RedirectResponse(f"/t/{session.id}", 303), cookie)


async def _sit(request: Request, session: Session, person: Person, seat: int = -1, salt: str = "") -> None:
    """Give a person a seat, by default (-1) the first open one. `salt` is their optional contribution to the shuffle.

    If the server itself offers this table in the lobby, also let it offer another table for the next player.
    """
    await commands.sit(session, person, None if seat < 0 else seat, salt)
    if session.state.row.host == HOUSE:
        with suppress(Away):
            await get_shared(request).registry.set_out()  # offer another table to the next player


@count_as(SEATS)
async def play(request: Request) -> Response:
    """Seat the caller at a table of this game where bots wait for a player, and redirect the browser to the table."""
    game = find_game(request)
    person, cookie = await admit_learner(request)
    session = await _waiting(get_shared(request).registry, game)
    await _sit(request, session, person)
    return remember(request, RedirectResponse(f"/t/{session.id}", 303), cookie)


async def _waiting(registry: Registry, game: Game) -> Session:
    """Return a table from the lobby at which bots wait for a player. Open one if there is none."""
    rows = await registry.store.tables.gathering(200)
    there = (row.id for row in rows if row.host == HOUSE and row.game == game.name and not row.damage)
    table = next(there, None) or await registry.add(with_bots_waiting(game, registry.chance))
    return await registry.get(table)


async def bots(request: Request) -> Response:
    """Give all open seats of a table to bots and start its game. The form has the kind of `bot`, such as `steady`."""
    session, given = await find_table(request), await fields(request)
    chance = get_shared(request).registry.chance
    await commands.fill(session, await _who(request) or "", given.get("bot", ""), chance)
    return RedirectResponse(f"/t/{session.id}", 303)


async def leave_form(request: Request) -> Response:
    """Show the page that asks for confirmation before the caller leaves the table."""
    session, person = await find_table(request), await visitor(request)
    row, game = session.state.row, session.state.match.game
    alone = row.people <= {person.id if person else ""}
    return HTMLResponse(pages.leave(session.id, game, person, alone, row.status == "running"))


async def leave(request: Request) -> Response:
    """Let the caller leave the table, and redirect to the lobby. In a running game a bot plays on."""
    await absence.leave(await find_table(request), await _who(request) or "")
    return RedirectResponse("/", 303)


@count_as(REMATCHES)
async def rematch(request: Request) -> Response:
    """Open a rematch with the same people, bots and options, and redirect to it.

    In the form, `deal` is `same` for the same setup. `promise` names the secret whose hash the page has shown, and
    `salt` is the caller's contribution to the shuffle.
    """
    session, given = await find_table(request), await fields(request)
    shared, same = get_shared(request), given.get("deal") == "same"
    promise, salt = given.get("promise", ""), given.get("salt", "")
    secret = await shared.promises.redeem_salted(promise, salt, shared.registry.clock.date())
    add = shared.registry.add
    done = await commands.rematch(session, await _who(request) or "", add, same_deal=same, salted=(secret, salt))
    opened = secret and done.after is not done.before and not same
    return RedirectResponse(opened_address(done.after.row.rematch or "", promise if opened else ""), 303)


async def promise(request: Request) -> Response:
    """Send the hash of a secret from which a rematch of the table can be shuffled.

    The caller can add a random text (a salt) when opening the rematch. The server has sent the hash before it knows
    this text. So neither the server nor the caller can choose the shuffle.
    """
    shared = get_shared(request)
    await find_table(request)
    made = shared.promises.make(shared.registry.clock.date())
    return JSONResponse({"promise": made.name, "commitment": made.commitment}, headers={"cache-control": "no-store"})


@count_as(TABLES)
async def mend(request: Request) -> Response:
    """End a broken table, whose stored game cannot be replayed to its end, or continue the game at another table.

    If `how` in the form is `end`, end the table. Otherwise open a table that continues from the last valid position.
    """
    session, given = await find_table(request), await fields(request)
    person = await _who(request) or ""
    if given.get("how", "") == "end":
        await mending.end(session, person)
        return RedirectResponse(f"/t/{session.id}", 303)
    done = await mending.go_on(session, person, get_shared(request).registry.add)
    return RedirectResponse(f"/t/{done.after.row.rematch}", 303)


async def board(request: Request) -> Response:
    """Send the board, as the caller sees it, as an image file.

    The query may have the caller's `seat`, and `theme`: `light` or `dark`.
    """
    state = (await find_table(request)).state
    seat = state.choose_seat(await _who(request), query_number(request, "seat"))
    theme: Theme = "dark" if request.query_params.get("theme") == "dark" else "light"
    view = state.view(seat)
    text = await asyncio.to_thread(document_of, state.match.game, view, theme=theme, width=900)
    return Response(text, media_type="image/svg+xml", headers={"content-security-policy": PICTURE_POLICY})
