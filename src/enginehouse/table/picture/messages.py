"""The messages that the server sends to a page, field by field. A test compares them with `docs/wire-format.md`.

A frame is a whole picture. A patch has the changes since the previous picture. Empty fields are omitted.
"""

from __future__ import annotations

from msgspec import Struct


class Act(Struct, frozen=True, omit_defaults=True, rename={"from_": "from"}):
    """One legal action of the viewer's seat: its name, its label, and the pieces on the page that select it."""

    name: str
    """The action's name in the vocabulary, for `act` requests."""
    label: str
    """The label as plain text."""
    group: str = ""
    """The name of the kind of action."""
    pieces: tuple[str, ...] = ()
    """The ids of the pieces on the page that select the action. Empty for a button, and if `from_` and `to` are set."""
    from_: str = ""
    """The id of the piece that is dragged, or "" if the action is not chosen by dragging."""
    to: str = ""
    """The id of the piece onto which `from_` is dragged, or "" if the action is not chosen by dragging."""
    markup: str = ""
    """The label as markup, with signs beside the names of people."""
    sure: str = ""
    """The question (markup) that the page asks before the action, or ""."""
    done: bool = False
    """Whether the action ends the seat's turn or passes."""
    grave: bool = False
    """Whether the action ends the turn for good or loses something, so that the page asks before it."""


class PageState(Struct, frozen=True, omit_defaults=True):
    """Values that the page's script needs besides the picture, such as the decision number."""

    seat: int
    """The viewer's seat, from 0; -1 for a spectator."""
    decision: int
    """The decision number for the next action of this seat."""
    acting: bool
    """Whether the seat has legal actions."""
    over: bool
    """Whether the game is over."""
    window: int
    """The number of the open timed reaction window; 0 for none."""
    drag: bool
    """Whether some action is a move of a piece onto another."""
    preview: bool
    """Whether the game can draw the result of an action in advance."""
    alone: bool = False
    """Whether all other seats are bots. Then the viewer can set their delay."""
    focus: tuple[float, ...] = ()
    """The important part of a board that grows, then the board's area, each as x, y, width, height; or empty."""


class Move(Struct, frozen=True, omit_defaults=True):
    """The motion of a piece from one place to another, for the page (see `core.pictures.drawing.Motion`)."""

    id: str
    ms: int
    wait: int
    points: tuple[tuple[float, float], ...] = ()
    jump: bool = False
    falls: bool = False
    svg: str = ""
    layer: str = ""


class Tell(Struct, frozen=True, omit_defaults=True):
    """A sound or a sentence in large type that accompanies the motion of pieces."""

    wait: int
    """The delay in milliseconds."""
    sound: str = ""
    """One of the page's sounds (`core.words.telling.SOUNDS`)."""
    says: str = ""
    """A sentence (markup) in large type for a second."""
    sign: str = ""
    """The picture beside the sentence (markup)."""


class Frame(Struct, frozen=True):
    """A message with a whole picture of the table."""

    n: int
    """The number of the picture in this viewer's stream."""
    regions: dict[str, str]
    """The markup of every region of the page, by id."""
    acts: list[Act]
    state: PageState


class Patch(Struct, frozen=True, omit_defaults=True):
    """A message with the changes from picture `n` - 1 to picture `n` of a viewer's stream."""

    n: int
    regions: dict[str, str] = {}
    """The whole markup of the regions whose structure has changed, by id."""
    html: dict[str, str] = {}
    """The markup of small regions that changed."""
    set: dict[str, str] = {}
    """The markup of new and changed items of lists (pieces of a layer, lines of the log), by id."""
    order: dict[str, list[str]] = {}
    """The ids of all items of each list whose order has changed, by the list's id."""
    viewboxes: dict[str, str] = {}
    """The new areas of sheets, by id."""
    moves: list[Move] = []
    tells: list[Tell] = []
    """The sounds and sentences that accompany the motions."""
    acts: list[Act] | None = None
    """All legal actions if they have changed, else absent."""
    state: PageState | None = None
    """The state for the page's script; always present."""
