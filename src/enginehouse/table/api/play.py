"""Let a program look, act, undo, ask for a rematch and manage tokens."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from enginehouse.core.errors import Unreadable
from enginehouse.core.pictures.drawing import Theme, document_of
from enginehouse.core.words.naming import fill_plain
from enginehouse.table.addresses import own_address
from enginehouse.table.api import looks, shapes
from enginehouse.table.api.access import Caller, caller, find_seated_caller
from enginehouse.table.errors import NotFound
from enginehouse.table.people.tokens import give_token
from enginehouse.table.picture.story import story as noticed
from enginehouse.table.play import absence, commands
from enginehouse.table.states.next_state import Progress
from enginehouse.table.store.rows import Person
from enginehouse.table.web.middleware import PICTURE_POLICY
from enginehouse.table.web.requests import get_shared, query_number, query_text


async def look(request: Request) -> shapes.Look:
    """Return the table as the token's seat sees it: its view, also as text, its legal actions and its decision number.

    Without a token, return the table as a spectator sees it.
    """
    who = await caller(request)
    return looks.look(who.session.state, who.seat, who.session.stuck)


async def story(request: Request) -> shapes.Story:
    """Return the events that the token's seat noticed, as a list of sentences for each action.

    The query parameter `first` (default 0) says how many of these actions are left out at the start.
    """
    who, first = await caller(request), query_number(request, "first") or 0
    if first < 0:
        raise Unreadable(f"first is a whole number from 0 on, not {first}")
    state = who.session.state
    by = [one.by for one in noticed(state.match, who.seat)[first:]]
    return shapes.Story(first, looks.list_events(state, who.seat, first), by)


async def picture(request: Request) -> Response:
    """Return the board as the token's seat sees it, as SVG."""
    who = await caller(request)
    state = who.session.state
    theme: Theme = "dark" if request.query_params.get("theme") == "dark" else "light"
    view = state.view(who.seat)
    text = await asyncio.to_thread(document_of, state.match.game, view, theme=theme, width=900)
    return Response(text, media_type="image/svg+xml", headers={"content-security-policy": PICTURE_POLICY})


async def why(request: Request) -> shapes.Answer:
    """Return whether an action is legal for the token's seat now, and if not, the rulebook clause that forbids it."""
    who, name = await find_seated_caller(request), query_text(request, "act")
    state = who.session.state
    game, view = state.match.game, state.view(who.seat)
    code = state.match.find_code(who.seat, name)
    if not state.running or state.is_silent(who.seat):
        said = "This game is over." if state.match.over else "It is not your turn."
        return shapes.Answer(name, False, said, "", "")
    clause = int(game.rules.refusal(view, who.seat, code))
    if not clause:
        return shapes.Answer(name, True, fill_plain(game.words.action(view, code), state.row.names), "", "")
    said = fill_plain(game.words.refusal(view, who.seat, code, clause), state.row.names)
    called = game.clause_name(clause)
    return shapes.Answer(name, False, said, called, own_address(f"/games/{game.name}/rules#{called}"))


async def act(request: Request, given: shapes.Acting) -> shapes.Look:
    """Play an action for the token's seat, and return the table after it. The request's `act` is the action's name.

    The action is stored before the response is sent. The status is 409 if the seat is no longer at the decision that
    the request names, or if a rule forbids the action.
    """
    return await _carry_out(
        request, lambda who: commands.act(who.session, who.person, who.seat, given.decision, given.act)
    )


async def undo(request: Request, given: shapes.Deciding) -> shapes.Look:
    """Undo the latest action of the token's seat, and return the table after the undo.

    While several seats answer a question at once, the seat's own answer is undone instead, if it has given an answer.
    """
    return await _carry_out(request, lambda who: commands.undo(who.session, who.person, who.seat, given.decision))


