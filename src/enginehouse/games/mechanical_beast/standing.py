"""Compute the standing of each player during the game, for display (see `core.words.standings`)."""

from __future__ import annotations

from enginehouse.core.terms import Seat
from enginehouse.core.words.naming import join_words, many, those
from enginehouse.core.words.standings import NO_RACE, Standing
from enginehouse.games.mechanical_beast import collapse, names, parts, pile, place, trapped
from enginehouse.games.mechanical_beast.exits import people_inside
from enginehouse.games.mechanical_beast.state import Phase, State


def goal(v: State) -> str:
    """Return in a few words how the players win the game (MB-7.3, MB-8.1, MB-8.4)."""
    if v.play == parts.AGAINST:
        return "Be first with both engineers on the Emergency Exit."
    then = (
        "get everyone out, prisoners too"
        if v.play == parts.TOGETHER
        else "get everyone out and save the most prisoners"
    )
    if not v.off:
        if v.control >= 0:
            return f"Send an engineer into the Control Room. Then {then}."
        return f"Find the Control Room and throw its switch. Then {then}."
    here = [m for m in range(parts.MEEPLES) if v.meeples >> m & 1]
    out, inside = sum(trapped.is_exit(v, int(v.at[m])) for m in here), int(people_inside(v))
    held = many(inside, "prisoner") if inside else "no prisoner"
    return f"{then[0].upper()}{then[1:]}: {out} of {len(here)} figures are on an exit, {held} left."


def status(v: State) -> list[str]:
    """Return sentences about the public state of the machine (MB-2.4, MB-6, MB-7.1)."""
    exits = [names.room(v, n) for n in place.list_rooms(v) if trapped.is_exit(v, n)]
    inside = int(people_inside(v))
    return those(
        (True, "switch thrown: rooms collapse" if v.off else "switch not thrown yet"),
        (
            True,
            many(int(v.left), "room")
            + " in the pile"
            + (": exploring is over" if v.lockdown else ", one of them the Lockdown"),
        ),
        (v.play != parts.AGAINST, many(inside, "prisoner") if inside else "no prisoners"),
        (True, f"exits: {join_words(exits)}" if exits else "no exit yet"),
        (_waits_in_pile(v), "the Emergency Exit is in the pile"),
        (v.meeples >> parts.ANDROID & 1 and not v.reason, f"{{{int(v.active)}}} may move the android"),
        (v.votes and not v.reason, f"{v.votes} of {v.seats} vote to end"),
        (falling(v), f"collapses when left empty: {join_words([names.room(v, n) for n in falling(v)])}"),
    )


def _waits_in_pile(v: State) -> bool:
    """Return whether the Emergency Exit is still in the pile (MB-2.4, MB-8.3).

    While a player places the exit, return False.
    """
    placing = v.phase in (Phase.PLACE, Phase.FACE)
    found = parts.EXIT in [int(tile) for tile in v.tile[: v.rooms]]
    return bool(pile.has_emergency_exit(v) and not placing and not found and not v.lockdown and not v.reason)


def falling(v: State) -> list[int]:
    """Return the rooms that fall if the meeple in them leaves (MB-6.2).

    A room falls if a meeple of the current player began the turn there and is the only one there now.
    """
    if not v.off or v.reason:
        return []
    found = []
    for k in range(2):
        m, n = int(collapse.own_meeple(v, v.active, k)), int(v.began[k])
        here = [one for one in range(parts.MEEPLES) if v.meeples >> one & 1 and v.at[one] == n]
        if n > 0 and here == [m]:
            found.append(n)
    return found


def standing(v: State, seat: Seat) -> Standing:
    """Return the standing of `seat` (MB-6.5, MB-8): in words, and as a number by which players are compared.

    In a competitive game, it is the number of the player's engineers that are on the Emergency Exit. Otherwise, it is
    the number of prisoners that the player has rescued. If all players win together, no player leads.
    """
    if v.play == parts.AGAINST:
        out = int(v.at[seat] == v.exit) + int(v.at[seat + parts.MOST_SEATS] == v.exit)
        return Standing(f"{out} of 2 out", out)
    return Standing(f"{v.hand[seat]} saved", NO_RACE if v.play == parts.TOGETHER else int(v.hand[seat]))
