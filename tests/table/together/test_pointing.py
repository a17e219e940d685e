"""Pointing at a piece: everybody sees it, in one process and in two; hidden pieces are refused; secrets change no answer."""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

import pytest
from handclock import HandClock
from opened import ANN, BOB, CAT, Hearing, TableOf, act, hold_notes, play_note, read, shared_by
from two_apps import Two, Watching, playing, soon
from wire import Browser

from enginehouse.core.errors import NotAllowed
from enginehouse.core.pictures.drawing import Marks
from enginehouse.core.play.match import Match
from enginehouse.table.errors import Forbidden
from enginehouse.table.picture.board import page_id
from enginehouse.table.play import commands
from enginehouse.table.play.audience import Pointed
from enginehouse.table.play.registry import Registry
from enginehouse.table.play.session import Session
from enginehouse.table.store.rows import Person
from enginehouse.table.together.pointing import HIDDEN, check_alike, describe, find_place
from enginehouse.table.web import stream

pytestmark = pytest.mark.usefixtures("no_workers")
HOUSE = ["great-machine", "mechanation", "mechanica", "mechanical-beast"]


def list_pieces(match: Match, seat: int) -> list[str]:
    """Return the ids on the page of all pieces that a seat sees."""
    return [page_id(one.id) for one in match.game.drawing.draw(match.view(seat), Marks())]


def can_point(state: Any, seat: int, piece: str) -> bool:
    try:
        check_alike(state, seat, piece)
    except NotAllowed:
        return False
    return True


def first_shared(session: Session) -> str:
    """Return a piece that everybody sees alike."""
    return next(one for one in list_pieces(session.state.match, 0) if can_point(session.state, 0, one))


def points(hearing: Hearing) -> list[tuple[float, dict[str, Any]]]:
    """Return when a page got a pointing, and the data of it."""
    return [(at, read(one)[1]) for at, one in hearing.heard if read(one)[0] == "point"]


async def test_all_viewers_see_the_ring(registry: Registry, table_of: TableOf, clock: HandClock) -> None:
    session, shared = await table_of("Ann", "Bob"), shared_by(registry)
    pages = [
        await Hearing(stream.events(shared, session, seat, me), clock).begin()
        for seat, me in ((0, ANN), (1, BOB), (-1, ""))
    ]
    piece = first_shared(session)
    await shared.pointing.point(session, Person(ANN, "Ann"), 0, piece)
    await clock.advance(1)
    for one in pages:
        ((_, data),) = points(one)
        assert (data["seat"], data["name"], data["piece"]) == (0, "Ann", piece) and data["label"]
        await one.stop()
    late = await Hearing(stream.events(shared, session, 1, BOB), clock).begin()
    await clock.advance(1)
    assert points(late) == [], "a page that comes later sees no old ring"
    await late.stop()


async def test_hidden_pieces_strangers_and_muted_people_are_refused(registry: Registry, table_of: TableOf) -> None:
    session, shared = await table_of("Ann", "Bob"), shared_by(registry)
    everybody = set(list_pieces(session.state.match, -1))
    hidden = [one for one in list_pieces(session.state.match, 0) if one not in everybody]
    assert hidden, "a hand"
    for piece in hidden:
        with pytest.raises(NotAllowed, match=HIDDEN):
            await shared.pointing.point(session, Person(ANN, "Ann"), 0, piece)
    with pytest.raises(NotAllowed, match="no longer there"):
        await shared.pointing.point(session, Person(ANN, "Ann"), 0, "p-nowhere")
    piece = first_shared(session)
    for person, seat in ((BOB, 0), (CAT, -1), (CAT, 1)):
        with pytest.raises(Forbidden, match="Only players"):
            await shared.pointing.point(session, Person(person, person), seat, piece)
    await shared.talks.mute(session, ANN, 0, 1)
    with pytest.raises(Forbidden, match="muted"):
        await shared.pointing.point(session, Person(BOB, "Bob"), 1, piece)
    with pytest.raises(NotAllowed):
        await shared.talks.mute(session, ANN, 0, 0)  # oneself
    await shared.talks.mute(session, ANN, 0, 1)
    await shared.pointing.point(session, Person(BOB, "Bob"), 1, piece)


