"""Two processes on one PostgreSQL, here as two applications that share nothing but the database: what is done in one is there in the
other."""

from __future__ import annotations

import asyncio
import re

import msgspec
import pytest
from sqlalchemy import text
from two_apps import SOON_S, Two, playing, soon, watched
from wire import Browser, ask

from enginehouse.table.people.talk import Talks
from enginehouse.table.store.news import News
from enginehouse.table.sync.following import Following

pytestmark = [pytest.mark.postgres, pytest.mark.usefixtures("no_workers")]


async def test_who_sits_down_in_one_is_there_in_the_other_at_once(two: Two) -> None:
    ann, bob, carol = Browser(two.one), Browser(two.two), Browser(two.one)
    table = await ann.new("me", "open", "open")
    assert "Ann" in await bob.page(table)
    await carol.post(f"{table}/join", name="Carol")
    assert "Carol" in await bob.page(table), "whoever looks is shown what is stored"
    assert (await bob.post(f"{table}/join", name="Bob")).status == 303
    state = (await two.session(two.one, table)).state
    legal = state.match.legal_names(0) if state.running else ["move 1 2"]
    assert (await ann.act(table, 0, 0, legal[0])).status == 204, "the game has begun, by the other process"


async def test_somebody_who_has_just_come_may_look_and_act_in_the_other(two: Two) -> None:
    ann, bob = Browser(two.one), Browser(two.one)
    form = {"seat-0": "me", "seat-1": "open", "listed": "1"}  # nobody else may look on
    table = (await ann.post("/new", game="switchyard", name="Ann", **form)).headers["location"]
    stranger = Browser(two.two)
    await stranger.page(table)  # so that it is in memory there, with an open seat
    await bob.post(f"{table}/join", name="Bob")
    for app in (two.one, two.two):
        session = await two.session(app, table)
        session.store.news.tell = lambda *_: None  # type: ignore[method-assign]
    there = two.same(bob)
    assert (await there.post(f"{table}/note", seat=1, text="mine")).status == 303
    assert (await two.same(ann).act(table, 0, 0, "move 1 2")).status == 204
    assert (await stranger.get(table)).status == 403


async def test_a_program_that_has_just_come_may_act_in_the_other(two: Two) -> None:
    ann, json = Browser(two.one), (b"content-type", b"application/json")
    address = (await ann.new("me", "open", watched="1")).replace("/t/", "/api/v1/tables/")
    assert (await ask(two.two, "GET", address)).status == 200  # it is in memory there, with an open seat
    for app in (two.one, two.two):
        (await two.session(app, address.rpartition("/")[2])).store.news.tell = lambda *_: None  # type: ignore[method-assign]
    joined = await ask(two.one, "POST", f"{address}/join", [json], body=b'{"name": "Bob"}')
    token = (b"authorization", b"Bearer " + msgspec.json.decode(joined.body)["token"].encode())
    assert (await ask(two.two, "POST", f"{address}/tokens", [json, token], body=b"{}")).status == 201


async def test_actions_glide_in_both_windows_and_look_the_same(two: Two) -> None:
    table, ann, bob = await playing(two)
    viewers = await watched(two, table, -1, 0, 1)
    for k in range(10):  # both wagons arrive
        seat, who = (0, ann) if k % 2 == 0 else (1, bob)
        state = (await two.session(who.app, table)).state
        name = max(name for name in state.match.legal_names(seat) if name.startswith("move"))
        assert (await who.act(table, seat, state.decision(seat), name)).status == 204
        here, there = await two.session(two.one, table), await two.session(two.two, table)
        await soon(lambda: len(here.state.match.entries) == len(there.state.match.entries) == k + 1)  # noqa: B023
        await soon(lambda: all(one.many("patch") == k + 1 for one in viewers))  # noqa: B023
        for one, other in zip(viewers[:3], viewers[3:], strict=True):
            assert one.picture == other.picture
    for one, other in zip(viewers[:3], viewers[3:], strict=True):
        glides = [[said.get("moves") for kind, said in who.events if kind == "patch"] for who in (one, other)]
        assert glides[0] == glides[1] and any(glides[0]), "pieces glide alike, whichever process moved them"
    for one in viewers:
        await one.close()


