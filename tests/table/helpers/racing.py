"""Commands that run at the same table in two real processes at the same moment, and the tables at which they do.

`python racing.py DB_URL SIDE SOCKET` reads jobs, one line of JSON each, runs its side of each, and says what came of it. In a forced
race a barrier stands between reading and storing: a process passes it when the other one has come to it too, or has ended.
"""

from __future__ import annotations

import asyncio
import json
import socket
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).parent))

from sqlalchemy import text

from enginehouse.core.errors import EnginehouseError
from enginehouse.core.registry import game as games
from enginehouse.table.people import orders, own_data
from enginehouse.table.people.talk import Talks
from enginehouse.table.people.tokens import give_token
from enginehouse.table.play import absence, by_itself, commands, ending, mending
from enginehouse.table.play.registry import Registry
from enginehouse.table.play.session import Session
from enginehouse.table.settings import Settings
from enginehouse.table.states.opening import by_choice
from enginehouse.table.states.state import TableState
from enginehouse.table.store.database import Database
from enginehouse.table.store.rows import Person
from enginehouse.table.store.schema import METADATA, TABLES
from enginehouse.table.store.store import Store
from enginehouse.table.store.talk import ChatLine
from enginehouse.table.store.writer import Writer
from enginehouse.table.time_and_chance import RealChance

AT_ONCE = 8
"""So many jobs a process runs at once."""
LONG_AGO_S = 100_000


class SameChance(RealChance):
    """Every table is dealt the same, and every choice is the first one; addresses and secrets are real."""

    def number(self, below: int) -> int:
        return 0

    def seed(self) -> str:
        return f"{1:064x}"


def registry_of(store: Store) -> Registry:
    """Return a registry at whose tables nothing goes by itself."""
    registry = Registry(Settings(), store, chance=SameChance())
    registry.scheduler.wake = lambda session: None  # type: ignore[method-assign]
    return registry


# ---------------------------------------------------------------- commands


class Runs(NamedTuple):
    """Where a command runs: a table as this process knows it, and the state that the caller saw."""

    registry: Registry
    session: Session
    seen: TableState

    def person(self, name: str) -> Person:
        """Return a person of this table alone (see `copy_tables`)."""
        return Person(name + self.session.id, name.title())

    async def act(self, name: str, seat: int, action: str = "") -> None:
        """Act on a seat: an action, or (empty) the first one that is legal and opens no window."""
        moves = [one for one in self.seen.match.legal_names(seat) if not one.startswith("play")]
        await commands.act(self.session, self.person(name).id, seat, self.seen.decision(seat), action or moves[0])

    async def stand_in(self, name: str, seat: int) -> None:
        """Let a bot play for somebody who is away."""
        await absence.note_away(self.session)
        await absence.stand_in(self.session, self.person(name).id, seat)


@dataclass(frozen=True)
class Command:
    """A command with its arguments. `changes`: it changes seats, status, ending or departures."""

    run: Callable[[Runs], Awaitable[Any]]
    changes: bool = True


def _sit(name: str, seat: int | None) -> Command:
    return Command(lambda at: commands.sit(at.session, at.person(name), seat, name[0] * 32))


def _leave(name: str) -> Command:
    return Command(lambda at: absence.leave(at.session, at.person(name).id))


def _agree(name: str, yes: bool = True) -> Command:
    return Command(lambda at: ending.agree(at.session, at.person(name).id, yes))


def _act(name: str, seat: int, action: str = "", *, changes: bool = False) -> Command:
    return Command(lambda at: at.act(name, seat, action), changes)


def _undo(name: str, seat: int) -> Command:
    return Command(lambda at: commands.undo(at.session, at.person(name).id, seat, at.seen.decision(seat)), False)


def _preset(name: str, seat: int) -> Command:
    return Command(lambda at: commands.preset(at.session, at.person(name).id, seat, "pass"), False)


def _token(name: str, seat: int) -> Command:
    return Command(lambda at: give_token(at.registry, at.session.id, seat, at.person(name).id, name), False)


def _note(name: str, seat: int) -> Command:
    return Command(
        lambda at: at.registry.store.talk.save_note(at.session.id, seat, at.person(name).id, "mine"), changes=False
    )


def _say(name: str, seat: int) -> Command:
    async def say(at: Runs) -> None:
        line = ChatLine(0, seat, at.person(name).id, name, "Hello!", 0.0)
        await at.registry.store.talk.add(at.session.id, line)

    return Command(say, changes=False)


def _pace(name: str, pace: str) -> Command:
    return Command(lambda at: commands.pace(at.session, at.person(name).id, pace), False)


