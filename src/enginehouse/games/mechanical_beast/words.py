"""Write sentences about Mechanical Beast from a view: actions, events, prompts, refusals, the whole position.

Seats are written `{0}` to `{3}`, and the page fills in the names. Rooms are named by their numbers.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from enginehouse.core.records.events import Event
from enginehouse.core.terms import Action, Clause, Seat
from enginehouse.core.words.naming import capitalize, many
from enginehouse.games.mechanical_beast.choices import far_x, far_y, through_control
from enginehouse.games.mechanical_beast.collapse import find_meeple
from enginehouse.games.mechanical_beast.ending import headline
from enginehouse.games.mechanical_beast.exits import people_inside
from enginehouse.games.mechanical_beast.gears import find_gear, find_way
from enginehouse.games.mechanical_beast.handles import find_move
from enginehouse.games.mechanical_beast.names import GEAR_NAMES, gear_place, meeple, offset, room
from enginehouse.games.mechanical_beast.overview import overview
from enginehouse.games.mechanical_beast.parts import (
    ACTIONS,
    AGAINST,
    ANDROID,
    CONTROL,
    DIRECTION_NAMES,
    MACHINE,
    MOST_SEATS,
    NEAR_PLACES,
    ROOMS,
    TILES,
    TURNS,
    End,
    ExitAt,
    ExitBeyond,
    ExitFacing,
    Explore,
    Gear,
    Move,
    Pass,
    Through,
    Use,
    decode_steps,
)
from enginehouse.games.mechanical_beast.state import Phase, State, Told
from enginehouse.games.mechanical_beast.uses import far, slide, turns

# -- actions -----------------------------------------------------------------------------------------------------------


def _who(v: State, who: int) -> str:
    if who == 1:
        return "the android"
    if v.play == AGAINST:
        return "your first engineer" if who == 0 else "your second engineer"
    return "your engineer" if who == 0 else "your second engineer"


def _places(steps: int, axis: int) -> str:
    way = ("south", "north") if axis == 0 else ("west", "east")
    return f"{many(abs(steps), '# place', '# places')} {way[steps > 0]}"


def _use(v: State, figure: int, g: int, amount: int) -> str:
    """Return the use of gear `g` (0 or 1) in a few words, with the meeple and the name of the gear.

    `figure` says which meeple of the current player acts: ENGINEER, MACHINE (the android) or SECOND (the second
    engineer). `amount` is the action's code for the number of quarter turns, or of places to slide (see
    `decode_steps`).
    """
    n = _find_room(v, figure)
    kind = find_gear(v, n, g) if n >= 0 else Gear.NONE
    gear = "gear" if kind == Gear.NONE else GEAR_NAMES[kind][4:]
    if kind in (Gear.EDGE, Gear.CORNER) and find_gear(v, n, 1) != Gear.NONE:
        gear += f" {gear_place(v, n, g)}"
    by = _who(v, figure).removeprefix("your ").removeprefix("the ")
    return f"{_much(v, n, g, kind, amount)} ({by}, {gear})"


def _much(v: State, n: int, g: int, kind: int, amount: int) -> str:
    """Return in words by how much a gear of room `n` turns or slides, such as "Slide 2 east".

    `g` (0 or 1) is the gear, and `kind` is its kind (`Gear`). `amount` is the action's code for the number of quarter
    turns, or of places to slide (see `decode_steps`).
    """
    steps = decode_steps(amount)
    if kind == Gear.NONE:
        return _TURNS[steps & 3] if amount < TURNS else f"Slide {abs(steps)} {'on' if steps > 0 else 'back'}"
    if kind == Gear.LINEAR:
        return f"Slide {far(steps, find_way(v, n, g))}"
    if kind == Gear.EDGE:
        axis, places = slide(v, n, g, steps)
        return f"Slide the {'row' if axis else 'column'} {far(places, axis)}"
    return _TURNS[steps & 3]


_TURNS = ("", "Turn clockwise", "Turn halfway", "Turn counter-clockwise")
"""The words for turns by 0 to 3 quarters clockwise."""


def _find_room(v: State, figure: int) -> int:
    """Return the number of the room in which a meeple of the current player is, or -1 if this game has no such meeple.

    `figure` is the action's code for the meeple: ENGINEER, MACHINE (the android) or SECOND (the second engineer).
    """
    if figure == 1:
        return int(v.at[ANDROID]) if v.play != AGAINST else -1
    if figure == 2 and v.play != AGAINST:
        return -1
    return int(v.at[v.active + (MOST_SEATS if figure == 2 else 0)])


def action(v: State, code: Action) -> str:
    """Return the action `code` in words."""
    return ACTIONS.dispatch(_ACTIONS, v, code)


def sure(v: State, code: Action) -> str:
    """Return the question to ask before the action `code` if it ends the game or may end it (MB-7.8), else ""."""
    if code != End.CODE:
        return ""
    if v.seats == 1:
        return "Give up? The game ends at once as it stands, and you can't undo this."
    return "Vote to end the game? The vote uses your turn. The game ends as it stands when all players vote in a row."


def _walk(v: State, figure: int, n: int) -> str:
    """Return the end of the label of a walk to room `n`, with its effect on the switch (MB-3.4).

    `figure` says which meeple walks: ENGINEER, MACHINE (the android) or SECOND (the second engineer). The walk goes
    round the Control Room if it can. Otherwise it turns the switch off.
    """
    m, name = find_meeple(v, int(v.active), figure), room(v, n)
    if m < 0 or v.off or v.control < 0 or figure == MACHINE or n == v.control or v.comp[v.control] != v.comp[n]:
        return f"goes to {name}"
    through = through_control(v, m, n)
    return f"throws the switch on the way to {name}" if through else f"goes to {name}, and leaves the switch alone"


def _beyond(v: State, east: int, side: int) -> str:
    code = ExitBeyond.at(east, side)
    far = offset(far_x(code), far_y(v, code)) if v.reach else ""
    return _places_exit(far or ACTIONS[code].removeprefix("exit beyond "))


def _places_exit(offset: str) -> str:
    return f"Place the Emergency Exit {offset} of the Control Room"


_ACTIONS: dict[int, Callable[..., str]] = {
    Pass.KIND: lambda v: "End your turn" if v.phase == Phase.ACT else "Do nothing",
    Move.KIND: lambda v, who, n: f"{capitalize(_who(v, who))} {_walk(v, who, n)}",
    Through.KIND: lambda v, which, n: f"{capitalize(_who(v, 2 * which))} throws the switch on the way to {room(v, n)}",
    Explore.KIND: lambda v, who, way: f"{capitalize(_who(v, who))} explores to the {DIRECTION_NAMES[way]}",
    Use.KIND: _use,
    ExitAt.KIND: lambda v, near: _places_exit(offset(*NEAR_PLACES[near])),
    ExitBeyond.KIND: _beyond,
    ExitFacing.KIND: lambda v, way: f"Point its arrow {DIRECTION_NAMES[way]}",
    End.KIND: lambda v: "Give up" if v.seats == 1 else "Vote to end the game",
}
"""By kind of action: its sentence, from the view and the action's arguments."""


