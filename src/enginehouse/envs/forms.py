"""In which form environments give what a seat sees: a layout of its view, or the features of it."""

from __future__ import annotations

from enginehouse.core.errors import Unreadable
from enginehouse.core.registry.game import Game
from enginehouse.envs.features import Features
from enginehouse.envs.observation import FORMS, Layout

Rows = Layout | Features
"""What makes rows of views."""
ROTATED = "rotated "
NAMES = (*FORMS, *(ROTATED + form for form in FORMS), "features")
"""How forms are named: those of `Layout`, the same with the viewer first, and `Features`."""


def rows_of(game: Game, seats: int, form: str | Rows) -> Rows:
    """The form of that name for a game; or one that is given as it is. `Unreadable` where there is none."""
    if isinstance(form, Layout | Features):
        if form.game is not game or (isinstance(form, Features) and form.seats != seats):
            raise Unreadable(f"this form of observation is not that of {game.facts.title} with {seats} seats")
        return form
    if form == "features":
        return Features(game, seats)
    if form not in NAMES:
        raise Unreadable(f"an observation has one of the forms {', '.join(map(repr, NAMES))}, not {form!r}")
    return Layout(game, form.removeprefix(ROTATED), rotated=form.startswith(ROTATED))  # type: ignore[arg-type]
