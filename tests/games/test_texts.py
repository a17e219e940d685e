"""The games' descriptions of their parts: every piece with a name has a text, and every text is used."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from enginehouse.conformance.cases import Case, begin, cases_of, list_legal, make_view, walk
from enginehouse.core.pictures.drawing import Marks
from enginehouse.core.registry import game as games
from enginehouse.core.teaching.guides import guide_of
from enginehouse.core.words.texts import Text, by_variant, list_start_variants, text_of, texts_of, texts_of_all_variants
from enginehouse.games.mechanical_beast.parts import AGAINST, RESCUERS

pytestmark = pytest.mark.beside_plain

GAMES = [games.get(name) for name in games.names()]
LONGEST = 240
WALKED = 2
SELDOM = ("scrap", "to-hand")
"""Pieces that few games show, by their ids, which are their texts' keys too."""


def lowest(mask: int) -> int:
    """The first seat of a mask; -1 where there is none."""
    return (mask & -mask).bit_length() - 1


def find_question(asks: dict[str, dict[str, str]], name: str, piece: str) -> str:
    """Return the question for an action that still needs a piece, as the page finds it (`acts.js: findQuestions`)."""
    words = max((key for key in asks if f" {key} " in f" {name} "), key=len, default="")
    found = asks.get(words, {})
    kind = max((key for key in found if key and f"{piece}-".startswith(f"{key}-")), key=len, default="")
    return found.get(kind, "") if kind else ""


def draw_games(game: games.Game, unasked: dict[str, str]) -> Iterator[tuple[Any, Any]]:
    """Views of some random games with their pieces: of who is to act, and of each seat and the spectators in turn. What
    could be chosen by several pieces, and asks for one of them in no words, is noted."""
    for at, case in enumerate(cases_of(game)):
        # Most choices of options come with several numbers of seats: they take turns.
        for number in range(WALKED) if len(cases_of(game)) < 10 or (at + case.seats) % 2 else ():
            for position in walk(case, f"texts {number}"):
                if position.number % 3:
                    continue
                turn = position.number // 3
                seat = lowest(position.mask) if turn % 2 else turn // 2 % (case.seats + 1) - 1
                view = game.new_record()
                game.rules.view(position.s, seat, view)
                legal = list_legal(game, position.s, seat)
                for code in legal if seat >= 0 else ():
                    name, pieces = game.vocabulary.name(code), game.drawing.handles(view, code).ids()
                    for piece in pieces if len(pieces) > 1 else ():
                        if not find_question(game.texts.ASKS, name, piece):
                            unasked[name] = piece
                for piece in game.drawing.draw(view, Marks(legal=frozenset(legal))):
                    yield view, piece


@pytest.mark.untraced
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_piece_that_is_pointed_at_is_described(game: games.Game) -> None:
    """Every piece with a label has a text, and every text is met, in some game or on the page of parts; and where a choice
    takes several pieces each of them is asked for in words."""
    met: set[str] = set()
    dumb: dict[str, str] = {}
    unasked: dict[str, str] = {}
    for view, piece in draw_games(game, unasked):
        key = game.texts.about(view, piece.id)
        if key:
            met.add(key)
            assert isinstance(text_of(game, view, piece.id), Text)
        elif piece.label:
            dumb[piece.id] = piece.label
    assert dumb == {} and unasked == {}
    view = game.new_record()
    met |= {key for key in SELDOM if key in texts_of(game, view) and game.texts.about(view, key) == key}
    titles = {title for title, *_ in game.drawing.gallery()}
    assert sorted(key for key, text in texts_of(game, view).items() if key not in met and text.name not in titles) == []


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_texts_are_short_and_cite_clauses_that_are_there(game: games.Game) -> None:
    assert game.texts is not None
    for label, view, _ in list_start_variants(game):
        for key, text in texts_of(game, view).items():
            assert text.name and text.says.endswith((".", "!")), (label, key)
            assert len(text.says) <= LONGEST, (label, key)
            assert text.clause in game.clauses, f"{label}, {key}: {text.clause}"


def test_a_text_that_depends_on_the_variant_says_so_on_the_pages() -> None:
    """The default comes first, then each other sentence with the choices for which it holds."""
    game = games.get("mechanical-beast")
    door, entrance = (texts_of_all_variants(game)[key].says for key in ("locked-door", "entrance"))
    assert door == (
        "You can’t walk through it. A room with such a door holds a prisoner if it is found before the switch is thrown. "
        "With “together, but the player who saves most prisoners wins”: A room with such a door holds a prisoner, before and after the "
        "switch is thrown. With “against each other, two engineers each”: There are no prisoners in this game."
    )
    choices = "With “against each other, two engineers each” or “extreme: the entrance is shut, glass locked”"
    assert f"{choices}: It is no way out, but it never collapses." in entrance
    mechanica = games.get("mechanica")
    ends = by_variant(mechanica, lambda view: str(mechanica.texts.guide(view).end))
    labels = [label for label, _ in ends]
    assert labels == ["", "With 1 player"]
    great = games.get("great-machine")
    assert texts_of_all_variants(great) == great.texts.TEXTS


@pytest.mark.parametrize("case", cases_of(games.get("mechanical-beast")), ids=str)
def test_the_beasts_words_fit_the_variant(case: Case) -> None:
    """MB-2.2, MB-8: no text and no guide tells of people, an android, a level or a common win in a variant without them."""
    s = begin(case, "words")
    view = make_view(case.game, s, -1)
    race, rescue = s.play == AGAINST, s.play == RESCUERS
    texts, guide = texts_of(case.game, view), guide_of(case.game, view)
    assert guide is not None
    reached = {key: text.says for key, text in texts.items() if key not in ("people", "android") or not race}
    for said in [*reached.values(), guide.goal, guide.end]:
        assert "level" not in said
        prisoners = said.replace("There are no prisoners in this game.", "").replace("no prisoners and no android", "")
        assert not (race and re.search("prisoner|android", prisoners)), said
        assert not (case.seats == 1 and re.search("together|all players|each other", said)), said
    assert ("It is a way out" in texts["entrance"].says) == bool(s.hatch)
    assert ("no prisoners" in texts["locked-door"].says) == race
    assert ("before and after" in texts["locked-door"].says) == rescue
    assert ("You win or lose together" in guide.goal) == (not race and not rescue and case.seats > 1)
    assert ("most prisoners" in guide.goal and "most prisoners" in guide.end) == rescue
    assert ("both engineers" in guide.goal) == race


@pytest.mark.parametrize("game", [one for one in GAMES if hasattr(one.texts, "DECIDED_BY")], ids=lambda game: game.name)
def test_every_ruling_has_a_clause(game: games.Game) -> None:
    """In every position of random games at which somebody chooses."""
    found = game.texts.DECIDED_BY
    assert set(found.values()) <= set(game.clauses)
    for case in cases_of(game):
        assert {int(at.s.phase) for at in walk(case, "decided") if at.mask} <= set(found)
