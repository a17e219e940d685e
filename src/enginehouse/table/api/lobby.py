"""Let a program list the games, open tables and take seats."""

from __future__ import annotations

from dataclasses import replace

from starlette.requests import Request

from enginehouse.core.errors import NotAllowed
from enginehouse.core.play.receipts import commitment_of
from enginehouse.table.addresses import own_address
from enginehouse.table.api import shapes
from enginehouse.table.api.access import caller
from enginehouse.table.api.looks import game_facts
from enginehouse.table.extras import deals
from enginehouse.table.html.lobby import list_offered
from enginehouse.table.people.tokens import give_token
from enginehouse.table.play import commands
from enginehouse.table.play.registry import Registry
from enginehouse.table.play.session import Session
from enginehouse.table.states import bot_choices
from enginehouse.table.states.opening import HOUSE, by_choice
from enginehouse.table.states.seating import list_former_seats
from enginehouse.table.store.outage import Away
from enginehouse.table.store.rows import Person
from enginehouse.table.web.guests import may_look, new_guest
from enginehouse.table.web.once import list_fields, make_once, name_request
from enginehouse.table.web.requests import any_table, find_game, get_shared


async def list_games(request: Request) -> shapes.Games:
    """Return the games of this server, their options, and the bots that can sit at a table."""
    bots = [shapes.BotFacts(one.name, one.label) for one in bot_choices.kinds()]
    return shapes.Games([game_facts(game) for game in list_offered()], bots)


async def game_actions(request: Request) -> shapes.Names:
    """Return the names of all actions of a game, in the order of their codes."""
    vocabulary = find_game(request).vocabulary
    return shapes.Names([vocabulary.name(code) for code in range(len(vocabulary))])


async def game_rules(request: Request) -> shapes.Rules:
    """Return the rulebook of a game, clause by clause."""
    game = find_game(request)
    return shapes.Rules([shapes.ClauseOf(game.clause_name(number), text) for number, text in game.clauses.items()])


async def list_tables(request: Request) -> shapes.OpenTables:
    """Return the tables in the lobby that still have free seats."""
    rows = await get_shared(request).registry.store.tables.gathering()
    return shapes.OpenTables(
        [
            shapes.OpenTable(
                row.id,
                row.game,
                dict(row.options),
                len(row.seats),
                [one.seat for one in row.seats if one.kind == "open"],
                [one.name for one in row.seats if one.kind != "open"],
                [one.seat for one in row.seats if one.kind == "bot"],
                deals.describe_deal(row),
                commitment_of(row.secret) if row.secret else "",
            )
            for row in rows
            if not row.damage
        ]
    )


async def promise(request: Request) -> shapes.Promised:
    """Return the commitment (a hash) to a new secret of the server, for a verified shuffle.

    The server commits itself before it knows the salt (a text) of the caller, so neither can choose the shuffle.
    """
    shared = get_shared(request)
    return shapes.Promised(*shared.promises.make(shared.registry.clock.date()))


async def receipt(request: Request) -> shapes.ReceiptOf:
    """Return the receipt of a table's shuffle: the values by which a player can verify it.

    During the game it has only the commitment, the SHA-256 of the table's secret. The secret follows when the game is
    over. Callers that may not see the table are refused.
    """
    row = (await caller(request)).session.state.row
    commitment = commitment_of(row.secret) if row.secret else ""
    if row.status != "over" or not commitment:
        return shapes.ReceiptOf(commitment)
    return shapes.ReceiptOf(commitment, row.secret, row.seed, list(row.salts), list_former_seats(row))


async def open_table(request: Request, given: shapes.Opening) -> shapes.Opened:
    """Open a table. Return it with a token for each seat for which `seats` in the body has `me`."""
    registry = get_shared(request).registry
    name = name_request("open by a program", list_fields(given))
    if done := await registry.store.people.once.find(name) if name else None:
        return await _describe_opened_table(registry, *done)
    nobody = Person("", given.name)
    # Errors are raised before a guest is created.
    tried = by_choice(nobody, given.game, given.seats, given.options, registry.chance, clock=given.clock)
    deal = (await deals.read_request(registry, given.deal, tried))._asdict() if given.deal.strip() else {}
    person = await new_guest(request, given.name)
    new_table = by_choice(
        person,
        given.game,
        given.seats,
        given.options,
        registry.chance,
        listed=given.listed,
        bot_delay_ms=given.beat_ms,
        window_ms=given.window_ms,
        tells=given.tells,
        away_s=given.away_s,
        clock=given.clock,
        watched=given.watched,
        drawn=given.drawn,
    )
    if secret := await get_shared(request).promises.redeem_salted(given.promise, given.salt, registry.clock.date()):
        new_table = new_table.with_salt(secret, given.salt)
    table = await registry.add(replace(new_table, **deal), make_once(request, name, person.id))
    return await _describe_opened_table(
        registry, *(await registry.store.people.once.find(name) if name else None) or (person.id, table)
    )


async def _describe_opened_table(registry: Registry, person: str, table: str) -> shapes.Opened:
    """Return the response for a program that has opened a table: its id, its address and new tokens.

    The program acts for a person with the id `person`, and gets a token for each seat of this person. `table` is the id
    of the table. A program that repeats its request gets the same table, with new tokens.
    """
    mine = (await registry.get(table)).state.row.list_seats(person)
    return shapes.Opened(
        table, own_address(f"/t/{table}"), [await _seat_token(registry, table, seat, person) for seat in mine]
    )


async def join_table(request: Request, given: shapes.Joining) -> shapes.SeatToken:
    """Take a seat at a table that has not started, and return a token for it. The default is the first open seat."""
    session, registry = await any_table(request), get_shared(request).registry
    may_look(session, None)
    if session.state.row.status != "gathering":
        raise NotAllowed(0, "All seats are taken.")
    person = await new_guest(request, given.name)
    await commands.sit(session, person, given.seat, given.salt)
    if session.state.row.host == HOUSE:
        await _set_out(registry)
    return await _seat_token(registry, session.id, _find_first_seat(session, person), person.id)


async def _set_out(registry: Registry) -> None:
    """Open another table with bots and a free seat in the lobby for the next visitor.

    If the database is unavailable, do nothing.
    """
    try:
        await registry.set_out()
    except Away:
        return


def _find_first_seat(session: Session, person: Person) -> int:
    return session.state.row.list_seats(person.id)[0]


async def _seat_token(registry: Registry, table: str, seat: int, person: str) -> shapes.SeatToken:
    made, secret = await give_token(registry, table, seat, person)
    return shapes.SeatToken(seat, secret, made)
