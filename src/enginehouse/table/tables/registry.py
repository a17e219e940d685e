"""All tables of the house: opening, finding, sitting down, leaving, beginning, rematch."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from enginehouse.core import game as games
from enginehouse.core.errors import EnginehouseError, NotAllowed, Unreadable
from enginehouse.core.game import Game
from enginehouse.table.botpool.worker import Workers
from enginehouse.table.html.badges import BOT_NAMES
from enginehouse.table.settings import Settings
from enginehouse.table.store.outage import Away
from enginehouse.table.store.rows import EntryRow, Person, SeatRow, TableRow, Taken
from enginehouse.table.store.store import Store
from enginehouse.table.tables import bot_choices as players
from enginehouse.table.tables.rebuild import rebuild
from enginehouse.table.tables.scheduler import Driver
from enginehouse.table.tables.session import Live
from enginehouse.table.time_and_chance import Chance, Clock, RealChance, WallClock
from enginehouse.table.web.limits import PerMinute, Streams
from enginehouse.table.web.problems import Problem, forbidden, not_found

LOG = logging.getLogger("enginehouse.table")
NAME_LENGTH = 24
OVER_DAYS_MS = 60_000
"""Windows longer than this are for games over days."""
LONGEST_WINDOW_MS = 24 * 3600 * 1000
HOUSE = "house"
"""Who opened the tables at which bots wait for somebody to sit down."""
BOTS_WAITING = 3


def clean_name(text: str) -> str:
    """A name as it is shown: no control characters, no runs of spaces, not too long; `Unreadable` when nothing is left."""
    text = re.sub(r"\s+", " ", "".join(c for c in text if c.isprintable() or c.isspace())).strip()[:NAME_LENGTH].strip()
    if not text:
        raise Unreadable("please say by which name the others shall know you")
    return text


def _damaged(why: str) -> Problem:
    """What is said of a table that is stored and cannot be opened."""
    why = why.rstrip(".")
    return Problem(
        409,
        "damaged",
        f"This table cannot be opened: {why}.",
        "Other tables are not touched by that; the lobby lists them.",
    )


class Hall:
    """The house's tables, with everything they need."""

    def __init__(
        self, settings: Settings, store: Store, clock: Clock | None = None, chance: Chance | None = None
    ) -> None:
        self.settings, self.store = settings, store
        self.clock: Clock = clock or WallClock()
        self.chance: Chance = chance or RealChance()
        self.workers = Workers(settings.workers, settings.think_s)
        self.closing = asyncio.Event()
        self.replaying = asyncio.Lock()
        self.streams = Streams(settings.streams_each, settings.streams_table)
        self.opened = PerMinute(settings.opened_per_min)
        self.people: dict[str, Person] = {}
        """Who has called lately, so that not every press asks the database who it is."""
        self.gathering: list[TableRow] = []
        """The open tables as the lobby showed them last, for while the database is away."""
        self.sets_out: Callable[[], Iterable[Game]] | None = None
        """Of which games a table with bots shall stand ready in the lobby; None where none shall."""
        self._setting_out = asyncio.Lock()
        self._tables: dict[str, Live] = {}
        self._loading: dict[str, asyncio.Task[Live]] = {}
        self._drivers: dict[str, Driver] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    # -- open and close --------------------------------------------------------------------------------------------

    async def open(self) -> None:
        """Let every table go on where it stood."""
        self.store.outages.after = self._back
        task = asyncio.create_task(self._resume())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _resume(self) -> None:
        try:
            await self.workers.start()
        except OSError as error:
            LOG.warning("no process for bots could be started: %s", error)
        while True:
            try:
                await self.set_out()
                for table in await self.store.running():
                    await self._resume_one(table)
                return
            except Away:
                await self.store.outages.over()

    async def _resume_one(self, table: str) -> None:
        try:
            (await self.get(table)).wake()
        except Away:
            raise
        except Exception:
            LOG.exception("table %s could not be taken up again", table)
        await asyncio.sleep(0)

    def _back(self) -> None:
        """The database is there again: what stood still goes on, and who looks on sees what is stored."""
        for live in list(self._tables.values()):
            live.touch()
            live.wake()

    async def close(self) -> None:
        """Stop everything that goes by itself."""
        self.closing.set()
        tasks = [*self._tasks, *(d.task for d in self._drivers.values())]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self.workers.close()

    # -- finding ---------------------------------------------------------------------------------------------------

    async def get(self, table: str) -> Live:
        """The table of this address, replayed if it is not in memory."""
        live = self._tables.get(table)
        if live is None:
            loading = self._loading.get(table)
            if loading is None:
                loading = asyncio.create_task(self._take_up(table))
                self._loading[table] = loading
                loading.add_done_callback(lambda _: self._loading.pop(table, None))
            live = await asyncio.shield(loading)
        live.used = self.clock.now()
        return live

    async def _take_up(self, table: str) -> Live:
        live = await self.load(table)
        self._tables[table] = live
        self._make_room()
        if live.running:
            live.wake()
        return live

    def at_hand(self, person: Person | None) -> list[TableRow]:
        """The tables in memory at which a person sits, the latest first."""
        mine = [t for t in self._tables.values() if person and t.seats_of(person.id) and t.row.status != "ended"]
        return [t.row for t in sorted(mine, key=lambda t: t.used, reverse=True)]

    async def load(self, table: str) -> Live:
        """A table as it is stored."""
        row = await self.store.table(table) if re.fullmatch(r"[a-z0-9]{4,16}", table) else None
        if row is None:
            raise not_found("There is no table at this address.", "Perhaps the link was cut short: ask for it again.")
        try:
            games.get(row.game)
        except Unreadable:
            raise not_found("The game of this table is not in this house.") from None
        if row.damage:
            raise _damaged(row.damage)
        entries = await self.store.entries(table)
        try:
            rebuilt = await asyncio.to_thread(rebuild, row, entries)
        except EnginehouseError as error:
            raise _damaged(str(error)) from error
        if rebuilt.adopted is not None:
            row = replace(row, rules=rebuilt.match.game.facts.rules_version)
            await self.store.adopt_rules(table, row.rules, entries, rebuilt.adopted)
            entries = rebuilt.adopted
        answers = await self.store.answers(table, len(rebuilt.match.entries))
        trouble = rebuilt.trouble
        try:
            for act in answers.given.values():
                rebuilt.match.game.vocabulary.code(act)
        except Unreadable as error:
            answers = replace(answers, given={})
            trouble = trouble or f"This table cannot go on: of the answers that wait for a window to close, {error}."
        live = Live(
            self,
            row,
            rebuilt.match,
            trouble=trouble,
            held=answers.given,
            answered=answers.answered,
            since=self.clock.now(),
        )
        if live.window is not None:
            self._run_on(live, entries)
        return live

    def _run_on(self, live: Live, entries: Sequence[EntryRow]) -> None:
        """A window of a game over days runs on while the house is closed; a short one begins anew."""
        if live.window is not None and live.window.timed and entries and live.row.window_ms > OVER_DAYS_MS:
            passed = max(0.0, self.clock.date() - entries[-1].at)
            left = max(OVER_DAYS_MS / 1000, live.row.window_ms / 1000 - passed)
            live.window.length = min(live.window.length, left)

    def _make_room(self) -> None:
        spare = len(self._tables) - self.settings.tables_kept
        if spare > 0:
            idle = [
                t for t in self._tables.values() if not t.watched and t.id not in self._drivers and not t.lock.locked()
            ]
            for live in sorted(idle, key=lambda t: t.used)[:spare]:
                del self._tables[live.id]

    # -- what goes by itself ---------------------------------------------------------------------------------------

    def drive(self, live: Live) -> None:
        """Let the table's driver look again; there is one where something may have to be done."""
        if self.closing.is_set() or self._tables.get(live.id) is not live:
            return
        driver = self._drivers.get(live.id)
        if driver is not None:
            driver.wake()
        elif live.running and (live.window is not None or any(s.kind == "bot" for s in live.row.sitting)):
            self._drivers[live.id] = Driver(self, live)

    def parted(self, live: Live, driver: Driver) -> None:
        """A driver has nothing more to do."""
        if self._drivers.get(live.id) is driver:
            del self._drivers[live.id]
            if driver._again.is_set():
                self.drive(live)

    # -- opening and sitting ---------------------------------------------------------------------------------------

    async def new_table(
        self,
        person: Person,
        game_name: str,
        sitting: Sequence[str],
        options: Mapping[str, str],
        *,
        listed: bool = True,
        beat_ms: int | None = None,
        window_ms: int | None = None,
    ) -> str:
        """A new table; `sitting` says for each seat: me, open, or bot:KIND. Its address.

        A seat of the same screen may have a name of its own: me:NAME.
        """
        game = games.get(game_name)
        seats = game.check_seats(len(sitting))
        chosen = game.check_options(options)
        if not any(one == "me" or one.startswith("me:") for one in sitting):
            raise Unreadable("keep one seat for yourself")
        start = self.chance.number(len(BOT_NAMES))
        rows: list[SeatRow] = []
        for seat, one in enumerate(sitting):
            if one == "me" or one.startswith("me:"):
                name = clean_name(one[3:]) if one[3:].strip() else person.name
                again = sum(1 for r in rows if r.name.split(" (")[0] == name)
                rows.append(SeatRow(seat, "person", name if not again else f"{name} ({again + 1})", person.id))
            elif one == "open":
                rows.append(SeatRow(seat, "open", f"Seat {seat + 1}"))
            elif one.startswith("bot:"):
                rows.append(
                    SeatRow(seat, "bot", BOT_NAMES[(start + seat) % len(BOT_NAMES)], bot=players.check(one[4:]))
                )
            else:
                raise Unreadable(f"a seat is for me, open, or for a bot, not {one!r}")
        return await self._open(
            person.id, game_name, game.facts.rules_version, seats, chosen, rows, listed, beat_ms, window_ms
        )

    async def set_out(self) -> None:
        """Let tables with bots stand ready in the lobby, where that is wanted."""
        if self.sets_out is not None:
            await self.set_out_tables(self.sets_out())

    async def set_out_tables(self, offered: Iterable[Game]) -> None:
        """For each game a table at which bots wait for somebody to sit down, unless one stands there already."""
        async with self._setting_out:
            waiting = {row.game for row in await self.store.open_tables(200) if row.host == HOUSE and not row.damage}
            for game in offered:
                if game.name in waiting:
                    continue
                low, high = game.facts.seats
                start = self.chance.number(len(BOT_NAMES))
                rows = [SeatRow(0, "open", "Seat 1")]
                for seat in range(1, min(high, max(low, BOTS_WAITING + 1))):
                    rows.append(SeatRow(seat, "bot", BOT_NAMES[(start + seat) % len(BOT_NAMES)], bot=players.default()))
                await self._open(
                    HOUSE,
                    game.name,
                    game.facts.rules_version,
                    len(rows),
                    game.check_options({}),
                    rows,
                    True,
                    None,
                    None,
                )

    async def _open(
        self,
        host: str,
        game: str,
        rules: str,
        seats: int,
        options: dict[str, str],
        rows: Sequence[SeatRow],
        listed: bool,
        beat_ms: int | None,
        window_ms: int | None,
    ) -> str:
        now = self.clock.date()
        row = TableRow(
            id=self.chance.token(10),
            game=game,
            rules=rules,
            seats=seats,
            options=options,
            seed=self.chance.seed(),
            host=host,
            listed=listed,
            status="gathering" if any(r.kind == "open" for r in rows) else "running",
            beat_ms=self.settings.beat_ms if beat_ms is None else max(0, min(beat_ms, 10_000)),
            window_ms=self.settings.window_ms if window_ms is None else max(0, min(window_ms, LONGEST_WINDOW_MS)),
            created=now,
            changed=now,
            sitting=tuple(rows),
        )
        await self.store.add_table(row)
        if row.status == "running":
            await self.get(row.id)
        return row.id

    async def sit(self, live: Live, person: Person, seat: int | None = None) -> int:
        """A person takes an open seat; the game begins with the last one. The seat."""
        async with live.lock:
            await live._truth()
            mine = live.seats_of(person.id)
            if mine and seat is None:
                return mine[0]
            free = [s.seat for s in live.row.sitting if s.kind == "open"]
            if live.row.status != "gathering" or not free:
                raise NotAllowed(0, "All seats are taken; you can watch.")
            if seat is None:
                seat = free[0]
            if seat not in free:
                raise NotAllowed(0, "That seat has just been taken.")
            row = SeatRow(seat, "person", self._name_at(live, person.name), person.id)
            await self.store.sit(live.id, row, instead="open")
            live.take_seat(row)
            await self._begin_if_full(live)
        live.wake()
        return seat

    def _name_at(self, live: Live, name: str) -> str:
        """The name, with a number where somebody of that name sits already."""
        others, k, said = set(live.names), 1, name
        while said in others:
            k += 1
            said = f"{name} ({k})"
        return said

    async def _begin_if_full(self, live: Live) -> None:
        if live.row.status == "gathering" and all(s.kind != "open" for s in live.row.sitting):
            await self.store.change_table(live.id, self.clock.date(), status="running")
            live.row = replace(live.row, status="running")
            live.since = self.clock.now()
            live.look_for_window()
            live.touch()

    async def fill_with_bots(self, live: Live, person: str, kind: str) -> None:
        """The host gives the open seats to bots, and the game begins."""
        players.check(kind)
        async with live.lock:
            await live._truth()
            if live.row.host != person:
                raise forbidden("Only who opened this table may do that.")
            if live.row.status != "gathering":
                raise NotAllowed(0, "The game has begun already.")
            for seat in [s.seat for s in live.row.sitting if s.kind == "open"]:
                row = SeatRow(seat, "bot", self._name_at(live, BOT_NAMES[self.chance.number(len(BOT_NAMES))]), bot=kind)
                await self.store.sit(live.id, row, instead="open")
                live.take_seat(row)
            await self._begin_if_full(live)
        live.wake()

    async def leave(self, live: Live, person: str) -> None:
        """A person gets up: their seats are open again, or, when the game runs, a bot plays on for them."""
        async with live.lock:
            await live._truth()
            mine = live.seats_of(person)
            if not mine:
                raise forbidden("You do not sit at this table.")
            if live.row.status == "running":
                if live.people() == {person}:
                    await self.store.change_table(live.id, self.clock.date(), status="ended")
                    live.row = replace(live.row, status="ended")
                    live.touch()
                else:
                    for seat in mine:
                        name = self._name_at(live, f"{live.names[seat][: NAME_LENGTH - 10]}'s bot")
                        await self._swap(live, SeatRow(seat, "bot", name, bot=players.default()))
            elif live.row.status == "gathering":
                for seat in mine:
                    await self._swap(live, SeatRow(seat, "open", f"Seat {seat + 1}"))
                if not live.people():
                    await self.store.change_table(live.id, self.clock.date(), status="ended")
                    live.row = replace(live.row, status="ended")
                    live.touch()
        live.wake()

    async def _swap(self, live: Live, row: SeatRow) -> None:
        await self.store.sit(live.id, row, instead="person")
        if row.seat in live.held:
            try:
                await live.release(row.seat)
            except Taken:
                live.ahead = True  # the window has closed meanwhile, with the answer
        live.take_seat(row)

    async def rematch(self, live: Live, person: str) -> str:
        """A new table for the same people, bots and options; all who sat here find the way there."""
        async with live.lock:
            if not live.seats_of(person):
                raise forbidden("You did not sit at this table.")
            await live._truth()
            if live.row.rematch:
                return live.row.rematch
            if not live.match.over:
                raise NotAllowed(0, "A rematch begins when the game is over.")
            row = live.row
            following = await self._open(
                person,
                row.game,
                live.match.game.facts.rules_version,
                row.seats,
                row.options,
                row.sitting,
                False,
                row.beat_ms,
                row.window_ms,
            )
            stands = await self.store.set_rematch(live.id, following)
            if stands != following:
                await self.store.change_table(following, self.clock.date(), status="ended")
            live.row = replace(row, rematch=stands)
            live.touch()
            return stands
