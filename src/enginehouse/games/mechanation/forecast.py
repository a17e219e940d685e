"""Forecast a battle: the viewer's own mech against each mech with which the other pilot may fight this battle.

The forecast uses the view alone (MN-9). Each mech that the viewer cannot exclude counts.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations
from typing import NamedTuple

from enginehouse.core.pictures.drawing import Piece, Svg, el, joined
from enginehouse.core.pictures.palette import seat_sign
from enginehouse.core.records.masks import lowest, seats_of
from enginehouse.games.mechanation import art, knowledge, mechs, parts, places, state, telling
from enginehouse.games.mechanation.battle import place_after, side_mech
from enginehouse.games.mechanation.meeting import Meeting, meet, meet_with_boost
from enginehouse.games.mechanation.parts import Boost, Burrow, Defend, Deploy, Mech, Pass, Strike
from enginehouse.games.mechanation.state import Fight, MechPlace, Phase, State

PANEL_WIDE, ROW_HIGH, FACES_WIDE = 424, 46, 284
"""The width of the forecast's panel, the height of a row, and the width for the faces in a row.

They are in units of the drawing, like all distances here. All are set by eye.
"""
LEAST_HIGH, MARGIN = 110, 16
"""The minimum height of the panel, and the height of its margins above and below the rows together."""
MECH_AT, ROWS_AT, FACES_AT = 46, 92, 100
"""The places from the left: of the viewer's mech and the rows in the panel, and of the first face in a row."""
SIGN_SIZE, SIGN_AT = 22, 18
"""The size of the sign of the other pilot, and its distance from the right edge of the panel."""
ABOVE_BATTLE, ABOVE = 150, 10
"""The distances of the panel from its usual place: if a battle is drawn there already, and otherwise."""
MOST_STEP, SPREAD = 34, 0.86
"""The maximum distance between two faces, and the share of their width that they fill if they are many."""
PORTRAIT = 84
"""The width of a portrait in its own drawing (`art.portrait`)."""


class Battle(NamedTuple):
    """The known parts of a future battle: the viewer's mech, the other pilot, and the possible results.

    `meetings` has a result for each mech with which the other pilot may fight this battle.
    """

    mech: int
    other: int
    """The other pilot's seat, or -1 if no mech is there yet."""
    meetings: tuple[Meeting, ...] = ()
    defended: bool = True
    """Whether the other mech is there already. An attack may also meet no defender."""
    place: int = MechPlace.UNKNOWN
    """The place of the own mech afterwards, if it is certain."""


NONE = Battle(0, -1)
"""The value that stands for no battle."""


# -- possible opponents ------------------------------------------------------------------------------------------------


def list_mechs(v: State, seat: int, tier: int) -> list[int]:
    """Return the numbers of all mechs that the mech of pilot `seat` in this tier may be, judging by the view `v`.

    If the view shows this mech, the list has only its number. Otherwise it has all mechs of the tier that no pilot is
    known to own. The rules are MN-9.3 and MN-9.4.
    """
    if v.mech[seat][tier] > 0:
        return [int(v.mech[seat][tier])]
    first = tier * parts.MECHS_OF_TIER + 1
    return [mech for mech in range(first, first + parts.MECHS_OF_TIER) if not knowledge.is_owned(v, tier, mech)]


def list_tiers(v: State, seat: int, post: int) -> list[int]:
    """Return the tiers that the pilot's hidden mech at a post (a numbered place on the board) may have (MN-9.3).

    Each mech of a pilot has a tier of its own. So a tier is left out if it is the only possible tier of another hidden
    mech of this pilot.
    """
    others = [one for one in seats_of(mechs.hidden_posts(v, seat)) if one != post]
    return [
        tier
        for tier in range(parts.TIERS)
        if knowledge.can_be(v, seat, tier, post)
        and all(any(a != tier and knowledge.can_be(v, seat, a, one) for a in range(parts.TIERS)) for one in others)
    ]


def _at_post(v: State, seat: int, post: int) -> list[int]:
    return [mech for tier in list_tiers(v, seat, post) for mech in list_mechs(v, seat, tier)]


def list_hand(v: State, seat: int) -> list[int]:
    """Return the mechs that the pilot `seat` may have in the hand, as far as this view knows (MN-9.3)."""
    hands, posts = (MechPlace.HAND, MechPlace.UNKNOWN), list(seats_of(mechs.hidden_posts(v, seat)))
    tiers = [tier for tier in range(parts.TIERS) if v.place[seat][tier] in hands]
    away = [
        order
        for order in permutations(tiers, len(posts))
        if all(knowledge.can_be(v, seat, tier, post) for tier, post in zip(order, posts, strict=True))
    ]
    return [mech for tier in tiers if any(tier not in order for order in away) for mech in list_mechs(v, seat, tier)]


# -- by kind of action -------------------------------------------------------------------------------------------------


def _forecast_deployed(v: State, tier: int, land: int) -> Battle:
    seat = int(v.active)
    mech, there = int(v.mech[seat][tier]), mechs.find_posts(v, land)
    if there == 0:
        return Battle(mech, -1)
    post = int(lowest(there))
    other = int(v.post_seat[post]) - 1
    return Battle(
        mech,
        other,
        tuple(meet(int(v.balanced), mech, parts.SECOND, one, parts.FIRST) for one in _at_post(v, other, post)),
    )


