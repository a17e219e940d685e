"""Serve the pages that belong to no table: lobby, new table, rules, parts, covers."""

from __future__ import annotations

import asyncio
import secrets
from contextlib import suppress
from dataclasses import replace
from functools import cache

from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response

from enginehouse.core.errors import EnginehouseError, Unreadable
from enginehouse.core.pictures import covers
from enginehouse.core.pictures.drawing import Marks, Piece, Sheet, Theme, document, part_document
from enginehouse.core.play import arena
from enginehouse.core.registry import game as games
from enginehouse.core.registry.game import Game
from enginehouse.core.teaching import guides
from enginehouse.core.teaching.guides import guide_of
from enginehouse.core.teaching.lessons import Lesson, lessons_of
from enginehouse.table import words
from enginehouse.table.extras import deals
from enginehouse.table.html import lobby as pages
from enginehouse.table.html import rulebook as books
from enginehouse.table.names import check_not_muted
from enginehouse.table.play import commands
from enginehouse.table.states.opening import by_choice
from enginehouse.table.states.teaching import describe_table
from enginehouse.table.store.outage import Away
from enginehouse.table.store.rows import Person
from enginehouse.table.web.guests import check_cookies, guest, remember, visitor
from enginehouse.table.web.limits import TABLES
from enginehouse.table.web.middleware import PICTURE_POLICY
from enginehouse.table.web.once import find_done, make_once, name_request
from enginehouse.table.web.problems import RETRY_S, not_found
from enginehouse.table.web.requests import count_as, fields, find_game, get_shared, number

COVER_SEED, COVER_STEPS = 3, 45
"""The seed and the number of actions of the position that is shown for a game without a cover."""


async def lobby(request: Request) -> Response:
    """Show the lobby: the caller's tables, the tables that wait for players, and all games."""
    shared, person = get_shared(request), await visitor(request)
    if person is None:
        check_cookies(request)
    registry = shared.registry
    away = ""
    try:
        mine = await registry.store.tables.of_person(person.id) if person else []
        shared.gathering = await registry.store.tables.gathering()
    except Away as error:
        mine, away = registry.list_rows(person.id if person else None), str(error)
    turns: dict[str, str] = {}
    for row in [t for t in mine if t.status == "running"][:8]:
        with suppress(EnginehouseError):  # a table that cannot be opened shows its error on its own page
            state = (await registry.get(row.id)).state
            seat = state.choose_seat(person.id if person else None)
            plays = seat in state.row.list_seats(person.id if person else None)
            if state.running:
                names = [state.row.names[one] for one in sorted(state.list_asked(seat))]
                turns[row.id] = words.whose_turn(bool(plays and state.legal(seat)), names)
    return HTMLResponse(pages.lobby(person, mine, turns, shared.gathering, away))


async def new_form(request: Request) -> Response:
    """Show the form for a new table. The query may name the `game`, and in `deal` a table whose setup is used again."""
    offered = pages.list_offered()
    name = request.query_params.get("game") or (offered[0].name if offered else "")
    try:
        game = games.get(name)
    except Unreadable as error:
        raise not_found(str(error)) from None
    settings = get_shared(request).registry.settings
    deal = request.query_params.get("deal", "")[:120]
    form = pages.new_table(
        game,
        await visitor(request),
        pages.Usual(
            settings.window_ms,
            settings.away_s,
            *get_shared(request).promises.make(get_shared(request).registry.clock.date()),
            key=secrets.token_urlsafe(24),
        ),
        positions=settings.positions,
        deal=deal,
    )
    return HTMLResponse(form)


