"""Pictures for README and docs: positions of random games, drawn by the games' own renderer (`docs/assets/pictures.json`)."""

from __future__ import annotations

from typing import NamedTuple

from enginehouse.core import drawing
from enginehouse.core import game as games
from enginehouse.core.chance import pick
from enginehouse.core.events import Events
from enginehouse.core.playing import chosen_seat, game_seed
from enginehouse.core.verbs import at_random


class Shown(NamedTuple):
    """A position: game, seats, seed of a random game, how many actions of it, whose view."""

    game: str
    seats: int
    seed: int
    actions: int
    seat: int
    theme: drawing.Theme = "light"


def picture(shown: Shown) -> str:
    """Such a picture as an SVG file."""
    game = games.get(shown.game)
    words, dice = [0] * 8, [0] * 4
    game_seed(words, dice, shown.seed, 0)
    s, e, out = game.new_record(), Events(game.facts.event_size, on=False), [0] * len(game.vocabulary)
    game.rules.setup(s, game.option_numbers(shown.seats, None), words)
    for _ in range(shown.actions):
        seat = chosen_seat(game.rules.actors(s), dice)
        many = at_random(s, seat, out, game.rules.legal(s, seat, out))
        game.rules.apply(s, seat, out[pick(dice, many)] if many > 1 else out[0], e)
    view = game.new_record()
    game.rules.view(s, shown.seat, view)
    return drawing.document_of(game, view, theme=shown.theme, width=800) + "\n"