def _forecast_attacked(v: State, mech: int, owner: int) -> Battle:
    return Battle(
        mech,
        owner,
        tuple(meet(int(v.balanced), mech, parts.ATTACK, one, parts.DEFENCE) for one in list_hand(v, owner)),
        defended=False,
    )


def _forecast_defended(v: State, tier: int) -> Battle:
    seat, alpha = int(v.active), int(v.alpha)
    mech = int(v.mech[seat][tier])
    burrower = v.attack == Fight.BURROWER
    others = [int(v.mech[alpha][0])] if burrower else _at_post(v, alpha, state.ATTACK_POST)
    return Battle(mech, alpha, tuple(meet(int(v.balanced), mech, parts.DEFENCE, one, parts.ATTACK) for one in others))


def _forecast_chosen(v: State, boosted: bool) -> Battle:
    """Return a forecast of the current battle, in which the viewer decides about the +3 of the mech Overclock (MN-7.2).

    `boosted` says whether Overclock takes the +3 in this forecast. Both mechs are visible. If the viewer has no such
    decision, return `NONE`, the value for no battle.
    """
    if v.phase != Phase.OVERCLOCK:
        return NONE
    side = 0 if v.side_seat[0] == v.active else 1
    mech, meeting = int(side_mech(v, side)), meet_with_boost(v, boosted)
    place = int(place_after(mech, meeting.mech, meeting.result, boosted))
    return Battle(mech, int(v.side_seat[1 - side]), (meeting,), place=place)


_BATTLES: dict[int, Callable[..., Battle]] = {
    Deploy.KIND: lambda v, tier, land: _forecast_deployed(v, tier, land),
    Strike.KIND: lambda v, tier, owner, land: _forecast_attacked(v, int(v.mech[v.active][tier]), owner),
    Burrow.KIND: lambda v, owner, land: _forecast_attacked(v, Mech.BURROWER, owner),
    Defend.KIND: lambda v, tier: _forecast_defended(v, tier),
    Boost.KIND: lambda v: _forecast_chosen(v, True),
    Pass.KIND: lambda v: _forecast_chosen(v, False),
}
"""By kind of action: a function that returns the battle to which it leads."""
forecast_battle = parts.ACTIONS.by_kind(_BATTLES, NONE)
"""A function of a view and the code of the viewer's action that returns the battle to which it leads, or `NONE`."""


# -- the picture -------------------------------------------------------------------------------------------------------


def preview(v: State, code: int) -> list[Piece]:
    """Draw a panel with the possible results of the battle to which the viewer's action `code` leads.

    The panel lies on the Arena. It shows the viewer's own mech, and the mechs that it beats, ties with and loses to. If
    the action does not lead to a battle, return an empty list.
    """
    battle = forecast_battle(v, code)
    if battle is NONE:
        return []
    rows = [(result, [one for one in battle.meetings if one.result == result]) for result in (1, 0, -1)]
    rows = [(result, met) for result, met in rows if met]
    label = telling.describe_expected(v, battle)
    if not rows:
        return [Piece("preview", Svg(""), *places.ARENA_AT, layer="fights", label=label)]
    high = max(len(rows) * ROW_HIGH + MARGIN, LEAST_HIGH)
    left = -PANEL_WIDE / 2
    drawn = [
        el("rect", x=left, y=-high / 2, width=PANEL_WIDE, height=high, rx=12, cls="mn-plate mn-expected"),
        el("g", art.mech_small(battle.mech, int(v.balanced)), transform=f"translate({left + MECH_AT:g} 2)"),
    ]
    top = -ROW_HIGH * (len(rows) - 1) / 2
    for k, (result, met) in enumerate(rows):
        drawn.append(_row(result, met, left + ROWS_AT, top + ROW_HIGH * k))
    if battle.other >= 0:
        where = f"translate({-left - SIGN_AT:g} {MARGIN - high / 2:g})"
        drawn.append(el("g", Svg(seat_sign(battle.other, SIGN_SIZE)), transform=where))
    y = places.BAND_Y - (ABOVE_BATTLE if v.phase == Phase.OVERCLOCK else ABOVE)
    return [Piece("preview", joined(drawn), places.ARENA_AT[0], y, layer="fights", label=label)]


def _row(result: int, met: list[Meeting], x: float, y: float) -> Svg:
    """Draw a possible result of a battle for the viewer at (x, y).

    `result` is 1 if the viewer's mech wins, 0 if the battle is tied, and -1 if it loses. The drawing has the face and
    the power of each mech in `met`, the opposing mechs that lead to this result.
    """
    name = telling.OUTCOMES[result] + (f" {len(met)}" if len(met) > 1 else "")
    drawn = [el("text", name, x=x, y=y - 4, cls="mn-outcome"), _powers(met, x, y + 13)]
    step = min(MOST_STEP, FACES_WIDE / len(met) * SPREAD)
    for k, one in enumerate(met):
        at = x + FACES_AT + step * k
        drawn.append(
            el("g", art.portrait(one.mech), transform=f"translate({at:g} {y - 8:g}) scale({step / PORTRAIT:.2f})")
        )
        drawn.append(el("text", one.other_power, x=at, y=y + 17, cls="mn-met"))
    return joined(drawn)


def _powers(met: list[Meeting], x: float, y: float) -> Svg:
    """Draw at (x, y) the power of the viewer's mech against the mechs in `met`.

    Draw a range of powers if the power is not the same against all of them.
    """
    low, high = min(one.power for one in met), max(one.power for one in met)
    return el("text", f"with {low}" if low == high else f"with {low} to {high}", x=x, y=y, cls="mn-with")
