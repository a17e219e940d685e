"""What the parts of Mechanical Beast do, in a sentence or two each (see `core.texts`)."""

from __future__ import annotations

from enginehouse.core.guides import Guide, Scene
from enginehouse.core.texts import Text
from enginehouse.games.mechanical_beast.parts import CONTROL, ENTRANCE, EXIT, GEARS, LOCKDOWN, Gear
from enginehouse.games.mechanical_beast.state import Phase, State

REST = "Who has used it cannot again before ending a turn in another room, or using that room’s other gear."

TEXTS: dict[str, Text] = {
    "room": Text(
        "A room",
        "You walk through open sides. Once the switch is thrown the room in which you began your turn falls when you leave it empty "
        "(not one that you enter or pass in this turn), and what lies behind its arrow moves up.",
        604,
    ),
    "entrance": Text(
        "Entrance", "Everybody begins here. With its hatch open it is a way out, and it never falls.", 606
    ),
    "control": Text(
        "Control Room",
        "The first engineer who comes in, or walks through, throws the switch for good: from then on rooms that are left empty "
        "fall. The android cannot do it.",
        601,
    ),
    "exit": Text(
        "Emergency Exit", "A way out once the switch is thrown. Left empty it falls like any other room.", 702
    ),
    "lockdown": Text(
        "Lockdown",
        "It is in the pile, and comes before the pile is used up. When it has been found nobody can explore any more: walking and gears are left. Whoever has no way out then has lost the "
        "game for all.",
        404,
    ),
    "centre": Text(
        "A centre gear", f"Turns this room on the spot, and the rooms on its four sides the other way. {REST}", 503
    ),
    "linear": Text(
        "A linear gear", f"Moves this room along its rack: it changes places with what lies there. {REST}", 504
    ),
    "edge": Text(
        "An edge gear",
        "Slides the whole row or column beyond this wall along it; what leaves at one end comes in at the other. "
        + REST,
        505,
    ),
    "corner": Text("A corner gear", f"Turns the four places that meet at this corner, as one block. {REST}", 506),
    "arrow": Text(
        "A room with its arrow",
        "When the room falls, everything behind the arrow’s tail in its row or column moves one place in the arrow’s direction. "
        "The small arrow beside its number says the same.",
        604,
    ),
    "glass": Text(
        "A glass door",
        "Pale blue. On the easy and the normal level one walks through glass as through an open door; on the others nobody does.",
        102,
    ),
    "locked-glass": Text("Locked glass", "On the hard and the extreme level nobody walks through glass.", 102),
    "locked-door": Text(
        "A locked door",
        "Nobody walks through it. A room with such a door holds somebody when it is found before the switch is thrown; one laid with "
        "it behind you has shut you in.",
        402,
    ),
    "people": Text(
        "Somebody locked up",
        "Only the fall of their room opens the lock: once the switch is thrown, begin a turn there and leave the room empty; they come along and are saved.",
        605,
    ),
    "engineer": Text(
        "An engineer", "Each player moves their own. All of them have to be on an exit when the game is won.", 703
    ),
    "android": Text(
        "The android", "Whoever has the turn may move it or act with it instead of their own engineer.", 301
    ),
    "spot": Text("An empty place", "Explore: the top room of the pile is laid here, and your figure goes in.", 401),
    "exit-to-be": Text("The Emergency Exit", "It is laid here; choose where its arrow points.", 803),
    "face": Text("Where its arrow points", "The arrow says in which direction rooms move when it falls.", 803),
}

_ROOMS = {ENTRANCE: "entrance", CONTROL: "control", EXIT: "exit", LOCKDOWN: "lockdown"}
_GEARS = {Gear.CENTRE: "centre", Gear.LINEAR: "linear", Gear.EDGE: "edge", Gear.CORNER: "corner"}

GUIDE = Guide(
    goal="You win or lose together. Explore the beast, find the Control Room and throw its switch; then get everybody out, and "
    "leave nobody locked up inside.",
    turn=(
        Scene(
            "Move your engineer or the android through open doors, then act with one of them: explore a place beside it, or use a "
            "gear.",
            26,
            "map",
            (-370, -270, 540, 440),
        ),
        Scene(
            "Gears move the rooms round them: a quarter turn, a row, a column. So doors come together that did not fit.",
            32,
            "map",
            (-40, -420, 300, 300),
            "android gear 1 turn 1",
        ),
        Scene(
            "Once the switch is thrown, the room that somebody leaves empty falls away, and whoever is locked up in it is rescued.",
            37,
            "map",
            (-20, -400, 380, 300),
        ),
    ),
    signs={
        "A room with its arrow": "arrow",
        "A glass door": "glass",
        "Locked glass": "locked-glass",
        "A locked door": "locked-door",
        "A centre gear": "centre",
        "A linear gear": "linear",
        "An edge gear": "edge",
        "A corner gear": "corner",
        "Entrance": "entrance",
        "Control Room": "control",
        "Emergency Exit": "exit",
        "Lockdown": "lockdown",
        "The android": "android",
        "Somebody locked up": "people",
    },
    end="All win when the switch is thrown, every engineer and the android stand on exits, and nobody is locked up any more; "
    "without the android it is a lesser win. All lose at once when an engineer can never get out, and when the game ends with "
    "somebody still inside: after 100 turns in which nothing happens, or when all vote to end it.",
)

DECIDED_BY = {Phase.TURN: 301, Phase.ACT: 305, Phase.PLACE: 803, Phase.FACE: 803}
"""By what is decided: the clause that says how."""

ASKS = {
    "to": {"engineer": "Who goes there?", "android": "Who goes there?", "room": "To which room?"},
    "through control": {"engineer": "Who goes there?", "room": "To which room?"},
    "explore": {"engineer": "Who explores?", "android": "Who explores?", "spot": "Explore where?"},
    "gear": {"engineer": "Which way?", "android": "Which way?", "gear": "Which gear?", "": "Which way?"},
}
"""By words of an action's name and by the kind of piece that is still to be chosen: what is asked then; "" where the pieces
are chosen and something else is open."""


def about(v: State, piece: str) -> str:
    """The text about a piece of the picture."""
    first, _, rest = piece.partition("-")
    if piece == "exit-to-be":
        return piece
    if first == "room":
        return _ROOMS.get(int(v.tile[int(rest)]), "room")
    if first == "gear":
        room, gear = map(int, rest.split("-"))
        return _GEARS[int(GEARS[v.tile[room]][gear]) >> 2]
    return first if first in TEXTS else ""
