"""Test the sample game Heap: its rules, clause by clause, its playthroughs, and the checks that every game must pass.

A playthrough is a game that is stored as text. If you change the rules on purpose, delete the playthroughs: they are
written again, and the diff shows the changes in play.
"""

from __future__ import annotations

from pathlib import Path

from enginehouse.conformance import running
from enginehouse.conformance.playthrough import playthrough
from enginehouse.core.errors import NotAllowed
from enginehouse.core.play.match import Match
from enginehouse.core.registry import game as games
from enginehouse.core.terms import Seat

PLAYTHROUGHS = Path(__file__).parent / "playthroughs"
KEPT = ((2, 1), (4, 2))
"""Number of seats and seed of each playthrough."""


def played(*takes: int, seats: int = 2) -> Match:
    """Start a match of Heap, play an action for each number in `takes`, and return the match.

    A number says how many counters the acting seat takes by the action.
    """
    match = Match.new("heap", seats, seed=0)
    for many in takes:
        match.act(match.actors()[0], f"take {many}")
    return match


def refused(match: Match, seat: Seat, name: str) -> int:
    """Return the number of the rulebook clause that forbids `seat` to play the action with this name.

    Raise AssertionError if the action is allowed.
    """
    try:
        match.act(seat, name)
    except NotAllowed as error:
        return error.clause
    raise AssertionError(f"{name} is allowed")


def test_the_seats_take_turns_he_1_1() -> None:
    assert played().actors() == (0,)
    assert [played(*[1] * k, seats=3).actors()[0] for k in range(5)] == [0, 1, 2, 0, 1]


def test_only_in_your_turn_he_2_1() -> None:
    assert played(3).state.left == 18
    assert refused(played(), 1, "take 1") == 201


def test_no_more_than_there_are_he_2_2() -> None:
    match = played(3, 3, 3, 3, 3, 3, 1)
    assert match.legal_names(1) == ["take 1", "take 2"]
    assert refused(match, 1, "take 3") == 202


def test_the_last_counter_wins_he_3_1() -> None:
    match = played(3, 3, 3, 3, 3, 3, 3)
    assert match.over
    assert match.reason == 301
    assert match.scores() == ([1, 0], [1, 2])


def test_playthroughs_are_the_same() -> None:
    written = []
    for seats, seed in KEPT:
        kept = PLAYTHROUGHS / f"{seats}-seats-seed-{seed}.txt"
        told = playthrough(games.get("heap"), seats, None, seed)
        if not kept.exists():
            PLAYTHROUGHS.mkdir(exist_ok=True)
            kept.write_text(told, "utf-8")
            written.append(kept.name)
        assert told == kept.read_text("utf-8"), f"{kept.name} has changed"
    assert not written, f"{', '.join(written)} did not exist and was written: read it"


def test_what_every_game_promises() -> None:
    lines: list[str] = []
    game = games.get("heap")
    failed = running.run(game, running.choose_checks([]), deep=False, say=lines.append)
    assert failed == 0, "\n".join(lines)
