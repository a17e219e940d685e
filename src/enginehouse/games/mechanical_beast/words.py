"""Write sentences about Mechanical Beast from a view: actions, prompts, refusals, the whole position.

Seats are written `{0}` to `{3}`, and the page fills in the names. Rooms are named by their numbers.
"""

from __future__ import annotations

from collections.abc import Callable

from enginehouse.core.terms import Action, Clause, Seat
from enginehouse.core.words.naming import capitalize, many, say_wait
from enginehouse.games.mechanical_beast import choices, collapse, ending, exits, gears, handles, names, parts, uses
from enginehouse.games.mechanical_beast.names import offset
from enginehouse.games.mechanical_beast.overview import overview
from enginehouse.games.mechanical_beast.state import Phase, State
from enginehouse.games.mechanical_beast.uses import far

# -- actions -----------------------------------------------------------------------------------------------------------


def _who(v: State, who: int) -> str:
    if who == 1:
        return "the android"
    if v.play == parts.AGAINST:
        return "your first engineer" if who == 0 else "your second engineer"
    return "your engineer" if who == 0 else "your second engineer"


def _use(v: State, figure: int, g: int, amount: int) -> str:
    """Return the use of gear `g` (0 or 1) in a few words, with the meeple and the name of the gear.

    `figure` says which meeple of the current player acts: ENGINEER, MACHINE (the android) or SECOND (the second
    engineer). `amount` is the action's code for the number of quarter turns, or of places to slide (see
    `decode_steps`).
    """
    n = _find_room(v, figure)
    kind = gears.find_gear(v, n, g) if n >= 0 else parts.Gear.NONE
    gear = "gear" if kind == parts.Gear.NONE else names.GEAR_NAMES[kind][4:]
    if kind in (parts.Gear.EDGE, parts.Gear.CORNER) and gears.find_gear(v, n, 1) != parts.Gear.NONE:
        gear += f" {names.gear_place(v, n, g)}"
    by = _who(v, figure).removeprefix("your ").removeprefix("the ")
    return f"{_much(v, n, g, kind, amount)} ({by}, {gear})"


def _much(v: State, n: int, g: int, kind: int, amount: int) -> str:
    """Return in words by how much a gear of room `n` turns or slides, such as "Slide 2 east".

    `g` (0 or 1) is the gear, and `kind` is its kind (`Gear`). `amount` is the action's code for the number of quarter
    turns, or of places to slide (see `decode_steps`).
    """
    steps = parts.decode_steps(amount)
    if kind == parts.Gear.NONE:
        return _TURNS[steps & 3] if amount < parts.TURNS else f"Slide {abs(steps)} {'on' if steps > 0 else 'back'}"
    if kind == parts.Gear.LINEAR:
        return f"Slide {far(steps, gears.find_way(v, n, g))}"
    if kind == parts.Gear.EDGE:
        axis, places = uses.slide(v, n, g, steps)
        return f"Slide the {'row' if axis else 'column'} {far(places, axis)}"
    return _TURNS[steps & 3]


_TURNS = ("", "Turn clockwise", "Turn halfway", "Turn counter-clockwise")
"""The words for turns by 0 to 3 quarters clockwise."""


def _find_room(v: State, figure: int) -> int:
    """Return the number of the room in which a meeple of the current player is, or -1 if this game has no such meeple.

    `figure` is the action's code for the meeple: ENGINEER, MACHINE (the android) or SECOND (the second engineer).
    """
    if figure == 1:
        return int(v.at[parts.ANDROID]) if v.play != parts.AGAINST else -1
    if figure == 2 and v.play != parts.AGAINST:
        return -1
    return int(v.at[v.active + (parts.MOST_SEATS if figure == 2 else 0)])


def sure(v: State, code: Action) -> str:
    """Return the question to ask before the action `code` if it ends the game or may end it (MB-7.8), else ""."""
    if code != parts.End.CODE:
        return ""
    if v.seats == 1:
        return "Give up? The game ends at once as it stands, and you can't undo this."
    return "Vote to end the game? The vote uses your turn. The game ends as it stands when all players vote in a row."


def _walk(v: State, figure: int, n: int) -> str:
    """Return the end of the label of a walk to room `n`, with its effect on the switch (MB-3.4).

    `figure` says which meeple walks: ENGINEER, MACHINE (the android) or SECOND (the second engineer). The walk goes
    round the Control Room if it can. Otherwise it turns the switch off.
    """
    m, name = collapse.find_meeple(v, int(v.active), figure), names.room(v, n)
    if m < 0 or v.off or v.control < 0 or figure == parts.MACHINE or n == v.control or v.comp[v.control] != v.comp[n]:
        return f"goes to {name}"
    through = choices.through_control(v, m, n)
    return f"throws the switch on the way to {name}" if through else f"goes to {name}, and leaves the switch alone"


def _beyond(v: State, east: int, side: int) -> str:
    code = parts.ExitBeyond.at(east, side)
    far = offset(choices.far_x(code), choices.far_y(v, code)) if v.reach else ""
    return _places_exit(far or parts.ACTIONS[code].removeprefix("exit beyond "))


def _places_exit(offset: str) -> str:
    return f"Place the Emergency Exit {offset} of the Control Room"


