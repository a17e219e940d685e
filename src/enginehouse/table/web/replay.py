"""Finished games, one step at a time, from any seat's view; and the file of a game."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from enginehouse.core.match import Match
from enginehouse.table.html import table as pages
from enginehouse.table.picture.model import LOG_LINES, Picture, PictureInput
from enginehouse.table.picture.patch import frame, patch
from enginehouse.table.picture.regions import build, line, told
from enginehouse.table.tables.rebuild import stored_log
from enginehouse.table.tables.session import Live
from enginehouse.table.web.guests import visitor
from enginehouse.table.web.problems import forbidden
from enginehouse.table.web.requests import hall_of, query_number, table_of

T = TypeVar("T")


async def _finished(live: Live) -> Match:
    """A game that is over, as it is stored; while it runs nobody may look into it.

    A last action that could not be stored has ended nothing: the game goes on without it, its secrets still secret.
    """
    match = await live.stored_match()
    if not match.over:
        raise forbidden("A game can be replayed when it is over.", "Until then its secrets are its players'.")
    return match


def _at_start(whole: Match) -> Match:
    return Match(whole.game, whole.seats, whole.options, whole.seed)


def _checked(whole: Match) -> Match:
    """The match after all entries, with the checksum after each."""
    match = _at_start(whole)
    match.checks = []
    for entry in whole.entries:
        match.step(entry)
    return match


def _played(live: Live, whole: Match, at: int) -> Match:
    """A match after its first `at` entries: played on from where somebody looked last, if that was before. One at a time."""
    match = live.replayed
    live.replayed = None  # whatever breaks here, no half of it is kept
    if match is None or len(match.entries) > at:
        match = _at_start(whole)
    for entry in whole.entries[len(match.entries) : at]:
        match.step(entry)
    live.replayed = match
    return match


async def _in_turn(live: Live, make: Callable[[], T]) -> T:
    """Play a finished game again in a thread. One game at a time: several at once would only hold up who plays."""
    async with live.hall.replaying:
        return await asyncio.to_thread(make)


def _picture(live: Live, match: Match, seat: int) -> Picture:
    scores, ranks = match.scores() if match.over else ([], [])
    view = match.view(seat)
    mask = int(match.game.rules.actors(view))
    undone = not match.entries or match.entries[-1].step == "undo"
    return build(
        PictureInput(
            table=live.id,
            game=match.game,
            seat=seat,
            view=view,
            names=live.names,
            sitting=live.row.sitting,
            acting=frozenset(s for s in range(match.seats) if mask >> s & 1),
            story=[
                line(k, said, live.names)
                for k, events in list(enumerate(match.story(seat)))[-LOG_LINES:]
                if (said := told(match.game, view, events))
            ],
            last=[] if undone else match.events(seat, -1),
            reason=match.reason,
            scores=scores,
            ranks=ranks,
            replay=True,
        )
    )


def _seat(request: Request, live: Live) -> int:
    wanted = query_number(request, "seat")
    return wanted if wanted is not None and 0 <= wanted < live.match.seats else -1


async def show(request: Request) -> Response:
    """The page of a replay."""
    live, person = await table_of(request), await visitor(request)
    whole = await _finished(live)
    seat, many = _seat(request, live), len(whole.entries)
    at = min(many, max(0, query_number(request, "at") or 0))

    def make() -> tuple[Picture, Any]:
        match = _played(live, whole, at)
        return _picture(live, match, seat), match.view(-1)

    picture, view = await _in_turn(live, make)
    return HTMLResponse(pages.replay(live.id, whole.game, person, seat, at, many, picture, view, live.names))


async def step(request: Request) -> Response:
    """One position of a replay as a message: from the one before as a patch, so that pieces move, else whole."""
    live = await table_of(request)
    whole = await _finished(live)
    seat, at = _seat(request, live), min(len(whole.entries), request.path_params["at"])
    before = query_number(request, "from")

    def make() -> bytes:
        if before is not None and before == at - 1:
            match = _played(live, whole, before)
            old = _picture(live, match, seat)
            entry = whole.entries[before]
            match = _played(live, whole, at)
            new = _picture(live, match, seat)
            events = [] if entry.step == "undo" else match.events(seat, -1)
            motions = match.game.drawing.paths(match.view(seat), events) if events else []
            return msgspec.json.encode(patch(at, old, new, motions))
        return msgspec.json.encode(frame(at, _picture(live, _played(live, whole, at), seat)))

    return Response(await _in_turn(live, make), media_type="application/json")


async def log(request: Request) -> Response:
    """The file of a finished game, which `enginehouse replay` and `verify` read."""
    live = await table_of(request)
    whole = await _finished(live)
    if live.row.rules == whole.game.facts.rules_version:
        found = (await _in_turn(live, lambda: _checked(whole))).log()
    else:
        found = stored_log(live.row, await hall_of(request).store.entries(live.id))
    data = msgspec.json.format(msgspec.json.encode(found), indent=1)
    name = f"{whole.game.name}-{live.id}.json"
    return Response(
        data, media_type="application/json", headers={"content-disposition": f'attachment; filename="{name}"'}
    )
