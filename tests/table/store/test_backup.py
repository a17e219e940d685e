"""Everything that is kept is in a backup, in either kind of database, and what is wrong with what is kept is found."""

from __future__ import annotations

import asyncio
import gzip
import hashlib
import json
import sqlite3
import stat
import tracemalloc
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from opened import TableOf, act, play_note
from sqlalchemy import select, text

from enginehouse.bots.analysis.review import Decision
from enginehouse.commands.main import main
from enginehouse.core.errors import Unreadable
from enginehouse.table.extras import checking
from enginehouse.table.people.tokens import give_token
from enginehouse.table.play import absence
from enginehouse.table.play.registry import Registry
from enginehouse.table.store import backup, orders
from enginehouse.table.store.devices import Device
from enginehouse.table.store.once import Once
from enginehouse.table.store.pushes import Push
from enginehouse.table.store.reviews import Review
from enginehouse.table.store.schema import KEPT, METADATA
from enginehouse.table.store.store import Store
from enginehouse.table.store.talk import ChatLine

LATER_TABLES = {
    "tokens",
    "outages",
    "reviews",
    "talk",
    "notes",
    "devices",
    "links",
    "orders",
    "promises",
    "pushes",
    "once",
}
LATER_COLUMNS: dict[str, dict[str, Any]] = {
    "tables": {
        "origin": "",
        "away_s": 0,
        "clock": "",
        "clock_at": 0.0,
        "ending": "",
        "secret": "",
        "salts": "",
        "watched": True,
        "seating": "",
    },
    "seats": {"owner": None, "left_ms": None, "salt": ""},
    "departures": {"step": "left"},
    "people": {"barred": ""},
}
"""What version 0007 did not know, and what it is worth in what comes from then."""


async def everything(store: Store) -> dict[str, list[Any]]:
    """All rows of all tables."""
    async with store.database.reading() as c:
        return {
            one.name: [tuple(row) for row in await c.execute(select(one).order_by(*one.primary_key.columns))]
            for one in KEPT
        }


@pytest.fixture
async def played(registry: Registry, table_of: TableOf) -> Store:
    """A store in which every table of the database has rows."""
    session = await table_of("Ann", "Bob", "Cat", window_ms=60_000)
    await registry.store.people.key("cookies", lambda: "sécret")
    await give_token(registry, session.id, 0, "personann", "bot")
    await play_note(session)
    await act(session, 1, "pass")
    other = await table_of("Ann", "Bob")
    await registry.store.talk.add(
        session.id, ChatLine(0, 0, "personann", "Ann", "Hullo", 1.0), Once("a", "personann", 1.0)
    )
    await registry.store.talk.save_note(session.id, 0, "personann", "blue is far")
    await registry.store.people.devices.keep(Device("personann", "d1", "phone", 1.0, 2.0))
    await registry.store.people.devices.add_link("secret", "personann", 1.0, 601.0)
    assert await registry.store.people.redeem("1-a", 1.0, 0.0)
    await registry.store.people.pushes.keep(Push("personann", "d1", "https://push.example.org/a", 1.0))
    await orders.give(registry.store.database, "mute", "personann", 1.0)
    for date in (1.0, 2.0):
        await registry.store.serving.begin(date)
    await registry.store.reviews.keep(session.id, Review(3, (Decision(0, 1, 50.0, 2, 3, 1.5, "so"),)))

    await absence.leave(other, "personbob")
    return registry.store


async def test_a_restored_backup_equals_the_stored_tables(played: Store, db_url: str, tmp_path: Path) -> None:
    """From SQLite to a fresh database of either kind, and from there again: the very same file."""
    before, first = await everything(played), tmp_path / "first.gz"
    assert all(before.values()), [name for name, rows in before.items() if not rows]
    told: list[int] = []
    summary = await backup.write(played.database, first, told.append)
    assert sum(told) == sum(summary.rows.values()) == sum(map(len, before.values()))
    assert stat.S_IMODE(first.stat().st_mode) == 0o600
    assert not first.with_name("first.gz.part").exists()
    fresh = db_url.replace("tables.sqlite3", "fresh.sqlite3")
    await backup.restore(fresh, first, told.append)
    store = await Store(fresh).open()
    try:
        assert await everything(store) == before
        await backup.write(store.database, tmp_path / "second.gz", told.append)
        assert (tmp_path / "second.gz").read_bytes() == first.read_bytes()
        with pytest.raises(Unreadable, match=r"this database has contents already \(.*tables"):
            await backup.restore(fresh, first, told.append)
        assert await everything(store) == before
    finally:
        await store.close()


