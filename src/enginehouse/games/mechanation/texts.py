"""Describe each part of Mechanation in a sentence or two (see `core.words.texts`)."""

from __future__ import annotations

from collections.abc import Mapping

from enginehouse.core.records.hidden import at
from enginehouse.core.teaching.guides import Guide, Scene
from enginehouse.core.terms import Zone
from enginehouse.core.words.naming import join_words
from enginehouse.core.words.texts import Text
from enginehouse.games.mechanation import parts
from enginehouse.games.mechanation.state import MechPlace, Phase, State

# By title: the effect of a mech, with its clause if there is one beyond the list (MN-8.4).
_MECHS: dict[str, tuple[str, int]] = {
    "Gnat": ("In battle it beats any mech with power 9 or more.", 702),
    "Decoy": ("If it loses, it returns to your hand. Nobody then claims a territory of the Arena.", 806),
    "Limpet": ("If it loses, the winner Malfunctions.", 807),
    "Periscope": ("Before you deploy, you may look at one face-down territory, in the Arena or of a rival.", 808),
    "Wrench": ("After repairs you may put it on Stand-By to repair another of your mechs by one more stage.", 807),
    "Jammer": ("In battle the other mech's ability is off, with its drawbacks.", 708),
    "Burrower": ("It may make an extra attack, openly, even on face-down territories.", 809),
    "Spark": ("In battle it has {changes}.", 802),
    "Bulwark": ("In battle it has {changes}.", 802),
    "Lancer": ("In battle it has {changes}.", 802),
    "Leech": ("In battle the other mech has 2 less.", 706),
    "Overclock": ("In battle you may give it +3 after both mechs are revealed. It then Malfunctions.", 702),
    "Recaller": ("If it wins a battle, you may recall another mech from your hangar.", 707),
    "Warden": ("While it is in your hand, you may keep 7 territories instead of 6.", 803),
    "Raider": ("The mech that it beats Malfunctions instead of being Disabled.", 807),
    "Vanguard": ("In battle it wins ties.", 702),
    "Colossus": ("The strongest of all, but after every battle it is Disabled.", 707),
    "Goliath": ("In battle it has {changes}.", 802),
    "Juggernaut": (
        "In battle it has {changes}. After a win or tie it is on Stand-By. After a loss it Malfunctions.",
        707,
    ),
    "Sentinel": ("In battle it has {changes}.", 802),
    "Titan": ("It has no ability and no weakness.", 804),
    "Siege Engine": ("In battle it has {changes}.", 802),
    "Aegis": ("The other mech's ability does not affect it. In battle it has {changes}.", 805),
    "Harvester": (
        "At the end of a round you may take the top territory of the deck and scrap one. In battle it has {changes}.",
        810,
    ),
}

_PILOT_PHASE = " This counts only when the Alpha attacks a pilot’s territory, not in the Arena."


def _mech_text(title: str, changes: Mapping[str, Mapping[str, int]], more: str = "") -> Text:
    """Return the text about the mech with this title, for the page.

    `changes` has the changes of power by the mech's title, then by its role in battle (such as "attacking"). `more` is
    added to the title. The text also says if an effect is limited to the Pilot Phase (MN-8.2).
    """
    says, clause = _MECHS[title]
    told = join_words([f"{parts.format_signed(change)} {_WAYS[way]}" for way, change in changes.get(title, {}).items()])
    says = says.replace("{changes}", told)
    return Text(title + more, says + (_PILOT_PHASE if "when it" in says else ""), clause)


_WAYS = {
    "second": "when deployed second",
    "attacking": "when it attacks",
    "defending": "when it defends",
}


_FIRST = "first "
"""The prefix of the key of a mech's text that differs in the classic set (MN-8.11)."""


TEXTS: dict[str, Text] = {
    **{mech.title: _mech_text(mech.title, parts.CHANGES) for mech in parts.MECHS if mech.tier >= 0},
    **{_FIRST + title: _mech_text(title, parts.EARLIER, ", classic") for title in parts.FIRST_CHANGES},
    "unknown": Text(
        "An unknown mech",
        "Only its pilot knows it. It is revealed when it fights, is repaired or uses its ability.",
        901,
    ),
    "territory": Text(
        "A territory",
        "It has a colour (with a sign) and a number. Five of one colour or one number win the game at once.",
        301,
    ),
    "wild": Text(
        "A WILD territory", "It counts as every colour and every number, so it belongs to all of your sets.", 101
    ),
    "face-down": Text(
        "A face-down territory",
        "It counts like any other. Only its owner knows it, and only Burrower can attack it.",
        301,
    ),
    "deck": Text("The deck", "Two territories come into the Arena each round, one of them face-down.", 501),
    "scrap": Text("The scrap pile", "Pilots with more than 6 territories at the end of a round scrap down to 6.", 602),
    "round": Text(
        "The round",
        "Most games end within ten rounds, when a pilot has five of one colour or number. After round 50 the largest set wins.",
        302,
    ),
    "phase": Text(
        "The phases of a round",
        "Initiation: reveal a territory, repair. Arena: deploy and fight for territories; two pilots deploy twice each. "
        "Pilots: the Alpha attacks. Scrap: down to 6.",
        403,
    ),
    "alpha": Text(
        "The Alpha token",
        "Its pilot goes first in this round. Only the Alpha may attack another pilot's territory.",
        601,
    ),
    "pilot": Text(
        "A pilot",
        "Set: the largest number of territories of one colour or number. Five win. A + means that face-down ones may add to it. "
        "The backs are mechs in the hand: I light, II medium, III heavy.",
        301,
    ),
    "battle": Text(
        "A battle",
        "Both mechs are revealed with their powers and abilities. The higher power wins. The loser tips over and goes to the hangar, "
        "usually Disabled.",
        701,
    ),
    "bench": Text(
        "Your hangar",
        "Mechs here are repaired by one stage each round: Malfunctioned, Disabled, Stand-By, hand.",
        402,
    ),
    "stand-by": Text("On Stand-By", "In the hangar. It returns to the hand when the next round begins.", 402),
    "disabled": Text(
        "Disabled",
        "In the hangar, on its side. It is on Stand-By next round, and in the hand the round after.",
        402,
    ),
    "malfunctioned": Text("Malfunctioned", "In the hangar, upside down. It returns to the hand in three rounds.", 402),
    "deployed": Text(
        "A deployed mech", "It fights the other mech at its territory. If there is none, it claims the territory.", 502
    ),
    "known": Text("Known to all", "An open eye: all pilots know that you have this mech.", 903),
}

