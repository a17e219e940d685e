"""A position of a game: its record with the number of seats and the options, all that can be asked of it, and its line.

What is asked for a seat is made from that seat's view alone; `state`, `checksum` and `line` hold every secret.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import msgspec

from enginehouse.core.errors import Unreadable, quoted
from enginehouse.core.play import checksums
from enginehouse.core.play.json_texts import read_json
from enginehouse.core.play.returns import rank_share, score_share, win_share
from enginehouse.core.play.scratch import scratch
from enginehouse.core.registry import game as games
from enginehouse.core.registry.game import Game
from enginehouse.core.terms import Clause, Seat
from enginehouse.core.words.naming import fill_plain

LINE_FORMAT = 1


class Line(msgspec.Struct, forbid_unknown_fields=True):
    """What a position's line holds, as one JSON object; `record` has the fields that are not 0, by name."""

    position: int
    game: str
    rules: str
    seats: int
    options: dict[str, str]
    record: msgspec.Raw


class GameAtHand:
    """A record with its game: everything that the rules answer about it."""

    def __init__(self, game: Game, seats: int, options: Mapping[str, str] | None, state: Any) -> None:
        self.game = game
        self.seats = game.check_seats(seats)
        self.options = game.check_options(options)
        self.state = state

    def check_seat(self, seat: Seat) -> None:
        """Raise `Unreadable` unless there is this seat."""
        if not 0 <= seat < self.seats:
            raise Unreadable(f"there is no seat {quoted(seat)}; the seats are 0 to {self.seats - 1}")

    def _seat_or_spectator(self, seat: Seat) -> int:
        if not -1 <= seat < self.seats:
            raise Unreadable(
                f"there is no seat {quoted(seat)}; the seats are 0 to {self.seats - 1}, and -1 is a spectator"
            )
        return seat

    def actors(self) -> tuple[int, ...]:
        """The seats that may act now, ascending; several where they choose at once, none when the game is over."""
        mask = self.game.rules.actors(self.state)
        return tuple(seat for seat in range(self.seats) if mask >> seat & 1)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return int(self.state.reason) != 0

    @property
    def reason(self) -> int:
        """The clause that ended the game (GM-4.2 is 402); 0 while it runs."""
        return int(self.state.reason)

    def legal(self, seat: Seat) -> list[int]:
        """The codes of the seat's legal actions, ascending: a new list of whole numbers from 0 to 4095, which are places in
        `game.vocabulary`; empty when it may not act, as for a spectator (-1)."""
        if self._seat_or_spectator(seat) < 0:
            return []
        codes = scratch(self.game).codes
        return codes[: self.game.rules.legal(self.state, seat, codes)]

    def legal_names(self, seat: Seat) -> list[str]:
        """The names of the seat's legal actions."""
        return [self.game.vocabulary.name(code) for code in self.legal(seat)]

    def find_code(self, seat: Seat, name: str) -> int:
        """Return the code of an action name, legal or not. If there is none, `Unreadable` suggests names that are legal for
        the seat now."""
        return self.game.vocabulary.code_among(name, lambda: self.legal(seat))

    def refusal(self, seat: Seat, code: int) -> Clause:
        """0 if the action is legal, else the clause that forbids it, from that seat's view."""
        self.check_seat(seat)
        return int(self.game.rules.refusal(self.view(seat), seat, code))

    def view(self, seat: Seat) -> Any:
        """What a seat (-1: a spectator) may know, as a plain record of its own; what it may not know is 0 there.

        Its fields are those of `game.shape`: a number each, or a list of numbers, or of lists. As an array it is
        `game.shape.store(array, k, view)` into `array = game.shape.array(n)`, a structured NumPy array of n elements.
        """
        v = self.game.new_record()
        self.game.rules.view(self.state, self._seat_or_spectator(seat), v)
        return v


