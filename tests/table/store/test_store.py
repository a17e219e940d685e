"""The store, on SQLite and PostgreSQL alike."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, insert, text
from sqlalchemy.ext.asyncio import AsyncConnection

from enginehouse.core.errors import Unreadable
from enginehouse.table.store import database, expiry, migrations
from enginehouse.table.store.locking import ExpectedTable, lock_table
from enginehouse.table.store.rows import Departure, EntryRow, PendingAnswers, Person, SeatRow, TableRow, Taken
from enginehouse.table.store.schema import ENTRIES, KEYS, METADATA
from enginehouse.table.store.store import Store


def row(table: str = "abcd2345") -> TableRow:
    seats = (SeatRow(0, "person", "Ann", "personann"), SeatRow(1, "open", "Seat 2"))
    return TableRow(
        id=table, game="switchyard", rules="1", options={"line": "short"}, seed="0" * 64, host="personann", listed=True,
        status="gathering", bot_delay_ms=800, window_ms=6000, created=1.0, changed=1.0, seats=seats,
    )  # fmt: skip


def entry(number: int, act: str = "move 1 2") -> EntryRow:
    return EntryRow(number, 0, act, "", "", "c" * 64, 2.0)


async def test_a_table_comes_back_as_it_was(store: Store) -> None:
    await store.tables.add(row())
    assert await store.tables.get("abcd2345") == row()
    assert await store.tables.get("none") is None


async def test_tables_by_their_latest_action(store: Store) -> None:
    """An entry counts, and so does a change of the table itself."""
    for name, date in (("early", 1.0), ("middle", 3.0), ("late", 9.0)):
        await store.tables.add(replace(row(name), created=date, changed=date))
    await store.entries.append("early", [replace(entry(1), at=4.0), replace(entry(2), at=5.0)])
    await store.entries.append("late", [replace(entry(1), at=8.0)])
    assert [(one.id, at) for one, at in await store.tables.latest(9)] == [
        ("late", 9.0),
        ("early", 5.0),
        ("middle", 3.0),
    ]
    assert [one.id for one, _ in await store.tables.latest(2)] == ["late", "early"]
    assert await store.tables.latest(9, "another") == []


async def test_entries_are_appended_once(store: Store) -> None:
    await store.entries.append("abcd2345", [entry(1), entry(2)])
    with pytest.raises(Taken):
        await store.entries.append("abcd2345", [entry(2, "pass")])
    assert [e.act for e in await store.entries.read("abcd2345")] == ["move 1 2", "move 1 2"]
    assert await store.entries.count("abcd2345") == 2


async def test_entries_of_many_tables_are_stored_together(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    transactions = []
    write = store.database.write

    async def counted(do: Any) -> None:
        transactions.append(1)
        await write(do)

    monkeypatch.setattr(store.entries._writer, "_in_one_transaction", counted)
    tables = [f"table{k:03d}" for k in range(30)]
    await asyncio.gather(*(store.entries.append(name, [entry(1)]) for name in tables))
    assert [await store.entries.count(name) for name in tables] == [1] * 30
    assert len(transactions) <= 2


async def test_one_who_was_not_first_keeps_nobody_else_from_storing(store: Store) -> None:
    await store.entries.append("abcd2345", [entry(1)])
    names = ["abcd2345", "other234", "third234", "other234"]
    done = await asyncio.gather(
        *(store.entries.append(name, [entry(1, "pass")]) for name in names), return_exceptions=True
    )
    assert [type(one) for one in done] == [Taken, type(None), type(None), Taken]
    assert [e.act for e in await store.entries.read("abcd2345")] == ["move 1 2"]
    assert [await store.entries.count(name) for name in names] == [1, 1, 1, 1]


async def test_an_entry_that_cannot_be_stored_does_not_affect_others(store: Store) -> None:
    acts: list[Any] = ["move 1 2", object(), "pass"]
    done = await asyncio.gather(
        *(store.entries.append(f"table{k}", [entry(1, act)]) for k, act in enumerate(acts)), return_exceptions=True
    )
    assert [one is None for one in done] == [True, False, True]
    assert [await store.entries.count(f"table{k}") for k in range(3)] == [1, 0, 1]


async def test_who_stops_waiting_takes_nothing_from_the_others(store: Store) -> None:
    tasks = [asyncio.create_task(store.entries.append(f"table{k}", [entry(1)])) for k in range(3)]
    await asyncio.sleep(0)
    tasks[1].cancel()
    done = await asyncio.gather(*tasks, return_exceptions=True)
    assert isinstance(done[1], asyncio.CancelledError)
    await store.entries.append("table9", [entry(1)])
    assert [await store.entries.count(f"table{k}") for k in (0, 2, 9)] == [1, 1, 1]


async def test_of_several_who_append_the_same_number_one_wins(store: Store) -> None:
    done = await asyncio.gather(
        *(store.entries.append("abcd2345", [entry(1, f"play {k}")]) for k in range(8)), return_exceptions=True
    )
    assert sum(one is None for one in done) == 1
    assert sum(isinstance(one, Taken) for one in done) == 7


async def window_of_five(store: Store) -> PendingAnswers:
    """A table with five entries and an open window; its answers: none."""
    await store.tables.add(row())
    await store.entries.append("abcd2345", [entry(k) for k in range(1, 6)])
    return await store.answers.read("abcd2345", 5)


async def test_half_a_window_is_never_stored(store: Store) -> None:
    await store.answers.save("abcd2345", 1, "pass", await window_of_five(store), row())
    await store.entries.append("abcd2345", [entry(7)])
    with pytest.raises(Taken):
        await store.entries.append("abcd2345", [entry(6), entry(7)], closes_window=True)
    assert [e.number for e in await store.entries.read("abcd2345")] == [1, 2, 3, 4, 5, 7]
    assert (await store.answers.read("abcd2345", 5)).given == {1: "pass"}


async def test_answers_are_held_once_and_let_go(store: Store) -> None:
    nothing = await window_of_five(store)
    assert nothing == PendingAnswers(5, {}, {0: 0, 1: 0})
    await store.answers.save("abcd2345", 1, "pass", nothing, row())
    for known in (nothing, replace(nothing, decision_offsets={0: 0, 1: 1})):
        with pytest.raises(Taken):
            await store.answers.save("abcd2345", 1, "stop", known, row())
    with pytest.raises(Taken):
        await store.answers.delete("abcd2345", 1, nothing, row())
    held = await store.answers.read("abcd2345", 5)
    assert held == PendingAnswers(5, {1: "pass"}, {0: 0, 1: 1})
    await store.answers.delete("abcd2345", 1, held, row())
    await store.answers.save("abcd2345", 1, "stop", await store.answers.read("abcd2345", 5), row())
    held = await store.answers.read("abcd2345", 5)
    assert held == PendingAnswers(5, {1: "stop"}, {0: 0, 1: 3})
    await store.entries.append("abcd2345", [entry(6)], answers=held)
    later = await store.answers.read("abcd2345", 6)
    assert later == PendingAnswers(6, {}, {0: 0, 1: 3}), "answers of a window that was taken back are forgotten"
    await store.answers.save("abcd2345", 0, "pass", later, row())
    assert (await store.answers.read("abcd2345", 5)).given == {}


async def test_a_window_closes_with_all_answers_that_are_stored(store: Store) -> None:
    """Whoever closes it says which they know of; one that was laid meanwhile is not thrown away."""
    nothing = await window_of_five(store)
    await store.answers.save("abcd2345", 1, "stop", nothing, row())
    with pytest.raises(Taken):
        await store.entries.append("abcd2345", [entry(6, "pass")], answers=nothing, closes_window=True)
    assert await store.entries.count("abcd2345") == 5
    held = await store.answers.read("abcd2345", 5)
    await store.entries.append("abcd2345", [entry(6, "stop")], answers=held, closes_window=True)
    with pytest.raises(Taken):
        await store.answers.save("abcd2345", 0, "stop", held, row())
    with pytest.raises(Taken):
        await store.answers.delete("abcd2345", 1, held, row())
    assert await store.answers.read("abcd2345", 6) == PendingAnswers(6, {}, {0: 0, 1: 1})


async def test_answers_stay_when_a_table_adopts_other_rules(store: Store) -> None:
    """Its entries are rewritten and are fewer: the window is still that window, and no decision number goes back."""
    await store.answers.save("abcd2345", 1, "stop", await window_of_five(store), row())
    await store.entries.adopt_rules(
        "abcd2345",
        ("2", {"level": "hard"}),
        await store.entries.read("abcd2345"),
        [entry(k) for k in range(1, 4)],
        began_under="1",
    )
    answers = await store.answers.read("abcd2345", 3)
    assert answers.given == {1: "stop"}
    assert min(answers.decision_offsets.values()) >= 5 - 3
    await store.entries.append("abcd2345", [entry(4, "stop")], answers=answers, closes_window=True)
    with pytest.raises(Taken):  # another process adopts them too, and what was played since then stays
        await store.entries.adopt_rules("abcd2345", ("2", {}), [entry(k) for k in range(1, 5)], [], began_under="1")
    assert await store.entries.count("abcd2345") == 4


async def test_of_an_answer_and_the_end_of_its_window_the_first_counts(db_url: str) -> None:
    """Two processes in one instant: an answer is in the entries, or it is refused; never neither, never both."""
    here, there = [await Store(db_url).open() for _ in range(2)]
    for k in range(12):
        table = f"table{k:03d}"
        await here.tables.add(replace(row(), id=table))
        nothing = await here.answers.read(table, 0)

        async def close(first: float, table: str = table, nothing: PendingAnswers = nothing) -> bool:
            await asyncio.sleep(first)
            try:
                await here.entries.append(table, [entry(1, "pass")], answers=nothing, closes_window=True)
            except Taken:
                return False
            return True

        async def answer(table: str = table, nothing: PendingAnswers = nothing) -> bool:
            try:
                await there.answers.save(table, 1, "stop", nothing, replace(row(), id=table))
            except Taken:
                return False
            return True

        closed, kept = await asyncio.gather(close(k % 3 / 1000), answer())
        assert closed is not kept, "exactly one of them was first"
        assert await here.entries.count(table) == int(closed)
        assert (await here.answers.read(table, 0)).given == ({1: "stop"} if kept else {})
    for one in (here, there):
        await one.close()


def make_expected(entries: int = 0, answered: dict[int, int] | None = None, **columns: Any) -> ExpectedTable:
    """Return the knowledge of a command of the table of `row`, with these columns."""
    return ExpectedTable(replace(row(), **columns), entries, answered or {})


def with_seats(*seats: SeatRow, **columns: Any) -> TableRow:
    """The table of `row` with others on some seats."""
    made = replace(row(), **columns)
    for seat in seats:
        made = made.with_seat(seat)
    return made


BOB, CAT = SeatRow(1, "person", "Bob", "personbob"), SeatRow(1, "person", "Cat", "personcat")


async def test_a_seat_is_taken_once(store: Store) -> None:
    await store.tables.add(row())
    await store.tables.change(make_expected(), with_seats(BOB), 1.0)
    with pytest.raises(Taken):
        await store.tables.change(make_expected(), with_seats(CAT), 1.0)
    assert await store.tables.get("abcd2345") == with_seats(BOB)


async def test_seats_and_status_change_together_or_not_at_all(store: Store) -> None:
    await store.tables.add(row())
    bots = [SeatRow(k, "bot", "Piston", bot="random") for k in (0, 1)]
    left = (Departure(0, "Ann", 0),)
    with pytest.raises(Taken):  # another one sits on seat 0
        await store.tables.change(
            make_expected(seats=(CAT, row().seats[1])), with_seats(*bots, status="running", departures=left), 1.0
        )
    assert await store.tables.get("abcd2345") == row()
    after = with_seats(bots[1], status="running", departures=left, ending=frozenset({0}), lesson="first")
    await store.tables.change(make_expected(), after, 7.0)
    assert await store.tables.get("abcd2345") == replace(after, changed=7.0)


OTHERS: dict[str, Any] = {
    "status": {"status": "running"},
    "seats": {"seats": (row().seats[0], BOB)},
    "ending": {"ending": frozenset({0})},
    "departures": {"departures": (Departure(0, "Ann", 0),)},
    "rematch": {"rematch": "next1"},
    "pace": {"bot_delay_ms": 250},
    "host": {"host": "personcat"},
    "preset": {"seats": (replace(row().seats[0], preset="pass"), row().seats[1])},
}


@pytest.mark.parametrize("other", OTHERS)
async def test_a_change_of_an_unknown_value_is_refused(store: Store, other: str) -> None:
    """No change of a table's row by another process is overwritten."""
    stored = replace(row(), **OTHERS[other])
    await store.tables.add(stored)
    new = replace(stored, ending=frozenset(), rematch=None)  # as every new table is
    await store.tables.change(ExpectedTable(new, 0, {}), stored, 1.5)
    before = await store.tables.get("abcd2345")
    with pytest.raises(Taken):
        await store.tables.change(make_expected(), with_seats(replace(row().seats[0], preset="x"), status="ended"), 2.0)
    assert await store.tables.get("abcd2345") == before
    if other not in ("departures", "preset"):  # these change nothing that an action or an answer depends on
        with pytest.raises(Taken):
            await store.entries.append("abcd2345", [entry(1)], known=row())
        with pytest.raises(Taken):
            await store.answers.save("abcd2345", 1, "stop", PendingAnswers(0, {}, {}), row())
        assert await store.entries.count("abcd2345") == 0


