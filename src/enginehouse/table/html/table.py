"""Make the page of a table and the page of a replay. Both contain a picture of the board."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from enginehouse.core.pictures.drawing import Svg, clean_id, el
from enginehouse.core.pictures.palette import HOUSE_DEFS
from enginehouse.core.records.fields import Record
from enginehouse.core.registry.game import Game
from enginehouse.table import words
from enginehouse.table.addresses import own_address
from enginehouse.table.extras import deals
from enginehouse.table.html.people import Beside
from enginehouse.table.html.rendering import in_attribute, render
from enginehouse.table.picture.messages import Act
from enginehouse.table.picture.model import Picture
from enginehouse.table.states import clocks
from enginehouse.table.store.rows import Person, TableRow
from enginehouse.table.store.tokens import Token

MANY_SEATS = 4
"""With more seats than these, hands are lower in a low window, so that the log keeps its lines."""


def _board(row: TableRow, game: Game, picture: Picture, view: Record) -> dict[str, Any]:
    """Return the template data that every page with a board needs: the picture's regions, gradients and layout.

    `view` is the viewer's view of the record.
    """
    board, *below = game.drawing.sheets(view)
    return {
        "game": game,
        "origin": _origin(row),
        "regions": {name: Svg(text) for name, text in picture.regions().items()},
        # The gradients of the site and the game. They are invisible but rendered, because gradients work only then.
        "defs": _defs(game),
        # A board that is about as high as wide stands beside everything else, and not above it.
        "below": below[0].label if below else "",
        "rivals": sum(sheet.rival for sheet in below) > 1,
        "square": board.width < 1.45 * board.height,
        "has_lesson": '<div class="lesson' in picture.html["prompt"],
        "many_seats": len(row.seats) > MANY_SEATS,
        "quiet": clocks.rule(row.clock).asleep_from >= 0,
    }


def _defs(game: Game) -> Svg:
    """Return the SVG definitions of the gradients that the site and the drawings of a game use."""
    return Svg(HOUSE_DEFS + getattr(game.drawing, "DEFS", ""))


def _ring(cls: str) -> Svg:
    return el("rect", x=-20, y=-10, width=40, height=20, rx=4, fill="var(--sheet)", cls=cls)


CHOICES = [
    ("You can choose this.", _ring("sign-can"), 60, 40),
    ("You have chosen this.", _ring("sign-picked"), 60, 40),
    ("Choose one of these next.", _ring("sign-next"), 60, 40),
]
"""The kinds of rings round pieces, for the legend: a sentence, a picture, its width and its height."""
LEADER = ("The leader.", el("text", "★", y=6, text_anchor="middle", font_size=20, fill="currentColor"), 60, 30)


def _legend(row: TableRow, game: Game) -> list[tuple[str, Svg, float, float]]:
    """Return the signs of the legend, each as its words, its SVG, its width and its height.

    The signs are those of the board and the leader's star. If the table shows previews, the legend has their signs,
    too.
    """
    signs = game.drawing.signs() if hasattr(game.drawing, "signs") else []
    ahead = game.drawing.legend() if row.foretells and hasattr(game.drawing, "legend") else []
    return [*CHOICES, *ahead, *signs, LEADER]


def _origin(row: TableRow) -> dict[str, str] | None:
    """Return the origin of a table's setup as a dict for its page, or None if the setup was random.

    - `kind`: `deal` (a fixed seed, or the setup of an earlier game), `what if` (the table continues a finished game),
      `mended` (it continues a game that could not be replayed) or `uploaded` (it continues an imported game)
    - `says`: for the kind `deal`, a sentence about the setup
    - `address`: the address of the earlier table, if there is one, else ""
    - `step`: for the other kinds, the number of actions, undos and redos in the earlier game before this table
    """
    kind, table, step, _ = row.origin
    if said := deals.describe_deal(row):
        return {"kind": "deal", "says": said, "address": own_address(f"/t/{table}") if table else ""}
    if kind == "what if":
        return {"kind": kind, "address": own_address(f"/t/{table}/replay?at={step}"), "step": str(step)}
    told = kind in ("mended", "uploaded")
    return {"kind": kind, "address": own_address(f"/t/{table}") if table else "", "step": str(step)} if told else None


"""The number of letters that fit a button beside another one, and one as wide as a phone (the same in `acts.js`)."""
SHORT, LONG = 24, 34
"""The maximum numbers of letters of a label on a narrow button and on a wide one (the same in `acts.js`)."""


def _list_acts(acts: Sequence[Act]) -> list[dict[str, Any]]:
    asked = [act for act in acts if not act.sure]
    free = [act for act in asked if not (act.pieces or act.from_)]
    longest = max((len(act.label) for act in asked), default=0)
    if len(free) == 1 and len(asked) == 2 and longest <= SHORT:
        # If only one of two actions has a button, give both a button.
        free = asked
    few = 2 <= len(asked) <= 3 and longest <= LONG
    return [
        {
            "name": act.name,
            "said": Svg(act.markup) if act.markup else act.label,
            "done": act.done,
            "label": act.label if act.grave and not act.sure else "",
            "free": act in free,
            "thumb": few and act in asked and act not in free,
            "sure": Svg(act.sure),
            "question": f"sure-{clean_id(act.name)}",
        }
        for act in acts
    ]


def table(
    row: TableRow,
    game: Game,
    person: Person | None,
    seat: int,
    number: int,
    picture: Picture,
    view: Record,
    leave: bool,
) -> str:
    """Return the page of a table with the latest picture in it.

    `seat` is the viewer's seat (-1: a spectator), and `view` their view of the record. `number` is the number of the
    picture in the viewer's stream, and `leave` says whether the viewer can leave.
    """
    return render(
        "table",
        files="table-page",
        title=f"{game.facts.title} · Enginehouse",
        name=person.name if person else "",
        table=row.id,
        address=own_address(f"/t/{row.id}"),
        seat=seat,
        number=number,
        decision=picture.ui_state.decision,
        state=in_attribute(picture.ui_state),
        acts_json=in_attribute(picture.acts),
        asks=in_attribute(getattr(game.texts, "ASKS", {})),
        acts=_list_acts(picture.acts),
        leave=leave,
        stranger=person is None and row.status == "running",
        paces=words.PACES,
        foretells=row.foretells and hasattr(game.drawing, "preview"),
        watched=words.WATCHED if row.watched and row.status in ("gathering", "running") else "",
        host=person is not None and person.id == row.host,
        together=len(row.people) > 1 or any(one.kind == "open" for one in row.seats),
        **_board(row, game, picture, view),
    )


def beside(row: TableRow, game: Game, person: Person | None, seat: int, beside: Beside) -> str:
    """Return the page with the chat, the notes and the legend of a table, for a viewer at `seat` (-1: a spectator).

    `beside` has the chat and the notes. A script on the page of the table loads this page.
    """
    return render(
        "beside",
        title="Chat",
        name=person.name if person else "",
        address=own_address(f"/t/{row.id}"),
        seat=seat,
        legend=_legend(row, game),
        defs=_defs(game),
        **beside.data(),
    )


def leave(table_id: str, game: Game, person: Person | None, alone: bool, running: bool) -> str:
    """Return the page that asks for confirmation before a player leaves the table with the id `table_id`.

    `alone` says whether the player is the only person at the table. `running` says whether the game has begun and is
    not over.
    """
    return render(
        "leave",
        title="Leave",
        name=person.name if person else "",
        game=game,
        address=own_address(f"/t/{table_id}"),
        alone=alone,
        running=running,
    )


class SeatTokens(NamedTuple):
    """A seat of the viewer, with the tokens that allow programs to play on this seat for the viewer."""

    number: int
    name: str
    tokens: list[Token]


def programs(table_id: str, game: Game, person: Person, seats: list[SeatTokens], secret: str) -> str:
    """Return the page on which a person manages tokens, which allow programs to play for the person at a table.

    `table_id` is the table's id, and `seats` has the person's seats with the tokens for each. `secret` is a token that
    was just created, to be shown once, or "".
    """
    return render(
        "programs",
        title="Programs",
        name=person.name,
        game=game,
        address=own_address(f"/t/{table_id}"),
        seats=seats,
        secret=secret,
    )


def replay(
    row: TableRow, game: Game, person: Person | None, eyes: str, at: int, many: int, picture: Picture, view: Record
) -> str:
    """Return the page of a finished game at the position after the first `at` of its `many` entries.

    An entry is an action, an undo or a redo. `picture` and `view` show that position. `eyes` is the seat whose view is
    shown: a number as text, "-1" (a spectator) or "all" (the whole record). If the game began from a given position,
    the page offers no log to download.
    """
    return render(
        "replay",
        files="replay-page",
        title=f"Replay: {game.facts.title}",
        name=person.name if person else "",
        table=row.id,
        address=own_address(f"/t/{row.id}"),
        eyes=eyes,
        at=at,
        many=many,
        names=row.names,
        finished=row.status == "over",
        has_log=row.status == "over" and not row.start,
        foretells=False,
        **_board(row, game, picture, view),
    )
