"""A table in play: the replayed match as a cache of what is stored, one lock, and a picture for each viewer.

The order of work is always: check, store, acknowledge, broadcast. Whoever changes a table holds its lock until the
change is stored; whoever looks takes the lock too, so nobody sees what is not stored yet. When storing fails, the match
in memory is ahead of the truth: it is thrown away and replayed.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter, deque
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import msgspec

from enginehouse.core.drawing import Motion
from enginehouse.core.errors import EnginehouseError, NotAllowed, Stale, Unreadable
from enginehouse.core.events import Event
from enginehouse.core.match import Entry, Match
from enginehouse.table.picture.model import LOG_LINES, Picture, PictureInput
from enginehouse.table.picture.patch import frame, patch
from enginehouse.table.picture.regions import build, line, told
from enginehouse.table.store.rows import Answers, EntryRow, SeatRow, TableRow, Taken
from enginehouse.table.tables import windows
from enginehouse.table.tables.windows import PASS, Window
from enginehouse.table.web.problems import forbidden

if TYPE_CHECKING:
    from enginehouse.table.tables.registry import Hall

LOG = logging.getLogger("enginehouse.table")
WATCHED_STEPS = 4
"""More steps than this since a viewer's last picture are not played as motion one after the other."""
LONGEST_MOTION_S = 2.5
UNHURRIED_MS = 500
"""From this beat on bots also wait until what happened has been shown."""


@dataclass
class Shown:
    """A viewer's latest picture: its number among this viewer's frames, and the patch from the one before."""

    number: int
    picture: Picture
    version: int
    patch: bytes | None = None
    _whole: bytes = b""

    @property
    def whole(self) -> bytes:
        """The whole picture as a message; made when somebody needs it."""
        if not self._whole:
            self._whole = msgspec.json.encode(frame(self.number, self.picture))
        return self._whole


@dataclass(eq=False)
class Viewer:
    """An open stream: the version of the table that has gone out last, and whether its reader keeps it waiting."""

    version: int = 0
    sending: bool = False