async def test_a_change_after_an_unknown_entry_or_answer_is_refused(store: Store) -> None:
    await store.answers.save("abcd2345", 0, "pass", await window_of_five(store), row())
    leaves = SeatRow(0, "bot", "Piston", bot="random", owner="personann")
    for entries, answered in ((4, {0: 1}), (5, {})):
        with pytest.raises(Taken):
            await store.tables.change(make_expected(entries, answered), with_seats(leaves), 2.0)
    await store.tables.change(
        make_expected(5), with_seats(BOB), 2.0
    )  # what another seat has answered is its own secret


async def test_people_and_keys(store: Store) -> None:
    await store.people.add(Person("personann", "Ann"), 1.0)
    await store.tables.add(row())
    await store.people.rename("personann", "Änne", lambda name, others: name)
    assert await store.people.get("personann") == Person("personann", "Änne")
    assert (await store.tables.of_person("personann"))[0].seats[0].name == "Änne"
    first = await store.people.key("cookies", lambda: "one")
    assert await store.people.key("cookies", lambda: "two") == first == "one"


async def test_a_rematch_is_arranged_once(store: Store) -> None:
    await store.tables.add(row())
    await store.tables.change(make_expected(), replace(row(), rematch="next1"), 2.0)
    with pytest.raises(Taken):
        await store.tables.change(make_expected(), replace(row(), rematch="next2"), 2.0)
    assert await store.tables.get("abcd2345") == replace(row(), rematch="next1", changed=2.0)


