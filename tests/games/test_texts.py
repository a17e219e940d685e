"""What the parts of the games do, in words: every piece that has a name has a text, and every text is of use."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from enginehouse.conformance.cases import cases_of, legal_of, walk
from enginehouse.core import game as games
from enginehouse.core.drawing import Marks
from enginehouse.core.texts import Text, text_of

GAMES = [games.get(name) for name in games.names()]
LONGEST = 240
WALKED = 2
SELDOM = ("scrap", "to-hand")
"""Pieces that few games show, by their ids, which are their texts' keys too."""


def lowest(mask: int) -> int:
    """The first seat of a mask; -1 where there is none."""
    return (mask & -mask).bit_length() - 1


def asked(asks: dict[str, dict[str, str]], name: str, piece: str) -> str:
    """What is asked where an action still needs a piece, as the page looks it up (`acts.js: asked`)."""
    words = max((key for key in asks if f" {key} " in f" {name} "), key=len, default="")
    found = asks.get(words, {})
    kind = max((key for key in found if key and f"{piece}-".startswith(f"{key}-")), key=len, default="")
    return found.get(kind, "") if kind else ""


def drawn(game: games.Game, unasked: dict[str, str]) -> Iterator[tuple[Any, Any]]:
    """Views of some random games with their pieces: of who is to act, and of each seat and the spectators in turn. What
    could be chosen by several pieces, and asks for one of them in no words, is noted."""
    for case in cases_of(game):
        for number in range(WALKED):
            for position in walk(case, f"texts {number}"):
                if position.number % 3:
                    continue
                turn = position.number // 3
                seat = lowest(position.mask) if turn % 2 else turn // 2 % (case.seats + 1) - 1
                view = game.new_record()
                game.rules.view(position.s, seat, view)
                legal = legal_of(game, position.s, seat)
                for code in legal if seat >= 0 else ():
                    name, pieces = game.vocabulary.name(code), game.drawing.handles(view, code).ids()
                    for piece in pieces if len(pieces) > 1 else ():
                        if not asked(game.texts.ASKS, name, piece):
                            unasked[name] = piece
                for piece in game.drawing.draw(view, Marks(legal=frozenset(legal))):
                    yield view, piece


@pytest.mark.untraced
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_whoever_points_at_a_piece_is_told_what_it_is(game: games.Game) -> None:
    """Every piece with a label has a text, and every text is met, in some game or on the page of parts; and where a choice
    takes several pieces each of them is asked for in words."""
    met: set[str] = set()
    dumb: dict[str, str] = {}
    unasked: dict[str, str] = {}
    for view, piece in drawn(game, unasked):
        key = game.texts.about(view, piece.id)
        if key:
            met.add(key)
            assert isinstance(text_of(game, view, piece.id), Text)
        elif piece.label:
            dumb[piece.id] = piece.label
    assert dumb == {} and unasked == {}
    view = game.new_record()
    met |= {key for key in SELDOM if key in game.texts.TEXTS and game.texts.about(view, key) == key}
    titles = {title for title, *_ in game.drawing.gallery()}
    assert sorted(key for key, text in game.texts.TEXTS.items() if key not in met and text.name not in titles) == []


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_texts_are_short_and_cite_clauses_that_are_there(game: games.Game) -> None:
    assert game.texts is not None
    for key, text in game.texts.TEXTS.items():
        assert text.name and text.says.endswith((".", "!")), key
        assert len(text.says) <= LONGEST, key
        assert text.clause in game.clauses, f"{key}: {text.clause}"


@pytest.mark.parametrize("game", [one for one in GAMES if hasattr(one.texts, "DECIDED_BY")], ids=lambda game: game.name)
def test_what_is_decided_has_a_clause(game: games.Game) -> None:
    """In every position of random games at which somebody chooses."""
    found = game.texts.DECIDED_BY
    assert set(found.values()) <= set(game.clauses)
    for case in cases_of(game):
        assert {int(at.s.phase) for at in walk(case, "decided") if at.mask} <= set(found)