@dataclass
class Live:
    """One table."""

    hall: Hall
    row: TableRow
    match: Match
    version: int = 1
    trouble: str = ""
    """Why the table is read-only, in a sentence."""
    stuck: str = ""
    """That what goes by itself fails, in a sentence."""
    ahead: bool = False
    held: dict[int, str] = field(default_factory=dict)
    """The answers that wait for the window to close, by seat."""
    answered: dict[int, int] = field(default_factory=dict)
    """How often each seat has laid an answer or taken one back, as stored."""
    window: Window | None = None
    since: float = 0.0
    """When the latest open action was seen by all (sealed ones do not count: they would tell)."""
    watched: Counter[int] = field(default_factory=Counter)
    """How many streams each seat (-1: spectators) has open."""
    viewers: set[Viewer] = field(default_factory=set)
    used: float = 0.0

    def __post_init__(self) -> None:
        self.lock = asyncio.Lock()
        self.changed = asyncio.Event()
        self.shown: dict[int, Shown] = {}
        self.seen: dict[int, Shown] = {}
        """The pictures that were given out last, for while the store is away (see `reading`)."""
        self.seen_view: Any = None
        self.replayed: Match | None = None
        """Of a finished game: a second match at the position at which somebody looked last (see `replays`)."""
        self.news: deque[tuple[int, dict[int, list[Event]]]] = deque(maxlen=32)
        self._views: dict[int, tuple[tuple[Match, int, int], Any]] = {}
        self._stories: dict[int, list[list[Event]]] = {}
        self._said: dict[int, dict[int, tuple[str, ...]]] = {}
        self._lines: dict[int, dict[int, tuple[str, str]]] = {}
        self.look_for_window()

    # -- what it is ------------------------------------------------------------------------------------------------

    @property
    def id(self) -> str:
        """The table's address."""
        return self.row.id

    @property
    def running(self) -> bool:
        """Whether somebody may act."""
        return self.row.status == "running" and not self.trouble and not self.match.over

    @property
    def names(self) -> list[str]:
        """Who sits where, by name."""
        return [s.name for s in self.row.sitting]

    def seats_of(self, person: str | None) -> list[int]:
        """The seats of a person."""
        return [s.seat for s in self.row.sitting if person and s.person == person]

    def people(self) -> set[str]:
        """All who sit here."""
        return {s.person for s in self.row.sitting if s.person}

    def decision(self, seat: int) -> int:
        """The number that an act of this seat has to name."""
        return self.match.decision(seat) + self.answered.get(seat, 0) if seat >= 0 else 0

    def seat_for(self, person: str | None, wanted: int | None = None) -> int:
        """The seat from which a person looks: the one wanted if it is theirs, else one that is to act, else any; else -1."""
        mine = self.seats_of(person)
        if wanted is not None and wanted in mine:
            return int(wanted)
        acting = [s for s in mine if s in self._acting(self.view(s))] if self.running else []
        return (acting or mine or [-1])[0]

    def view(self, seat: int) -> Any:
        """What a seat (-1: a spectator) may know now, made once for each position; nobody changes it."""
        at = (self.match, len(self.match.entries), self.version)
        known = self._views.get(seat)
        if known is None or known[0] != at:
            known = self._views[seat] = (at, self.match.view(seat))
        return known[1]

    async def stored_view(self, seat: int) -> Any:
        """The same of what is stored: while somebody else holds the lock, the match may be ahead of that."""
        async with self.lock:
            await self._truth()
            return self.view(seat)

    async def stored_match(self) -> Match:
        """The match as it is stored; it goes on changing when somebody acts, unless it is over."""
        async with self.lock:
            await self._truth()
            return self.match

    def _acting(self, view: Any) -> frozenset[int]:
        """The seats that act now, as a viewer may know it: from its view alone."""
        mask = int(self.match.game.rules.actors(view))
        return frozenset(s for s in range(self.match.seats) if mask >> s & 1)

    # -- pictures --------------------------------------------------------------------------------------------------

    async def look(self, seat: int) -> Shown:
        """The latest picture of a viewer (-1: a spectator)."""
        shown = self.shown.get(seat)
        if shown is not None and shown.version == self.version and not self.ahead:
            return shown
        async with self.lock:
            await self._truth()
            return self._look(seat)

    def _look(self, seat: int) -> Shown:
        before = self.shown.get(seat)
        if before is not None and before.version == self.version:
            return before
        motions, last = self._motions(seat, before.version if before else self.version)
        picture = build(self.sight(seat, last))
        if before is not None and picture == before.picture:
            before.version = self.version
            return before
        number = before.number + 1 if before else 1
        change = patch(number, before.picture, picture, motions) if before else None
        shown = Shown(
            number,
            picture,
            self.version,
            msgspec.json.encode(change) if change else None,
        )
        self.shown[seat] = shown
        return shown

    def sight(self, seat: int, last: Sequence[Event] = ()) -> PictureInput:
        """What a viewer's picture is made from."""
        match, row = self.match, self.row
        person = row.sitting[seat].person if seat >= 0 else None
        held = self.held.get(seat)
        over = match.over
        scores, ranks = match.scores() if over else ([], [])
        spared = windows.spared(self, seat) or windows.passes(self, seat)
        free = self.running and held is None and not spared
        view = self.view(seat)
        return PictureInput(
            table=row.id,
            game=match.game,
            seat=seat,
            view=view,
            names=self.names,
            sitting=row.sitting,
            acting=self._acting(view) - ({seat} if held is not None or spared else set())
            if self.running
            else frozenset(),
            legal=match.legal(seat) if seat >= 0 and free else [],
            decision=self.decision(seat),
            story=self._log(seat, view),
            last=last,
            held=match.game.vocabulary.code(held) if held is not None else None,
            window=self.window.opened if self.window and self.window.timed else 0,
            can_undo=seat >= 0 and self.running and match.can_undo(seat),
            can_redo=seat >= 0 and self.running and match.can_redo(seat),
            mine=frozenset(self.seats_of(person)),
            status=row.status,
            reason=match.reason,
            scores=scores,
            ranks=ranks,
            rematch=row.rematch or "",
            trouble=self.trouble,
            stuck=self.stuck,
            standing=row.sitting[seat].standing if seat >= 0 and windows.may_stand(self) else None,
        )

    def _story(self, seat: int) -> list[list[Event]]:
        if seat not in self._stories:
            self._stories[seat] = self.match.story(seat)
            self._said.pop(seat, None)
            self._lines.pop(seat, None)
        return self._stories[seat]

    def _log(self, seat: int, view: Any) -> list[tuple[str, str]]:
        """The end of the story in words. What has been said once stays as it was said."""
        story = self._story(seat)
        said, lines = self._said.setdefault(seat, {}), self._lines.setdefault(seat, {})
        shown = range(max(0, len(story) - LOG_LINES), len(story))
        for k in shown:
            if k not in said:
                said[k] = told(self.match.game, view, story[k])
            if k not in lines:
                lines[k] = line(k, said[k], self.names)
        return [lines[k] for k in shown if said[k]]

    def _motions(self, seat: int, since: int) -> tuple[list[Motion], list[Event]]:
        """How the pieces moved since a version, and the events of the last step."""
        steps = [told[seat] for version, told in self.news if version > since and told[seat]]
        if not steps or len(steps) > WATCHED_STEPS:
            return [], steps[-1] if steps else []
        motions: list[Motion] = []
        start = 0
        view = self.view(seat)
        for events in steps:
            found = self.match.game.drawing.paths(view, events)
            motions += [m._replace(wait=m.wait + start) for m in found]
            start = max((m.wait + m.ms for m in motions), default=0)
        return motions, steps[-1]

    def left_ms(self) -> int:
        """How long the open window has still to run."""
        if self.window is None or not self.window.timed:
            return 0
        return round(1000 * self.window.left(self.hall.clock.now()))

    # -- acting ----------------------------------------------------------------------------------------------------

    def _seat_of(self, person: str | None, seat: int) -> None:
        if not 0 <= seat < self.match.seats:
            raise forbidden(f"There is no seat {seat + 1} at this table.")
        if self.row.sitting[seat].person != person or person is None:
            raise forbidden(f"Seat {seat + 1} is not yours.", "You can watch, and open a table of your own.")

    def _ready(self, seat: int, decision: int) -> None:
        if self.trouble:
            raise NotAllowed(0, self.trouble)
        if self.row.status == "gathering":
            raise NotAllowed(0, "The game begins when every seat is taken.")
        if not self.running:
            raise NotAllowed(0, "This game is over.")
        if decision != self.decision(seat):
            raise Stale("That decision has passed: this seat has moved on since.")

    async def act(self, person: str | None, seat: int, decision: int, name: str) -> None:
        """A person's action; when this returns it is stored."""
        await self._in_turn(lambda: self._act(person, seat, decision, name))

    async def step(self, person: str | None, seat: int, decision: int, what: str) -> None:
        """Undo or redo."""
        await self._in_turn(lambda: self._step(person, seat, decision, what))

    async def _in_turn(self, deed: Callable[[], Awaitable[None]]) -> None:
        """Do something under the lock. Where another process was first, look at what it did, and do it again."""
        for _ in range(6):
            async with self.lock:
                await self._truth()
                try:
                    await deed()
                except Taken:
                    self.ahead = True
                    continue
                except (NotAllowed, Stale):
                    if self.trouble or await self._is_current():
                        raise
                    self.ahead = True
                    continue
            self.wake()
            return
        raise Stale("Too many acted at once; please try again.")

    async def _act(self, person: str | None, seat: int, decision: int, name: str) -> None:
        self._seat_of(person, seat)
        self._ready(seat, decision)
        self.match.check(seat, self.match.game.vocabulary.code(name))
        if self.window is not None and self.window.timed and seat in self.window.asked:
            if seat in self.held:
                raise Stale("You have answered already; you can take the answer back.")
            await self.hall.store.hold(self.id, seat, name, self._answers())
            self.held[seat] = name
            self.answered[seat] = self.answered.get(seat, 0) + 1
            self._tell()
            return
        await self._commit([Entry(seat, name)])

    def _answers(self) -> Answers:
        """The answers as this process knows them. While answers lie no entry is added, so the window began here."""
        return Answers(len(self.match.entries), dict(self.held), dict(self.answered))

    async def _step(self, person: str | None, seat: int, decision: int, what: str) -> None:
        self._seat_of(person, seat)
        self._ready(seat, decision)
        if what == "undo" and seat in self.held:
            await self.release(seat)
            self._tell()
            return
        await self._commit([Entry(seat, "", what)])

    async def release(self, seat: int) -> None:
        """Take a seat's answer back. The lock is held."""
        await self.hall.store.release(self.id, seat, self._answers())
        del self.held[seat]
        self.answered[seat] = self.answered.get(seat, 0) + 1

    async def _commit(self, steps: Sequence[Entry], *, window: bool = False) -> None:
        """Play entries, store them, and only then let anybody see them. The lock is held."""
        match, rows, news = self.match, [], []
        answers, window_before = self._answers() if self._sealed() else None, self.window
        at = self.hall.clock.date()
        self.ahead = True
        try:
            for entry in steps:
                done = match.step(entry)
                rows.append(
                    EntryRow(len(match.entries), done.seat, done.act, done.step, done.note, match.checksum(), at)
                )
                if done.step != "undo":
                    news.append({s: match.events(s, -1) for s in range(-1, match.seats)})
            result = None
            if match.over:
                scores, ranks = match.scores()
                result = {"reason": match.game.clause_name(match.reason), "scores": scores, "ranks": ranks}
            storing = asyncio.ensure_future(
                self.hall.store.append(self.id, rows, result, answers=answers, window=window)
            )
            self._note(steps, news, result, window=window)
            await self._draw_ahead(storing, rows[-1].seat)
            await storing
        except BaseException as error:
            self.window = window_before  # it is open still, and its time runs on
            if not rows and isinstance(error, EnginehouseError) and not isinstance(error, Taken):
                self.ahead = False  # the first entry was refused, nothing has changed
            raise
        self.ahead = False
        self._wake_streams()

    def _note(
        self,
        steps: Sequence[Entry],
        news: Sequence[dict[int, list[Event]]],
        result: dict[str, Any] | None,
        *,
        window: bool,
    ) -> None:
        """What entries that were played change in what is shown; nobody sees it before they are stored."""
        if result is not None:
            self.row = replace(self.row, status="over", result=result)
        undone = any(e.step == "undo" for e in steps)
        for seat, story in list(self._stories.items()):
            if undone:
                del self._stories[seat]
            else:
                story.extend(events[seat] for events in news if events[seat])
        if window:
            self.held.clear()
        seen = any(events[-1] for events in news)
        for events in news:
            self.news.append((self.version + 1, events))
        if seen or not self._sealed():
            self.since = self.hall.clock.now() + (self._motion_s(news) if news else 0.0)
        self.look_for_window()
        self.version += 1

    async def _draw_ahead(self, storing: asyncio.Future[None], first: int) -> None:
        """Draw for who looks on while the entries are being stored, as far as there is time: `first` before the others.

        The pictures wait until the entries are stored. When they cannot be, they are never sent: who saw the picture
        before them gets a whole one next, as the numbers do not follow each other.
        """
        for seat in sorted(self.watched, key=lambda seat: seat != first):
            await asyncio.sleep(0)
            if storing.done():
                return
            with suppress(Exception):  # whoever looks on has it drawn again, and says then what is wrong
                self._look(seat)

    def _sealed(self) -> bool:
        return int(self.match.state.asked) != 0

    def _motion_s(self, told: Sequence[dict[int, list[Event]]]) -> float:
        """How long the latest motions take, as a spectator sees them: what follows by itself waits for them."""
        if self.row.beat_ms < UNHURRIED_MS or not any(s.kind == "bot" for s in self.row.sitting):
            return 0.0
        view, ms = self.view(-1), 0
        for events in told:
            if events[-1]:
                ms += max((m.wait + m.ms for m in self.match.game.drawing.paths(view, events[-1])), default=0)
        return min(LONGEST_MOTION_S, max(0.0, (ms - self.row.beat_ms) / 1000))

    def _tell(self) -> None:
        """Something is new: wake every stream."""
        self.version += 1
        self._wake_streams()

    def _wake_streams(self) -> None:
        self.changed.set()
        self.changed = asyncio.Event()

    def touch(self) -> None:
        """What is open to all has changed (a seat, a name, a rematch)."""
        self._tell()

    # -- truth -----------------------------------------------------------------------------------------------------

    async def _truth(self) -> None:
        """Make sure that memory is not ahead of the store."""
        if self.ahead:
            await self._reload()

    async def _reload(self) -> None:
        fresh = await self.hall.load(self.id)
        self.row, self.match, self.trouble = fresh.row, fresh.match, fresh.trouble
        self.held, self.answered = fresh.held, fresh.answered
        if self.window is not None and self.window.timed and self.window.key != len(self.match.entries):
            self.window = None  # another one by now
        self._stories.clear()
        self.news.clear()
        self.ahead = False
        self.since = self.hall.clock.now()
        self.look_for_window()
        self._tell()

    async def _is_current(self) -> bool:
        """Whether no other process has stored an entry or an answer that is not known here."""
        if await self.hall.store.count(self.id) != len(self.match.entries):
            return False
        return await self.hall.store.answers(self.id, len(self.match.entries)) == self._answers()

    async def catch_up(self) -> None:
        """Where several processes serve one database: read what the others stored."""
        if self.trouble:
            return
        async with self.lock:
            await self._truth()
            if await self._is_current():
                return
            await self._reload()
        self.wake()

    # -- windows ---------------------------------------------------------------------------------------------------

    def look_for_window(self) -> None:
        """Note a window that has just opened, and whether it runs for a fixed time."""
        self.window = windows.seen(self)
        if self.window is None:
            self.held.clear()

    async def stand(self, person: str | None, seat: int, answer: str) -> None:
        """A seat's standing answer: `pass`, or empty to be asked; when this returns it is stored."""
        if answer not in ("", PASS):
            raise Unreadable(f"a standing answer is 'pass' or nothing, not {answer!r}")
        async with self.lock:
            await self._truth()
            self._seat_of(person, seat)
            if not windows.may_stand(self):
                raise NotAllowed(0, "At this table nobody is asked in a window that lasts a fixed time.")
            row = replace(self.row.sitting[seat], standing=answer)
            await self.hall.store.sit(self.id, row, instead="person")
            self.take_seat(row)

    # -- what goes by itself (see `driver`) ------------------------------------------------------------------------

    def wake(self) -> None:
        """Let bots and clocks look whether there is something for them to do."""
        self.hall.drive(self)

    def take_seat(self, seat: SeatRow) -> None:
        """Another one on a seat, as stored."""
        self.row = replace(self.row, sitting=tuple(seat if s.seat == seat.seat else s for s in self.row.sitting))
        self._lines.clear()  # there may be another name in them
        self.touch()


def thinking(match: Match, seat: int) -> tuple[Any, list[int]]:
    """What a bot gets of a match: the bytes of its view and its legal actions."""
    return match.game.shape.to_bytes(match.view(seat)), match.legal(seat)
