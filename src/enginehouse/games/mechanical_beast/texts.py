"""Describe each part of Mechanical Beast in a sentence or two (see `core.words.texts`)."""

from __future__ import annotations

from enginehouse.core.teaching.guides import Guide, Scene
from enginehouse.core.words.texts import Text
from enginehouse.games.mechanical_beast import parts
from enginehouse.games.mechanical_beast.parts import Gear
from enginehouse.games.mechanical_beast.state import Phase, State

REST = "A figure can’t use the same gear twice in a row, unless it ends a turn in another room in between."
"""The sentence of the texts about gears that says when a gear can be used again (MB-5.2)."""

SAME: dict[str, Text] = {
    "room": Text(
        "A room",
        "Walk through open sides. After the switch is thrown, the room where you began your turn collapses when you leave it "
        "empty. The rooms behind its arrow then slide one place.",
        604,
    ),
    "centre": Text("A centre gear", f"Turns this room, and the rooms on its four sides the other way. {REST}", 503),
    "linear": Text(
        "A linear gear", f"Slides this room along its rack. It swaps places with the rooms it passes. {REST}", 504
    ),
    "edge": Text(
        "An edge gear",
        f"Slides the whole row or column behind this wall. A room that leaves at one end comes in at the other. {REST}",
        505,
    ),
    "corner": Text("A corner gear", f"Turns the four places around this corner as one block. {REST}", 506),
    "arrow": Text(
        "A room with its arrow",
        "When the room collapses, everything behind the arrow’s tail in its row or column slides one place in the arrow’s "
        "direction. A small arrow beside the room’s number shows the same.",
        604,
    ),
    "glass": Text("A glass door", "Pale blue. Walk through it as through an open door.", 102),
    "locked-glass": Text("A locked glass door", "Dark. You can’t walk through it.", 102),
    "android": Text(
        "The android", "In your turn you may move the android or act with it, instead of your engineer.", 301
    ),
    "spot": Text("An empty place", "Explore: the top room of the pile goes here, and your figure walks in.", 401),
    "exit-to-be": Text("The Emergency Exit", "It goes here. Choose where its arrow points.", 803),
    "face": Text("Where its arrow points", "When this room collapses, rooms slide in the arrow’s direction.", 803),
}
"""The texts that are the same in every variant."""


def texts(v: State) -> dict[str, Text]:
    """Return the texts about all rooms, gears and other parts, by key, for the options of the game in the view `v`."""
    race = v.play == parts.AGAINST
    return SAME | {
        "entrance": Text(
            "Entrance",
            "Everyone starts here. "
            + ("It is a way out, and" if v.hatch else "It is no way out, but")
            + " it never collapses.",
            606,
        ),
        "control": Text(
            "Control Room",
            "The first engineer who comes in or walks through throws the switch for good. From then on, rooms that are left "
            "empty collapse. " + (_PLACED if race else "The android can’t throw it."),
            803 if race else 601,
        ),
        "exit": Text(
            "Emergency Exit",
            ("The first player with both engineers here wins." if race else "A way out once the switch is thrown.")
            + " It collapses like any other room when it is left empty"
            + ("; then everyone loses." if race else "."),
            804 if race else 702,
        ),
        "lockdown": Text(
            "Lockdown",
            "This room is in the pile. Once it is found, exploring is over: only walking and gears are left."
            + ("" if race else " If an engineer then has no way out, everyone loses." if v.seats > 1 else _LOSE),
            404,
        ),
        "locked-door": Text("A locked door", f"You can’t walk through it. {_prisoner_comes(v)}", 802 if race else 402),
        "people": Text("A prisoner", _prisoner(v), 802 if race else 605),
        "engineer": Text("An engineer", _engineer(v), 804 if race else 703),
    }


_PLACED = "The player before you places the Emergency Exit when you find this room."
_LOSE = " If your engineer then has no way out, you lose."


def _prisoner_comes(v: State) -> str:
    """Return a sentence that says when a room with a locked door holds a prisoner (MB-4.3, MB-8.1, MB-8.2)."""
    if v.play == parts.AGAINST:
        return "There are no prisoners in this game."
    if v.play == parts.RESCUERS:
        return "A room with such a door holds a prisoner, before and after the switch is thrown."
    return "A room with such a door holds a prisoner if it is found before the switch is thrown."


def _prisoner(v: State) -> str:
    if v.play == parts.AGAINST:
        return "There are no prisoners in this game."
    saved = "you save the prisoner, who counts for you." if v.play == parts.RESCUERS else "the prisoner is saved."
    return f"Only the collapse of the room opens the lock: after the switch is thrown, begin a turn here and leave the room empty. Then {saved}"


