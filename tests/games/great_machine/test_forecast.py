"""The preview of the machine's next run matches the run, for every card that tilts toggles or drives the motor."""

from __future__ import annotations

import re
from types import SimpleNamespace
from typing import Any

import pytest

from enginehouse.core.play.match import Match
from enginehouse.games.great_machine.drawing import preview
from enginehouse.games.great_machine.forecast import forecast, trace_pellet
from enginehouse.games.great_machine.parts import CARDS, Play
from enginehouse.games.great_machine.state import Phase, Told

pytestmark = pytest.mark.beside_plain
DRIVING = {"toggle-pipe", "toggle-pipes", "toggle-many-pipes", "reverse-motor", "speed-motor"}


def read_number(text: str, what: str) -> int:
    found = re.search(rf"{what} cage (\d)", text)
    return int(found[1]) if found else 0


@pytest.mark.parametrize("seats", [2, 5])
def test_the_machine_follows_the_drawn_cards(seats: int) -> None:
    compared = 0
    for seed in range(6):
        match = Match.new("great-machine", seats, None, seed)
        for turn in range(60):
            if match.over:
                break
            seat = match.actors()[0]
            legal = match.legal(seat)
            v = match.view(seat)
            plays = [
                c for c in legal if Play.FIRST <= c < Play.FIRST + Play.MANY and CARDS[Play.card[c]].slug in DRIVING
            ]
            if v.phase == Phase.PLAY and plays:
                code = plays[turn % len(plays)]
                (drawn,) = preview(v, code)
                match.act_unchecked(seat, code)
                events = match.events(-1)
                cage = next((e.cage for e in map(_read, events) if e.kind == Told.MOTOR), 0)
                assert read_number(drawn.label, "moves to") == cage
                ways = [e for e in map(_read, events) if e.kind == Told.FELL]
                if (
                    read_number(drawn.label, "falls into")
                    and not v.extras
                    and len({e.toggle for e in ways}) == len(ways)
                ):
                    last = ways[-1]
                    assert 2 * last.toggle + last.side - v.toggles == read_number(drawn.label, "falls into")
                    compared += 1
            else:
                match.act_unchecked(seat, legal[(turn * 7 + seed) % len(legal)])
    assert compared > 10


def _read(event: Any) -> Any:
    kind = event[0]
    carried = {Told.MOTOR: ("cage", "steps"), Told.FELL: ("toggle", "side")}.get(kind, ())
    return SimpleNamespace(kind=kind, **{name: event[1 + k] for k, name in enumerate(carried)})


def test_it_is_drawn_until_the_machine_has_run_and_never_for_other_cards() -> None:
    match = Match.new("great-machine", 2, None, 13)
    assert forecast(match.view(0)) == []
    for seat, act in ((0, "cage 2"), (1, "cage 1"), (0, "draw movement")):
        match.act(seat, act)
    v = match.view(0)
    (drawn,) = forecast(v)
    assert drawn.label == "The next pellet falls into cage 3. The motor moves to cage 1."
    assert trace_pellet(v)[1] == 3
    code = match.game.vocabulary.code
    assert preview(v, code("play toggle-pipes 1 2"))[0].label.startswith("The next pellet falls into cage 2.")
    assert preview(v, code("play reverse-motor"))[0].label.endswith("The motor moves to cage 3.")
    assert preview(v, code("play airline-strike")) == [] and preview(v, code("discard toggle-pipe")) == []
    assert (v.tilt, v.direction) == (match.view(0).tilt, match.view(0).direction)


def test_whoever_looks_on_sees_the_same() -> None:
    match = Match.new("great-machine", 2, None, 13)
    for seat, act in ((0, "cage 2"), (1, "cage 1"), (0, "draw movement")):
        match.act(seat, act)
    assert forecast(match.view(0)) == forecast(match.view(1)) == forecast(match.view(-1))
