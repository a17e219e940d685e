"""References of a drawing (gradients, parts that stand in a page once) exist, and no two things share an id."""

from __future__ import annotations

import re

import pytest

from enginehouse.conformance.pictures import PicturedPosition, picture
from enginehouse.core.pictures import drawing
from enginehouse.core.registry import game as games

pytestmark = pytest.mark.beside_plain

SHOWN = [
    PicturedPosition(name, games.get(name).facts.seats[-1], 1, actions, seat)
    for name in games.names()
    for actions, seat in ((0, 0), (40, -1))
]


@pytest.mark.parametrize("shown", SHOWN, ids=lambda one: f"{one.game} {one.actions}")
def test_every_reference_has_one_meaning(shown: PicturedPosition) -> None:
    """A browser takes the first thing of a name, whatever it is: a part called as a gradient is would be painted black."""
    text = picture(shown)
    ids = re.findall(r'\bid="([^"]+)"', text)
    assert len(ids) == len(set(ids)), {one for one in ids if ids.count(one) > 1}
    assert list_references(text) and not list_references(text) - set(ids)


@pytest.mark.parametrize("name", games.names())
def test_parts_of_a_gallery_are_defined(name: str) -> None:
    game = games.get(name)
    for title, svg, width, height in game.drawing.gallery():
        text = drawing.part_document(
            svg, width, height, style=game.drawing.STYLE, defs=getattr(game.drawing, "DEFS", "")
        )
        assert not list_references(text) - set(re.findall(r'\bid="([^"]+)"', text)), title


def list_references(text: str) -> set[str]:
    """The ids that a picture refers to."""
    return set(re.findall(r"""(?:url\(|href=")#([^)"]+)""", text))
