"""Describe lasting effects of an action for hints: rescues, and goals that figures cannot reach after a collapse."""

from __future__ import annotations

from enginehouse.core.words.naming import many
from enginehouse.games.mechanical_beast import names, needs, parts, place
from enginehouse.games.mechanical_beast.state import State


def list_cut_off(s: State, t: State) -> list[int]:
    """Return a list of the meeples that can walk to an exit in the record `s` and cannot in the later record `t`."""
    before, after = needs.find_states(s), needs.find_states(t)
    return [m for m in before if before[m] <= needs.JOINED < after[m]]


def count_reached(s: State) -> int:
    """Return the number of prisoners to which a figure can walk."""
    islands = {int(s.comp[int(s.at[m])]) for m in needs.list_meeples(s)}
    return sum(int(s.people[n]) for n in place.list_rooms(s) if int(s.comp[n]) in islands)


def list_collapsed(s: State, t: State) -> list[int]:
    """Return a list of the rooms that have collapsed between the records `s` and `t`."""
    return [n for n in range(s.rooms) if s.doors[n] >= 0 > t.doors[n]]


def describe_cause(s: State, t: State, seat: int, is_sure: bool = True) -> str:
    """Return words for the collapse of a room that a figure has left: "if Ada leaves room 5, that room collapses".

    Hints give it as the reason why figures cannot walk to some places any more. `s` and `t` are the records before and
    after the action. `seat` is the player that acts.

    If `is_sure` is true, every move of the figure out of the room has this effect, so the words do not say where it
    goes. Otherwise they name the room to which it goes. Return "" if no room has collapsed that a figure has left.
    """
    for n in list_collapsed(s, t):
        left = [m for m in needs.list_meeples(s) if s.at[m] == n]
        if left and not is_sure:
            there = names.room(t, int(t.at[left[0]]))
            return f"if {needs.name_figure(s, seat, left[0])} goes to {there}, {names.room(s, n)} collapses"
        if left:
            return f"if {needs.name_figure(s, seat, left[0])} leaves {names.room(s, n)}, that room collapses"
    return ""


def describe_next(s: State, t: State) -> str:
    """Return the sentence ". The next prisoner is in room 5" if a figure has entered a room with a prisoner, else "".

    The words begin with a period, because the caller appends them to a sentence. `s` and `t` are the records before and
    after the move or the exploration by which the figure enters.
    """
    before = {int(s.at[m]) for m in needs.list_meeples(s)}
    rooms = [n for m in needs.list_meeples(t) if (n := int(t.at[m])) not in before and n < s.rooms and t.people[n]]
    return f". The next prisoner is in {names.room(t, rooms[0])}" if rooms else ""


def describe_harm(s: State, t: State, seat: int, saved: int = 0) -> str:
    """Return words for the figures that can no longer walk to an exit, or else for the prisoners now out of reach.

    `s` and `t` are the records before and after an action. `saved` is the number of prisoners that the action rescues:
    these are not out of reach. Return "" if there are no such figures or prisoners.
    """
    cut = list_cut_off(s, t)
    if cut:
        return f"{needs.say_figures(s, seat, cut)} can then no longer walk to an exit"
    lost = count_reached(s) - count_reached(t) - saved
    if lost > 0:
        return f"{many(lost, 'prisoner')} {'is' if lost == 1 else 'are'} then out of reach"
    return ""


def describe_rescue(number: int) -> str:
    """Return words such as ". 2 prisoners are rescued as well", which the caller appends to a sentence, or "" for 0.

    `number` is the number of rescued prisoners.
    """
    return f". {many(number, 'prisoner')} {'is' if number == 1 else 'are'} rescued as well" if number > 0 else ""


def list_engineers_cut_off(s: State, t: State) -> list[int]:
    """Return a list of the engineers that can walk to an exit in the record `s` and cannot in the later record `t`."""
    return [m for m in list_cut_off(s, t) if m != parts.ANDROID]
