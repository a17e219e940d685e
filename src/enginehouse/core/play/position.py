"""Hold a position of a game: its record, the number of seats, the options, and methods that call the rules.

A method with a seat uses the view of that seat only. `state`, `checksum` and `line` (the position as a line of JSON)
contain every secret.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import msgspec

from enginehouse.core.errors import Unreadable, quote
from enginehouse.core.play import checksums
from enginehouse.core.play.json_texts import read_json
from enginehouse.core.play.returns import rank_share, score_share, win_share
from enginehouse.core.play.scratch import scratch
from enginehouse.core.registry import game as games
from enginehouse.core.registry import overlays
from enginehouse.core.registry.game import Game
from enginehouse.core.terms import Clause, Seat
from enginehouse.core.words.naming import fill_plain

LINE_FORMAT = 1
"""The version of the format of lines (`Line`)."""


class Line(msgspec.Struct, forbid_unknown_fields=True):
    """A position of a game as an object that is stored as one line of JSON.

    `record` has the fields that are not 0, by name. `position` is the version of this format, and `rules` the version
    of the game's rules.
    """

    position: int
    game: str
    rules: str
    seats: int
    options: dict[str, str]
    record: msgspec.Raw


class GameAtHand:
    """A record with its game, and with methods that call the rules. It is the base class of `Position`."""

    def __init__(self, game: Game, seats: int, options: Mapping[str, str] | None, state: Any) -> None:
        self.game = game
        self.seats = game.check_seats(seats)
        self.options = game.check_options(options)
        self.state = state

    def check_seat(self, seat: Seat) -> None:
        """Raise `Unreadable` if `seat` is not a seat of the game (0 to seats - 1). It also rejects -1, a spectator."""
        if not 0 <= seat < self.seats:
            raise Unreadable(f"there is no seat {quote(seat)}; the seats are 0 to {self.seats - 1}")

    def _seat_or_spectator(self, seat: Seat) -> int:
        if not -1 <= seat < self.seats:
            raise Unreadable(
                f"there is no seat {quote(seat)}; the seats are 0 to {self.seats - 1}, and -1 is a spectator"
            )
        return seat

    def actors(self) -> tuple[int, ...]:
        """Return the seats that may act now, ascending: several if they choose at once, none after the end."""
        mask = self.game.rules.actors(self.state)
        return tuple(seat for seat in range(self.seats) if mask >> seat & 1)

    @property
    def over(self) -> bool:
        """Return whether the game has ended."""
        return int(self.state.reason) != 0

    @property
    def reason(self) -> int:
        """Return the number of the rulebook clause that ended the game (402 is clause 4.2), or 0 while it runs."""
        return int(self.state.reason)

    def legal(self, seat: Seat) -> list[int]:
        """Return the codes of the seat's legal actions as a new list, ascending.

        Codes are integers from 0 to 4095, indices of `game.vocabulary`. The list is empty if the seat may not act, and
        for a spectator (-1).
        """
        if self._seat_or_spectator(seat) < 0:
            return []
        codes = scratch(self.game).codes
        return codes[: self.game.rules.legal(self.state, seat, codes)]

    def legal_names(self, seat: Seat) -> list[str]:
        """Return the names of the seat's legal actions."""
        return [self.game.vocabulary.name(code) for code in self.legal(seat)]

    def find_code(self, seat: Seat, name: str) -> int:
        """Return the code of an action name, legal or not.

        If there is none, raise `Unreadable` with names that are legal for the seat now.
        """
        return self.game.vocabulary.code_among(name, lambda: self.legal(seat))

    def refusal(self, seat: Seat, code: int) -> Clause:
        """Return 0 if the action is legal, else the clause that forbids it, from that seat's view."""
        self.check_seat(seat)
        return int(self.game.rules.refusal(self.view(seat), seat, code))

    def view(self, seat: Seat) -> Any:
        """Return the view of a seat (-1: a spectator) as a new record, a Python object, with 0 for hidden information.

        Its fields are those of `game.shape`: a number each, or a list of numbers, or of lists. To store views in a
        structured NumPy array, create it with `array = game.shape.array(n)` for n views. Then `game.shape.store(array,
        k, view)` copies a view into element k.
        """
        v = self.game.new_record()
        self.game.rules.view(self.state, self._seat_or_spectator(seat), v)
        return v