@count_as(TABLES)
async def new(request: Request) -> Response:
    """Open a table as the form says, and redirect to it.

    The form is that of the page `new_table`. These are its main fields:

    - `game`, `seat-0` and so on, and an `option-NAME` for each option
    - `beat_ms`, the pause between bots' actions, and `window_ms`, the time in which several seats answer at once (both
      in milliseconds)
    - `away_s`, the seconds after which a bot may replace an inactive player, and `clock`, the time limit
    - `promise`, the name of the server's secret for a verified shuffle, whose hash the page has shown
    - `salt`, a text of the person for the same shuffle
    - `key`, a random name for the request: if the browser sends it again, no second table is opened
    """
    given = await fields(request)
    name = name_request("open", given)
    if opened := await _opened_before(request, name, given.get("promise", "")):
        return opened
    game = games.get(given.get("game", ""))
    chosen = [(given.get(f"seat-{k}", "none"), given.get(f"name-{k}", "")) for k in range(game.facts.seats[1])]
    seats = [f"me:{own}" if one == "me" and own.strip() else one for one, own in chosen if one != "none"]
    options = {name[7:]: value for name, value in given.items() if name.startswith("option-")}
    game.check_seats(len(seats))
    game.check_options(options)
    person, cookie = await guest(request, given.get("name", ""))
    registry = get_shared(request).registry
    start = given.get("start", "").strip()
    if start and not registry.settings.positions:
        raise Unreadable(
            "tables cannot start from a position here: the host has not allowed it (`enginehouse play --positions`)"
        )
    new_table = by_choice(
        person,
        game.name,
        seats,
        options,
        registry.chance,
        listed="listed" in given,
        bot_delay_ms=number(given, "beat_ms", registry.settings.beat_ms),
        window_ms=number(given, "window_ms", registry.settings.window_ms),
        start=start,
        tells=given.get("tells", ""),
        away_s=number(given, "away_s", registry.settings.away_s),
        clock=_clock(given),
        watched="watched" in given,
        drawn="drawn" in given,
    )
    promise, salt = given.get("promise", ""), given.get("salt", "")
    if secret := await get_shared(request).promises.redeem_salted(promise, salt, registry.clock.date()):
        new_table = new_table.with_salt(secret, salt)
    if (asked := given.get("deal", "")).strip():
        check_not_muted(person, "Open the table without a seed.")
        new_table = replace(new_table, **(await deals.read_request(registry, asked, new_table))._asdict())
    table = await registry.add(new_table, make_once(request, name, person.id))
    remember(request, answer := RedirectResponse(opened_address(table, promise if secret else ""), 303), cookie)
    # If a new guest sends the first form twice at once, two guests were created, and the first one has the table.
    return (await _opened_before(request, name, promise) or answer) if cookie else answer


async def _opened_before(request: Request, name: str, promise: str) -> Response | None:
    """Return a redirect to the table that an equal request has opened before, or None if there was no such request.

    `name` is the name of the request (`once.name_request`). `promise` is the name of the server's secret for a verified
    shuffle, or "". The form has shown the hash of this secret.
    """
    shared, done = get_shared(request), await find_done(request, name)
    if done is None:
        return None
    table = done[1]
    secret = (await shared.registry.get(table)).state.row.secret
    return RedirectResponse(opened_address(table, promise if shared.promises.has_secret(promise, secret) else ""), 303)


def opened_address(table: str, promise: str) -> str:
    """Return the address of a table that was just opened, with `promise` in its query unless `promise` is empty.

    `promise` is the name of the server's secret for a verified shuffle. Before the table was opened, the browser stored
    the secret's hash under this name. When the table's page opens, its script reads the name in the address and stores
    the hash for this table (`static/page/commitments.js`).
    """
    return f"/t/{table}?opened={promise}" if promise else f"/t/{table}"


def _clock(given: dict[str, str]) -> str:
    """Return the text of the clock rule that is chosen in the form `given`.

    The field `clock` has the rule. If turns last days, the field `asleep` may add a nightly break.
    """
    chosen, asleep = given.get("clock", ""), given.get("asleep", "")
    return f"{chosen} {asleep}" if chosen.startswith("days") and asleep else chosen


@count_as(TABLES)
async def lesson(request: Request) -> Response:
    """Open a table with a lesson for the caller, and redirect to it."""
    game = find_game(request)
    found = lessons_of(game).get(request.path_params["lesson"])
    if found is None:
        raise not_found("There is no such lesson.")
    return await open_lesson(request, game, found)


async def open_lesson(request: Request, game: Game, found: Lesson) -> Response:
    """Open a table of a game with the lesson or puzzle `found` for the caller, and redirect to it."""
    person, cookie = await admit_learner(request)
    registry = get_shared(request).registry
    table = await registry.add(describe_table(game, found, person, registry.chance))
    await commands.begin_lesson(await registry.get(table), found.prelude)
    return remember(request, RedirectResponse(f"/t/{table}", 303), cookie)