def _rematch(name: str) -> Command:
    return Command(lambda at: commands.rematch(at.session, at.person(name).id, at.registry.add), False)


def _go_on(name: str) -> Command:
    return Command(lambda at: mending.go_on(at.session, at.person(name).id, at.registry.add), False)


def _bot(at: Runs) -> Awaitable[Any]:
    match = at.seen.match
    return by_itself.bot_acts(at.session, 1, match.decision(1), match.legal(1)[0])


CLOSE = Command(lambda at: orders.close(at.session))
FILL = Command(lambda at: commands.fill(at.session, at.person("ann").id, "random", at.registry.chance))
BACK = Command(lambda at: absence.come_back(at.session, at.person("dan")))
STAND_IN = Command(lambda at: at.stand_in("ann", 1))
FORGET = Command(lambda at: own_data.forget(at.registry, Talks(), at.person("bob").id))
END_TIME = Command(lambda at: absence.end_time(at.session))
CLOSE_WINDOW = Command(
    lambda at: by_itself.close_window(at.session, len(at.seen.match.entries), lambda seat: None, at.registry.chance),
    changes=False,
)
PLAY_FREELY = Command(lambda at: commands.play_freely(at.session, at.person("ann").id, 0), changes=False)
LESSON = Command(lambda at: commands.begin_lesson(at.session, [(0, "move 1 2")]), changes=False)

# ---------------------------------------------------------------- tables


@dataclass(frozen=True)
class Scene:
    """A table, and the commands that race there. `seats` as in `by_choice`; `before` is done first, then `sql`."""

    seats: tuple[str, ...]
    commands: dict[str, Command]
    before: tuple[Command, ...] = ()
    sql: str = ""
    more: dict[str, Any] | None = None


ALL_THERE = (_sit("bob", 1), _sit("cat", 2), _sit("dan", 3), _leave("dan"), _act("ann", 0, "move 1 2"))
FOUR = ("me", "open", "open", "open")
TALK = {"note bob": _note("bob", 1), "say bob": _say("bob", 1), "token bob": _token("bob", 1)}
WATCHED = {"window_ms": 60_000}
SCENES = {
    "two seats are free": Scene(
        FOUR,
        {"sit cat": _sit("cat", 2), "sit dan": _sit("dan", 3), "sit eve": _sit("eve", None), "fill": FILL, "close": CLOSE,
         "leave bob": _leave("bob"), "leave ann": _leave("ann"), **TALK},
        (_sit("bob", 1), _token("bob", 1), _note("ann", 0)),
        more={"drawn": True},
    ),
    "one seat is free": Scene(
        ("me", "open", "open"),
        {"sit cat": _sit("cat", 2), "sit dan": _sit("dan", None), "fill": FILL, "close": CLOSE, "leave bob": _leave("bob")},
        (_sit("bob", 1), _note("bob", 1)),
        more={"drawn": True},
    ),
    "running": Scene(
        FOUR,
        {"act bob": _act("bob", 1), "undo ann": _undo("ann", 0), "preset bob": _preset("bob", 1), "agree bob": _agree("bob"),
         "agree cat": _agree("cat"), "refuse cat": _agree("cat", yes=False), "leave ann": _leave("ann"),
         "leave bob": _leave("bob"), "back dan": BACK, "stand in": STAND_IN, "close": CLOSE, "forget bob": FORGET,
         "token bob": _token("bob", 1)},
        (*ALL_THERE, _agree("ann")),
        f"UPDATE entries SET at = at - {LONG_AGO_S} WHERE table_id = :id",
        {"away_s": 60},
    ),
    "alone with bots": Scene(
        ("me", "bot:random", "bot:random"),
        {"bot acts": Command(_bot, changes=False), "slow": _pace("ann", "slow"), "quick": _pace("ann", "quick"),
         "freely": PLAY_FREELY, "leave ann": _leave("ann"), "agree ann": _agree("ann"), "close": CLOSE},
        (_act("ann", 0, "move 1 2"),),
        "UPDATE tables SET lesson = 'first', beat_ms = 0 WHERE id = :id",
    ),
    "fresh": Scene(
        ("me", "bot:random"),
        {"begin lesson": LESSON, "act ann": _act("ann", 0), "leave ann": _leave("ann"), "close": CLOSE},
    ),
    "a window is open": Scene(
        FOUR,
        {"answer bob": _act("bob", 1, "pass"), "answer cat": _act("cat", 2, "pass"), "close window": CLOSE_WINDOW,
         "undo ann": _undo("ann", 0), "preset bob": _preset("bob", 1), "preset cat": _preset("cat", 2),
         "leave bob": _leave("bob"), "agree bob": _agree("bob"), "back dan": BACK, "close": CLOSE},
        (*ALL_THERE[:-1], _act("ann", 0, "play 1")),
        more=WATCHED,
    ),
    "an answer waits": Scene(
        FOUR,
        {"withdraw bob": _undo("bob", 1), "answer cat": _act("cat", 2, "pass"), "close window": CLOSE_WINDOW,
         "leave bob": _leave("bob"), "close": CLOSE},
        (*ALL_THERE[:-1], _act("ann", 0, "play 1"), _act("bob", 1, "pass")),
        more=WATCHED,
    ),
    "one action is left": Scene(
        ("me", "open"),
        {"act ann": _act("ann", 0, changes=True), "agree bob": _agree("bob"), "leave ann": _leave("ann"),
         "leave bob": _leave("bob"), "close": CLOSE},
        (_sit("bob", 1), *(_act("ann", 0), _act("bob", 1)) * 19),
    ),
    "over": Scene(
        ("me", "open"),
        {"rematch ann": _rematch("ann"), "rematch bob": _rematch("bob"), "leave bob": _leave("bob"), "close": CLOSE},
        (_sit("bob", 1), *(_act("ann", 0), _act("bob", 1)) * 19, _act("ann", 0)),
    ),
    "broken": Scene(
        ("me", "open"),
        {"go on ann": _go_on("ann"), "go on bob": _go_on("bob"), "close": CLOSE, "leave bob": _leave("bob"),
         "end ann": Command(lambda at: mending.end(at.session, at.person("ann").id))},
        (_sit("bob", 1), _act("ann", 0), _act("bob", 1), _act("ann", 0)),
        "UPDATE entries SET act = 'move 5 6' WHERE table_id = :id AND number = 3",
    ),
    "out of time": Scene(
        FOUR,
        {"end time": END_TIME, "act bob": _act("bob", 1), "agree bob": _agree("bob"), "leave bob": _leave("bob"), "back dan": BACK,
         "close": CLOSE},
        ALL_THERE,
        f"UPDATE tables SET clock_at = clock_at - {LONG_AGO_S} WHERE id = :id",
        {"clock": "live 600 5"},
    ),
}  # fmt: skip


