"""Keeps games and tables as the package of this moment makes them, for all later versions to read.

    .venv/bin/python tests/kept/make.py 0.1.0

writes `tests/kept/0.1.0/`: twenty logs a game (all seats and options, actions taken back and put back, notes, greedy bots,
games in the middle), a database of tables (gathering, running, in open windows, over) as SQL, and `middle.sql` with the same as a
backup, `middle.backup`: four tables in the middle of something. With the word `middle` behind the name it writes these two only. A
folder that is there is never written again: what it holds was made by a version that is gone.
"""

from __future__ import annotations

import asyncio
import random
import sqlite3
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec

from enginehouse import bots
from enginehouse.conformance.cases import Case, cases_of
from enginehouse.core.errors import NotAllowed, Stale
from enginehouse.core.play import logs
from enginehouse.core.play.match import Match
from enginehouse.core.registry import game as games
from enginehouse.core.registry.game import Game
from enginehouse.core.teaching.lessons import lessons_of
from enginehouse.core.verbs import at_random
from enginehouse.table.botpool import jobs, pool, worker
from enginehouse.table.play import commands
from enginehouse.table.play.registry import Registry
from enginehouse.table.settings import Settings
from enginehouse.table.states import teaching
from enginehouse.table.states.state import TableState
from enginehouse.table.store import backup
from enginehouse.table.store.rows import Person
from enginehouse.table.store.store import Store

HERE = Path(__file__).resolve().parent
LOGS = 20
HOUR_MS = 3_600_000

sys.path.insert(0, str(HERE.parent / "table" / "helpers"))
from handclock import HandClock, SeededChance, settle  # noqa: E402
from opened import new  # noqa: E402


def some_cases(game: Game) -> list[Case]:
    """Twenty cases: all there are again and again, or as many different ones as go in."""
    found = list(cases_of(game))
    random.Random(game.name).shuffle(found)
    by_seats = sorted(found, key=lambda case: sum(1 for c in found[: found.index(case)] if c.seats == case.seats))
    return [by_seats[k % len(by_seats)] for k in range(LOGS)]


def random_choice(match: Match, seat: int, dice: random.Random) -> str:
    """One of the actions that are for random play."""
    legal = match.legal(seat)
    return match.game.vocabulary.name(dice.choice(legal[: at_random(match.state, seat, legal, len(legal))]))


def play(case: Case, number: int) -> Match:
    """A game of this case: the first sixteen to their end, the others cut; some by greedy bots; some things taken back."""
    dice = random.Random(f"{case} {number}")
    match = Match.new(case.game, case.seats, case.options, dice.getrandbits(256).to_bytes(32, "big").hex())
    greedy = bots.get("greedy") if number % 5 == 1 else None
    length = None if number < 16 else dice.randrange(1, 120)
    while not match.over and (length is None or len(match.entries) < length):
        seat = dice.choice(match.actors())
        if greedy is not None and dice.random() < 0.9:
            code = greedy.choose(match.view(seat), seat, match.legal(seat), 0.2, dice.getrandbits(31)).action
            match.act(seat, match.game.vocabulary.name(code))
        else:
            match.act(seat, random_choice(match, seat, dice), "kept as it was" if dice.random() < 0.03 else "")
        if match.can_undo(seat) and not match.over and dice.random() < 0.15:
            match.undo(seat)
            if match.can_redo(seat) and dice.random() < 0.6:
                match.redo(seat)
    return match


def keep_logs(folder: Path) -> None:
    """Twenty logs a game, one a line."""
    for name in games.names():
        lines = []
        for number, case in enumerate(some_cases(games.get(name))):
            match = play(case, number)
            lines.append(logs.write(match.log(), line=True))
            print(f"{case}: {len(match.entries)} entries, {'over' if match.over else 'running'}", flush=True)
        (folder / f"{name}.jsonl").write_text("".join(lines), encoding="utf-8")


async def act_some(
    registry: Registry, clock: HandClock, table: str, people: list[Person], many: int, dice: random.Random
) -> None:
    """People at a table act by chance, as they see it; some take back."""
    session = await registry.get(table)
    for _ in range(many):
        if not session.state.running:
            return
        acting = [
            (person, seat)
            for person in people
            for seat in session.state.row.list_seats(person.id)
            if seat in session.state.match.actors() and seat not in session.state.pending
        ]
        if not acting:
            await clock.advance(20)
            continue
        person, seat = dice.choice(acting)
        decision, chosen = session.state.decision(seat), random_choice(session.state.match, seat, dice)
        try:
            await commands.act(session, person.id, seat, decision, chosen)
        except Stale:  # A bot was faster.
            await clock.advance(1.0)
            continue
        await clock.advance(1.0)
        if (
            session.state.running
            and dice.random() < 0.15
            and (seat in session.state.pending or session.state.match.can_undo(seat))
        ):
            with suppress(NotAllowed, Stale):  # A bot was faster.
                await commands.undo(session, person.id, seat, session.state.decision(seat))
            await clock.advance(1.0)


def think_here() -> None:
    """Let bots think in this process."""

    async def ask(_: Any, job: jobs.Job, budget: Callable[[], float], table: str = "") -> jobs.BotAnswer:
        return worker.answer(msgspec.structs.replace(job, until=time.monotonic() + budget()))

    async def start(_: Any) -> None:
        return None

    setattr(pool.Workers, "ask", ask)  # noqa: B010
    setattr(pool.Workers, "start", start)  # noqa: B010


ANN, BOB = Person("0" * 31 + "a", "Ann"), Person("0" * 31 + "b", "Bob")