def group(code: Action) -> str:
    """Return a short label of the action `code`, for small menus and buttons."""
    kind = ACTIONS.kind[code]
    return _GROUPS[kind] if kind in _GROUPS else capitalize(ACTIONS[code])


_GROUPS = {Move.KIND: "Go", Through.KIND: "Go", Explore.KIND: "Explore", Use.KIND: "Use a gear"}
"""By kind of action: a short label for all actions of this kind."""


# -- prompts -----------------------------------------------------------------------------------------------------------


def risky(v: State, code: Action) -> bool:
    """Return whether the page asks the player to confirm the action `code`.

    The page asks before a walk through or into the Control Room, which turns the switch off (MB-6.1).
    """
    if ACTIONS.kind[code] == Through.KIND:
        return True
    return ACTIONS.kind[code] == Move.KIND and through_control(v, *find_move(v, code)) == 1


def prompt(v: State, seat: Seat) -> str:
    """Return the question of the current decision for this seat, or for a spectator if `seat` is -1."""
    if v.phase == Phase.OVER:
        return f"{headline(v)}. {reason(v.reason)}"
    if v.phase in (Phase.PLACE, Phase.FACE):
        placer = (v.active + v.seats - 1) % v.seats
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
    if v.play == AGAINST:
        return "Your turn: be first with both engineers on the Emergency Exit."
    left = (
        many(people_inside(v), "# prisoner is", "# prisoners are") + " still inside."
        if people_inside(v)
        else "get out!"
    )
    return f"Your turn: {left} The room where you began collapses if you leave it empty."


# -- events ------------------------------------------------------------------------------------------------------------


def event(v: State, e: Event) -> str | None:
    """Return an event as a sentence, for a viewer with the view `v`, or `None` if only the picture shows it."""
    return Told.dispatch(_TOLD, e, v)


