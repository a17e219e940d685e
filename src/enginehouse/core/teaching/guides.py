"""Show the guide to a game on one page: its goal, a turn in pictures, some cards or other parts, and how it ends.

A game's `texts.py` may have a guide as `GUIDE`. If the guide depends on the variant of the game, it is `guide(v)`, with
a view of this variant. The pictures are moments of the game's first lesson, drawn as the learner sees them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from enginehouse.core.pictures.drawing import Marks, Theme, clean_id, document
from enginehouse.core.play.match import Match
from enginehouse.core.registry.game import Game
from enginehouse.core.teaching.lessons import lessons_of
from enginehouse.core.words.texts import list_start_variants


class Scene(NamedTuple):
    """A moment of the first lesson as a picture, with the text `says` of a sentence or two.

    `entries` is the number of the actions in the lesson's log before that moment (undos and redos included). The
    picture shows the drawing area with the name `sheet`, or only a rectangle `area` in its coordinates (x, y, width,
    height). If `act` names an action, the forecast of its effect is drawn over the picture.
    """

    says: str
    entries: int
    """The number of entries of the lesson that have been played."""
    sheet: str
    """The name of the drawing area to show."""
    area: tuple[float, float, float, float] | None = None
    """The visible part of the drawing area (x, y, width, height); None: all of it."""
    act: str = ""
    """An action whose forecast is drawn over the picture; empty: none."""


class Guide(NamedTuple):
    """The guide to a game: its goal, a turn in scenes, pictures of some parts with a text each, and its end.

    `signs` names these parts: it maps the title of a picture in the game's gallery to the key of the text beside the
    picture (in `TEXTS` of the game's `texts.py`).
    """

    goal: str
    turn: tuple[Scene, ...]
    signs: Mapping[str, str]
    """The titles of parts in the gallery, each with the key of its text in the game's `texts.py`."""
    end: str


def guide_of(game: Game, view: Any = None) -> Guide | None:
    """Return a game's guide, or `None` if the game has no guide.

    `view` is a view of the variant for which the guide is made. The default is the game's first variant.
    """
    made = getattr(game.texts, "guide", None)
    if made is None:
        return getattr(game.texts, "GUIDE", None)
    found: Guide = made(list_start_variants(game)[0].view if view is None else view)
    return found


def picture(game: Game, scene: Scene, theme: Theme = "light") -> str:
    """Return the picture of a scene as a whole SVG file, in the colours of a theme."""
    lesson = next(iter(lessons_of(game).values()))
    log = lesson.log
    match = Match.new(log.game, log.seats, log.options, log.seed_words())
    for entry in log.entries[: scene.entries]:
        match.step(entry)
    view, drawing = match.view(lesson.learner), game.drawing
    legal = frozenset(match.legal(lesson.learner))
    (sheet,) = (one for one in drawing.sheets(view) if one.name == scene.sheet)
    inside = {clean_id(layer) for layer in sheet.layers}
    ahead = drawing.preview(view, game.vocabulary.code(scene.act)) if scene.act else []
    pieces = [piece for piece in drawing.draw(view, Marks(legal)) if piece.id != "forecast" or not ahead]
    there = {one.id for one in [*pieces, *ahead] if clean_id(one.layer) in inside}
    shown = [one for one in [*pieces, *ahead] if one.id in there or one.parent in there]
    if scene.area is not None:
        x, y, width, height = scene.area
        sheet = sheet._replace(x=x, y=y, width=width, height=height)
    defs = getattr(drawing, "DEFS", "")
    return document([sheet], shown, style=drawing.STYLE, defs=defs, theme=theme, title=scene.says, width=sheet.width)
