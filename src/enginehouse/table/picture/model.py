"""Declare the input and the output of the functions that draw a viewer's picture."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from enginehouse.core.registry.game import Game
from enginehouse.core.teaching.lessons import Place
from enginehouse.core.teaching.puzzles import PuzzleLesson
from enginehouse.table.picture.messages import Act, PageState
from enginehouse.table.store.rows import SeatRow

PREFIX = "p-"
"""The prefix of the id of every piece on a page."""
LOG_LINES = 80
"""The number of lines of the log on a page."""


@dataclass
class PictureInput:
    """The input for drawing one viewer's picture: the view of the viewer's seat, and public facts about the table."""

    table: str
    game: Game
    seat: int
    """The viewer's seat; -1 for a spectator."""
    view: Any
    names: tuple[str, ...]
    """The name of each seat's player."""
    seats: Sequence[SeatRow]
    acting: frozenset[int] = frozenset()
    """The seats that may act now, as far as this viewer may know."""
    legal: list[int] = field(default_factory=list)
    """The codes of the viewer's legal actions."""
    decision: int = 0
    log: Mapping[str, str] = field(default_factory=dict)
    """The viewer's lines of the log by id (see `story`)."""
    moved: frozenset[str] = frozenset()
    """The pieces that moved in the last step, as far as this viewer noticed."""
    since: Any = None
    """Facts about the viewer's own last action that the game has stored for its drawing."""
    pending_answer: int | None = None
    """The code of the viewer's answer in an open reaction window (several seats answer at once)."""
    window: int = 0
    """The number of the open timed reaction window; 0 for none."""
    can_undo: bool = False
    can_redo: bool = False
    mine: frozenset[int] = frozenset()
    """The seats that the viewer plays (several in hot seat)."""
    host: bool = False
    """Whether the viewer opened this table."""
    status: str = "running"
    agreed: bool = False
    """Whether the people at the table agreed to end the game without a result."""
    reason: int = 0
    """The clause that ended the game; 0 while it goes on."""
    scores: Sequence[int] = ()
    ranks: Sequence[int] = ()
    moments: Sequence[tuple[int, str]] = ()
    """The highlights of a finished game: the number of the line in the log, and a sentence."""
    rematch: str = ""
    """The id of the table of the rematch."""
    replay_error: str = ""
    """The reason why the table cannot go on, as a sentence."""
    stuck: str = ""
    """The reason why bots and timers have stopped, as a sentence."""
    replay: bool = False
    foretells: bool = True
    """Whether this table shows previews."""
    hints: bool = False
    """Whether this table gives hints."""
    partners: tuple[int, ...] = ()
    """The seats of bots that play together with the viewer, and tell their plans."""
    lesson: Place | None = None
    """The learner's progress in the table's lesson; None for all other viewers and tables."""
    lesson_name: str = ""
    lesson_pages: int = 0
    """The number of pages of the lesson."""
    puzzle: PuzzleLesson | None = None
    """The puzzle, if the table's lesson is a puzzle."""
    auto_passes: bool = False
    """Whether auto-pass is on for the seat, so that it passes in each timed reaction window."""
    can_auto_pass: bool = False
    """Whether the viewer can turn on this auto-pass: the table allows it, and it is not on yet."""
    no_reaction: bool = False
    """Whether the seat is asked in a timed reaction window although its only legal action is to pass."""
    routine: str = ""
    """The name of the recurring question that the seat is asked now and can auto-pass, or ""."""
    goes_on: str = ""
    """The names of the recurring questions that the seat auto-passes."""
    away: frozenset[int] = frozenset()
    """The seats that have kept the table waiting for so long that a bot may play there."""
    away_s: int = 0
    """The number of seconds after which a bot may play for an absent player; 0: never."""
    clock: str = ""
    """The rule of the clocks in a sentence; empty without clocks."""
    times: tuple[str, ...] = ()
    """The time left of each seat when the clocks were last set, as text; empty without clocks."""
    ending: frozenset[int] = frozenset()
    """The seats that want to end the game without a result."""
    kept: bool = False
    """Whether a bot plays at the viewer's own seat, so that the viewer can take the seat back."""


@dataclass(frozen=True)
class Picture:
    """One viewer's picture of a table: the markup of each region (a part of the page), and data for the page's script.

    The markup of a large region is a skeleton: it has placeholders instead of its lists of items.
    """

    skeletons: dict[str, str]
    """The markup of large regions by id, with a placeholder for each list and each area of a sheet (see `mark`)."""
    html: dict[str, str]
    """The complete markup of small regions, by id."""
    keyed_lists: dict[str, Mapping[str, str]]
    """The items of each list by id, in order: the pieces of a layer, the lines of the log."""
    acts: list[Act]
    """The viewer's legal actions."""
    ui_state: PageState
    """The state for the page's script."""
    viewboxes: dict[str, str] = field(default_factory=dict)
    """The areas of the sheets by id. A hand grows with its cards, and a map with its rooms."""

    def regions(self) -> dict[str, str]:
        """Return a dict from the name of each region, a part of the page, to its complete markup."""
        return self.html | {name: self.fill_skeleton(name) for name in self.skeletons}

    def fill_skeleton(self, name: str) -> str:
        """Return the whole markup of a region, a part of the page with this name.

        The stored markup of the region has placeholders. Here they are replaced by the region's lists of items, such as
        pieces, and by the visible areas of its drawings.
        """
        skeleton = self.skeletons[name]
        for key, items in self.keyed_lists.items():
            skeleton = skeleton.replace(mark(key), "".join(items.values()))
        for key, area in self.viewboxes.items():
            skeleton = skeleton.replace(mark(f"area-{key}"), area)
        return skeleton


def mark(key: str) -> str:
    """Return the placeholder for a missing part in the markup of a page.

    `key` names the missing part. It is the id of a list of items, such as pieces, or `area-` and the id of a drawing
    whose visible area is missing. The placeholder has two characters that no text of a page contains.
    """
    return f"\x02{key}\x03"