async def open_scene(registry: Registry, scene: Scene, address: str) -> None:
    """Store a table of a scene at an address."""
    more = {"watched": True, **(scene.more or {})}
    ann = Person("ann" + address, "Ann")
    new = by_choice(ann, "switchyard", scene.seats, {}, registry.chance, **more)
    token, registry.chance.token = registry.chance.token, lambda length: address  # type: ignore[method-assign]
    try:
        await registry.add(new)
    finally:
        registry.chance.token = token  # type: ignore[method-assign]
    session = await registry.get(address)
    for command in scene.before:
        await command.run(Runs(registry, session, session.state))
    if scene.sql:
        async with registry.store.database.writing() as c:
            await c.execute(text(scene.sql), {"id": address})


_PERSONS = {"person", "owner", "host"}


async def copy_tables(database: Database, template: str, addresses: list[str]) -> None:
    """Copy a table with all that belongs to it. Its people become others, whom no other table knows."""
    async with database.writing() as c:
        for kept in METADATA.sorted_tables:
            name = "id" if kept is TABLES else "table_id"
            if name not in kept.c:
                continue
            columns = {one.name: f't."{one.name}"' for one in kept.c}
            for one in _PERSONS & columns.keys():
                columns[one] = f"replace({columns[one]}, :template, n.id)"
            for one in {"id", "digest"} & columns.keys():
                columns[one] = f"substr(md5({columns[one]} || n.id), 1, 16)"
            columns[name] = "n.id"
            listed = ", ".join(f'"{one}"' for one in columns)
            copied = (
                f'INSERT INTO "{kept.name}" ({listed}) SELECT {", ".join(columns.values())} FROM "{kept.name}" t '
                f"CROSS JOIN unnest(CAST(:ids AS varchar[])) AS n(id) WHERE t.{name} = CAST(:template AS varchar)"
            )
            await c.execute(text(copied), {"ids": addresses, "template": template})


# ---------------------------------------------------------------- one of the two processes


