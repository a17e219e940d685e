"""Players who are away, leave or return: a bot plays at their seat, which stays theirs."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest
from handclock import HandClock, SeededChance
from opened import ANN, BOB, CAT, People, TableOf, act, look, play_note
from pages import JSON, new_table, somebody
from starlette.testclient import TestClient

from enginehouse.core.errors import NotAllowed
from enginehouse.table.api import looks
from enginehouse.table.errors import Forbidden
from enginehouse.table.play import absence, commands
from enginehouse.table.play.registry import Registry
from enginehouse.table.play.session import Session
from enginehouse.table.states.opening import Times, by_choice
from enginehouse.table.store.rows import Person

pytestmark = pytest.mark.usefixtures("no_workers")
STAND_IN = "Let a bot play for"


def prompt(session: Session, seat: int) -> str:
    """Return the prompt of a seat above the board."""
    return re.sub("<[^>]*>", "", look(session, seat).picture.html["prompt"])


def list_lines(session: Session, seat: int) -> list[str]:
    """The lines of the log about people."""
    log = look(session, seat).picture.keyed_lists["log-lines"]
    return [
        re.sub("<svg.*?</svg>|<[^>]*>", "", line).strip() for name, line in log.items() if name.startswith("log-left")
    ]


def is_timed(session: Session) -> bool | None:
    """Whether the window that is open is timed."""
    return session.state.window.timed if session.state.window is not None else None


async def test_who_keeps_the_others_waiting_is_played_and_comes_back(table_of: TableOf, clock: HandClock) -> None:
    session = await table_of("Ann", "Bob", away_s=60)
    await clock.advance(59)
    with pytest.raises(NotAllowed, match="long enough"):
        await absence.stand_in(session, BOB, 0)
    assert STAND_IN not in prompt(session, 1)
    await clock.advance(2)
    assert STAND_IN in prompt(session, 1)
    assert STAND_IN not in prompt(session, 0) + prompt(session, -1), "neither for themselves nor for onlookers"
    hand = session.state.view(0).hand[0]
    await absence.stand_in(session, BOB, 0)
    seat = session.state.row.seats[0]
    assert (seat.kind, seat.person, seat.owner, seat.name) == ("bot", None, ANN, "Ann's bot")
    assert "A bot plays for you" in prompt(session, 0) and look(session, 0).picture.acts == []
    assert session.state.choose_seat(ANN) == 0 and session.state.view(0).hand[0] == hand, "their own view stays theirs"
    await clock.advance(3)
    assert session.state.match.entries, "the bot has played"
    with pytest.raises(Forbidden, match="bot plays for you"):
        await commands.undo(session, ANN, 0, session.state.decision(0))
    row = await session.store.tables.get(session.id)
    assert row is not None and row.seats == session.state.row.seats and row.departures == session.state.row.departures
    await absence.come_back(session, Person(ANN, "Ann"))
    seat = session.state.row.seats[0]
    assert (seat.kind, seat.person, seat.owner, seat.name, seat.bot) == ("person", ANN, None, "Ann", None)
    assert list_lines(session, 1) == ["Ann is away. A bot plays for them.", "Ann is back."]
    with pytest.raises(Forbidden, match="No seat is kept"):
        await absence.come_back(session, Person(ANN, "Ann"))
    row = await session.store.tables.get(session.id)
    assert row is not None and row.seats == session.state.row.seats and row.departures == session.state.row.departures


async def test_who_left_by_choice_comes_back_too(registry: Registry, table_of: TableOf, elsewhere: Registry) -> None:
    session = await table_of("Ann", "Bob", away_s=0)
    await absence.leave(session, BOB)
    assert [one.id for one in await registry.store.tables.of_person(BOB)] == [session.id]
    again = await elsewhere.get(session.id)  # as after a restart
    await absence.come_back(again, Person(BOB, "Robert"))
    assert again.state.row.names == ("Ann", "Bob"), "under the name that they had here"
    assert list_lines(again, -1) == ["Bob has left. A bot plays on.", "Bob is back."]


async def test_only_who_sits_there_lets_a_bot_play_and_only_for_who_is_away(
    table_of: TableOf, clock: HandClock
) -> None:
    session = await table_of("Ann", "Bob", "Cat", away_s=30)
    await clock.advance(31)
    for person, seat, why in ((None, 0, "do not sit"), ("stranger", 0, "do not sit")):
        with pytest.raises(Forbidden, match=why):
            await absence.stand_in(session, person, seat)
    for person, seat, why in (
        (ANN, 0, "your own"),
        (BOB, 2, "long enough"),
        (BOB, 7, "That seat has no player"),
        (BOB, -1, "has no player"),
    ):
        with pytest.raises(NotAllowed, match=why):
            await absence.stand_in(session, person, seat)
    await play_note(session)
    assert session.state.waiting.away == frozenset(), "who has acted is there"


async def test_where_nobody_may_be_played_nobody_is(table_of: TableOf, clock: HandClock) -> None:
    session = await table_of("Ann", "Bob", away_s=0)
    await clock.advance(100_000)
    assert session.state.waiting.away == frozenset() and STAND_IN not in prompt(session, 1)
    alone = await table_of("Ann", bots=1, away_s=30)
    await clock.advance(60)
    assert alone.state.waiting.away == frozenset()


async def test_waiting_goes_on_while_nobody_serves_the_table(
    table_of: TableOf, clock: HandClock, elsewhere: Registry
) -> None:
    """A restart does not begin it anew, and a table that only waits for people need not stay in memory."""
    session = await table_of("Ann", "Bob", away_s=3600)
    name = next(one for one in session.state.match.legal_names(0) if one.startswith("move"))
    await clock.advance(100)
    await act(session, 0, name)
    await commands.undo(session, ANN, 0, session.state.decision(0))
    await clock.advance(2900)
    again = await elsewhere.get(session.id)
    assert again.state.waiting.since[0] == pytest.approx(clock.now() - 3000)
    assert not elsewhere.scheduler.has_deadline(session.id)
    await clock.advance(601)
    assert again.state.waiting.away == {0} and STAND_IN in prompt(again, 1)


async def test_a_sealed_answer_makes_no_waiting_shorter(
    registry: Registry, people: People, clock: HandClock, elsewhere: Registry
) -> None:
    """Twin tables without a time for windows: at one Bob has answered unseen, at the other not. Cat cannot tell."""
    seen: list[list[Any]] = []
    ann, bob, cat = await people("Ann", "Bob", "Cat")
    for answered in (False, True):
        made = by_choice(ann, "switchyard", ["me", "open", "open"], {}, registry.chance, window_ms=0, away_s=100)
        session = await registry.get(await registry.add(replace(made, seed=f"{7:064x}")))
        await commands.sit(session, bob)
        await commands.sit(session, cat)
        await play_note(session)
        assert session.state.window is not None and not session.state.window.timed
        await clock.advance(50)
        if answered:
            await act(session, 1, "pass")
        await clock.advance(20)
        halfway = session.state.waiting, (await elsewhere.read(session.id)).state.waiting
        await clock.advance(31)
        assert session.state.waiting.away == {1, 2}
        await absence.stand_in(session, CAT, 1)
        shown = look(session, 2).picture
        seen.append(
            [
                {seat: round(at - clock.now(), 3) for one in halfway for seat, at in one.since.items()},
                shown.html["prompt"].replace(session.id, "T"),
                shown.html["seats"],
                list_lines(session, 2),
            ]
        )
    assert seen[0] == seen[1]


async def test_an_answer_that_waits_stays_and_a_bot_that_was_asked_lets_go(table_of: TableOf, clock: HandClock) -> None:
    session = await table_of("Ann", "Bob", "Cat", window_ms=90_000, away_s=30)
    for _ in range(20):
        await play_note(session)
        if "stop" in session.state.match.legal_names(1):
            break
        session = await table_of("Ann", "Bob", "Cat", window_ms=90_000, away_s=30)
    await act(session, 1, "stop")
    await clock.advance(31)
    await absence.stand_in(session, CAT, 1)
    assert session.state.window is not None and session.state.window.timed
    assert dict(session.state.pending) == {1: "stop"}
    await absence.come_back(session, Person(BOB, "Bob"))
    await commands.undo(session, BOB, 1, session.state.decision(1))
    assert dict(session.state.pending) == {}


async def test_a_window_is_timed_again_when_somebody_is_back(table_of: TableOf) -> None:
    """Alone with bots it need not be; with another person how long it takes would tell who answered."""
    session = await table_of("Ann", "Bob", bots=1, away_s=30)
    await absence.leave(session, BOB)
    await play_note(session)
    assert is_timed(session) is False
    await absence.come_back(session, Person(BOB, "Bob"))
    assert is_timed(session) is True


async def test_the_last_one_who_leaves_ends_no_table_of_who_is_only_away(table_of: TableOf, clock: HandClock) -> None:
    session = await table_of("Ann", "Bob", away_s=30)
    await clock.advance(31)
    await absence.stand_in(session, BOB, 0)
    await absence.leave(session, BOB)
    assert session.state.row.people == set() and session.state.running
    await absence.come_back(session, Person(ANN, "Ann"))
    assert session.state.row.people == {ANN}
    await absence.leave(session, ANN)
    assert session.state.row.status == "ended", "Bob has left by choice"


def test_the_time_is_bounded_and_shown_to_all(client: TestClient) -> None:
    for asked, kept in ((None, 900), (0, 0), (1, 30), (10**9, 60 * 86400)):
        made = by_choice(Person("p", "P"), "switchyard", ["me", "open"], {}, SeededChance(), away_s=asked)
        assert made.row("t", "", 0.0, Times(0, 0, 900)).away_s == kept
    table = new_table(client, away_s="300")
    assert "replaced by a bot after 5 minutes" in client.get(table).text
    assert "replaced by a bot after 5 minutes" in somebody(client).get(f"{table}/join").text


def test_coming_back_by_the_page(client: TestClient) -> None:
    table = new_table(client)
    bob = somebody(client)
    bob.post(f"{table}/join", data={"name": "Bob"})
    refused = bob.post(f"{table}/standin", json={"seat": 0}, headers=JSON)
    assert refused.status_code == 409 and "long enough" in refused.text
    assert bob.post(f"{table}/back").status_code == 403
    bob.post(f"{table}/leave")
    assert "A bot plays for you" in bob.get("/").text
    page = bob.get(table).text
    assert "Take your seat back" in page and f"{table}/leave" not in page
    assert bob.post(f"{table}/back").headers["location"] == table
    assert "Take your seat back" not in bob.get(table).text


async def test_programs_see_who_is_away(table_of: TableOf, clock: HandClock) -> None:
    session = await table_of("Ann", "Bob", away_s=45)
    await clock.advance(46)
    found = looks.look(session.state, 1)
    assert found.away_s == 45 and [one.away for one in found.seats] == [True, False]
    await absence.stand_in(session, BOB, 0)
    found = looks.look(session.state, 0)
    assert [one.kept for one in found.seats] == [True, False] and found.actions == []
