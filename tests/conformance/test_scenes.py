"""Positions made by hand: pieces lie where they were placed, known by whom was said, and all else stays as it was."""

from __future__ import annotations

from typing import Any

import pytest
from samples import toys

from enginehouse.conformance import cases_of
from enginehouse.conformance.cases import make_view, walk
from enginehouse.conformance.scenes import EVERYBODY, place
from enginehouse.core.errors import Unreadable
from enginehouse.core.play.match import Match
from enginehouse.core.registry import game as games

pytestmark = pytest.mark.beside_plain

GAME = games.get("great-machine")


def dealt(name: str = "great-machine", seats: int = 3) -> Any:
    """The record of a game whose cards are dealt."""
    match = Match.new(name, seats, seed="scenes")
    while match.state.size[0] == 0:
        match.act(match.actors()[0], match.legal_names(match.actors()[0])[0])
    return match.state


def lying(s: Any, zone: str) -> list[str]:
    """Return the pieces in a zone, from the bottom on."""
    inside = type(s).game.invariants
    start = s.start[inside.ZONES[zone]]
    pieces = s.row[start : start + s.size[inside.ZONES[zone]]]
    return [inside.NAMES[inside.KINDS[piece]] for piece in pieces]


def test_pieces_lie_where_they_were_placed_and_the_rest_as_before() -> None:
    s = dealt()
    before, deck = GAME.shape.copy(s), lying(s, "event deck")
    placed = place(s, "event deck", "maze", "deal")
    assert lying(s, "event deck")[-2:] == ["maze", "deal"]
    rest = [*deck]
    for name in ("maze", "deal"):
        rest.remove(name)
    assert sorted(lying(s, "event deck")[:-2]) == sorted(rest)
    assert GAME.invariants.conserved(s) == GAME.invariants.conserved(before)
    assert GAME.shape.differences(s, before) == ["row"]
    assert s.row[s.start[1] + s.size[1] - 2 : s.start[1] + s.size[1]] == placed
    place(s, "event deck", "maze", "deal", bottom=True)
    assert lying(s, "event deck")[:2] == ["deal", "maze"]


def test_who_knows_a_piece_is_what_was_said() -> None:
    s = dealt()
    (hidden,) = place(s, "event discards", "deal")
    (seen,) = place(s, "hand 1", "deal", known=[1])
    (open_to_all,) = place(s, "event discards", "maze", known=EVERYBODY)
    assert [s.known[piece] for piece in (hidden, seen, open_to_all)] == [0, 2, 511]
    place(s, "event discards", seen)
    assert s.known[seen] == 0, "where it lay nobody looks any more"
    start = s.start[3]
    shown = make_view(GAME, s, -1).row[start : start + 3]
    assert [number > 0 for number in shown] == [False, True, False]


def test_a_hand_stays_in_order_and_copies_nobody_holds_are_taken_first() -> None:
    s = dealt()
    hands = [lying(s, f"hand {seat}") for seat in range(3)]
    (first,) = place(s, "hand 0", "deal", known=[0])
    (second,) = place(s, "hand 0", "deal", known=[0])
    assert first != second
    start = s.start[5]
    pieces = s.row[start : start + s.size[5]]
    assert pieces == sorted(pieces) and {first, second} <= set(pieces)
    assert [lying(s, f"hand {seat}") for seat in (1, 2)] == hands[1:]


def test_parts_of_a_piece_move_with_it() -> None:
    """Mechanation notes for each place which shuffle its territory was in last (MN-9.5)."""
    game = games.get("mechanation")
    s = dealt("mechanation", 2)
    s.shuffles = 1
    piece = s.row[s.start[0] + 4]
    s.batch[s.start[0] + 4] = 1
    assert s.known[piece] == 0
    place(s, "held 1", piece, known=[1])
    at = s.row.index(piece)
    assert s.batch[at] == 1 and sum(s.batch) == 1
    place(s, "arena", piece, known=EVERYBODY)
    assert sum(s.batch) == 0, "and means nothing once all know it"
    game.invariants.check(s)


@pytest.mark.parametrize(
    ("zone", "pieces", "said"),
    [
        ("hand 0", ("mase",), "The Great Machine has no piece 'mase'; perhaps `maze`"),
        ("hnd 0", ("maze",), "The Great Machine has no place 'hnd 0'; perhaps `hand 0`; it has: movement deck,"),
        (99, ("maze",), "has zones 0 to 12, not 99"),
        ("hand 0", (9999,), "no 9999 lies anywhere"),
        ("hand 0", ("deal",) * 40, "no 'deal' lies anywhere that could be placed"),
        ("in play", tuple(range(1, 9)), "zone 4 of The Great Machine has room for 4 pieces, not 8"),
        ("movement deck", ("deal",), "deal cannot lie there: a card of the other deck in zone 0"),
        ("hand 5", ("deal",), "deal cannot lie there: seat 5 is not at the table and holds cards"),
    ],
)
def test_an_impossible_scene_is_refused_and_changes_nothing(zone: int | str, pieces: Any, said: str) -> None:
    s = dealt()
    before = GAME.shape.copy(s)
    with pytest.raises(Unreadable) as error:
        place(s, zone, *pieces)
    assert said in str(error.value)
    assert s == before


def test_a_record_that_is_odd_on_purpose_may_stay_so() -> None:
    s = dealt()
    s.real[0] = -1
    place(s, "movement deck", "deal")
    assert lying(s, "movement deck")[-1] == "deal"


def test_a_game_without_pieces_and_one_without_names() -> None:
    toy = {game.name: game for game in toys()}
    for name in ("bluff", "rummage"):
        toy[name].shape.Plain.game = toy[name]
    s = next(walk(cases_of(toy["bluff"])[0], "scene")).s
    with pytest.raises(Unreadable, match="Bluff has no pieces in zones"):
        place(s, 0, 1)
    s = next(walk(cases_of(toy["rummage"])[0], "scene")).s
    place(s, 2, 10, known=EVERYBODY)
    assert s.row[s.start[2]] == 10
