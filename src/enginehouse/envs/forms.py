"""Find an encoding of observations by its name. An encoding (a form) turns views into rows of numbers."""

from __future__ import annotations

from enginehouse.core.errors import Unreadable
from enginehouse.core.registry.game import Game
from enginehouse.envs.features import Features
from enginehouse.envs.observation import FORMS, Layout

Rows = Layout | Features
"""An object that turns views into rows."""
ROTATED = "rotated "
NAMES = (*FORMS, *(ROTATED + form for form in FORMS), "features")
"""The names of the forms: the forms of `Layout`, each also with the viewer first (`rotated`), and `features`."""


def find_form(game: Game, seats: int, form: str | Rows) -> Rows:
    """Return the encoding of observations with the name `form`, for a game and a number of seats.

    If `form` is an object that turns views into rows of numbers, check and return this object. Raise `Unreadable` if
    there is no encoding of this name, or if the object is for another game or number of seats.
    """
    if isinstance(form, Layout | Features):
        if form.game is not game or (isinstance(form, Features) and form.seats != seats):
            raise Unreadable(f"this form of observation is not that of {game.facts.title} with {seats} seats")
        return form
    if form == "features":
        return Features(game, seats)
    if form not in NAMES:
        raise Unreadable(f"an observation has one of the forms {', '.join(map(repr, NAMES))}, not {form!r}")
    return Layout(game, form.removeprefix(ROTATED), rotated=form.startswith(ROTATED))  # type: ignore[arg-type]