async def open_registry(path: Path) -> tuple[Registry, HandClock]:
    """Return a registry with a new database, in which Ann and Bob are known."""
    store = await Store(f"sqlite:///{path}").open()
    clock = HandClock()
    await store.people.key("cookies", lambda: "0" * 64)
    for person in (ANN, BOB):
        await store.people.add(person, clock.date())
    return Registry(Settings(), store, clock, SeededChance()), clock


async def close_and_dump(registry: Registry, path: Path, file: Path) -> None:
    """Close the database and write it as SQL."""
    await settle()
    await registry.close()
    await registry.store.close()
    with sqlite3.connect(path) as connection:
        file.write_text("\n".join(connection.iterdump()) + "\n", encoding="utf-8")  # noqa: ASYNC240


async def keep_tables(folder: Path) -> None:
    """A database of tables in every state in which a table can be."""
    think_here()
    with tempfile.TemporaryDirectory() as scratch:
        path = Path(scratch) / "tables.sqlite3"
        registry, clock = await open_registry(path)
        dice, ann, bob = random.Random("tables"), ANN, BOB
        for name in games.names():
            game = games.get(name)
            high = min(4, game.facts.seats[1])
            for options in game.variants()[:: max(1, len(game.variants()) // 4)]:
                two = await new(registry, ann, name, ["me", "open"], options, window_ms=HOUR_MS)
                await commands.sit(await registry.get(two), bob)
                await act_some(registry, clock, two, [ann, bob], 40, dice)
                print(
                    name,
                    options,
                    "two people,",
                    len((await registry.get(two)).state.match.entries),
                    "entries",
                    flush=True,
                )
            mixed = await new(registry, ann, name, ["me", "open"] + ["bot:random"] * (high - 2), {}, window_ms=HOUR_MS)
            await commands.sit(await registry.get(mixed), bob)
            if name == "great-machine":
                await commands.preset(await registry.get(mixed), bob.id, 1, "pass")
            await act_some(registry, clock, mixed, [ann, bob], 60, dice)
            alone = await new(registry, ann, name, ["me"] + ["bot:greedy"] * (high - 1), {})
            await act_some(registry, clock, alone, [ann], 12, dice)
            whole = await new(registry, ann, name, ["me", "bot:random"], {}, bot_delay_ms=0)
            await act_some(registry, clock, whole, [ann], 2000, dice)
            print(name, "over" if (await registry.get(whole)).state.match.over else "runs on", flush=True)
            await new(registry, bob, name, ["me", "open", "open"][: max(2, game.facts.seats[0])], {})
        # Windows in which somebody has answered and others have not.
        waiting = 0
        for number in range(12):
            table = await new(registry, ann, "great-machine", ["me", "open", "bot:random"], {}, window_ms=HOUR_MS)
            await commands.sit(await registry.get(table), bob)
            session = await registry.get(table)
            for _ in range(80):
                await act_some(registry, clock, table, [ann, bob], 1, dice)
                if session.state.pending:
                    waiting += 1
                    break
            print("great-machine", number, "answers wait:", session.state.pending, flush=True)
        assert waiting > 5
        await close_and_dump(registry, path, folder / "tables.sql")


async def keep_middle(folder: Path) -> None:
    """A database and its backup: an open reaction time, answers that wait, a sealed choice, running clocks, a lesson."""
    think_here()
    dice = random.Random("middle")
    with tempfile.TemporaryDirectory() as scratch:
        path = Path(scratch) / "tables.sqlite3"
        registry, clock = await open_registry(path)

        async def play_until(reached: Callable[[TableState], Any], name: str, **more: Any) -> None:
            session = await registry.get(await new(registry, ANN, name, ["me", "me:Cat", "open"], {}, **more))
            await commands.sit(session, BOB)
            while len(session.state.match.entries) < 3 or not reached(session.state):
                await act_some(registry, clock, session.id, [ANN, BOB], 1, dice)

        await play_until(_waits_for_all, "great-machine", window_ms=HOUR_MS, drawn=True)
        await play_until(lambda state: state.pending, "great-machine", window_ms=HOUR_MS)
        await play_until(lambda state: int(state.match.state.laid), "mechanica")
        await play_until(lambda state: len(state.match.entries) > 12, "mechanation", clock="live 600 5")
        await clock.advance(30.0)
        beast = games.get("mechanical-beast")
        lesson = lessons_of(beast)["first"]
        taught = await registry.get(await registry.add(teaching.describe_table(beast, lesson, ANN, registry.chance)))
        await commands.begin_lesson(taught, lesson.prelude)
        for step in lesson.steps[:2]:
            while lesson.learner not in taught.state.match.actors():
                await clock.advance(5.0)
            decision = taught.state.decision(lesson.learner)
            await commands.act(taught, ANN.id, lesson.learner, decision, step.act)
        await clock.advance(60.0)
        for state in (one.state for one in registry.tables.values()):
            print(state.row.game, len(state.match.entries), state.pending, int(state.match.state.laid), flush=True)
        await settle()
        await backup.write(registry.store.database, folder / "middle.backup", lambda _: None)
        await close_and_dump(registry, path, folder / "middle.sql")


def _waits_for_all(state: TableState) -> bool:
    """Return whether a timed window is open in which no one has answered."""
    return state.window is not None and state.window.timed and not state.pending


def main() -> None:
    """Make the folder of this name, once."""
    folder, only_middle = HERE / sys.argv[1], sys.argv[2:] == ["middle"]
    folder.mkdir()
    if not only_middle:
        keep_logs(folder)
        asyncio.run(keep_tables(folder))
    asyncio.run(keep_middle(folder))


if __name__ == "__main__":
    main()
