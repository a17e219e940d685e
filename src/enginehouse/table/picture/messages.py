"""What a page is sent, field by field (`docs/wire-format.md` says the same in tables, and a test holds the two together).

A frame is a whole picture; a patch is what changes from the picture before. Fields that are empty are left out.
"""

from __future__ import annotations

from msgspec import Struct


class Act(Struct, frozen=True, omit_defaults=True, rename={"from_": "from"}):
    """One legal action of the seat that looks."""

    name: str
    """Its name in the game's vocabulary, which is what `act` is posted with."""
    label: str
    """What people read, as plain text."""
    group: str = ""
    """What actions of its kind are called."""
    pieces: tuple[str, ...] = ()
    """The pieces (ids of the page) that have to be picked for it; empty with `from_` and `to`, and for a mere button."""
    from_: str = ""
    """The piece that is taken for it ..."""
    to: str = ""
    """... and the one on which it is laid; both or none."""
    markup: str = ""
    """The label as markup, where it names people: their signs stand beside their names."""
    sure: str = ""
    """The question (markup) that comes before an action that ends something."""
    done: bool = False
    """Whether it says that one is done: it ends a turn, or goes on without doing anything."""
    grave: bool = False
    """Whether it ends the turn for good, or loses something: the page asks before it."""


class State(Struct, frozen=True, omit_defaults=True):
    """What the page's script has to know besides what it shows."""

    seat: int
    """The seat that looks, from 0; -1 for a spectator."""
    decision: int
    """The number that an act of this seat has to name."""
    acting: bool
    """Whether the seat has legal actions."""
    over: bool
    """Whether the game is over."""
    window: int
    """The number of the window of a fixed time that is open; 0 for none."""
    drag: bool
    """Whether some action goes from a piece to another one."""
    preview: bool
    """Whether the game can draw what an action would come to."""
    alone: bool = False
    """Whether nobody but bots plays with this person, who says how quick they are."""
    focus: tuple[float, ...] = ()
    """What matters on a board that grows (x, y, width, height), and its area (x, y, width, height)."""


class Move(Struct, frozen=True, omit_defaults=True):
    """How a piece travels (`core.pictures.drawing.Motion`)."""

    id: str
    ms: int
    wait: int
    points: tuple[tuple[float, float], ...] = ()
    jump: bool = False
    falls: bool = False
    svg: str = ""
    layer: str = ""


class Tell(Struct, frozen=True, omit_defaults=True):
    """What sounds, or takes the stage for a second, while pieces move."""

    wait: int
    """Milliseconds until it does."""
    sound: str = ""
    """One of the page's sounds (`core.words.telling.SOUNDS`)."""
    says: str = ""
    """A sentence (markup) that is shown large for a second."""
    sign: str = ""
    """Its picture (markup)."""


class Frame(Struct, frozen=True):
    """A whole picture."""

    n: int
    """The number of the picture among those of this viewer."""
    regions: dict[str, str]
    """The markup of every region of the page, by its id."""
    acts: list[Act]
    state: State


class Patch(Struct, frozen=True, omit_defaults=True):
    """What changes from picture `n` - 1 to picture `n`."""

    n: int
    regions: dict[str, str] = {}
    """The markup of regions that have other layers now, whole."""
    html: dict[str, str] = {}
    """The markup of small regions that changed."""
    set: dict[str, str] = {}
    """The markup of items of lists (pieces of a layer, lines of the log) that changed or are new, by their id."""
    order: dict[str, list[str]] = {}
    """The ids of all items of the lists in which some came, went or changed places, by the list's id."""
    viewboxes: dict[str, str] = {}
    """The areas of the sheets that have another one now, by the sheet's id."""
    moves: list[Move] = []
    tells: list[Tell] = []
    """What sounds and what takes the stage meanwhile."""
    acts: list[Act] | None = None
    """All legal actions, when they are others than before; absent: they are the same."""
    state: State | None = None
    """What the page's script has to know; always there."""