_ACTIONS: dict[int, Callable[..., str]] = {
    parts.Pass.KIND: lambda v: "End your turn" if v.phase == Phase.ACT else "Do nothing",
    parts.Move.KIND: lambda v, who, n: f"{capitalize(_who(v, who))} {_walk(v, who, n)}",
    parts.Through.KIND: lambda v, which, n: (
        f"{capitalize(_who(v, 2 * which))} throws the switch on the way to {names.room(v, n)}"
    ),
    parts.Explore.KIND: lambda v, who, way: f"{capitalize(_who(v, who))} explores to the {parts.DIRECTION_NAMES[way]}",
    parts.Use.KIND: _use,
    parts.ExitAt.KIND: lambda v, near: _places_exit(offset(*parts.NEAR_PLACES[near])),
    parts.ExitBeyond.KIND: _beyond,
    parts.ExitFacing.KIND: lambda v, way: f"Point its arrow {parts.DIRECTION_NAMES[way]}",
    parts.End.KIND: lambda v: "Give up" if v.seats == 1 else "Vote to end the game",
}
"""By kind of action: its sentence, from the view and the action's arguments."""
action = parts.ACTIONS.by_kind(_ACTIONS)
"""A function of a view and the code of an action that returns the action in words."""


def group(code: Action) -> str:
    """Return a short label of the action `code`, for small menus and buttons."""
    kind = parts.ACTIONS.kind[code]
    return _GROUPS[kind] if kind in _GROUPS else capitalize(parts.ACTIONS[code])


_GROUPS = {parts.Move.KIND: "Go", parts.Through.KIND: "Go", parts.Explore.KIND: "Explore", parts.Use.KIND: "Use a gear"}
"""By kind of action: a short label for all actions of this kind."""


# -- prompts -----------------------------------------------------------------------------------------------------------


def risky(v: State, code: Action) -> bool:
    """Return whether the page asks the player to confirm the action `code`.

    The page asks before a walk through or into the Control Room, which turns the switch off (MB-6.1).
    """
    if code in parts.Through:
        return True
    return code in parts.Move and choices.through_control(v, *handles.find_move(v, code)) == 1


def prompt(v: State, seat: Seat) -> str:
    """Return the question of the current decision for this seat, or for a spectator if `seat` is -1."""
    if v.phase == Phase.OVER:
        return f"{ending.headline(v)}. {reason(v.reason)}"
    if v.phase in (Phase.PLACE, Phase.FACE):
        placer = exits.placer(v)
        if seat != placer:
            return f"The switch is thrown! {{{placer}}} places the Emergency Exit."
        if v.phase == Phase.FACE:
            return "Choose where the Emergency Exit’s arrow points."
        return "The switch is thrown! Place the Emergency Exit on a lit place."
    if seat != v.active:
        return f"{{{v.active}}} {'moves' if v.phase == Phase.TURN else 'may still explore or use a gear'}."
    if v.phase == Phase.ACT:
        return "Explore, use a gear, or end your turn."
    return _turn_prompt(v)


def _turn_prompt(v: State) -> str:
    if not v.off:
        return "Your turn: move a figure, explore, or use a gear. Find the Control Room."
    if v.play == parts.AGAINST:
        return "Your turn: be first with both engineers on the Emergency Exit."
    left = (
        many(exits.people_inside(v), "# prisoner is", "# prisoners are") + " still inside."
        if exits.people_inside(v)
        else "get out!"
    )
    return f"Your turn: {left} The room where you began collapses if you leave it empty."


# -- refusals ----------------------------------------------------------------------------------------------------------


def refusal(v: State, seat: Seat, code: Action, clause: Clause) -> str:
    """Return a sentence for the player `seat` with the reason why the action `code` is not allowed.

    `clause` is the number of the clause that forbids it.
    """
    if v.reason:
        return f"The game is over. {reason(v.reason)}"
    placer = exits.placer(v)
    placing = v.phase in (Phase.PLACE, Phase.FACE)
    if clause == 301 and seat != v.active:
        return say_wait(v.active)
    if clause == 803 and placing and seat != placer:
        return f"{{{placer}}} is placing the Emergency Exit. Wait for your turn."
    if clause == 301:
        return (
            "You have already moved in this turn. Explore, use a gear, or end your turn."
            if code in parts.Move or code in parts.Through
            else "That figure is not yours. Choose your engineer or the android."
        )
    return _REFUSED[clause]


_REFUSED = {
    107: "The map would get too wide: 31 places is the limit. Explore elsewhere.",
    302: "There is no way to that room. Doors must be open on both sides.",
    303: "The figure is already in that room. Choose another one.",
    304: "You cannot choose that path now. Choose the other way to that room.",
    401: "Explore through an open door, to a place without a room.",
    404: "The Lockdown has been found, so exploring is over. Walk or use gears.",
    501: "That room has no such gear. Choose another one.",
    502: "This figure used that gear last. Use another one, or end a turn in another room first.",
    504: "A room can slide at most one place beyond all others. Choose a shorter way.",
    505: "That row or column cannot slide like this. Choose another way or another gear.",
    708: "You can only vote at the start of your turn, instead of everything else.",
    802: "There is no android in a race. Choose one of your engineers.",
    803: "Choose an empty place near the Control Room that touches a room, away from your engineers.",
}
"""The sentence for a refused action, by clause."""
REASONS = {
    703: "All engineers and the android are out, and no prisoner is left inside.",
    704: "All engineers are out. The android is trapped inside for good.",
    705: "An engineer is trapped for good.",
    707: "Nothing happened for a hundred turns.",
    708: "The players voted to end the game.",
    804: "The race for the Emergency Exit is decided.",
}
"""The reason for the end of the game, by clause."""
reason = REASONS.__getitem__
"""A function of the clause by which the game ended that returns in words why it ended."""


# -- the whole position ------------------------------------------------------------------------------------------------


def position(v: State) -> str:
    """Return the whole position and the current decision in words, for screen readers."""
    return "\n".join([*overview(v), prompt(v, -1)])
