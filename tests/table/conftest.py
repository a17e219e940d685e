"""A table for tests: the toy game registered, a store in a scratch folder, time and chance in the test's hand."""

from __future__ import annotations

import os
import time
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import Any

import migrated
import msgspec
import pytest
from handclock import HandClock, SeededChance, count_calls
from opened import People, TableOf, new
from pages import app, client  # noqa: F401  (fixtures)
from two_apps import two  # noqa: F401  (a fixture)

from enginehouse.core.registry import game as games
from enginehouse.table.in_place.database import InPlaceDatabase
from enginehouse.table.play import commands
from enginehouse.table.play.registry import Registry
from enginehouse.table.play.session import Session
from enginehouse.table.settings import Settings
from enginehouse.table.store import migrations
from enginehouse.table.store.rows import Person
from enginehouse.table.store.store import Store

HERE = f"{Path(__file__).parent}{os.sep}"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The table plays plain rules in either run, so its tests need to run in one of them: where nothing else is said, in the
    plain one. Workers compile, and Schemathesis is there only where frameworks are tried."""
    for item in items:
        if (
            str(item.path).startswith(HERE)
            and item.path.name not in ("test_worker.py", "test_description.py")
            and not item.get_closest_marker("beside_compiled")
        ):
            item.add_marker("beside_plain")


@pytest.fixture(scope="session", autouse=True)
def _migrated_at_once() -> Iterator[None]:
    """Empty databases of SQLite are brought up to date by a copy of what the migrations make."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(migrations, "upgrade", migrated.upgrade)
        yield


@pytest.fixture(scope="session", autouse=True)
def toy() -> games.Game:
    """The toy game, in the registry."""
    return games.register(games.Game("switchyard"))


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run each test of a database on either kind, and each test of a store also on one that is used in place."""
    if "db_url" in metafunc.fixturenames:
        kinds = ["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)]
        in_place = ["in-place"] if "store" in metafunc.fixturenames else []
        metafunc.parametrize("db_url", [*kinds, *in_place], indirect=True)


@pytest.fixture
def db_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A fresh database of either kind. All migrations have run on it, or run on it as one (see `migrated`)."""
    if request.param == "postgres":
        return str(request.getfixturevalue("migrated_postgres_url"))
    return f"sqlite:///{tmp_path / 'tables.sqlite3'}"


@pytest.fixture
def progress(request: pytest.FixtureRequest) -> Callable[[str], None]:
    """Says how far a long test has come, at once, whatever pytest keeps back."""
    capture = request.config.pluginmanager.getplugin("capturemanager")

    def say(text: str) -> None:
        with capture.global_and_fixture_disabled():
            print(f"\n{request.node.name}: {text}", end="", flush=True)

    return say


@pytest.fixture
async def store(request: pytest.FixtureRequest, db_url: str) -> AsyncIterator[Store]:
    """An open store."""
    is_in_place = request.node.callspec.params["db_url"] == "in-place"
    opened = await Store(db_url, database=InPlaceDatabase(db_url) if is_in_place else None).open()
    yield opened
    await opened.close()


@pytest.fixture
async def sqlite(tmp_path: Path) -> AsyncIterator[Store]:
    """An open store on SQLite."""
    opened = await Store(f"sqlite:///{tmp_path / 'tables.sqlite3'}").open()
    count_calls(opened)
    yield opened
    await opened.close()


@pytest.fixture
def clock() -> HandClock:
    """Time that stands still until the test moves it."""
    return HandClock()


@pytest.fixture
async def registry(sqlite: Store, clock: HandClock) -> AsyncIterator[Registry]:
    """A registry with bots that think here, on a clock that the test moves."""
    made = Registry(Settings(), sqlite, clock, SeededChance())
    yield made
    await made.close()


@pytest.fixture
async def elsewhere(registry: Registry) -> AsyncIterator[Registry]:
    """Another process on the same database, or the same one after a restart."""
    made = Registry(Settings(), registry.store, registry.clock, SeededChance(2))
    yield made
    await made.close()


@pytest.fixture
def people(sqlite: Store) -> People:
    """Guests by name, each known from the first time on."""
    known: dict[str, Person] = {}

    async def make(*names: str) -> list[Person]:
        for name in names:
            if name not in known:
                known[name] = Person(f"person{name.lower()}", name)
                await sqlite.people.add(known[name], 0)
        return [known[name] for name in names]

    return make


@pytest.fixture
def table_of(registry: Registry, people: People) -> TableOf:
    """A table at which people of these names sit, and then bots; the game has begun."""

    async def opened(*names: str, bots: int = 0, **more: Any) -> Session:
        host, *guests = await people(*names)
        seats = ["me", *["open"] * len(guests), *["bot:random"] * bots]
        session = await registry.get(await new(registry, host, more.pop("game", "switchyard"), seats, **more))
        for guest in guests:
            await commands.sit(session, guest)
        assert session.state.row.status == "running"
        return session

    return opened


@pytest.fixture
def no_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots think in this process, at random: for tests that are not about workers."""
    from enginehouse.table.botpool import jobs, pool, worker

    async def ask(self: Any, job: jobs.Job, budget: Callable[[], float], table: str = "") -> jobs.BotAnswer:
        return worker.answer(msgspec.structs.replace(job, until=time.monotonic() + budget()))

    async def start(self: Any) -> None:
        return None

    monkeypatch.setattr(pool.Workers, "ask", ask)
    monkeypatch.setattr(pool.Workers, "start", start)