_WHOLE = {"deck": "deck", "pile": "scrap", "round": "round", "phase": "phase", "alpha": "alpha"}
"""The key of the text about a piece, by the piece's id."""

GUIDE = Guide(
    goal="You are a pilot with three hidden mechs: a light, a medium and a heavy one. Control five territories of one colour or "
    "of one number.",
    turn=(
        Scene(
            "Each round two territories come into the Arena, one of them face-down. You send mechs there, hidden from the others.",
            3,
            "table",
            (200, 160, 480, 460),
        ),
        Scene(
            "Two mechs at one territory are revealed and fight. Abilities change their power. The higher power takes the territory, "
            "and the loser goes to the hangar.",
            18,
            "table",
            (196, 488, 488, 310),
            "defend medium",
        ),
        Scene(
            "Then the Alpha may attack a face-up territory of another pilot. Pilots with more than six territories scrap some.",
            21,
            "table",
            (196, 622, 488, 176),
        ),
    ),
    signs={
        "Territory: red 1, flame": "territory",
        "A face-down territory": "face-down",
        "Territory: WILD, rays": "wild",
        "A deployed mech": "deployed",
        "The Alpha token": "alpha",
        "On Stand-By": "stand-by",
        "Disabled": "disabled",
        "Malfunctioned": "malfunctioned",
    },
    end="A pilot with five of one colour or one number wins at once, face-down ones included. Most games take less than ten "
    "rounds. After round 50 the largest set wins.",
)

PARTS = {
    "Territory": "territory",
    "Territory: WILD": "wild",
    "A face-down territory": "face-down",
    **{f"{mech.title}, small": mech.title for mech in parts.MECHS if mech.tier >= 0},
}
"""The key of a part's text, by the start of the part's title in the gallery."""

DECIDED_BY = {
    Phase.TURN: 401, Phase.WRENCH: 403, Phase.DEPLOY: 502, Phase.OVERCLOCK: 702, Phase.RECALL: 707, Phase.ATTACK: 601,
    Phase.DEFEND: 601, Phase.BURROW: 809, Phase.SCRAP: 602, Phase.HARVEST: 810, Phase.REAP: 810,
}  # fmt: skip
"""By phase: the clause about its decision."""

_WHERE = "Choose a face-down territory."
ASKS = {
    "deploy": {"mech": "Choose a mech.", "arena": "Choose a territory."},
    "attack": {"mech": "Choose a mech.", "land": "Choose a territory to attack."},
    "burrow": {"mech": "Choose a mech.", "land": "Choose a territory to attack."},
    "wrench": {"mech": "Choose a mech to repair."},
    "look arena": {"mech": "Choose Periscope.", "arena": _WHERE},
    "look": {"mech": "Choose Periscope.", "land": _WHERE},
    "harvest": {"mech": "Choose Harvester.", "deck": "Take the top of the deck."},
}
"""The question to a player, by words of the action's name and by the kind of piece to choose next.

It is "" if the pieces are chosen and the player has to choose among buttons.
"""


def _land(v: State, zone: Zone, index: int) -> str:
    piece = int(at(v, zone, index))
    if piece <= 0:
        return "face-down"
    return "wild" if parts.KIND_OF[piece] == parts.WILD else "territory"


def _mech(v: State, mech: int) -> str:
    if mech <= 0:
        return "unknown"
    title = parts.MECHS[mech].title
    return title if v.balanced or title not in parts.FIRST_CHANGES else _FIRST + title


_STAGES = {MechPlace.STAND_BY: "stand-by", MechPlace.DISABLED: "disabled", MechPlace.MALFUNCTIONED: "malfunctioned"}
"""The key of the text about each stage of the hangar."""


def _stage(v: State, seat: int, tier: int) -> str:
    """Return the key of the text about the hangar stage of one mech of the pilot `seat`, such as "disabled".

    `tier` is the tier of the mech. If the mech is not in the hangar, return the key of the text about the hangar.
    """
    return _STAGES.get(int(v.place[seat][tier]), "bench") if seat >= 0 else "bench"


def about(v: State, piece: str) -> str:
    """Return the key of the text about a piece of the picture, given by its id."""
    if piece in _WHOLE:
        return _WHOLE[piece]
    first, *rest = piece.split("-")
    numbers = [int(one) for one in rest]
    if first == "land":
        return _land(v, parts.HELD + numbers[0], numbers[1])
    if first == "arena" and numbers:
        return _land(v, parts.ARENA, numbers[0])
    if first == "slot":
        return _mech(v, int(v.mech[numbers[0]][numbers[1]]))
    if first in ("mech", "bench"):
        seat = int(v.viewer) - 1
        return _mech(v, int(v.mech[seat][numbers[0]])) if first == "mech" and seat >= 0 else _stage(v, seat, numbers[0])
    return {"sign": "pilot", "post": "deployed", "fight": "battle", "side": "battle", "eye": "known"}.get(first, "")