class Barrier:
    """Where this process and the other one wait for each other, by names."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer
        self._passed: dict[str, asyncio.Event] = {}
        self._task = asyncio.create_task(self._listen())

    async def _listen(self) -> None:
        while line := await self._reader.readline():
            self._of(line.decode().strip()).set()

    def _of(self, name: str) -> asyncio.Event:
        return self._passed.setdefault(name, asyncio.Event())

    def say(self, name: str) -> None:
        """Tell the other process that this one has come to a barrier, or will not."""
        self._writer.write(f"{name}\n".encode())

    async def wait(self, name: str) -> None:
        """Wait until both have come to it."""
        self.say(name)
        async with asyncio.timeout(30):
            await self._of(name).wait()


BEFORE_STORING: ContextVar[Callable[[], Awaitable[None]] | None] = ContextVar("before storing", default=None)
STORED_AT: ContextVar[list[float]] = ContextVar("stored at")


def put_barriers() -> None:
    """Make every transaction of a command wait at its barrier first."""
    write, writing = Database.write, Database.writing

    async def waited(self: Database, do: Any) -> Any:
        if (wait := BEFORE_STORING.get()) is not None:
            await wait()
        found = await write(self, do)
        STORED_AT.get([]).append(time.monotonic())
        return found

    @asynccontextmanager
    async def waiting(self: Database) -> AsyncIterator[Any]:
        if (wait := BEFORE_STORING.get()) is not None:
            await wait()
        async with writing(self) as c:
            yield c

    append = Writer.append

    async def append_alone(self: Writer, *given: Any, **more: Any) -> None:
        # Entries of several tables share a transaction, so the barrier of one race must not stand in it.
        if (wait := BEFORE_STORING.get()) is not None:
            await wait()
        stored, waits = STORED_AT.set([]), BEFORE_STORING.set(None)
        try:
            await append(self, *given, **more)
        finally:
            STORED_AT.reset(stored)
            BEFORE_STORING.reset(waits)
        STORED_AT.get([]).append(time.monotonic())

    Writer.append = append_alone  # type: ignore[method-assign]
    Database.write, Database.writing = waited, waiting  # type: ignore[method-assign]


class Racer:
    """One of two processes."""

    def __init__(self, store: Store, side: int, barrier: Barrier) -> None:
        self.registry, self.side, self.barrier = registry_of(store), side, barrier

    async def run(self, job: dict[str, Any]) -> dict[str, Any]:
        """Run this side of a job: one command of a race, or all commands in order if it is no race."""
        scene = SCENES[job["scene"]]
        session = await self.registry.get(job["table"])
        at = Runs(self.registry, session, session.state)
        if "race" not in job:
            return {
                "job": job["job"],
                "side": self.side,
                "said": [await _said(scene.commands[name], at) for name in job["commands"]],
            }
        await self.barrier.wait(f"{job['job']} has read")
        storing, stored = f"{job['job']} stores", list[float]()
        if job["race"] == "forced":
            first = True

            async def wait() -> None:
                nonlocal first
                if first:
                    first = False
                    await self.barrier.wait(storing)

            BEFORE_STORING.set(wait)
        STORED_AT.set(stored)
        said = await _said(scene.commands[job["commands"][self.side]], at)
        BEFORE_STORING.set(None)
        self.barrier.say(storing)
        return {"job": job["job"], "side": self.side, "said": [said], "stored": max(stored, default=0.0)}


async def _said(command: Command, at: Runs) -> str:
    """Return the answer of a command: yes, no, or its error."""
    try:
        await command.run(at)
    except EnginehouseError as error:
        return "no" if type(error).__name__ in ("NotAllowed", "Forbidden", "Stale", "Illegal") else f"{error!r}"
    except Exception as error:
        return f"broke: {error!r}"
    return "yes"


async def race(db_url: str, side: int, link: socket.socket) -> None:
    """Run all jobs, some at once, and print the outcome of each."""
    store = await Store(db_url).open()
    reader, writer = await asyncio.open_connection(sock=link)
    racer, turn = Racer(store, side, Barrier(reader, writer)), asyncio.Semaphore(AT_ONCE)

    async def run(job: dict[str, Any]) -> None:
        try:
            print(json.dumps(await racer.run(job)), flush=True)
        finally:
            turn.release()

    tasks = []
    while line := await asyncio.to_thread(sys.stdin.readline):
        for job in json.loads(line):
            await turn.acquire()
            tasks.append(asyncio.create_task(run(job)))
        await asyncio.gather(*tasks)
        tasks.clear()
        print("done", flush=True)
    await store.close()


if __name__ == "__main__":
    games.register(games.Game("switchyard"))
    put_barriers()
    asyncio.run(race(sys.argv[1], int(sys.argv[2]), socket.socket(fileno=int(sys.argv[3]))))
