"""Pictures for README and docs: positions of random games, drawn by the games (`docs/assets/pictures.json`)."""

from __future__ import annotations

from typing import NamedTuple

from enginehouse.core.pictures import drawing
from enginehouse.core.play import arena
from enginehouse.core.registry import game as games


class PicturedPosition(NamedTuple):
    """A position: game, seats, seed of a random game, number of actions, and the viewing seat."""

    game: str
    seats: int
    seed: int
    actions: int
    seat: int
    theme: drawing.Theme = "light"


def picture(shown: PicturedPosition) -> str:
    """Return such a picture as an SVG file."""
    game = games.get(shown.game)
    s = arena.after(game, game.option_numbers(shown.seats, None), shown.seed, shown.actions)
    view = game.new_record()
    game.rules.view(s, shown.seat, view)
    return drawing.document_of(game, view, theme=shown.theme, width=800) + "\n"
