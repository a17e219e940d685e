"""Every impossible state of a table is named by `enginehouse db check`: for each invariant that is declared, tables that break it."""

from __future__ import annotations

import pytest
from opened import ANN, People, TableOf, act, new, play_note
from sqlalchemy import Connection, text

from enginehouse.table.extras import checking
from enginehouse.table.people.tokens import give_token
from enginehouse.table.play import absence, commands
from enginehouse.table.play.registry import Registry
from enginehouse.table.play.session import Session
from enginehouse.table.states.invariants import INVARIANTS
from enginehouse.table.store.rows import TableRow
from enginehouse.table.store.schema import METADATA, TABLES
from enginehouse.table.store.store import Store
from enginehouse.table.store.talk import ChatLine

pytestmark = pytest.mark.usefixtures("no_workers")

BROKEN: dict[str, dict[str, str]] = {
    "status_is_known": {
        "UPDATE tables SET status = 'paused' WHERE id = :runs": "its status 'paused' is none of gathering, running",
    },
    "seats_are_of_a_kind": {
        "UPDATE seats SET kind = 'robot' WHERE table_id = :runs AND seat = 1": "seat 2 is of the kind 'robot'",
        "UPDATE seats SET bot = 'random' WHERE table_id = :runs AND seat = 1": "seat 2 is of the kind person",
        "UPDATE seats SET bot = NULL WHERE table_id = :left AND seat = 1": "seat 2 is of the kind bot",
        "UPDATE seats SET person = 'x' WHERE table_id = :gathers AND seat = 1": "seat 2 is of the kind open",
    },
    "seats_are_taken_when_the_game_has_begun": {
        "UPDATE seats SET kind = 'open', person = NULL WHERE table_id = :runs AND seat = 1": "has begun, and seat 2 is free",
        "UPDATE seats SET kind = 'person' WHERE table_id = :gathers": "every seat is taken, and its game has not begun",
    },
    "nothing_is_played_before_the_game_begins": {
        "UPDATE tables SET ending = '0' WHERE id = :gathers": "has not begun, and it has a proposal to end",
        "INSERT INTO departures VALUES (:gathers, 0, 0, 'Ann', 0, 'left')": "has not begun, and it has departures",
        "UPDATE entries SET table_id = :gathers WHERE table_id = :over": "has not begun, and it has entries",
    },
    "clock_can_be_read": {
        "UPDATE tables SET clock = 'slow' WHERE id = :runs": "is not a clock: write `live BUDGET INCREMENT`",
        "UPDATE seats SET left_ms = -1 WHERE table_id = :runs AND seat = 0": "seat 1 has a negative time left",
    },
    "result_is_that_of_a_game_that_is_over": {
        "UPDATE tables SET result = '{' WHERE id = :over": "its result cannot be read",
        "UPDATE tables SET result = NULL WHERE id = :over": "its game is over and has no result",
        "UPDATE tables SET result = '{}' WHERE id = :runs": "it has a result, and its status is running",
        """UPDATE tables SET result = '{"reason": "", "scores": [1], "ranks": [1]}' WHERE id = :over""": "not one of 2 seats",
    },
    "departures_are_of_its_seats": {
        "UPDATE departures SET seat = 7 WHERE table_id = :left": "departure 0 is of a seat 8 that does not exist",
        "UPDATE departures SET step = 'fled' WHERE table_id = :left": "departure 0 is 'fled'",
        "UPDATE departures SET actions = 9 WHERE table_id = :left": "after 9 actions, and there are 0 entries",
        "UPDATE departures SET number = 3 WHERE table_id = :left": "the numbers of its departures have a gap",
    },
    "proposal_is_of_its_seats": {
        "UPDATE tables SET ending = '0 5' WHERE id = :runs": "a seat 6 that does not exist would end the game",
    },
    "tokens_and_notes_are_of_its_seats": {
        "UPDATE tokens SET seat = 7 WHERE table_id = :runs": "a token is of a seat 8 that does not exist",
        "UPDATE notes SET seat = 7 WHERE table_id = :runs": "a note is of a seat 8 that does not exist",
    },
    "talk_is_whole": {
        "UPDATE talk SET number = 4 WHERE table_id = :runs AND number = 2": "the numbers of its lines of talk have a gap",
        "UPDATE talk SET seat = 7 WHERE table_id = :runs": "a line of talk is from a seat that does not exist",
    },
    "table_that_follows_is_there": {
        "UPDATE tables SET rematch = 'nowhere1' WHERE id = :over": "it leads on to a table nowhere1 that is not there",
    },
    "deal_is_made_of_secret_and_salts": {
        "UPDATE tables SET salts = '-' WHERE id = :runs": "its cards are not dealt of its secret and salts",
        "UPDATE tables SET salts = '- -' WHERE id = :gathers": "the salts of its deal are settled",
    },
    "seats_are_drawn_when_the_game_begins": {
        "UPDATE tables SET seating = 'draw' WHERE id = :runs": "its game has begun, and seats are not drawn",
        "UPDATE tables SET seating = '0 0 1' WHERE id = :runs": "the seats that were drawn are not its seats",
    },
    "entries_replay": {
        "UPDATE entries SET act = 'move 5 6' WHERE table_id = :runs": "This table cannot continue: after 0 of 1 entries",
    },
    "status_is_that_of_the_game": {
        "UPDATE tables SET status = 'running', result = NULL WHERE id = :over": "kept as running, and its entries end the game",
        "UPDATE tables SET status = 'over' WHERE id = :runs": "kept as over, and its entries do not end the game",
    },
    "answers_are_of_the_open_window": {
        "INSERT INTO answers VALUES (:left, 0, 0, 'pass')": "an answer of seat 1 waits, and no window is open for it",
        "UPDATE answers SET \"window\" = 9 WHERE table_id = :runs": "an answer of seat 2 waits, and no window is open for it",
        "UPDATE answers SET seat = 0 WHERE table_id = :runs": "an answer of seat 1 waits, and no window is open for it",
        "UPDATE answers SET act = 'sing' WHERE table_id = :runs": "an answer of seat 2 cannot be read",
    },
}  # fmt: skip
"""By invariant a change of a stored row, and the sentence for it. `runs` has an open window with an answer; Bob has left `left`."""


