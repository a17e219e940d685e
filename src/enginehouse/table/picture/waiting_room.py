"""Draw the waiting room of a table: the players so far, the link for friends, and the form for bots."""

from __future__ import annotations

from functools import lru_cache

from enginehouse.core.pictures.drawing import Svg
from enginehouse.core.registry.game import Game
from enginehouse.table.picture.elements import element, join_as_list
from enginehouse.table.picture.model import PictureInput
from enginehouse.table.states import bot_choices


def draw_waiting_room(given: PictureInput) -> Svg:
    """Return the waiting room: the players, the link for friends, and the form that gives open seats to bots.

    The link leads to the table, and is also shown as a QR code. Only the host gets the form. A spectator gets the
    number of free seats and a button to sit down.
    """
    at = f"/t/{given.table}"
    here = [element("span", element("bdi", row.name), data_seat=row.seat) for row in given.seats if row.kind != "open"]
    free = len(given.seats) - len(here)
    many = "1 seat is free." if free == 1 else f"{free} seats are free."
    if given.seat < 0:
        return element("p", many, cls="prompt-line") + element(
            "p", element("a", "Sit down", cls="button primary", href=f"{at}/join"), cls="prompt-more"
        )
    code = element("img", src=f"{at}/qr.svg", alt="The link as a QR code", width=260, height=260, loading="lazy")
    return (
        element(
            "p",
            join_as_list(here),
            " has a seat. " if len(here) == 1 else " have seats. ",
            many,
            cls="prompt-line here",
        )
        + element("p", "Send this link to a friend:", cls="prompt-more")
        + element(
            "div",
            element("copy-link"),
            element("button", "QR code", type="button", popovertarget="qr"),
            element("div", code, id="qr", cls="qr-code", popover=""),
            cls="prompt-more row",
        )
        + (_bots(at, given.game) if given.host else Svg(""))
    )


@lru_cache(maxsize=200)
def _bots(at: str, game: Game) -> Svg:
    """Return the form that gives open seats to bots that play the game. `at` is the address of the table."""
    usual = bot_choices.default()
    choices = bot_choices.list_bot_choices(game)
    kinds = [element("option", k.label, value=k.name, selected=k.name == usual) for k in choices]
    choice = element("select", *kinds, name="bot", aria_label="Bots for the free seats")
    button = element("button", "Fill up with bots")
    return element("form", choice, button, cls="prompt-more row", method="post", action=f"{at}/bots")