class Position(GameAtHand):
    """The questions that a position answers; `Match` is one that can be played on.

    `game` is the `Game`, `seats` how many there are, `options` every option with its choice, `state` the whole record in
    its plain form (a number or a list of numbers for each field of `game.shape`).
    """

    # -- what is known ----------------------------------------------------------------------------------------------------

    def scores(self) -> tuple[list[int], list[int]]:
        """Scores and ranks by seat as things stand (rank 1 is best); a list of `seats` whole numbers each."""
        out = [0] * 16
        self.game.rules.scores(self.state, out)
        return out[: self.seats], out[8 : 8 + self.seats]

    def returns(self, by: Literal["rank", "win", "score"] = "rank") -> list[float]:
        """What the game came to for each seat: one rule for all games, from the ranks of `scores` alone.

        - `rank`, from -1 to 1: the seats ranked below minus those ranked above, over the number of other seats. The
          returns of all seats sum to 0; with two seats they are 1 and -1, or 0 and 0.
        - `win`, from 0 to 1: the seats of rank 1 share 1; the sum is 1, or 0 where nobody wins.
        - `score`: for games about how much one wins, such as poker: the score less the mean of all seats'; the sum is 0.

        Where there is nobody to be ranked against (one seat, or all play together by the facts of the game) rank 1 is 1
        for every seat, and any other -1 (`rank`) or 0 (`win`), and `score` is the score. All are 0 while the game runs.
        `Unreadable` for another `by`.
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
        """The position in sentences, as a seat (-1: a spectator) may know it.

        Seats are called `Seat 0`, `Seat 1` and so on, numbered as in logs, or by the `names` given, one for each seat.
        """
        return fill_plain(self.game.words.position(self.view(seat)), self._called(names))

    def _called(self, names: Sequence[str]) -> list[str]:
        called = list(names) or [f"Seat {k}" for k in range(self.seats)]
        if len(called) != self.seats:
            raise Unreadable(f"{len(called)} names are given for {self.seats} seats")
        return called

    def svg(self, seat: Seat = -1, *, width: float | None = None, theme: Literal["light", "dark"] = "light") -> str:
        """The position as a whole SVG file, as a seat (-1: a spectator) may know it; `width` in pixels.

        `Unreadable` for a game that has no drawing.
        """
        from enginehouse.core.pictures.drawing import document_of

        if not self.game.has("drawing"):
            raise Unreadable(f"{self.game.facts.title} has no drawing")
        return document_of(self.game, self.view(seat), width=width, theme=theme)

    def png(self, seat: Seat = -1, *, width: int = 800, theme: Literal["light", "dark"] = "light") -> bytes:
        """The same as a PNG file, so many pixels wide. It takes the extra `png`."""
        from enginehouse.core.pictures.pixels import png

        return png(self.svg(seat, theme=theme), width)

    def _repr_svg_(self) -> str:
        """The picture that a notebook shows: a spectator's, so that it tells no secret."""
        return self.svg()

    # -- the whole, secrets included --------------------------------------------------------------------------------------

    def checksum(self) -> str:
        """The checksum of the record; it covers secrets, so it is sent to nobody while the game runs."""
        return checksums.checksum(self.state)

    def agrees(self, checksum: str) -> bool:
        """Whether the record has this checksum, which may be of a kind that is not made any more."""
        return checksums.agrees(self.state, checksum)

    def line(self) -> str:
        """The position as one line of JSON, without a line break; `Match.at` reads it back.

        It holds the whole record, chance to come included: it is for tests and bug reports, and tells every secret. The
        way to the position is not in it: what came before, and what could be taken back.
        """
        record = msgspec.Raw(self.game.shape.to_text(self.state).encode())
        rules = self.game.facts.rules_version
        return msgspec.json.encode(Line(LINE_FORMAT, self.game.name, rules, self.seats, self.options, record)).decode()


def read_line(text: str) -> tuple[Game, int, dict[str, str], Any]:
    """Game, seats, options and record of a line; `Unreadable` says what is wrong with it.

    It is a position under the rules of today, whichever version wrote it: fields are read by name, and a record that the
    rules cannot work with, or that the game's own `invariants.py` says cannot be, is refused.
    """
    line = read_json(text, Line, "the line of a position")
    if line.position != LINE_FORMAT:
        raise Unreadable(f"this line has format {quoted(line.position)}; this version reads format {LINE_FORMAT}")
    game = games.get(line.game)
    seats, options = game.check_seats(line.seats), game.check_options(line.options)
    state = game.shape.from_text(bytes(line.record).decode())
    if state.seats != seats:
        raise Unreadable(f"this line is for {seats} seats, and its record for {state.seats}")
    _try_out(Position(game, seats, options, state))
    return game, seats, options, state


def _try_out(position: Position) -> None:
    """Ask all that is asked of a position; `Unreadable` where the rules or the game's invariants stumble over it."""
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
        raise Unreadable(f"a position of {position.game.facts.title} cannot be like this: {said}") from None
    if position.over and not ended:
        raise Unreadable(f"no clause {position.reason} of {position.game.facts.title} could have ended this position")
    if stuck:
        raise Unreadable(f"a position of {position.game.facts.title} cannot be like this: nobody may act")