@pytest.fixture
async def kept(registry: Registry, table_of: TableOf, people: People) -> tuple[Store, dict[str, str]]:
    """Return a store with tables of each kind, by the state of their games."""
    runs = await table_of("Ann", "Bob", "Cat", window_ms=60_000)
    await give_token(registry, runs.id, 0, ANN)
    await registry.store.talk.save_note(runs.id, 0, ANN, "blue is far")
    for text_ in ("Hullo", "Anybody?"):
        await registry.store.talk.add(runs.id, ChatLine(0, 0, ANN, "Ann", text_, 1.0))
    await play_note(runs)
    await act(runs, 1, "pass")
    left = await table_of("Ann", "Bob")
    await absence.leave(left, "personbob")
    over = await table_of("Ann", "Bob")
    await play_to_the_end(over)
    await commands.rematch(over, ANN, registry.add)
    gathers = await new(registry, (await people("Ann"))[0], "switchyard", ["me", "open"])
    return registry.store, {"runs": runs.id, "left": left.id, "over": over.id, "gathers": gathers}


async def play_to_the_end(session: Session) -> None:
    """Move trains until the game is over."""
    while not session.state.match.over:
        seat = session.state.match.actors()[0]
        move = next(one for one in session.state.match.legal_names(seat) if one.startswith("move"))
        await act(session, seat, move)


async def wrong_with(store: Store) -> list[tuple[str, str]]:
    """Return the faults that a check finds."""
    return (await checking.check(store, lambda done, many: None)).wrong


def copy_table(c: Connection, table: str, address: str) -> str:
    """Copy a table with all that belongs to it; return its new address."""
    for kept in METADATA.sorted_tables:
        name = "id" if kept is TABLES else "table_id"
        if name in kept.c:
            columns = {one.name: f'"{one.name}"' for one in kept.c}
            columns |= {one: f"{columns[one]} || :new" for one in {"id", "digest"} & columns.keys()}
            columns[name] = ":new"
            listed = ", ".join(f'"{one}"' for one in columns)
            sql = f'INSERT INTO "{kept.name}" ({listed}) SELECT {", ".join(columns.values())} FROM "{kept.name}" WHERE {name} = :old'
            c.execute(text(sql), {"old": table, "new": address})
    return address


def test_every_invariant_has_a_table_that_breaks_it() -> None:
    assert list(BROKEN) == [one.__name__ for one in INVARIANTS]


async def test_each_impossible_state_is_named(kept: tuple[Store, dict[str, str]]) -> None:
    store, tables = kept
    assert await wrong_with(store) == []
    cases = [(sql, sentence) for of in BROKEN.values() for sql, sentence in of.items()]

    def break_all(c: Connection) -> None:
        for k, (sql, _) in enumerate(cases):
            names = {name: copy_table(c, one, f"{name}{k}") for name, one in tables.items() if f":{name}" in sql}
            assert c.execute(text(sql), names).rowcount > 0, sql

    await store.database.write(break_all)
    found = await wrong_with(store)
    for k, (sql, sentence) in enumerate(cases):
        hit = {f"table {name}{k}" for name in tables}
        assert any(part in hit and sentence in said for part, said in found), (sql, found)


async def test_a_game_that_ends_during_the_check_is_no_fault(
    registry: Registry, table_of: TableOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The results of all tables are read first, and each table later."""
    session, get = await table_of("Ann", "Bob"), registry.store.tables.get

    async def get_later(table: str) -> TableRow | None:
        await play_to_the_end(session)
        return await get(table)

    monkeypatch.setattr(registry.store.tables, "get", get_later)
    assert await wrong_with(registry.store) == []
    assert session.state.row.status == "over"