@pytest.mark.parametrize("game", HOUSE)
async def test_a_ring_is_in_the_same_place_for_all(registry: Registry, table_of: TableOf, game: str) -> None:
    """In the middle of games, for each piece and seat. A position that looks the same to a seat gives the same answers."""
    session, dice = await table_of("Ann", "Bob", "Cat", game=game), random.Random(4)
    match = session.state.match.clone()
    counted = 0
    for step in range(60):
        if match.over:
            break
        if step % 20 == 10:
            state = replace(session.state, match=match.clone())
            for seat in range(match.seats):
                twin = replace(state, match=match.guess(seat, step))
                for piece in list_pieces(match, seat):
                    alike = can_point(state, seat, piece)
                    assert alike == can_point(twin, seat, piece), (piece, "tells of a secret")
                    counted += alike
                    own = find_place(match.game, match.view(seat), piece, state.row.foretells)
                    for viewer in range(-1, match.seats) if alike else ():
                        seen = describe(state, Pointed(1, seat, piece), viewer)
                        assert (
                            seen is None
                            or find_place(match.game, match.view(viewer), piece, state.row.foretells) == own
                        )
        seat = dice.choice(match.actors())
        match.act_unchecked(seat, dice.choice(list(match.legal(seat))))
    assert counted > 20


# ---------------------------------------------------------------- twin worlds


async def answer(session: Session) -> None:
    await act(session, 1, "pass")


async def take_back_an_answer(session: Session) -> None:
    await act(session, 1, "pass")
    await commands.undo(session, BOB, 1, session.state.decision(1))


@pytest.mark.parametrize("secret", [answer, take_back_an_answer])
async def test_a_secret_answer_changes_no_pointing(
    registry: Registry, table_of: TableOf, clock: HandClock, secret: Callable[[Session], Awaitable[None]]
) -> None:
    """In twin worlds that differ in secret actions of Bob, others get the same bytes at the same ticks, and Ann the same refusals."""
    worlds = []
    for acts_at in (None, 0.5, 1.5, 2.5):
        session = await table_of("Ann", "Bob", "Cat", window_ms=30_000)
        hold_notes(session, {seat: [2, 1, 1] for seat in range(3)})
        await play_note(session)
        shared, ann = shared_by(registry), Person(ANN, "Ann")
        pages = [stream.events(shared, session, seat, me) for seat, me in ((-1, ""), (0, ANN), (2, CAT))]
        hearings = [await Hearing(one, clock).begin() for one in pages]
        answers = []
        for tick in range(4):
            if acts_at is not None and tick == round(acts_at + 0.5):
                await secret(session)
            await clock.advance(1)
            for piece in list_pieces(session.state.match, 0):
                try:
                    await shared.pointing.point(session, ann, 0, piece)
                    answers.append("")
                except NotAllowed as error:
                    answers.append(str(error))
            await clock.advance(0)
        assert "" in answers and len(set(answers)) > 1 and points(hearings[0])
        heard = [[(at, data.replace(session.id.encode(), b"")) for at, data in one.heard] for one in hearings]
        worlds.append((answers, heard))
        for one in hearings:
            await one.stop()
        await clock.advance(40)
    assert all(world == worlds[0] for world in worlds)


# ---------------------------------------------------------------- requests, and two processes


async def test_pointing_has_a_limit(app: Any) -> None:
    ann, eve = Browser(app), Browser(app)
    table = await ann.new("me", "me")
    session = await app.state.shared.registry.get(table.removeprefix("/t/"))
    piece = first_shared(session)
    found = [(await ann.post(f"{table}/point", "application/json", seat=0, piece=piece)).status for _ in range(17)]
    assert found == [204] * 15 + [429] * 2
    assert (await eve.post(f"{table}/point", "application/json", seat=0, piece=piece)).status == 403


@pytest.mark.postgres
async def test_the_other_process_shows_the_ring(two: Two) -> None:
    table, ann, _ = await playing(two)
    here, there = await two.session(two.one, table), await two.session(two.two, table)
    watching = [Watching(two.one, here, -1), Watching(two.two, there, 1)]
    await soon(lambda: all(one.many("frame") for one in watching))
    piece = first_shared(here)
    assert (await ann.post(f"{table}/point", "application/json", seat=0, piece=piece)).status == 204
    await soon(lambda: all(one.many("point") == 1 for one in watching))
    assert watching[0].events[-1] == watching[1].events[-1]
    for one in watching:
        await one.close()