async def test_a_text_that_postgresql_does_not_store_is_restored_without_its_zero_byte(
    played: Store, db_url: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with sqlite3.connect(str(played.database.url.database)) as c:
        c.execute("UPDATE tables SET origin = ?", ("#a\0b",))
    await backup.write(played.database, tmp_path / "zero.gz", int)
    fresh = db_url.replace("tables.sqlite3", "fresh.sqlite3")
    await backup.restore(fresh, tmp_path / "zero.gz", int)
    assert "the table tables has a text with a character that cannot be stored, U+0000" in caplog.text
    store = await Store(fresh).open()
    try:
        assert {row[0] for row in await _origins(store)} == {"#ab"}
    finally:
        await store.close()


@pytest.mark.parametrize(
    ("change", "column"),
    [
        ("UPDATE seats SET answered = 'a' || seat", "seats has a value that cannot be stored in its column answered"),
        ("UPDATE seats SET answered = 3000000000", "seats has a value that cannot be stored in its column answered"),
        (f"UPDATE people SET name = '{'5ec4e7' * 9}'", "people has a value that cannot be stored in its column name"),
        ("UPDATE tables SET created = 'now'", "tables has a value that cannot be stored in its column created"),
    ],
)
async def test_a_value_that_cannot_be_stored_is_named_by_its_table(
    played: Store, db_url: str, tmp_path: Path, change: str, column: str
) -> None:
    """SQLite takes any value in any column, PostgreSQL does not."""
    with sqlite3.connect(str(played.database.url.database)) as c:
        c.execute(change)
    before = await everything(played)
    await backup.write(played.database, tmp_path / "odd.gz", int)
    fresh = db_url.replace("tables.sqlite3", "fresh.sqlite3")
    if not fresh.startswith("sqlite") or "created" in column:
        with pytest.raises(Unreadable, match=f"row 1 of the table {column}; nothing was restored") as told:
            await backup.restore(fresh, tmp_path / "odd.gz", int)
        assert "5ec4e7" not in str(told.value)
        return
    await backup.restore(fresh, tmp_path / "odd.gz", int)
    store = await Store(fresh).open()
    try:
        assert await everything(store) == before
    finally:
        await store.close()


async def test_rows_that_do_not_fit_together_are_named_by_their_table(
    played: Store, db_url: str, tmp_path: Path
) -> None:
    """Two rows with the same key: a backup that somebody has put together. The refusal shows no value."""
    await backup.write(played.database, tmp_path / "a.gz", int)
    lines = gzip.decompress((tmp_path / "a.gz").read_bytes()).splitlines(keepends=True)
    twice = next(line for line in lines if line.startswith(b'["people"'))
    seal(tmp_path / "b.gz", [*lines[:-1], twice])
    with pytest.raises(Unreadable, match=r"the table people has rows that cannot be stored: .*(unique|UNIQUE)") as told:
        await backup.restore(db_url.replace("tables.sqlite3", "fresh.sqlite3"), tmp_path / "b.gz", int)
    assert "personann" not in str(told.value)


def seal(file: Path, lines: list[bytes]) -> None:
    """Write a backup with these lines and the end that fits them."""
    data = b"".join(lines)
    end = {"rows": len(lines) - 1, "sha256": hashlib.sha256(data).hexdigest()}
    file.write_bytes(gzip.compress(data + json.dumps(end).encode() + b"\n"))


@pytest.mark.parametrize(
    "row", [["keys", ["a"]], ["keys", ["a", "b", "c"]], ["cards", ["a"]], ["keys"], 5, ["keys", "ab"]]
)
async def test_a_row_of_no_table_is_refused_with_its_number(played: Store, tmp_path: Path, row: Any) -> None:
    await backup.write(played.database, tmp_path / "a.gz", int)
    lines = gzip.decompress((tmp_path / "a.gz").read_bytes()).splitlines(keepends=True)
    seal(tmp_path / "b.gz", [lines[0], lines[1], json.dumps(row).encode() + b"\n", *lines[2:-1]])
    with pytest.raises(Unreadable, match="its row 2 is not a row of a table"):
        await backup.restore(f"sqlite:///{tmp_path / 'fresh.sqlite3'}", tmp_path / "b.gz", int)


def test_no_more_than_a_line_is_read_into_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A small file may unpack to one endless line."""
    monkeypatch.setattr(backup, "MOST_LINE", 100_000)
    for name, begins in (("line.gz", b""), ("value.gz", b'{"kind":"enginehouse backup","format":1}\n["tables",["')):
        (tmp_path / name).write_bytes(gzip.compress(begins + b"a" * 50_000_000))
        tracemalloc.start()
        try:
            with pytest.raises(Unreadable, match="has a line of more than 100000 bytes"):
                backup.read(tmp_path / name)
            assert tracemalloc.get_traced_memory()[1] < 3_000_000
        finally:
            tracemalloc.stop()


async def _origins(store: Store) -> list[Any]:
    async with store.database.reading() as c:
        return list((await c.execute(text("SELECT origin FROM tables"))).all())


async def test_a_backup_is_of_one_moment(played: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """While it is written somebody else changes all that comes later: none of that is in it."""
    monkeypatch.setattr(backup, "CHUNK", 1)
    before = await everything(played)
    changed: list[bool] = []
    looking = await Store(str(played.database.url)).open_to_look()

    def change(_: int) -> None:
        if not changed:
            with sqlite3.connect(str(played.database.url.database)) as c:
                for name in before:
                    c.execute(f"DELETE FROM {name}")
            changed.append(True)

    await backup.write(looking.database, tmp_path / "one.gz", change)
    await looking.database.close()
    _, rows = backup.read(tmp_path / "one.gz")
    assert changed and sorted(name for name, _ in rows) == sorted(name for name, some in before.items() for _ in some)
    assert not any((await everything(played)).values())


def spoilt(lines: list[str], how: str) -> bytes:
    """A backup that is none any more."""
    if how.startswith("byte"):  # at so many eighths
        whole = bytearray(gzip.compress("".join(lines).encode()))
        whole[len(whole) * int(how[-1]) // 8] ^= 0x10
        return bytes(whole)
    if how == "cut":
        return gzip.compress("".join(lines).encode())[:-40]
    if how == "line":
        lines = [*lines[:3], *lines[4:]]
    if how == "letter":
        lines = [line.replace("Ann", "Eve") for line in lines]
    if how == "end":
        lines = lines[:-1]
    if how == "newer":
        lines = [lines[0].replace('"format":1', '"format":9'), *lines[1:]]
    return b"no gzip" if how == "other" else gzip.compress("".join(lines).encode())


@pytest.mark.parametrize(
    ("how", "says"),
    [("cut", "cut off"), ("line", "is wrong"), ("letter", "is wrong"), ("end", "damaged"),
     *((f"byte {part}", "damaged") for part in (4, 7)), ("newer", "format 9"), ("other", "not a backup")],
)  # fmt: skip
async def test_an_incomplete_backup_is_not_restored(played: Store, tmp_path: Path, how: str, says: str) -> None:
    await backup.write(played.database, tmp_path / "one.gz", lambda many: None)
    lines = gzip.decompress((tmp_path / "one.gz").read_bytes()).decode().splitlines(keepends=True)
    (tmp_path / "bad.gz").write_bytes(spoilt(lines, how))
    with pytest.raises(Unreadable, match=says):
        await backup.restore(f"sqlite:///{tmp_path / 'none.sqlite3'}", tmp_path / "bad.gz", lambda many: None)
    assert not (tmp_path / "none.sqlite3").exists()


async def test_a_backup_of_a_former_version_is_brought_up_to_date(played: Store, tmp_path: Path) -> None:
    """As the program of version 0007 wrote it: its schema knew no tokens, nor tables that ask what if."""
    await backup.write(played.database, tmp_path / "one.gz", lambda many: None)
    head, rows = backup.read(tmp_path / "one.gz")
    later = LATER_COLUMNS
    columns = {name: list(found) for name, found in head["columns"].items() if name not in LATER_TABLES}
    former = [
        [
            name,
            [value for column, value in zip(columns[name], values, strict=True) if column not in later.get(name, [])],
        ]
        for name, values in rows
        if name in columns
    ]
    head["columns"] = {
        name: [column for column in found if column not in later.get(name, [])] for name, found in columns.items()
    }
    lines = [json.dumps({**head, "version": "0007"}), *(json.dumps(row) for row in former)]
    body = "".join(f"{line}\n" for line in lines).encode()
    end = {"rows": len(lines) - 1, "sha256": hashlib.sha256(body).hexdigest()}
    (tmp_path / "old.gz").write_bytes(gzip.compress(body + json.dumps(end).encode() + b"\n"))
    url = f"sqlite:///{tmp_path / 'fresh.sqlite3'}"
    await backup.restore(url, tmp_path / "old.gz", lambda many: None)
    store = await Store(url).open_to_look()
    expected = await everything(played)
    found = await everything(store)
    await store.database.close()
    for name, defaults in LATER_COLUMNS.items():
        names = list(METADATA.tables[name].columns.keys())
        rows_then = [dict(zip(names, row, strict=True)) | defaults for row in expected[name]]
        expected[name] = [tuple(row.values()) for row in rows_then]
    assert found == expected | {name: [] for name in LATER_TABLES}


async def test_a_file_that_names_other_tables_is_none(played: Store, tmp_path: Path) -> None:
    """Even with a right checksum: names in it are looked up, and never become SQL."""
    await backup.write(played.database, tmp_path / "one.gz", lambda many: None)
    head, _ = backup.read(tmp_path / "one.gz")
    body = (json.dumps({**head, "columns": {"keys; DROP TABLE keys": ["name"]}}) + "\n").encode()
    end = json.dumps({"rows": 0, "sha256": hashlib.sha256(body).hexdigest()}) + "\n"
    (tmp_path / "bad.gz").write_bytes(gzip.compress(body + end.encode()))
    with pytest.raises(Unreadable, match="DROP TABLE keys is different in the database"):
        await backup.restore(f"sqlite:///{tmp_path / 'fresh.sqlite3'}", tmp_path / "bad.gz", lambda many: None)


# ---------------------------------------------------------------- db check


async def wrong_with(store: Store) -> list[tuple[str, str]]:
    looking = await Store(str(store.database.url)).open_to_look()
    try:
        return (await checking.check(looking, lambda done, many: None)).wrong
    finally:
        await looking.database.close()


async def test_a_check_finds_the_mistake_and_its_place(played: Store) -> None:
    assert await wrong_with(played) == []
    first, second = await played.tables.ids()
    entries = await played.entries.read(first)
    assert entries
    async with played.database.writing() as c:
        await c.execute(text("UPDATE entries SET checksum = 'x' WHERE number = 1 AND table_id = :t"), {"t": first})
        await c.execute(text("INSERT INTO answers VALUES ('gone', 0, 1, 'pass')"))
        await c.execute(text("UPDATE tables SET options = '{' WHERE id = :t"), {"t": second})
    found = dict(await wrong_with(played))
    assert set(found) == {"database", f"table {first}", f"table {second}"}
    assert "answers" in found["database"] and "gone" in found["database"] and "1" in found[f"table {first}"]


async def test_every_command_heeds_the_variable_that_names_the_database(played: Store, tmp_path: Path) -> None:
    """So that what the page says works in the container and under the unit; what is written out goes before it."""
    environ = {"ENGINEHOUSE_DB_URL": str(played.database.url), "XDG_DATA_HOME": str(tmp_path / "nowhere")}
    table, file = (await played.tables.ids())[0], tmp_path / "all.gz"

    async def call(*words: object) -> str:
        done = await asyncio.to_thread(CliRunner(env=environ).invoke, main, list(map(str, words)))
        assert done.exit_code == 0, (words, done.output)
        return done.output

    assert table in await call("table", "list")
    assert table in await call("table", "show", table)
    assert '"game": "switchyard"' in await call("table", "export", table)
    assert "personann" in await call("admin", "guests")
    assert "mute" in await call("admin", "log")
    assert "is stored" in await call("admin", "close", table, "--wait", 0)
    assert "is stored" in await call("admin", "pardon", "personann", "--wait", 0)
    assert "2 tables" in await call("backup", file)
    assert "all tables replay" in await call("db", "check")
    other = f"sqlite:///{tmp_path / 'other.sqlite3'}"
    assert "restored: 2 tables" in await call("restore", file, "--db", other)
    environ["ENGINEHOUSE_DB_URL"] = f"sqlite:///{tmp_path / 'third.sqlite3'}"
    assert "restored: 2 tables" in await call("restore", file)
    assert table in await call("table", "list", "--db", other)
    assert not (tmp_path / "nowhere").exists()


async def test_the_commands_report_their_results(played: Store, tmp_path: Path) -> None:
    url, file = str(played.database.url), tmp_path / "all.gz"

    def call(*words: object) -> Any:
        return CliRunner().invoke(main, list(map(str, words)))

    done = await asyncio.to_thread(call, "backup", file, "--db", url)
    assert done.exit_code == 0 and "2 tables with" in done.output
    first = file.read_bytes()
    file.write_bytes(b"another")
    done = await asyncio.to_thread(call, "backup", file, "--db", url)
    assert done.exit_code == 1 and "exists already" in done.output and file.read_bytes() == b"another"
    done = await asyncio.to_thread(call, "backup", file, "--db", url, "--force")
    assert done.exit_code == 0 and file.read_bytes() == first
    fresh = f"sqlite:///{tmp_path / 'fresh.sqlite3'}"
    done = await asyncio.to_thread(call, "restore", file, "--db", fresh)
    assert done.exit_code == 0 and "restored: 2 tables" in done.output
    done = await asyncio.to_thread(call, "db", "check", "--db", fresh)
    assert done.exit_code == 0 and "all tables replay" in done.output
    done = await asyncio.to_thread(call, "restore", file, "--db", fresh)
    assert done.exit_code == 1 and "Error: this database has contents" in done.output
    with sqlite3.connect(tmp_path / "fresh.sqlite3") as c:
        c.execute("UPDATE entries SET number = 2")
    done = await asyncio.to_thread(call, "db", "check", "--db", fresh)
    assert done.exit_code == 1 and "entry 1 is missing" in done.output.lower()
