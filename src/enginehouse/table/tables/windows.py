"""Windows: several seats are asked at once, and nobody may learn from the time it takes who answers what.

A window with a fixed length (`timed`) always stays open to its end. Where there is nobody from whom to hide how long an
answer takes (alone with bots, or all round one screen) it closes with the last answer.

The time of a timed window begins when its picture has been drawn and is on its way to all who look on, so that a loaded
machine takes nothing from anybody's time to answer. How long drawing took is rounded up, as it may hang on what is drawn.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from enginehouse.core.errors import EnginehouseError

if TYPE_CHECKING:
    from enginehouse.table.tables.session import Live

BOTS_WINDOW_MS = 1500
"""How long a window stays open in which only bots answer, with people looking on: always the same."""
GRAIN_S = 0.1
"""The time of a window begins so many times this after it opened: drawing alone never decides how long it is."""
PASS = "pass"  # noqa: S105  # an action's name
"""The action that stands for no answer where all who are asked may give it."""


@dataclass
class Window:
    """Several seats are asked at once. `timed`: it stays open until `closes`, whoever has answered."""

    key: int
    """Tells it from every other window of this table, also from one that was taken back; never sent."""
    opened: int
    """Tells it from the windows before it, as everybody may know it."""
    asked: frozenset[int]
    timed: bool
    length: float
    """How long it stays open, in seconds."""
    noted: float
    """When it opened; where what happened before is still being shown, when that will be over."""
    begun: float | None = None
    """From when on its time runs; None until all who look on have its picture."""

    @property
    def closes(self) -> float:
        """When it closes; never, as long as its time has not begun."""
        return math.inf if self.begun is None else self.begun + self.length

    def begin(self, now: float) -> None:
        """Its picture is on its way to everybody: from now on, or from the next step of `GRAIN_S`, its time runs."""
        late = max(0.0, now - self.noted)
        self.begun = self.noted + math.ceil(late / GRAIN_S - 1e-6) * GRAIN_S

    def left(self, now: float) -> float:
        """How many seconds it has still to run."""
        return self.length if self.begun is None else max(0.0, self.closes - now)


def seen(live: Live) -> Window | None:
    """The window that is open at a table now: the one noted already if it is still that one; None where there is none."""
    match, row = live.match, live.row
    mask = int(match.state.asked)
    if not mask or row.status != "running" or match.over:
        return None
    opened = int(match.state.opened) + 1
    if live.window is not None and live.window.opened == opened:
        return live.window
    asked = frozenset(s for s in range(match.seats) if mask >> s & 1)
    timed = _is_timed(live, asked)
    length = row.window_ms if timed else row.beat_ms
    if not timed and len(live.people()) > 1:
        length = max(length, BOTS_WINDOW_MS)
    # While a timed window is open no entry is added: answers are held until it closes.
    key = len(match.entries)
    window = Window(key, opened, asked, timed, length / 1000, max(live.since, live.hall.clock.now()))
    if not timed:
        window.begin(window.noted)
    return window


def _is_timed(live: Live, asked: frozenset[int]) -> bool:
    """Alone with bots, or all round one screen, there is nobody from whom to hide how long an answer takes."""
    if live.held:
        return True  # where answers lie it was one before the house was closed
    code, acting = _pass_code(live), live.match.actors()
    return (
        live.row.window_ms > 0
        and len(live.people()) > 1
        and any(live.row.sitting[s].kind == "person" for s in asked)
        and code >= 0
        and all(code in live.match.legal(s) or s not in acting for s in asked)
    )


def spared(live: Live, seat: int) -> bool:
    """Alone with bots nobody is asked to say pass who can say nothing else: it is said for them when the window closes."""
    window = live.window
    return (
        window is not None
        and not window.timed
        and seat in window.asked
        and len(live.people()) == 1
        and live.match.legal_names(seat) == [PASS]
    )


def may_stand(live: Live) -> bool:
    """Whether a seat can say beforehand what it answers in windows: they last their whole length here."""
    return live.running and live.row.window_ms > 0 and len(live.people()) > 1 and _pass_code(live) >= 0


def passes(live: Live, seat: int) -> bool:
    """Whether this seat, which is asked now, lets windows pass as it said beforehand. For others nothing is another way:
    the window lasts its whole length, and what was not answered is a pass in any case."""
    window = live.window
    return (
        window is not None
        and window.timed
        and seat in window.asked
        and seat not in live.held
        and live.row.sitting[seat].standing == PASS
    )


def _pass_code(live: Live) -> int:
    try:
        return live.match.game.vocabulary.code(PASS)
    except EnginehouseError:
        return -1