async def redo(request: Request, given: shapes.Deciding) -> shapes.Look:
    """Redo the latest action that the token's seat has undone. Return the table after that."""
    return await _carry_out(request, lambda who: commands.redo(who.session, who.person, who.seat, given.decision))


async def _carry_out(request: Request, do: Callable[[Caller], Awaitable[Progress]]) -> shapes.Look:
    who = await find_seated_caller(request)
    await do(who)
    return looks.look(who.session.state, who.seat, who.session.stuck)


async def ask_partner(request: Request, given: shapes.AskingPartner) -> shapes.PartnerPlan:
    """Return the plan of a bot that wins and loses together with the token's seat. No other player sees the plan."""
    who = await find_seated_caller(request)
    hints = get_shared(request).hints
    return shapes.PartnerPlan(*await hints.of_partner(who.session.state, who.seat, given.seat, who.person or ""))


async def leave(request: Request, given: shapes.Nothing) -> shapes.Done:
    """Leave the table. During the game a bot plays on for the seat. Before the game the seat becomes free.

    If no other person is left at the table, the table ends.
    """
    who = await find_seated_caller(request)
    await absence.leave(who.session, who.person or "")
    return shapes.Done()


async def stand_in(request: Request, given: shapes.StandingIn) -> shapes.Look:
    """Let a bot play for an absent player who has kept the table waiting too long. Return the table after that.

    `away` in the body is the seat of that player.
    """
    return await _carry_out(request, lambda who: absence.stand_in(who.session, who.person, given.seat))


async def come_back(request: Request, given: shapes.Nothing) -> shapes.Look:
    """Take back the caller's seat from a bot that plays there. Return the table after that."""
    people = get_shared(request).registry.store.people

    async def back(who: Caller) -> Progress:
        person = await people.get(who.person or "")
        return await absence.come_back(who.session, person or Person(who.person or "", ""))

    return await _carry_out(request, back)


async def rematch(request: Request, given: shapes.Again) -> shapes.Opened:
    """Open another game with the same people, bots and options.

    Return the new table with a token for each of your seats.
    """
    who, registry = await find_seated_caller(request), get_shared(request).registry
    person = who.person or ""
    secret = await get_shared(request).promises.redeem_salted(given.promise, given.salt, registry.clock.date())
    salted = (secret, given.salt)
    done = await commands.rematch(who.session, person, registry.add, same_deal=given.same_deal, salted=salted)
    table = done.after.row.rematch or ""
    seats = (await registry.get(table)).state.row.list_seats(person)
    tokens = [(seat, await give_token(registry, table, seat, person)) for seat in seats]
    return shapes.Opened(
        table, own_address(f"/t/{table}"), [shapes.SeatToken(seat, secret, made) for seat, (made, secret) in tokens]
    )


async def list_tokens(request: Request) -> shapes.Tokens:
    """Return the valid tokens of the caller's seat, without their secrets."""
    who = await find_seated_caller(request)
    found = await get_shared(request).registry.store.tokens.of_seat(who.session.id, who.seat, who.person or "")
    return shapes.Tokens([shapes.TokenOf(one.id, one.label, one.created) for one in found])


async def make_token(request: Request, given: shapes.Labelled) -> shapes.SeatToken:
    """Create another token for the caller's seat, and return it."""
    who = await find_seated_caller(request)
    made, secret = await give_token(
        get_shared(request).registry, who.session.id, who.seat, who.person or "", given.label
    )
    return shapes.SeatToken(who.seat, secret, made)


async def revoke_token(request: Request) -> shapes.Done:
    """Revoke a token, which can be the caller's own."""
    who, tokens = await find_seated_caller(request), get_shared(request).registry.store.tokens
    wanted: Any = request.path_params["token"]
    for one in await tokens.of_seat(who.session.id, who.seat, who.person or ""):
        if one.id == wanted:
            await tokens.revoke(one)
            who.session.audience.wake()
            return shapes.Done()
    raise NotFound("This seat has no such token.", "GET tokens lists all of them.")
