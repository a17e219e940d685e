"""Seats that are drawn when the game begins: of secret and salts as the deal is, for all that belongs to a seat, told in the log."""

from __future__ import annotations

import asyncio
import json
import re
from collections import Counter
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest
from handclock import HandClock, SeededChance
from opened import ANN, BOB, CAT, People, act, look, new
from wire import Browser, ask

from enginehouse.commands.simulate import verify_log
from enginehouse.core.play import logs
from enginehouse.core.play.receipts import Receipt, order_of, wrong_with
from enginehouse.table.app import create_app
from enginehouse.table.people.tokens import give_token
from enginehouse.table.play import commands
from enginehouse.table.play.registry import Registry
from enginehouse.table.play.session import Session
from enginehouse.table.settings import Settings
from enginehouse.table.states import seating
from enginehouse.table.states.rebuild import with_receipt
from enginehouse.table.store.origin import Origin

pytestmark = pytest.mark.usefixtures("no_workers")


def test_an_order_is_drawn_of_everything_and_evenly() -> None:
    found = Counter(tuple(order_of(f"secret {k}", ["-", "-", "-"])) for k in range(1200))
    assert len(found) == 6 and min(found.values()) > 140
    assert len({tuple(order_of("secret", ["-", f"{k:032x}", "-", "-", "-"])) for k in range(40)}) > 25


async def drawn_table(registry: Registry, people: People, *, bots: int = 0) -> Session:
    """Ann, Bob and Cat at a table whose seats are drawn (and are others than those at which they sat down)."""
    ann, bob, cat = await people("Ann", "Bob", "Cat")
    for _ in range(20):
        seats = ["me", "open", "open", *["bot:random"] * bots]
        session = await registry.get(await new(registry, ann, "switchyard", seats, drawn=True))
        await commands.sit(session, bob, 1, "b" * 32)
        await give_token(registry, session.id, 1, BOB, "Bob's")
        await registry.store.talk.save_note(session.id, 1, BOB, "of Bob")
        await registry.store.talk.save_note(session.id, 0, ANN, "of Ann")
        await commands.sit(session, cat, 2, "c" * 32)
        if all(one != ANN for one in (session.state.row.seats[0].person,)):
            return session
    raise AssertionError("never drawn otherwise")


@pytest.mark.parametrize("bots", [0, 1])
async def test_everything_of_a_seat_goes_with_whoever_sits_there(
    registry: Registry, people: People, elsewhere: Registry, bots: int
) -> None:
    session = await drawn_table(registry, people, bots=bots)
    row = session.state.row
    assert row.status == "running" and sorted(seating.list_former_seats(row)) == list(range(3 + bots))
    assert [one.seat for one in row.seats] == list(range(3 + bots)) and row.people == {ANN, BOB, CAT}
    salts = {one.person: one.salt for one in row.seats}
    assert salts[BOB] == "b" * 32 and salts[CAT] == "c" * 32 and row.salts[row.list_seats(BOB)[0]] == "b" * 32
    for person, text in ((BOB, "of Bob"), (ANN, "of Ann")):
        [seat] = row.list_seats(person)
        assert await registry.store.talk.note(session.id, seat, person) == text
    [bobs] = row.list_seats(BOB)
    assert [one.label for one in await registry.store.tokens.of_seat(session.id, bobs, BOB)] == ["Bob's"]
    again = (await elsewhere.get(session.id)).state
    assert (again.row.seats, again.row.salts, again.row.seed) == (row.seats, row.salts, row.seed)
    assert again.row.seating == row.seating and again.row.departures == row.departures
    log = (
        look(session, -1).picture.html["log"]
        if "log" in look(session, -1).picture.html
        else repr(look(session, -1).picture)
    )
    for one in row.seats:
        assert f"drew seat {one.seat + 1}." in log
    assert all(one.name in log for one in row.seats)


async def test_the_receipt_says_how_and_is_checked(registry: Registry, people: People) -> None:
    session = await drawn_table(registry, people)
    while not session.state.match.over:
        seat = session.state.match.actors()[0]
        await act(session, seat, next(n for n in session.state.match.legal_names(seat) if not n.startswith("play")))
    row = session.state.row
    log = with_receipt(row, session.state.match.log())
    assert isinstance(log.receipt, Receipt) and log.receipt.order == seating.list_former_seats(row)
    read = logs.parse(logs.write(log))
    assert verify_log(read).good and wrong_with(log.receipt, 3, log.seed) == ""
    order = seating.list_former_seats(row)
    for wrong in ([order[1], order[0], order[2]], [0, 0, 1], [0, 1], [0, 1, 9]):
        assert "seat" in wrong_with(msgspec.structs.replace(log.receipt, order=wrong), 3, log.seed)
    plain = with_receipt(replace(row, seating=""), session.state.match.log())
    assert b"order" not in msgspec.json.encode(plain), "receipts of seats as people sat stay as they were"
    done = await commands.rematch(session, ANN, registry.add)
    following = (await registry.get(done.after.row.rematch or "")).state.row
    assert seating.list_former_seats(following) and following.seed != row.seed


