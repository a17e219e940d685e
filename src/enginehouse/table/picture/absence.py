"""Draw the buttons for absent players. Others can let a bot play, and the absent player can take the seat back."""

from __future__ import annotations

from functools import lru_cache

from enginehouse.core.pictures.drawing import Svg, joined
from enginehouse.table.picture.elements import element
from enginehouse.table.picture.model import PictureInput


def draw_way_back(given: PictureInput) -> Svg:
    """Return the message for a person at whose seat a bot plays, with a button to take the seat back."""
    button = element("button", "Take your seat back", cls="primary")
    return element("p", "A bot plays for you.", cls="prompt-line") + element(
        "form", button, cls="row", method="post", action=f"/t/{given.table}/back"
    )


def stand_ins(given: PictureInput) -> Svg:
    """Return a button for each player who has kept the others waiting too long. It lets a bot play for that player.

    For a spectator, return empty markup.
    """
    if not given.mine:
        return Svg("")
    seats = sorted(given.away - given.mine)
    return joined([_let_play(given.table, seat, given.names[seat]) for seat in seats])


@lru_cache(maxsize=500)
def _let_play(table: str, seat: int, name: str) -> Svg:
    return element(
        "form",
        element("input", type="hidden", name="seat", value=seat),
        element("button", "Let a bot play for ", element("bdi", name)),
        cls="row",
        method="post",
        action=f"/t/{table}/standin",
    )
