"""Mechanica: random games (with the kit's weights) reach everything, and the pictures of what is to come hold."""

from __future__ import annotations

from collections import Counter

import pytest

from enginehouse.conformance.cases import Case, list_legal, list_seats, make_view, walk
from enginehouse.core.pictures.drawing import Marks
from enginehouse.core.records.events import Events
from enginehouse.core.registry import game as games
from enginehouse.games.mechanica.parts import ACTIONS, Install, Question
from enginehouse.games.mechanica.state import ASKED_KIND, Phase, Told
from enginehouse.games.mechanica.telling import next_run

pytestmark = pytest.mark.untraced

GAME = games.get("mechanica")
SELDOM = {Told.COMPLETED, Told.GAVE_UP, Told.BLUEPRINTS}
"""Events that hardly any of so few games brings; tests of their clauses make them."""


def numbers(family: type) -> set[int]:
    """The numbers of a family."""
    return {value for value in vars(family).values() if isinstance(value, int)}


def test_everything_is_reached() -> None:
    """MC-5.6: every question; every phase, every kind of event, and both ends (MC-3.3, MC-11.3)."""
    phases: Counter[int] = Counter()
    questions: Counter[int] = Counter()
    told: Counter[int] = Counter()
    ends: Counter[int] = Counter()
    for seats, many in ((4, 24), (1, 14)):
        for k in range(many):
            for position in walk(Case(GAME, seats, (("level", "normal"),)), f"reach {k}"):
                s = position.s
                phases[s.phase] += 1
                ends[s.reason] += 1
                if s.phase == Phase.RUN:
                    questions.update(s.asking[seat][ASKED_KIND] for seat in list_seats(position.mask))
                for seat in list_seats(position.mask)[:1]:
                    codes = list_legal(GAME, s, seat)
                    after, e = position.copy(), Events(GAME.facts.event_size)
                    GAME.rules.apply(after, seat, codes[k % len(codes)], e)
                    told.update(e.kind[: e.count])
    assert set(phases) == numbers(Phase)
    assert set(questions) | {Question.NONE} == numbers(Question)
    assert set(told) | SELDOM == numbers(Told)
    assert set(ends) == {0, 303, 1103}


def test_previews_of_every_place(scene) -> None:
    """Each legal way to lay a tile has a preview: the tile and the next run; the view stays as it is."""
    game = scene(2).lay("b2", "repurposer").bots("b0", "B").shop("duplicator", "", "", "").act("buy 7")
    v = game.view(0)
    before = GAME.shape.to_bytes(v)
    for code in list_legal(GAME, game.s, 0):
        pieces = GAME.drawing.preview(v, code)
        assert len(pieces) == (2 if ACTIONS.kind[code] == Install.KIND else 0), ACTIONS[code]
    assert GAME.shape.to_bytes(v) == before
    assert GAME.drawing.preview(v, ACTIONS.index("end")) == []


def test_previews_of_answers(scene) -> None:
    """Where a bot would be sent is drawn for each answer of a run."""
    game = scene(1).lay("b1", "fork").lay("b2", "downgrader").bots("b0", "B").act("end")
    v = game.view(0)
    for name in ("go north", "go east"):
        (piece,) = GAME.drawing.preview(v, ACTIONS.index(name))
        assert "mc-way-ahead" in piece.svg
    game.act("go east")
    assert game.phase == Phase.RUN and len(GAME.drawing.preview(game.view(0), ACTIONS.index("go south"))) == 1


def test_the_next_run_is_foretold(scene) -> None:
    """In one's own turn, as a picture with words; not in another's, and not for spectators."""
    game = scene(2).lay("b2", "gift-wrapper").lay("c2", "upgrader", 2).bots("c0", "B")

    def said(seat: int) -> list[str]:
        return [p.label for p in GAME.drawing.draw(make_view(GAME, game.s, seat), Marks()) if p.id == "forecast"]

    assert said(0) == ["The next run would bring 1 bot onto trucks and 1 coin into the Vault; 1 would be destroyed."]
    assert said(1) == [] and said(-1) == []
    assert next_run(0, 0, 0, 0) == "No bot would reach a truck in the next run."
    assert next_run(0, 0, 0, 2) == "No bot would reach a truck in the next run; 2 would be destroyed."
