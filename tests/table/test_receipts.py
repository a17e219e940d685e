"""The receipt of a fair deal: bound before any salt is known, secret while the game runs, checked by who wants to afterwards."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from handclock import SeededChance
from opened import ANN, BOB, People, TableOf, act
from wire import Browser

from enginehouse.commands.main import main
from enginehouse.core.play import logs
from enginehouse.core.play.receipts import Receipt, commitment_of, seed_of, wrong_with
from enginehouse.core.registry import game as games
from enginehouse.table.app import create_app
from enginehouse.table.people.promises import LASTS_S, Promises
from enginehouse.table.play import absence, by_itself, commands
from enginehouse.table.play.registry import Registry
from enginehouse.table.settings import Settings
from enginehouse.table.states.opening import by_choice
from enginehouse.table.states.rebuild import stored_log
from enginehouse.table.store.origin import Origin
from enginehouse.table.store.rows import Person
from enginehouse.table.store.store import Store

pytestmark = pytest.mark.usefixtures("no_workers")
SALTS = ["ab" * 16, "-", "cd" * 16]


def test_a_receipt_holds_or_names_the_mistake() -> None:
    secret = "5" * 64
    good = Receipt(commitment_of(secret), secret, SALTS)
    seed = seed_of(secret, SALTS)
    assert wrong_with(good, 3, seed) == ""
    for changed, seats, dealt, why in (
        (Receipt(good.commitment, "6" * 64, SALTS), 3, seed, "secret of the receipt"),
        (Receipt(good.commitment, secret, [*SALTS[:2], "ce" * 16]), 3, seed, "not dealt"),
        (Receipt(good.commitment, secret, SALTS[::-1]), 3, seed, "not dealt"),
        (good, 3, "0" * 64, "not dealt"),
        (good, 2, seed, "salts"),
        (Receipt(good.commitment, secret, ["x", "-", "-"]), 3, seed, "salts"),
    ):
        assert why in wrong_with(changed, seats, dealt)


async def test_a_promise_is_kept_once_by_whichever_process(store: Store) -> None:
    """By the process that made it, another one, or one after a restart, and never by two; for a day."""
    here, there = Promises(SeededChance(1), store.people), Promises(SeededChance(2), store.people)
    await here.open()
    await there.open()
    first, other = here.make(1000.0), here.make(1000.0)
    assert first.name != other.name and first.commitment != other.commitment
    secret = await there.redeem(first.name, 1010.0)
    assert commitment_of(secret) == first.commitment
    assert await here.redeem(first.name, 1011.0) == await there.redeem(first.name, 1011.0) == ""
    at_once = await asyncio.gather(*(one.redeem(other.name, 1020.0) for one in (here, there) * 3))
    assert [commitment_of(one) for one in at_once if one] == [other.commitment]
    late = here.make(2000.0)
    assert await there.redeem(late.name, 2000.0 + LASTS_S + 1) == ""
    assert commitment_of(await there.redeem(late.name, 2000.0 + LASTS_S)) == late.commitment
    assert await here.redeem(first.name, 2000.0 + LASTS_S) == "", "what is not kept any more is too old"
    for name in ("", "x", "99999-" + "a" * 16, "-", f"1000-{'A' * 16}", "1000-" + "a" * 17):
        assert await here.redeem(name, 1000.0) == "", name
    foreign = Promises(SeededChance(1), store.people)
    foreign._key = b"another house's"
    promise = here.make(3000.0)
    assert commitment_of(await foreign.redeem(promise.name, 3000.0)) != promise.commitment, "nobody else can tell it"


@pytest.fixture
async def app(tmp_path: Path) -> AsyncIterator[Any]:
    app = create_app(Settings(db_url=f"sqlite:///{tmp_path / 'x.sqlite3'}", beat_ms=0), chance=SeededChance())
    app.state.shared.registry.sets_out = list
    async with app.router.lifespan_context(app):
        yield app


async def test_who_sits_down_from_the_lobby_adds_a_salt(app: Any) -> None:
    """At a table that waits there, to whose secret the house has bound itself before."""
    registry = app.state.shared.registry
    registry.sets_out = lambda: [games.get("mechanation")]
    await registry.set_out()
    lobby = await Browser(app).page("/")
    table, commitment = re.findall(r'formaction="(/t/\w+)/join" data-commitment="(\w+)"', lobby)[0]
    session = await registry.get(table[3:])
    assert commitment == commitment_of(session.state.row.secret) and session.state.row.secret not in lobby
    await Browser(app).post(f"{table}/join", name="Ann", salt=SALTS[0])
    assert session.state.row.status == "running" and SALTS[0] in session.state.row.salts


async def test_from_the_form_to_the_file(app: Any, tmp_path: Path) -> None:
    ann, bob = Browser(app), Browser(app)
    form = (await ann.get("/new?game=switchyard")).body.decode()
    promise, commitment = re.findall(r'name="promise" value="([\w-]+)".*?data-commitment="(\w+)"', form)[0]
    table = await ann.new("me", "open", "bot:random", promise=promise, salt=SALTS[0])
    session = await app.state.shared.registry.get(table[3:])
    row = session.state.row
    assert commitment_of(row.secret) == commitment, "what was shown before Ann's salt was sent"
    assert (await bob.post(f"{table}/join", name="Bob", salt="<b>")).status == 400
    assert commitment in (await bob.get(f"{table}/join")).body.decode()
    await bob.post(f"{table}/join", name="Bob", salt=SALTS[2])
    row = session.state.row
    assert row.salts == (SALTS[0], SALTS[2], "-") and row.seed == seed_of(row.secret, row.salts)
    match = session.state.match
    assert match.log().seed == row.seed, "the game is the one that was dealt"
    again = await session.store.tables.get(session.id)
    assert again is not None and (again.seed, again.salts, again.secret) == (row.seed, row.salts, row.secret)
    for one in (ann, bob, Browser(app)):
        for page in ("", "/frame", "/receipt", "/join", "/log.json"):
            text = (await one.get(table + page)).body.decode()
            assert row.secret not in text and row.seed not in text, page
    assert commitment in (await bob.get(f"{table}/receipt")).body.decode()
    while not session.state.match.over:
        seat = session.state.match.actors()[0]
        name = next(n for n in session.state.match.legal_names(seat) if not n.startswith("play"))
        match = session.state.match.clone()
        if session.state.row.seats[seat].kind == "person":
            await act(session, seat, name)
        else:
            code = match.game.vocabulary.code(name)
            await by_itself.bot_acts(session, seat, match.decision(seat), code)
    page = (await bob.get(f"{table}/receipt")).body.decode()
    assert row.secret in page and row.seed in page and SALTS[0] in page
    file = tmp_path / "game.json"
    file.write_bytes((await bob.get(f"{table}/log.json")).body)
    found = CliRunner().invoke(main, ["verify", str(file)])
    assert found.exit_code == 0 and "Its receipt fits together." in found.output
    for given, code, says in (
        (commitment, 0, "Its receipt fits the commitment that you gave."),
        ("0" * 64, 1, "its receipt is of another commitment"),
    ):
        found = CliRunner().invoke(main, ["verify", str(file), "--commitment", given])
        assert (found.exit_code, says in found.output) == (code, True), found.output
    told = json.loads(file.read_text())
    told["receipt"]["salts"][1] = "ee" * 16
    file.write_text(json.dumps(told))
    found = CliRunner().invoke(main, ["verify", str(file)])
    assert found.exit_code != 0 and "not dealt" in found.output
    entries = await session.store.entries.read(session.id)
    assert stored_log(session.state.row, entries).receipt == Receipt(commitment, row.secret, list(row.salts))
    running = replace(session.state.row, status="running")
    assert '"receipt"' not in logs.write(stored_log(running, entries)), "taken out while it runs it holds no secret"


async def test_who_takes_over_later_changes_nothing(table_of: TableOf) -> None:
    session = await table_of("Ann", "Bob")
    row = session.state.row
    assert row.secret and row.salts == ("-", "-")
    await absence.leave(session, BOB)
    await absence.come_back(session, Person(BOB, "Bob"))
    after = session.state.row
    assert (after.seed, after.salts, after.secret) == (row.seed, row.salts, row.secret)


async def test_who_gets_up_before_the_game_takes_the_salt_along(registry: Registry, people: People) -> None:
    ann, bob, cat = await people("Ann", "Bob", "Cat")
    made = by_choice(ann, "switchyard", ["me", "open", "open"], {}, registry.chance)
    session = await registry.get(await registry.add(made))
    await commands.sit(session, bob, 1, SALTS[0])
    await absence.leave(session, BOB)
    await commands.sit(session, cat, 1)
    await commands.sit(session, bob, 2, SALTS[2])
    assert session.state.row.salts == ("-", "-", SALTS[2])


async def test_a_chosen_deal_has_none(registry: Registry, people: People) -> None:
    (ann,) = await people("Ann")
    made = replace(
        by_choice(ann, "switchyard", ["me", "bot:random"], {}, registry.chance),
        seed="7" * 64,
        origin=Origin("text", text="x"),
    )
    session = await registry.get(await registry.add(replace(made, secret="5" * 64)))
    assert session.state.row.secret == "" and session.state.row.seed == "7" * 64
    assert session.state.row.seats[0].person == ANN


async def test_without_a_promise_the_opener_adds_no_salt(app: Any) -> None:
    """A salt that was drawn after the secret was known, or before it was promised, is worth nothing."""
    ann = Browser(app)
    table = await ann.new("me", "bot:random", promise="never-made", salt=SALTS[0])
    row = (await app.state.shared.registry.get(table[3:])).state.row
    assert row.salts == ("-", "-") and row.secret
