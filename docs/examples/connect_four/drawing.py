"""Connect four drawn: discs behind a board with round holes. A click on a column drops a disc."""

from connect_four.state import Drop, State
from enginehouse.core.pictures.drawing import Handles, Marks, Piece, Sheet, Svg, el
from enginehouse.core.pictures.palette import SEAT_SIGNS, seat_sign

HOLE, HIGH = 60, 360
STYLE = ".cf-column{fill:var(--enamel);stroke:var(--enamel-light);stroke-width:1}.cf-back{fill:var(--shade)}"


def sheets(v: State) -> list[Sheet]:
    """One board: first the wall behind, then the discs, then the board with its holes."""
    return [Sheet("board", 7 * HOLE + 40, HIGH + 70, ("back", "discs", "columns"), "The board", x=-20, y=-50)]


def place(column: int, row: int) -> tuple[float, float]:
    """The middle of a hole; row 0 is the lowest."""
    return HOLE * (column + 0.5), HIGH - HOLE * (row + 0.5)


def disc(seat: int) -> Svg:
    """A disc: the seat's colour, with its sign so that nobody has to see colours."""
    return Svg(f'<circle class="seat-{seat} seat-fill" r="{HOLE * 0.47:g}"/>{seat_sign(seat, 34)}')


def column() -> Svg:
    """One column of the board, round the middle of its width and height, with six holes."""
    half, r = HOLE / 2, HOLE * 0.42
    holes = (HOLE * (k - 2.5) for k in range(6))
    arcs = "".join(f"M{-r:g} {y:g}a{r:g} {r:g} 0 1 0 {2 * r:g} 0a{r:g} {r:g} 0 1 0 {-2 * r:g} 0Z" for y in holes)
    return el(
        "path",
        d=f"M{-half:g} {-HIGH / 2:g}H{half:g}V{HIGH / 2:g}H{-half:g}Z{arcs}",
        cls="cf-column",
        fill_rule="evenodd",
    )


def draw(v: State, marks: Marks) -> list[Piece]:
    """Every disc and every column is a piece; a disc's id is its hole, since it never leaves it."""
    pieces = [Piece("back", el("rect", width=7 * HOLE, height=HIGH, cls="cf-back"), layer="back")]
    for k in range(7):
        for row in range(6):
            for seat in range(2):
                if v.discs[seat] >> (k * 7 + row) & 1:
                    label = f"Column {k + 1}, row {row + 1}: {SEAT_SIGNS[seat]}"
                    pieces.append(Piece(f"disc-{k}-{row}", disc(seat), *place(k, row), layer="discs", label=label))
        x, y = HOLE * (k + 0.5), HIGH / 2
        pieces.append(Piece(f"column-{k}", column(), x, y, layer="columns", label=f"Column {k + 1}"))
    return pieces


def handles(v: State, code: int) -> Handles:
    """A disc is dropped by a click on its column."""
    return Handles(pieces=frozenset({f"column-{Drop.column[code]}"}))
