"""What goes into one viewer's picture, and the picture that comes out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from enginehouse.core.registry.game import Game
from enginehouse.core.teaching.lessons import Place
from enginehouse.core.teaching.puzzles import PuzzleLesson
from enginehouse.table.picture.messages import Act, State
from enginehouse.table.store.rows import SeatRow

PREFIX = "p-"
"""What stands before the id of every piece of a page."""
LOG_LINES = 80
"""So many lines of the log are shown."""


@dataclass
class PictureInput:
    """All that goes into one viewer's picture: its view, and what is open to all."""

    table: str
    game: Game
    seat: int
    """The seat that looks; -1 for a spectator."""
    view: Any
    names: list[str]
    """Who sits where, by name."""
    seats: Sequence[SeatRow]
    acting: frozenset[int] = frozenset()
    """The seats that act now, as this viewer may know it."""
    legal: list[int] = field(default_factory=list)
    """The codes of the viewer's legal actions."""
    decision: int = 0
    log: Mapping[str, str] = field(default_factory=dict)
    """What this viewer noticed, as lines of the log by their ids (see `story`)."""
    moved: frozenset[str] = frozenset()
    """The pieces that moved in the last step, as this viewer noticed it."""
    since: Any = None
    """What the game remembers of the viewer's own last action, for its drawing."""
    pending_answer: int | None = None
    """The code of the viewer's answer that waits for the window to close."""
    window: int = 0
    """The number of the window of a fixed time that is open; 0 for none."""
    can_undo: bool = False
    can_redo: bool = False
    mine: frozenset[int] = frozenset()
    """The seats of the same person (several in hot seat)."""
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
    """What took the stage in a game that is over: the number of its line in the log, and its sentence."""
    rematch: str = ""
    """The id of the table at which these people play again."""
    replay_error: str = ""
    """Why the table cannot go on, in a sentence."""
    stuck: str = ""
    """That what goes by itself fails, in a sentence."""
    replay: bool = False
    foretells: bool = True
    """Whether what would happen is shown at this table."""
    hints: bool = False
    """Whether hints are given at this table."""
    lesson: Place | None = None
    """How far the lesson of the table has come, for who is taught; None for all others, and where there is none."""
    lesson_name: str = ""
    lesson_pages: int = 0
    """The number of pages of the lesson."""
    puzzle: PuzzleLesson | None = None
    """The puzzle that this lesson is, where it is one."""
    preset: str | None = None
    """What the seat answers by itself, as its row has it; None where nobody is asked in windows of a fixed time."""
    no_reaction: bool = False
    """Whether the seat is asked in a window of a fixed time and holds nothing to react with."""
    routine: str = ""
    """The name of the question of every round that the seat is asked now, which it may want to be asked no more."""
    goes_on: str = ""
    """The names of such questions at which the seat goes on by itself."""
    away: frozenset[int] = frozenset()
    """The seats that have been waited for so long that a bot may play there."""
    away_s: int = 0
    """After how many seconds that is so; 0: never."""
    clock: str = ""
    """How clocks go at this table, in a sentence; empty: nobody plays against time."""
    times: tuple[str, ...] = ()
    """What each seat has left, as it was when the clocks were set last; empty where nobody plays against time."""
    ending: frozenset[int] = frozenset()
    """The seats that would end the game without a result."""
    kept: bool = False
    """Whether a bot plays at the seat for whoever looks, who may take it back."""


@dataclass(frozen=True)
class Picture:
    """What one viewer sees: markup by region, of which the large regions are a skeleton with lists of small items in it."""

    skeletons: dict[str, str]
    """Regions with a mark for each list and each area of a sheet (see `mark`)."""
    html: dict[str, str]
    """Regions that are small, whole."""
    keyed_lists: dict[str, Mapping[str, str]]
    """Items with ids (the pieces of a layer, the lines of the log), in order, by their list's id."""
    acts: list[Act]
    """What the viewer can do now."""
    ui_state: State
    """What the page's script has to know."""
    viewboxes: dict[str, str] = field(default_factory=dict)
    """The areas of the sheets, by their id: a hand grows with its cards, a map with its rooms."""

    def regions(self) -> dict[str, str]:
        """All regions as whole markup."""
        return self.html | {name: self.filled(name) for name in self.skeletons}

    def filled(self, name: str) -> str:
        """A skeleton as whole markup, with its lists and areas in it."""
        skeleton = self.skeletons[name]
        for key, items in self.keyed_lists.items():
            skeleton = skeleton.replace(mark(key), "".join(items.values()))
        for key, area in self.viewboxes.items():
            skeleton = skeleton.replace(mark(f"area-{key}"), area)
        return skeleton


def mark(key: str) -> str:
    """What stands in a skeleton where a list or an area belongs; no text of a page holds these two characters."""
    return f"\x02{key}\x03"