async def test_running_work_is_found_again(store: Store) -> None:
    await store.tables.add(row())
    await store.tables.change(make_expected(), replace(row(), status="running"), 3.0)
    assert await store.tables.to_resume() == []
    bot = SeatRow(1, "bot", "Piston", bot="random")
    await store.tables.change(make_expected(status="running"), with_seats(bot, status="running"), 1.0)
    assert await store.tables.to_resume() == ["abcd2345"]


@pytest.mark.postgres
async def test_a_table_that_is_played_at_at_the_last_moment_is_not_given_up(migrated_postgres_url: str) -> None:
    """An action is stored after idle tables were listed, and before this one is given up."""
    here, there = [await Store(migrated_postgres_url).open() for _ in range(2)]
    await here.tables.add(row())
    async with here.database.writing() as c:
        await c.run_sync(lock_table, "abcd2345")
        giving_up = asyncio.create_task(expiry.end_tables(there.database, 50.0, "house"))
        await asyncio.sleep(0.3)
        values = {"table_id": "abcd2345", **asdict(replace(entry(1), at=60.0))}
        await c.execute(insert(ENTRIES), values)
    assert await giving_up == []
    found = await here.tables.get("abcd2345")
    assert found is not None and found.status == "gathering"
    for one in (here, there):
        await one.close()


