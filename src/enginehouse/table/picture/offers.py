"""Draw the panels of a table that cannot simply go on: end it early, mend it, replace a player, take a seat back."""

from __future__ import annotations

from functools import lru_cache

from enginehouse.core.pictures.drawing import Svg, joined
from enginehouse.table.picture.elements import element, join_as_list
from enginehouse.table.picture.model import PictureInput


def proposal(given: PictureInput) -> Svg:
    """Return the panel of an open proposal to end the game, or empty markup if the game is over."""
    if given.replay or given.status != "running" or given.reason:
        return Svg("")
    names = join_as_list(element("bdi", given.names[seat]) for seat in sorted(given.ending))
    wants = " proposes" if len(given.ending) == 1 else " propose"
    said = element("p", names, wants, " to end the game without a result.")
    if not given.mine or given.kept:
        return element("div", said, cls="proposal")
    agree = None if given.mine <= given.ending else element("button", "Agree", name="how", value="agree")
    on = element("button", "Keep playing", name="how", value="on")
    form = element("form", agree, on, cls="row", method="post", action=f"/t/{given.table}/end")
    return element("div", said, form, cls="proposal")


def draw_way_back(given: PictureInput) -> Svg:
    """Return the message for a person at whose seat a bot plays, with a button to take the seat back."""
    button = element("button", "Take your seat back", cls="primary")
    return element("p", "A bot plays for you.", cls="prompt-line") + element(
        "form", button, cls="row", method="post", action=f"/t/{given.table}/back"
    )


def stand_ins(given: PictureInput) -> Svg:
    """Return the markup of buttons, one for each other player who has kept the game waiting too long.

    A button lets a bot play for that player. There is no button for the viewer. Call this only if the viewer has a
    seat, because spectators must not get these buttons.
    """
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


def draw_mending(given: PictureInput) -> Svg:
    """Return the panel of a broken table, whose stored game cannot be replayed to its end.

    It has buttons to continue the game at another table, or to end it. If that other table is open already, the panel
    has a link to it. For a spectator, return empty markup.
    """
    if given.rematch:
        return element(
            "p", element("a", "Continue here", cls="button primary", href=f"/t/{given.rematch}"), cls="prompt-more"
        )
    if given.seat < 0 or given.status != "running":
        return Svg("")
    on = element("button", "Continue from there", cls="primary", name="how", value="on")
    end = element("button", "End the game", name="how", value="end")
    return element("form", on, end, cls="row", method="post", action=f"/t/{given.table}/mend")
