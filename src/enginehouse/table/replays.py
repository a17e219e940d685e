"""Finished games, one step at a time, from any seat's view; and the file of a game."""

from __future__ import annotations

import asyncio

import msgspec
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from enginehouse.core.match import Match
from enginehouse.table.asking import query_number, table_of
from enginehouse.table.frames import LOG_LINES, Picture, Sight, build, frame, line, patch, told
from enginehouse.table.live import Live
from enginehouse.table.pages import play as pages
from enginehouse.table.people import visitor
from enginehouse.table.problems import forbidden


async def _finished(live: Live) -> Match:
    """A game that is over, as it is stored; while it runs nobody may look into it.

    A last action that could not be stored has ended nothing: the game goes on without it, its secrets still secret.
    """
    match = await live.stored_match()
    if not match.over:
        raise forbidden("A game can be replayed when it is over.", "Until then its secrets are its players'.")
    return match


def _played(whole: Match, at: int, *, checks: bool = False) -> Match:
    """A match after its first `at` entries, with the checksum after each if they are wanted."""
    match = Match(whole.game, whole.seats, whole.options, whole.seed)
    match.checks = [] if checks else None
    for entry in whole.entries[:at]:
        match.step(entry)
    return match


def _picture(live: Live, match: Match, seat: int) -> Picture:
    scores, ranks = match.scores() if match.over else ([], [])
    view = match.view(seat)
    mask = int(match.game.rules.actors(view))
    undone = not match.entries or match.entries[-1].step == "undo"
    return build(
        Sight(
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
    match = await asyncio.to_thread(_played, whole, at)
    picture = _picture(live, match, seat)
    return HTMLResponse(pages.replay(live.id, match.game, person, seat, at, many, picture, match.view(-1), live.names))


async def step(request: Request) -> Response:
    """One position of a replay as a message: from the one before as a patch, so that pieces move, else whole."""
    live = await table_of(request)
    whole = await _finished(live)
    seat, at = _seat(request, live), min(len(whole.entries), request.path_params["at"])
    before = query_number(request, "from")

    def make() -> bytes:
        if before is not None and before == at - 1:
            match = _played(whole, before)
            old = _picture(live, match, seat)
            entry = match.step(whole.entries[before])
            new = _picture(live, match, seat)
            events = [] if entry.step == "undo" else match.events(seat, -1)
            motions = match.game.drawing.paths(match.view(seat), events) if events else []
            return msgspec.json.encode(patch(at, old, new, motions))
        return msgspec.json.encode(frame(at, _picture(live, _played(whole, at), seat)))

    return Response(await asyncio.to_thread(make), media_type="application/json")


async def log(request: Request) -> Response:
    """The file of a finished game, which `enginehouse replay` and `verify` read."""
    live = await table_of(request)
    whole = await _finished(live)
    match = await asyncio.to_thread(_played, whole, len(whole.entries), checks=True)
    data = msgspec.json.format(msgspec.json.encode(match.log()), indent=1)
    name = f"{match.game.name}-{live.id}.json"
    return Response(
        data, media_type="application/json", headers={"content-disposition": f'attachment; filename="{name}"'}
    )