def _describe_move(v: State, e: Any) -> str:
    by = " through the Control Room" if e.through and v.tile[e.room or 0] != CONTROL else ""
    return f"{capitalize(meeple(v, e.meeple))} goes{by} to {room(v, e.room or 0)}."


def _describe_exploring(v: State, e: Any) -> str:
    tile = TILES[v.tile[e.room]]
    found = f"{tile.name}!" if v.tile[e.room] > ROOMS else f"room {e.room}."
    return f"{capitalize(meeple(v, e.meeple))} explores to the {DIRECTION_NAMES[e.way or 0]}: {found}"


def _describe_turn(v: State, e: Any) -> str:
    kind = find_gear(v, e.room, e.gear or 0)
    amount = e.amount or 0
    much = turns(amount) if kind in (Gear.CENTRE, Gear.CORNER) else ""
    if kind == Gear.LINEAR:
        much = _places(amount, find_way(v, e.room, e.gear or 0))
    said = f"{capitalize(meeple(v, e.meeple))} uses {GEAR_NAMES[kind]} of {room(v, e.room)}"
    return f"{said}: {much}." if much else f"{said}."


_TOLD: dict[int, Callable[..., str | None]] = {
    Told.MOVED: _describe_move,
    Told.EXPLORED: _describe_exploring,
    Told.PEOPLE: lambda v, e: "There is a prisoner in this room.",
    Told.TURNED: _describe_turn,
    Told.SLID: lambda v, e: f"The {'row' if e.axis else 'column'} behind the wall slides.",
    Told.SWITCHED: lambda v, e: (
        f"{capitalize(meeple(v, e.meeple))} throws the switch. The machine begins to fall apart!"
    ),
    Told.COLLAPSED: lambda v, e: (
        f"{capitalize(room(v, e.room))} collapses. Any rooms behind it slide one place {DIRECTION_NAMES[e.facing or 0]}."
    ),
    Told.RESCUED: lambda v, e: f"{{{e.seat}}} rescues a prisoner!",
    Told.LOCKED: lambda v, e: "Lockdown! Exploring is over.",
    Told.PLACED: lambda v, e: f"{{{e.seat}}} places the Emergency Exit.",
    Told.CHOSE: lambda v, e: f"{{{e.seat}}} chooses a place for the Emergency Exit.",
    Told.PASSED: lambda v, e: f"{{{e.seat}}} does nothing more.",
    Told.VOTED: lambda v, e: f"{{{e.seat}}} votes to end the game.",
    Told.LEFT_INSIDE: lambda v, e: (
        f"Everyone is safe, but {many(e.many, 'one prisoner is', '# prisoners are')} still inside. Go back, or vote to end."
    ),
    Told.TRAPPED: lambda v, e: f"{capitalize(meeple(v, e.meeple))} is trapped for good.",
    Told.ENDED: lambda v, e: f"{headline(v)}.",
}
"""A function for each kind of event that returns its sentence."""


# -- refusals ----------------------------------------------------------------------------------------------------------


def refusal(v: State, seat: Seat, code: Action, clause: Clause) -> str:
    """Return a sentence for the player `seat` with the reason why the action `code` is not allowed.

    `clause` is the number of the clause that forbids it.
    """
    if v.reason:
        return f"The game is over. {reason(v.reason)}"
    placer = (v.active + v.seats - 1) % v.seats
    placing = v.phase in (Phase.PLACE, Phase.FACE)
    if clause == 301 and seat != v.active:
        return f"It is {{{v.active}}}’s turn. Wait for yours."
    if clause == 803 and placing and seat != placer:
        return f"{{{placer}}} is placing the Emergency Exit. Wait for your turn."
    if clause == 301:
        return (
            "You have already moved in this turn. Explore, use a gear, or end your turn."
            if ACTIONS.kind[code] in (Move.KIND, Through.KIND)
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


def reason(code: Action) -> str:
    """Return in words why the game has ended. `code` is not an action, but the clause that ended it: 703 for MB-7.3."""
    return {
        703: "All engineers and the android are out, and no prisoner is left inside.",
        704: "All engineers are out. The android is trapped inside for good.",
        705: "An engineer is trapped for good.",
        707: "Nothing happened for a hundred turns.",
        708: "The players voted to end the game.",
        804: "The race for the Emergency Exit is decided.",
    }[code]


# -- the whole position ------------------------------------------------------------------------------------------------


def position(v: State) -> str:
    """Return the whole position and the current decision in words, for screen readers."""
    return "\n".join([*overview(v), prompt(v, -1)])