def _engineer(v: State) -> str:
    if v.play == parts.AGAINST:
        return "You have two. Bring both to the Emergency Exit first."
    if v.seats == 1:
        return "You. Get out, with the android and all prisoners."
    return "Each player moves their own. To win, all engineers must be on an exit."


_LESSON = (
    Scene(
        "Move your figure through open doors. Then act with a figure: explore a place beside it, or use a gear.",
        26,
        "map",
        (-370, -270, 540, 440),
    ),
    Scene(
        "Gears move rooms: they turn a block, or slide a row or a column. So doors meet that did not fit.",
        32,
        "map",
        (-40, -420, 300, 300),
        "android gear 1 turn 1",
    ),
    Scene(
        "After the switch is thrown, a room that a figure leaves empty collapses. A prisoner in it is saved.",
        37,
        "map",
        (-20, -400, 380, 300),
    ),
)

_SIGNS = {
    "A room with its arrow": "arrow",
    "A glass door": "glass",
    "A locked glass door": "locked-glass",
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
    "A prisoner": "people",
}


def guide(v: State) -> Guide:
    """Return the guide to the game (how to play), for the options of the game in the view `v`."""
    return Guide(goal=_goal(v), turn=_LESSON, signs=_SIGNS, end=_end(v))


def _goal(v: State) -> str:
    if v.play == parts.AGAINST:
        return (
            "You race each other with two engineers each. Explore the beast and find the Control Room. Then be first with both "
            "engineers on the Emergency Exit. There are no prisoners and no android."
        )
    if v.play == parts.RESCUERS:
        return (
            "Get out together, but save the most prisoners yourself. Explore the beast, find the Control Room and throw its "
            "switch. Then get everyone out, with the prisoners."
        )
    together = "" if v.seats == 1 else "You win or lose together. "
    return f"{together}Explore the beast, find the Control Room and throw its switch. Then get everyone out, with the prisoners."


def _end(v: State) -> str:
    quiet = "after 100 turns in which nothing happens, or when " + (
        "you give up" if v.seats == 1 else "all players vote to end it"
    )
    if v.play == parts.AGAINST:
        return (
            "The first player with both engineers on the Emergency Exit wins. If no other engineer can get there any more, the "
            f"first one on it wins. Everyone loses if it collapses, or if no engineer can reach it. Everyone also loses {quiet}."
        )
    end = (
        "The game is won when the switch is thrown, every engineer and the android are on an exit, and no prisoner is left. If "
        "the android is trapped for good, it is a lesser win. The game is lost when an engineer can never get out. It is also "
        f"lost if it ends with anyone inside: {quiet}."
    )
    if v.play == parts.RESCUERS:
        return f"{end} After a win or a lesser win, the player who saved the most prisoners wins; if tied, the one on an exit first."
    return end


_ROOMS = {parts.ENTRANCE: "entrance", parts.CONTROL: "control", parts.EXIT: "exit", parts.LOCKDOWN: "lockdown"}
_GEARS = {Gear.CENTRE: "centre", Gear.LINEAR: "linear", Gear.EDGE: "edge", Gear.CORNER: "corner"}

PARTS = {
    "Room ": "room",
    "Entrance": "entrance",
    "Control Room": "control",
    "An engineer": "engineer",
}
"""The key of a part's text, by the start of the part's title in the gallery."""

DECIDED_BY = {Phase.TURN: 301, Phase.ACT: 305, Phase.PLACE: 803, Phase.FACE: 803}
"""By phase: the clause about its decision."""

ASKS = {
    "to": {"engineer": "Choose a figure.", "android": "Choose a figure.", "room": "Choose a room."},
    "through control": {"engineer": "Choose a figure.", "room": "Choose a room."},
    "explore": {"engineer": "Choose a figure.", "android": "Choose a figure.", "spot": "Choose an empty place."},
    "gear": {"engineer": "Choose a move.", "android": "Choose a move.", "gear": "Choose a gear.", "": "Choose a move."},
}
"""The question to a player, by words of the action's name and by the kind of piece to choose next.

It is "" if the pieces are chosen and the player has to choose among buttons.
"""


def about(v: State, piece: str) -> str:
    """Return the key, among those of `texts`, for the text about a piece of the picture. `piece` is the piece's id."""
    first, _, rest = piece.partition("-")
    if piece == "exit-to-be":
        return piece
    if first == "room":
        return _ROOMS.get(int(v.tile[int(rest)]), "room")
    if first == "gear":
        room, gear = map(int, rest.split("-"))
        return _GEARS[int(parts.GEARS[v.tile[room]][gear]) >> 2]
    return first if first in texts(v) else ""