async def test_an_answer_in_one_process_changes_nothing_for_others_in_the_other(two: Two) -> None:
    ann, bob = Browser(two.one), Browser(two.two)
    table = await ann.new("me", "open", "open", window_ms="60000", clock="live 600 5")
    await bob.post(f"{table}/join", name="Bob")
    cat = Browser(two.one)
    await cat.post(f"{table}/join", name="Cat")
    here, there = await two.session(two.one, table), await two.session(two.two, table)
    await there.catch_up()  # nobody looks on there
    note = next(name for name in here.state.match.legal_names(0) if name.startswith("play"))
    assert (await ann.act(table, 0, 0, note)).status == 204
    await there.catch_up()
    viewers = await watched(two, table, -1, 0, 1, 2)
    await soon(lambda: all(one.many("clock") and one.many("clocks") for one in viewers))
    before = [(list(one.events), one.picture) for one in viewers]
    assert (await cat.act(table, 2, here.state.decision(2), "pass")).status == 204
    await soon(lambda: dict(there.state.pending) == {2: "pass"})
    await asyncio.sleep(0.1)
    for one, (events, picture) in zip(viewers, before, strict=True):
        if one.seat != 2:
            assert one.events == events and one.picture == picture, f"seat {one.seat} learns of it"
        else:
            assert one.events != events and one.picture != picture
    again = two.same(cat)
    refused = await again.act(table, 2, there.state.decision(2), "pass")
    assert refused.status == 409 and b"already chosen" in refused.body
    assert (
        await again.post(f"{table}/undo", "application/json", seat=2, decision=there.state.decision(2))
    ).status == 204
    await soon(lambda: not here.state.pending)
    for one in viewers:
        await one.close()


async def test_talk_clocks_proposals_pace_and_departures_are_seen(two: Two) -> None:
    table, ann, bob = await playing(two, clock="live 600 5")
    here, there = await two.session(two.one, table), await two.session(two.two, table)
    await soon(lambda: there.state.running)
    viewers = await watched(two, table, 0, 1)
    await ann.post(f"{table}/say", text="Good luck!")
    await bob.post(f"{table}/say", text="You too")
    await ann.post(f"{table}/say", text="Thanks")
    said = ["Good luck!", "You too", "Thanks"]
    for one in viewers:
        await soon(lambda: [line["text"] for kind, m in one.events if kind == "chat" for line in m["lines"]] == said)  # noqa: B023
    assert (await ann.act(table, 0, 0, "move 1 2")).status == 204
    await soon(lambda: len(there.state.match.entries) == 1)
    mine, theirs = here.state.waiting.clocks, there.state.waiting.clocks
    assert mine is not None and theirs is not None and mine.left[0] > 600
    assert theirs.left == {seat: round(left, 3) for seat, left in mine.left.items()}
    now = there.clock.now()
    assert abs(here.state.waiting.compute_remaining(now)[1] - there.state.waiting.compute_remaining(now)[1]) < 0.01
    await bob.post(f"{table}/end", how="agree")
    await soon(lambda: here.state.row.ending == {1})
    await ann.post(f"{table}/end", how="on")
    await soon(lambda: not there.state.row.ending)
    await bob.post(f"{table}/leave")
    await soon(lambda: here.state.row.seats[1].kind == "bot" and len(here.state.row.departures) == 1)
    await two.same(bob).post(f"{table}/back")
    await soon(lambda: here.state.row.seats[1].kind == there.state.row.seats[1].kind == "person")
    for one in viewers:
        await one.close()


async def test_missed_events_are_found(two: Two, monkeypatch: pytest.MonkeyPatch) -> None:
    table, ann, _bob = await playing(two)
    there = await two.session(two.two, table)
    await soon(lambda: there.state.running)
    viewers = await watched(two, table, 1)
    monkeypatch.setattr(News, "tell", lambda *_: None)
    assert (await ann.act(table, 0, 0, "move 1 2")).status == 204
    await ann.post(f"{table}/say", text="Hello!")
    await ann.post(f"{table}/end", how="agree")
    last = viewers[-1]
    await soon(lambda: len(there.state.match.entries) == 1 and there.state.row.ending == {0}, 2 * SOON_S)
    await soon(lambda: bool(last.many("chat")), 2 * SOON_S)
    for one in viewers:
        await one.close()


async def test_a_lost_connection_is_restored_and_missed_messages_are_read(two: Two) -> None:
    table, ann, bob = await playing(two)
    there = await two.session(two.two, table)
    await soon(lambda: there.state.running)
    viewers = await watched(two, table, 1)
    async with there.store.database.writing() as c:
        which = (
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'enginehouse news %'"
        )
        ended = await c.execute(text(which))
        assert len(ended.all()) == 2
    assert (await ann.act(table, 0, 0, "move 1 2")).status == 204
    await soon(lambda: len(there.state.match.entries) == 1, 3)
    assert (await bob.act(table, 1, 0, "move 1 2")).status == 204
    here = await two.session(two.one, table)
    await soon(lambda: len(here.state.match.entries) == 2, 3)
    for one in viewers:
        await one.close()


async def test_who_has_another_name_has_it_everywhere(two: Two) -> None:
    ann = Browser(two.one)
    first = await ann.new("me", "open")
    there = two.same(ann)
    await there.page(first)
    await ann.post("/new", game="switchyard", name="Annabel", **{"seat-0": "me", "seat-1": "open", "listed": "1"})
    known = two.two.state.shared.people
    await soon(lambda: not known)
    second = await there.post("/new", game="switchyard", **{"seat-0": "me", "seat-1": "open", "listed": "1"})
    assert "Annabel" in await there.page(second.headers["location"])