async def admit_learner(request: Request) -> tuple[Person, str | None]:
    """Return the caller and a cookie to set, if any.

    If a new caller has not entered a `name` in the form, give them the name "Player", so that a first lesson starts
    without questions.
    """
    known, given = await visitor(request), await fields(request)
    return await guest(request, given.get("name", "").strip() or ("" if known else words.LEARNER))


async def rules(request: Request) -> Response:
    """Show the rulebook of the game that the address names."""
    return HTMLResponse(books.rules_page(find_game(request).name))


async def parts(request: Request) -> Response:
    """Show the page with all parts of a game: its cards, tiles and other pieces."""
    return HTMLResponse(books.parts_page(find_game(request)))


def _theme(request: Request) -> Theme:
    return "dark" if request.query_params.get("theme") == "dark" else "light"


def _picture(text: str) -> Response:
    headers = {"content-security-policy": PICTURE_POLICY, "cache-control": "public, max-age=600"}
    return Response(text, media_type="image/svg+xml", headers=headers)


async def part(request: Request) -> Response:
    """Send a picture of a card, tile or other piece of a game.

    The address has its number, and the query the `theme`.
    """
    game, at = find_game(request), request.path_params["part"]
    drawn = game.drawing.gallery()
    if at >= len(drawn):
        raise not_found("There is no such part.")
    title, svg, width, height = drawn[at]
    defs = getattr(game.drawing, "DEFS", "")
    return _picture(
        part_document(svg, width, height, style=game.drawing.STYLE, defs=defs, theme=_theme(request), title=title)
    )


@cache
def scene_picture(name: str, number: int, theme: Theme) -> str:
    """Return picture `number` (from 0) of the guide to the game `name`, or "" if there is no such picture.

    The picture is SVG text with the colours of `theme`.
    """
    guide = guide_of(game := games.get(name))
    turn = guide.turn if guide is not None else ()
    return guides.picture(game, turn[number], theme) if number < len(turn) else ""


async def scene(request: Request) -> Response:
    """Send a picture of the guide to a game. The address has the picture's number, and the query has the `theme`."""
    at = request.path_params["scene"]
    text = await asyncio.to_thread(scene_picture, find_game(request).name, at, _theme(request))
    if not text:
        raise not_found("There is no such picture.")
    return _picture(text)


@cache
def cover_picture(name: str, theme: Theme) -> str:
    """Return the picture of the game `name` for the lobby as SVG text in a theme.

    The picture is the game's cover or, without a cover, a position of the game as a spectator sees it.
    """
    game = games.get(name)
    defs = getattr(game.drawing, "DEFS", "")
    if hasattr(game.drawing, "cover"):
        sheet, piece = (
            Sheet("cover", covers.COVER_WIDE, covers.COVER_HIGH, ("all",)),
            Piece("cover", game.drawing.cover()),
        )
        style = game.drawing.STYLE + covers.STYLE
        return document(
            [sheet], [piece], style=style, defs=defs, theme=theme, title=game.facts.title, width=sheet.width
        )
    low, high = game.facts.seats
    numbers = game.option_numbers(min(high, max(low, 4)), None)
    view = game.new_record()
    game.rules.view(arena.after(game, numbers, COVER_SEED, COVER_STEPS), -1, view)
    board, *others = game.drawing.sheets(view)
    elsewhere = {layer for sheet in others for layer in sheet.layers}
    pieces = [p for p in game.drawing.draw(view, Marks()) if p.layer not in elsewhere]
    return document(
        [board], pieces, style=game.drawing.STYLE, defs=defs, theme=theme, title=game.facts.title, width=board.width
    )


async def cover(request: Request) -> Response:
    """Send the picture of a game for the lobby. The query has the `theme`: `light` or `dark`."""
    return _picture(await asyncio.to_thread(cover_picture, find_game(request).name, _theme(request)))


async def health(request: Request) -> Response:
    """Send 200 and `ok` if the server can store games. Otherwise send 503 and the problem of the database."""
    store = get_shared(request).registry.store
    with suppress(Away):  # the outage is reported below
        if not store.outages.reason:
            await store.database.alive()
    if reason := await store.outages.decide():
        said = f"the database is away: {reason}\n"
        return PlainTextResponse(said, 503, headers={"retry-after": str(RETRY_S)})
    return PlainTextResponse("ok")
