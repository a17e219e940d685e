"""Let a program read and write the chat of a table, and see which players are present."""

from __future__ import annotations

from starlette.requests import Request

from enginehouse.table.api import shapes
from enginehouse.table.api.access import caller, find_seated_caller
from enginehouse.table.api.looks import look
from enginehouse.table.people.talk import audible
from enginehouse.table.play import ending
from enginehouse.table.store.rows import Person
from enginehouse.table.web.once import list_fields, make_once, name_request
from enginehouse.table.web.people import may_talk
from enginehouse.table.web.requests import get_shared


async def hear(request: Request) -> shapes.Talk:
    """Return the chat of a table as the player of the token's seat can read it.

    Without a token, return it as a spectator can read it.
    """
    who = await caller(request)
    lines = audible(await get_shared(request).talks.of(who.session), who.seat, who.session.state.match.over)
    return shapes.Talk([shapes.SaidLine(one.number, one.seat, one.name, one.text, one.at) for one in lines])


async def list_present(request: Request) -> shapes.Present:
    """Return the seats of the players that are present and of those that are away.

    Seats of bots are in neither list, nor are seats whose player's presence is unknown.
    """
    who = await caller(request)
    here, away = get_shared(request).presence.find_seats(who.session)
    return shapes.Present(list(here), list(away))


async def say(request: Request, given: shapes.Saying) -> shapes.Done:
    """Write a line in the chat as the player of the token's seat. All spectators can read it."""
    who, shared = await find_seated_caller(request), get_shared(request)
    may_talk(request, who.person or "")
    name = who.session.state.row.seats[who.seat].name
    once = make_once(request, name_request(f"say {who.session.id}", list_fields(given)), who.person or "")
    await shared.talks.say(who.session, Person(who.person or "", name), given.text, who.seat, once)
    return shapes.Done()


async def end(request: Request, given: shapes.Agreeing) -> shapes.Look:
    """Propose to end the game without a result, or agree to such a proposal. Return the table after the request.

    If `agree` in the body is `false`, the proposal and all agreements with it are withdrawn. The game ends when all
    players agree. Bots, and players for whom a bot plays, are not asked.
    """
    who = await find_seated_caller(request)
    await ending.agree(who.session, who.person, given.agree)
    return look(who.session.state, who.seat, who.session.stuck)