async def test_who_is_forgotten_has_no_name_in_the_other_process(two: Two, monkeypatch: pytest.MonkeyPatch) -> None:
    async def look(_: Following) -> None:
        """Compare no tables, so that the change comes by news alone."""

    monkeypatch.setattr(Following, "look", look)
    table, ann, bob = await playing(two)
    viewers = await watched(two, table, -1)
    there = await two.session(two.two, table)
    for who in (bob, ann):  # both agree to end the game
        assert (await who.post(f"{table}/end", how="agree")).status == 303
    await soon(lambda: there.state.row.status == "ended")
    assert there.state.row.names[0] == "Ann"
    assert (await ann.post("/me/forget", sure="yes")).status == 303
    await soon(lambda: there.state.row.names[0] != "Ann")
    for one in viewers:
        await one.close()


@pytest.mark.parametrize("missed", [False, True], ids=["heard", "missed"])
async def test_a_browser_that_was_taken_away_looks_on_nowhere(two: Two, missed: bool) -> None:
    """Neither the one in which its guest began, nor another; their other browsers look on. Also where the news was not heard."""
    ann = Browser(two.one)
    table = await ann.new("me", "open")
    phones = []
    for label in ("phone", "tablet"):
        page = (await ann.post("/me/devices/link")).body.decode()
        phones.append(Browser(two.one))
        await phones[-1].post("/come", code=page.partition("/come#")[2].partition("<")[0], label=label)
    looks = []
    for one in (ann, *phones):
        cookie = [(b"cookie", one.cookie)]
        looks.append(asyncio.create_task(ask(two.two, "GET", f"{table}/stream?seat=0", cookie, stays=True)))
        await asyncio.sleep(0.1)
    assert not any(one.done() for one in looks)
    if missed:
        two.one.state.shared.registry.store.news.tell = lambda *_: None
    phone, tablet = phones
    page = await tablet.page("/me/devices")
    own = tablet.cookie.decode().partition("~")[2].partition(".")[0]
    ids = [one for one in re.findall(r'name="device" value="(\w*)"', page) if one != own]
    assert len(ids) == 2 and "" in ids
    for device in ids:
        assert (await tablet.post("/me/devices/revoke", device=device)).status == 303
    if missed:
        two.two.state.shared.ask_anew("")
    await soon(lambda: looks[0].done() and looks[1].done(), 2 * SOON_S)
    await asyncio.sleep(0.1)
    assert not looks[2].done()
    assert (await two.same(ann).get("/me")).status == (await two.same(phone).get("/me")).status == 403
    two.two.state.shared.close_streams()
    assert b"event: frame" in (await looks[2]).body


async def test_own_changes_are_not_read_again(two: Two) -> None:
    """After anything that was done in this process, what is stored is what is known: no picture is made anew for it."""
    table, ann, bob = await playing(two, clock="live 600 5", window_ms="60000")
    here = await two.session(two.one, table)
    there = two.same(ann)

    async def is_known() -> bool:
        session = await two.session(two.one, table)
        before = session.state
        await session.catch_up()
        return session.state is before

    here_too = Browser(two.one)
    here_too.cookie = bob.cookie
    await here.catch_up()
    assert await is_known()
    for k in range(40):
        session = await two.session(two.one, table)
        if session.state.match.over:
            break
        seat = next(s for s in session.state.match.actors() if s not in session.state.pending)
        legal = session.state.match.legal_names(seat)
        who = ann if seat == 0 else here_too
        if k == 7 and not session.state.window:
            await ann.post(f"{table}/undo", "application/json", seat=0, decision=session.state.decision(0))
        assert (await who.act(table, seat, session.state.decision(seat), legal[k % len(legal)])).status in (204, 409)
        assert await is_known(), (k, seat)
        if session.state.window is not None:
            break
    await ann.post(f"{table}/end", how="agree")
    await ann.post(f"{table}/standing", seat=0, answer="pass")
    assert await is_known()
    await ann.post(f"{table}/leave")
    assert await is_known()
    await ann.post(f"{table}/back")
    assert await is_known()
    assert there.app is two.two


async def test_lines_that_were_said_meanwhile_come_in_order(two: Two, monkeypatch: pytest.MonkeyPatch) -> None:
    table, ann, bob = await playing(two)
    monkeypatch.setattr(News, "tell", lambda *_: None)
    here, talks = await two.session(two.one, table), two.one.state.shared.talks
    lines = await talks.of(here)
    await bob.post(f"{table}/say", text="first")
    await ann.post(f"{table}/say", text="second")
    assert isinstance(talks, Talks) and [line.text for line in lines] == ["first", "second"]
    assert [line.number for line in lines] == [1, 2]