class Position(GameAtHand):
    """A position with methods for its scores, returns, text and pictures.

    A `Match` is a position that can be played on. `game` is the `Game`, `seats` the number of seats, `options` every
    option with its choice. `state` is the whole record as a Python object, with a number or a list of numbers for each
    field of `game.shape`.
    """

    # -- views ---------------------------------------------------------------------------------------------------------

    def scores(self) -> tuple[list[int], list[int]]:
        """Return current scores and ranks by seat (rank 1 is best), each a list of `seats` integers."""
        out = [0] * 16
        self.game.rules.scores(self.state, out)
        return out[: self.seats], out[8 : 8 + self.seats]

    def returns(self, by: Literal["rank", "win", "score"] = "rank") -> list[float]:
        """Return a list with a number for each seat: how well the game has ended for it (the seat's return).

        The same three rules serve all games. `by` names the rule:

        - `rank`, from -1 to 1: the number of seats ranked below minus those ranked above, divided by the number of
          other seats. All returns sum to 0; with two seats they are 1 and -1, or 0 and 0.
        - `win`, from 0 to 1: the seats of rank 1 share 1. The sum is 1, or 0 without a winner.
        - `score`: for games about the amount that is won, such as poker: the score less the mean of all seats. The sum
          is 0.

        In some games all seats win or lose together (`together` in `facts.py`), and some have a single seat. There a
        seat of rank 1 has the return 1, and any other seat has -1 (`rank`) or 0 (`win`); `score` is the score itself.
        All returns are 0 while the game runs. Raise `Unreadable` for another `by`.
        """
        if by not in ("rank", "win", "score"):
            raise Unreadable(f"returns are by 'rank', by 'win' or by 'score', not by {by!r}")
        if not self.over:
            return [0.0] * self.seats
        together = self.game.plays_together(self.seats, self.options)
        points, ranks = self.scores()
        if by == "score":
            return score_share(points, together)
        return (rank_share if by == "rank" else win_share)(ranks, together)

    def text(self, seat: Seat = -1, names: Sequence[str] = ()) -> str:
        """Return the position in sentences for a seat (-1: a spectator).

        Seats are called `Seat 0`, `Seat 1` and so on, numbered as in logs, or by `names`, one per seat.
        """
        return fill_plain(self.game.words.position(self.view(seat)), self._list_names(names))

    def _list_names(self, names: Sequence[str]) -> list[str]:
        called = list(names) or [f"Seat {k}" for k in range(self.seats)]
        if len(called) != self.seats:
            raise Unreadable(f"{len(called)} names are given for {self.seats} seats")
        return called

    def svg(self, seat: Seat = -1, *, width: float | None = None, theme: Literal["light", "dark"] = "light") -> str:
        """Return the position as a whole SVG file for a seat (-1: a spectator). `width` is in pixels.

        Raise `Unreadable` for a game without a drawing.
        """
        from enginehouse.core.pictures.drawing import document_of

        if not self.game.has("drawing"):
            raise Unreadable(f"{self.game.facts.title} has no drawing")
        return document_of(self.game, self.view(seat), width=width, theme=theme)

    def png(self, seat: Seat = -1, *, width: int = 800, theme: Literal["light", "dark"] = "light") -> bytes:
        """Return the position as a PNG file for a seat (-1: a spectator). `width` is in pixels.

        It needs the extra `png`.
        """
        from enginehouse.core.pictures.pixels import png

        return png(self.svg(seat, theme=theme), width)

    def _repr_svg_(self) -> str:
        """Return the SVG picture that a notebook shows. It shows only the facts that a spectator may see."""
        return self.svg()

    # -- the whole, secrets included -----------------------------------------------------------------------------------

    def checksum(self) -> str:
        """Return the checksum of the record. It depends on hidden information, so never send it while the game runs."""
        return checksums.checksum(self.state)

    def agrees(self, checksum: str) -> bool:
        """Return whether `checksum` is the checksum of the position's record.

        The given checksum may have today's format or an older one (see `core.play.checksums`).
        """
        return checksums.agrees(self.state, checksum)

    def line(self) -> str:
        """Return the position as one line of JSON. `Match.at` reads it.

        The line contains the whole record, future chance included. It is for tests and bug reports, and reveals every
        secret. The line does not contain the earlier actions, so a match from this line cannot undo them.
        """
        record = msgspec.Raw(self.game.shape.to_text(self.state).encode())
        rules = self.game.facts.rules_version
        return msgspec.json.encode(
            Line(LINE_FORMAT, overlays.split_judged(self.game.name)[0], rules, self.seats, self.options, record)
        ).decode()


def read_line(text: str) -> tuple[Game, int, dict[str, str], Any]:
    """Return the game, the number of seats, the options and the record that a line from `Position.line` contains.

    If another version of the rules wrote the line, the record is read field by field, by name, and today's rules apply
    to it. Raise `Unreadable` if the line is wrong, if the rules cannot work with the record, or if the game's
    `invariants.py` says that it is impossible.
    """
    line = read_json(text, Line, "the line of a position")
    if line.position != LINE_FORMAT:
        raise Unreadable(f"this line has format {quote(line.position)}; this version reads format {LINE_FORMAT}")
    game = games.get(line.game)
    seats, options = game.check_seats(line.seats), game.check_options(line.options)
    state = game.shape.from_text(bytes(line.record).decode())
    if state.seats != seats:
        raise Unreadable(f"this line is for {seats} seats, and its record for {state.seats}")
    _try_out(Position(game, seats, options, state))
    return game, seats, options, state


def _try_out(position: Position) -> None:
    """Try the rules on a position, as pages and bots use them. Raise `Unreadable` if the position is impossible.

    A position is impossible if a rule or the game's `invariants.py` raises an exception, or if no seat may act although
    the game continues. It is also impossible if the game has ended, but its rulebook has no clause with the number that
    the record gives as the reason.
    """
    try:
        if position.game.invariants is not None:
            position.game.invariants.check(position.state)
        position.scores()
        for seat in range(-1, position.seats):
            position.text(seat)
            position.legal(seat)
        ended = position.reason in position.game.clauses
        stuck = not position.over and not position.actors()
    except Exception as error:
        said = str(error).partition("\n")[0] or type(error).__name__
        raise Unreadable(f"a position of {position.game.facts.title} is impossible: {said}") from None
    if position.over and not ended:
        raise Unreadable(f"no clause {position.reason} of {position.game.facts.title} could have ended this position")
    if stuck:
        raise Unreadable(f"a position of {position.game.facts.title} is impossible: no seat may act")