async def test_a_clock_that_differs_from_the_database_is_reported_once(
    store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    """SQLite has no clock of its own."""
    told = []
    for shift in (0.0, 5.0, 5.0, -3.0, 0.0):
        await store.serving.compare_clocks(lambda shift=shift: time.time() + shift)  # type: ignore[misc]
        told.append(round(store.serving.ahead_s))
    said = [record.getMessage() for record in caplog.records]
    if store.database.sqlite:
        assert told == [0] * 5 and not said
        return
    assert told == [0, 5, 5, -3, 0]
    assert len(said) == 2 and "5.0 s ahead of" in said[0] and "agrees" in said[1], said


async def test_the_write_ahead_log_is_made_smaller_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It grows during a long read, such as a backup."""
    monkeypatch.setattr(database, "WAL_BYTES", 100_000)
    path = tmp_path / "tables.sqlite3"
    store, log = await Store(f"sqlite:///{path}").open(), path.with_name("tables.sqlite3-wal")

    async def add(first: int, many: int) -> None:
        for k in range(first, first + many):
            await store.tables.add(replace(row(f"table{k}"), start="x" * 20_000))

    with closing(sqlite3.connect(path)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM tables").fetchone()
        await add(0, 100)
        assert log.stat().st_size > 4_000_000
    await add(100, 5)
    assert log.stat().st_size <= 300_000
    await store.close()


def test_a_transaction_that_is_cancelled_at_the_end_leaves_no_lock(tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite3"
    slow = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000000) SELECT count(*) FROM n"

    async def write(tables: database.Database, wrote: asyncio.Event) -> None:
        async with tables.writing() as connection:
            await connection.execute(insert(KEYS).values(name="late", value=""))
            wrote.set()
            await connection.execute(text(slow))

    async def serve() -> None:
        tables, wrote = database.Database(f"sqlite:///{file}"), asyncio.Event()
        await tables.open()
        writing = asyncio.create_task(write(tables, wrote))
        await wrote.wait()
        await asyncio.sleep(0.05)  # the slow statement has begun
        writing.cancel()
        await tables.close()

    asyncio.run(serve())
    with closing(sqlite3.connect(file, timeout=0)) as after:
        after.execute("INSERT INTO keys (name, value) VALUES ('next', '')")
        assert not after.execute("SELECT * FROM keys WHERE name = 'late'").fetchall()


async def test_the_migrations_create_the_schema(store: Store) -> None:
    def differences(connection: Connection) -> list[object]:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        return list(compare_metadata(context, METADATA))

    async with store.database.writing() as connection:
        assert await connection.run_sync(differences) == []
        assert await connection.run_sync(migrations.version) == migrations.HEAD


def test_head_is_the_newest_migration() -> None:
    config = Config()
    config.set_main_option("script_location", str(Path(migrations.__file__).parent))
    config.set_main_option("path_separator", "os")
    assert ScriptDirectory.from_config(config).get_current_head() == migrations.HEAD


@asynccontextmanager
async def database_of(store: Store, version: str) -> AsyncIterator[AsyncConnection]:
    """Make the store's database anew as an older version had it, and bring it up to date at the end."""
    async with store.database.writing() as connection:
        await connection.run_sync(METADATA.drop_all)
        await connection.execute(text("DROP TABLE alembic_version"))
        await connection.run_sync(migrations.upgrade, version)
        yield connection
        await connection.run_sync(migrations.upgrade)


async def keep_old_row(connection: AsyncConnection, one: TableRow) -> None:
    """Insert a table with its seats, with the columns of the first version."""
    table = {
        "id": one.id,
        "game": one.game,
        "rules": one.rules,
        "seats": len(one.seats),
        "seed": one.seed,
        "host": one.host,
        "listed": one.listed,
        "status": one.status,
        "beat_ms": one.bot_delay_ms,
        "window_ms": one.window_ms,
        "created": one.created,
        "changed": one.changed,
        "options": json.dumps(one.options),
    }
    await insert_into(connection, "tables", table)
    for seat in one.seats:
        columns = {"table_id": one.id, "seat": seat.seat, "kind": seat.kind, "name": seat.name, "person": seat.person}
        await insert_into(connection, "seats", columns)


async def insert_into(connection: AsyncConnection, table: str, columns: dict[str, object]) -> None:
    names, values = ", ".join(columns), ", ".join(f":{name}" for name in columns)
    await connection.execute(text(f"INSERT INTO {table} ({names}) VALUES ({values})"), columns)


async def test_a_database_of_the_first_version_keeps_its_tables(store: Store) -> None:
    async with database_of(store, "0001") as connection:
        await keep_old_row(connection, row())
        kept = entry(1)
        columns = {"table_id": "abcd2345", "number": 1, "seat": 0, "act": kept.act, "step": "", "note": "", "at": 2.0}
        await insert_into(connection, "entries", {**columns, "checksum": kept.checksum})
    assert await store.tables.get("abcd2345") == row()
    assert await store.entries.count("abcd2345") == 1


async def test_numbers_from_before_answers_were_counted_are_outdated(store: Store) -> None:
    async with database_of(store, "0002") as connection:
        await keep_old_row(connection, row("gather22"))
        await keep_old_row(connection, replace(row(), status="running"))
    assert set((await store.answers.read("abcd2345", 0)).decision_offsets.values()) == {1000}
    assert set((await store.answers.read("gather22", 0)).decision_offsets.values()) == {0}


async def test_two_who_start_at_once_upgrade_one_after_the_other(db_url: str) -> None:
    stores = await asyncio.gather(*(Store(db_url).open() for _ in range(3)))
    for one in stores:
        assert await one.tables.get("none") is None
        await one.close()


@pytest.mark.parametrize("url", ["nonsense", "sqlite://", "sqlite:///:memory:"])
def test_a_wrong_address_is_reported(url: str) -> None:
    with pytest.raises(Unreadable, match=r"sqlite:///tables\.sqlite3"):
        Store(url)
