"""Draw a proposal to end the game: the name of the player that made it, and buttons to agree or to play on."""

from __future__ import annotations

from enginehouse.core.pictures.drawing import Svg
from enginehouse.table.picture.elements import element, join_as_list
from enginehouse.table.picture.model import PictureInput


def proposal(given: PictureInput) -> Svg:
    """Return the panel of an open proposal to end the game, or an empty panel if there is no proposal."""
    if not given.ending or given.replay or given.status != "running" or given.reason:
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
