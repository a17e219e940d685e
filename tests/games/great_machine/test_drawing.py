"""The Great Machine drawn: nothing invites to what cannot be done."""

from __future__ import annotations

import html
from typing import Any

import pytest

from enginehouse.core.pictures.drawing import Marks
from enginehouse.core.play.match import Match
from enginehouse.core.registry import game as games
from enginehouse.games.great_machine import faces
from enginehouse.games.great_machine.parts import CARDS, Form
from enginehouse.games.great_machine.state import Phase

pytestmark = pytest.mark.beside_plain

GAME = games.get("great-machine")
TWO_WAYS = next(card.slug for card in CARDS if card.form == Form.WAY)


def drawn(s: Any, seat: int) -> set[str]:
    """The pieces of a seat's picture."""
    view = GAME.new_record()
    GAME.rules.view(s, seat, view)
    return {p.id for p in GAME.drawing.draw(view, Marks())}


def test_the_coach_has_arrows_for_a_card_that_names_a_way(scene) -> None:
    """Only in the picture of who holds such a card and may play it; a card that names none brings no arrows."""
    arrows = {"way-forward", "way-back"}
    game = scene().give(0, "toggle-pipe").give(1, TWO_WAYS)
    assert not arrows & drawn(game.s, 0) and not arrows & drawn(game.s, 1)
    game.give(0, TWO_WAYS)
    assert arrows <= drawn(game.s, 0)
    assert not arrows & drawn(game.s, 1) and not arrows & drawn(game.s, -1)
    game.s.phase = Phase.DRAW
    assert not arrows & drawn(game.s, 0)


def test_nothing_is_played_when_the_game_is_over(scene) -> None:
    """The tray is gone with the last card."""
    game = scene().give(0, "toggle-pipe")
    assert "tray" in drawn(game.s, 0)
    game.s.phase = Phase.OVER
    assert "tray" not in drawn(game.s, 0)


def test_who_cannot_answer_is_not_asked_in_the_prompt(scene) -> None:
    """GM-6.7 (see `frames._prompt`): onlookers read whether anybody intervenes, without a question to themselves."""
    game = scene().give(0, TWO_WAYS)
    game.s.phase, game.s.asked, game.s.played = Phase.WINDOW, 2, 1
    view = GAME.new_record()
    GAME.rules.view(game.s, 1, view)
    assert "Do you react?" in GAME.words.prompt(view, 1)
    assert "Do you" not in GAME.words.prompt(view, -1)


def test_every_plate_lies_below_the_cage_of_its_rat() -> None:
    """A plate below another rat's cage would be taken for that rat's; who has no rat has a cage that is nobody's."""
    match = Match.new("great-machine", 3, None, 4)
    for act in ("cage 4", "cage 1"):
        match.act(match.actors()[0], act)
    pieces = {piece.id: piece for piece in match.game.drawing.draw(match.view(-1), Marks())}
    for seat in range(3):
        if f"rat-{seat}" in pieces:
            assert pieces[f"plate-{seat}"].x == pieces[f"rat-{seat}"].x
    places = {pieces[f"plate-{seat}"].x for seat in range(3)}
    assert len(places) == 3 and places >= {pieces["cage-4"].x, pieces["cage-1"].x}


def test_cards_with_different_effects_have_different_pictures() -> None:
    """A hand can be told apart by its pictures. Cards whose texts are the same look alike, such as four gears that lock a toggle."""
    effects: dict[tuple[str, str], set[str]] = {}
    for slug, (family, text) in faces.PRINTED.items():
        sign = faces.AMOUNTS.get(slug, "")
        effects.setdefault((family, sign), set()).add(text.replace("Glue a toggle", "Lock a toggle"))
        drawn = str(faces.face(next(kind for kind, card in enumerate(CARDS) if card.slug == slug)))
        assert not sign or f'class="gm-amount-text">{html.escape(sign)}<' in drawn
    alike = [sorted(some) for some in effects.values() if len(some) > 1]
    assert not alike, alike