async def test_where_all_seats_are_taken_at_once(registry: Registry, people: People) -> None:
    [ann] = await people("Ann")
    found = set()
    for _ in range(12):
        session = await registry.get(
            await new(registry, ann, "switchyard", ["me", "bot:random", "bot:random"], drawn=True)
        )
        row = session.state.row
        found.add(row.list_seats(ANN)[0])
        assert len(row.departures) == 3 and (await registry.read(session.id)).state.row.departures == row.departures
    assert len(found) > 1


async def test_it_is_not_drawn_where_the_deal_is_chosen(registry: Registry, people: People) -> None:
    """A player who chose the setup would know the lots."""
    [ann] = await people("Ann")
    from enginehouse.table.states.opening import by_choice

    made = by_choice(ann, "switchyard", ["me", "me"], {}, registry.chance, drawn=True)
    session = await registry.get(await registry.add(replace(made, seed="7" * 64, origin=Origin("text", text="x"))))
    assert session.state.row.seating == "" and not session.state.row.departures


@pytest.fixture
async def app(tmp_path: Path) -> AsyncIterator[Any]:
    app = create_app(Settings(db_url=f"sqlite:///{tmp_path / 'x.sqlite3'}"), clock=HandClock(), chance=SeededChance())
    app.state.shared.registry.sets_out = list
    async with app.router.lifespan_context(app):
        yield app


async def test_an_open_page_never_sees_another_ones_hand(app: Any) -> None:
    """Its stream ends when its seat is somebody else's: drawn for them, or left and taken."""
    ann = Browser(app)
    for _ in range(12):
        table = await ann.new("me", "open", drawn="1")
        assert "drawn when the game begins" in await Browser(app).page(f"{table}/join")
        opened = asyncio.create_task(ask(app, "GET", f"{table}/stream?seat=0", [(b"cookie", ann.cookie)], stays=True))
        await asyncio.sleep(0.05)
        await Browser(app).post(f"{table}/join", name="Bob")
        session = app.state.shared.registry.tables[table.removeprefix("/t/")]
        moved = session.state.row.seats[0].name != "Ann"
        if moved:
            seen = await asyncio.wait_for(opened, 3)
            assert seen.body.count(b"event: frame") == 1 and b"event: patch" not in seen.body
            assert json.loads((await ann.get(f"{table}/frame?seat=0")).body)["state"]["seat"] == 1
            break
        opened.cancel()
    else:
        raise AssertionError("never drawn otherwise")
    table = await ann.new("me", "open", "open")
    bob, cat = Browser(app), Browser(app)
    await bob.post(f"{table}/join", name="Bob", seat="1")
    opened = asyncio.create_task(ask(app, "GET", f"{table}/stream?seat=1", [(b"cookie", bob.cookie)], stays=True))
    await asyncio.sleep(0.05)
    await bob.post(f"{table}/leave")
    seen = await asyncio.wait_for(opened, 3)
    await cat.post(f"{table}/join", name="Cat", seat="1")
    assert b"Cat" not in seen.body


async def test_programs_have_the_token_of_their_seat(app: Any) -> None:
    """Opened by a program, all seats taken: its token is for the seat that was drawn."""
    seats = set()
    for _ in range(10):
        body = json.dumps({"game": "switchyard", "name": "Ann", "seats": ["me", "bot:random"], "drawn": True}).encode()
        answer = await ask(app, "POST", "/api/v1/tables", [(b"content-type", b"application/json")], body=body)
        made = json.loads(answer.body)
        token = [(b"authorization", f"Bearer {made['seats'][0]['token']}".encode())]
        seen = json.loads((await ask(app, "GET", f"/api/v1/tables/{made['table']}", token)).body)
        assert seen["seat"] == made["seats"][0]["seat"]
        assert re.match("Ann", seen["seats"][seen["seat"]]["name"])
        seats.add(seen["seat"])
    assert seats == {0, 1}
