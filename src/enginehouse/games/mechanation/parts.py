"""List the parts of Mechanation in tables: territories, the sets of mechs, and the names of actions.

Everything here is data of the rulebook's sections 1 and 8. To play with other mechs, replace the table `MECHS` by a
table with the same three tiers. The abilities are not in the table: `battle.py` and `rules.py` find out from the number
of a mech which ability it has.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from enginehouse.core.records.blocks import Actions, numbered
from enginehouse.core.records.dealing import as_printed
from enginehouse.core.rule import Constants

MOST_SEATS = 4
TIERS = 3
TIER_NAMES = ("light", "medium", "heavy")
"""The names of a pilot's mechs in actions: by tier, because a pilot has one of each."""

SET_TO_WIN = 5
LAST_ROUND = 50
LIMIT, WARDEN_LIMIT = 6, 7
"""MN-6.2, MN-8.1: the number of territories that a pilot keeps, without and with Warden."""
ARENA_LEFT = 4
"""MN-5.5: the maximum number of territories in the Arena before the deal."""

# -- 1 Territories -----------------------------------------------------------------------------------------------------

COLOURS = ("red", "orange", "green", "blue", "violet")
NUMBERS = 5
WILD = 25
"""The kind of WILD territories. Kinds 0 to 24 are colour * 5 + number - 1."""
PRINTED_WILDS = 4
WILDS = PRINTED_WILDS
"""The number of WILD territories. `PRINTED_WILDS` is that of the printed game (MN-1.1)."""
TERRITORIES = 50 + WILDS
"""The number of all territories: 50 with a colour and a number, and the WILD ones."""

KIND_OF = np.array([0, *(p // 2 for p in range(50)), *[WILD] * WILDS], np.int64)
"""The kind of each territory, by its number from 1 on (MN-1.1: two of each, four WILD)."""
FIRST_DECK, MORE_WILDS = as_printed(
    [*(p // 2 for p in range(50)), *[WILD] * PRINTED_WILDS], dict(enumerate(KIND_OF.tolist()[1:], 1))
)
"""MN-2.1: the deck before it is shuffled, and additional territories (see `core.records.dealing`)."""

FIELD = 5
"""The number of bits for one count in a packed tally (see `lands.tally`): colours first, then numbers."""
COUNT_MASK = (1 << FIELD) - 1
"""The mask of the first count in a packed tally."""
LAND_SETS = len(COLOURS) + NUMBERS
"""The number of counts in a packed tally: one for each set that a pilot may collect (MN-3.1)."""
ONES = sum(1 << (FIELD * k) for k in range(LAND_SETS))
SIXTEENS = ONES << 4
TO_SIXTEEN = ONES * (16 - SET_TO_WIN)
"""A number that, added to a packed tally, lifts every count of five or more to at least sixteen."""
MARK_OF = np.array(
    [(1 << (FIELD * (k // 5))) + (1 << (FIELD * (5 + k % 5))) for k in range(25)] + [ONES],
    np.int64,
)
"""The tally of one territory by kind. A WILD counts as every colour and number."""


def land_name(kind: int) -> str:
    """Return the name of a kind of territory."""
    return "WILD" if kind == WILD else f"{COLOURS[kind // 5]} {kind % 5 + 1}"


# -- zones of territories ----------------------------------------------------------------------------------------------

DECK, SCRAP, ARENA, HELD = 0, 1, 2, 3
MOST_HELD = 12
"""The capacity of a pilot's zone. At most eleven can be held: seven by Warden, two from the Arena, two by attacks."""
MOST_ARENA = 6
"""The maximum number of territories in the Arena (MN-5.1, MN-5.5)."""
ROOM = (TERRITORIES, TERRITORIES, MOST_ARENA, MOST_HELD, MOST_HELD, MOST_HELD, MOST_HELD)
"""The capacity of each zone: deck, scrap pile, Arena, and the territories of each pilot."""

# -- 8 The mechs -------------------------------------------------------------------------------------------------------


class Mech(Constants):
    """Constants for the numbers of all mechs: `Mech.GNAT` is 1."""

    GNAT, DECOY, LIMPET, PERISCOPE, WRENCH, JAMMER, BURROWER, SPARK = range(1, 9)
    BULWARK, LANCER, LEECH, OVERCLOCK, RECALLER, WARDEN, RAIDER, VANGUARD = range(9, 17)
    COLOSSUS, GOLIATH, JUGGERNAUT, SENTINEL, TITAN, SIEGE_ENGINE, AEGIS, HARVESTER = range(17, 25)


class Printed(NamedTuple):
    """The text on a mech's card: title, tier, power and ability."""

    title: str
    tier: int
    power: int
    ability: str


FIRST, SECOND, ATTACK, DEFENCE = 0, 1, 2, 3
"""The four roles of a mech in a battle (MN-8.2): deployed first or second in the Arena, attacking, defending."""
WAYS = {"second": SECOND, "attacking": ATTACK, "defending": DEFENCE}
"""The roles in battle by the words that tables of changes use (MN-8.2)."""

CHANGES = {
    "Spark": {"attacking": 4},
    "Bulwark": {"defending": 3},
    "Lancer": {"second": 3},
    "Goliath": {"attacking": 3, "defending": -2},
    "Juggernaut": {"second": 1, "attacking": -1},
    "Sentinel": {"defending": 2, "attacking": -1},
    "Siege Engine": {"attacking": 1, "defending": -1},
    "Aegis": {"attacking": -1},
    "Harvester": {"defending": 2},
}
"""MN-8: the change of a mech's own power by its ability, by its role in the battle."""


def format_signed(change: int) -> str:
    """Return a change of power with its sign, as it is printed on cards, such as "+2"."""
    return f"{'−' if change < 0 else '+'}{abs(change)}"


def with_changes(mech: Printed, power: int, changes: Mapping[str, int]) -> Printed:
    """Return a copy of a mech with another power, and with the changes of its power described in its ability's text.

    `changes` has the change by the role in which it applies: "second", "attacking" or "defending". The function
    describes the changes in words, such as "+4 when attacking", and puts these words in the place of `{changes}` in the
    text.
    """
    words = ", ".join(f"{format_signed(change)} when {_WORDS[way]}" for way, change in changes.items())
    return mech._replace(power=power, ability=mech.ability.replace("{changes}", words))


_WORDS = {"second": "deployed second", "attacking": "attacking", "defending": "defending"}
"""The roles in battle as the text of an ability names them."""


ROWS: tuple[Printed, ...] = (
    Printed("Nobody", -1, 0, ""),
    Printed("Gnat", 0, 1, "In battle: wins against power 9 or more."),
    Printed("Decoy", 0, 1, "If it loses, it returns to the hand, and nobody claims an Arena territory."),
    Printed("Limpet", 0, 2, "If it loses, the winner Malfunctions."),
    Printed("Periscope", 0, 2, "Arena, from your hand: look at a face-down territory."),
    Printed("Wrench", 0, 1, "Initiation, from your hand: put it on Stand-By to repair another mech once more."),
    Printed("Jammer", 0, 3, "In battle: the other mech’s ability is off."),
    Printed("Burrower", 0, 3, "Pilot Phase, from your hand: attack once more, openly, also a face-down territory."),
    Printed("Spark", 0, 3, "In battle: {changes}."),
    Printed("Bulwark", 1, 4, "In battle: {changes}."),
    Printed("Lancer", 1, 5, "In battle: {changes}."),
    Printed("Leech", 1, 4, "In battle: the other mech has −2."),
    Printed("Overclock", 1, 5, "In battle: you may take +3. It then Malfunctions."),
    Printed("Recaller", 1, 5, "If it wins: you may recall another mech from your hangar."),
    Printed("Warden", 1, 6, "While in your hand: keep up to 7 territories."),
    Printed("Raider", 1, 6, "When it wins, the loser Malfunctions."),
    Printed("Vanguard", 1, 6, "In battle: wins ties."),
    Printed("Colossus", 2, 9, "After every battle it is Disabled."),
    Printed("Goliath", 2, 8, "In battle: {changes}."),
    Printed("Juggernaut", 2, 8, "{changes}. After a win or tie: Stand-By. After a loss: Malfunctions."),
    Printed("Sentinel", 2, 8, "In battle: {changes}."),
    Printed("Titan", 2, 8, "No ability, and no weakness."),
    Printed("Siege Engine", 2, 8, "In battle: {changes}."),
    Printed("Aegis", 2, 8, "The other mech’s ability does not touch it. In battle: {changes}."),
    Printed("Harvester", 2, 6, "Scrap, from the hand: take the deck’s top, scrap one. In battle: {changes}."),
)
"""The mechs. The text of an ability that changes its own power has a place for the change (see `with_changes`)."""

# MN-1.2, MN-8.1: eight mechs in each tier; the numbers are those of the rulebook, the study is in docs.
MECHS: tuple[Printed, ...] = tuple(with_changes(mech, mech.power, CHANGES.get(mech.title, {})) for mech in ROWS)
MECHS_OF_TIER = 8
"""The number of mechs of each tier."""
TIER_OF = np.array([mech.tier for mech in MECHS], np.int64)
"""The tier of each mech."""

_OTHER_POWERS = {"Lancer": 4, "Warden": 5, "Colossus": 10, "Goliath": 9, "Harvester": 7}
FIRST_POWERS = {mech.title: _OTHER_POWERS.get(mech.title, mech.power) for mech in MECHS[1:]}
"""MN-8.11: the power of each mech of the classic set, by its title."""
FIRST_CHANGES = {
    "Bulwark": {"defending": 4},
    "Lancer": {"second": 4},
    "Goliath": {"second": -2, "defending": -4},
    "Juggernaut": {"second": 1},
    "Sentinel": {"defending": 2, "attacking": -3},
    "Siege Engine": {"attacking": 1, "defending": -3},
    "Aegis": {"attacking": -2},
}
"""MN-8.11: the differences of the classic set, which games used until version 2 of the rules."""
EARLIER = {**CHANGES, **FIRST_CHANGES}
FIRST_MECHS: tuple[Printed, ...] = tuple(
    with_changes(ROWS[number], FIRST_POWERS.get(mech.title, mech.power), EARLIER.get(mech.title, {}))
    for number, mech in enumerate(MECHS)
)
SETS = (FIRST_MECHS, MECHS)
"""The classic set of mechs and the balanced set, indexed by `State.balanced`."""


def _table(changes: Mapping[str, Mapping[str, int]]) -> list[int]:
    """Return a list with the change of power that each mech gets by its own ability, for each role in a battle.

    The index of a change is 4 * mech + role (FIRST, SECOND, ATTACK or DEFENCE). `changes` maps a mech's title to a dict
    from words for the role (the keys of `WAYS`, such as "attacking") to changes of power.
    """
    by_title = {mech.title: number for number, mech in enumerate(MECHS)}
    table = [0] * (4 * len(MECHS))
    for title, ways in changes.items():
        for way, change in ways.items():
            table[4 * by_title[title] + WAYS[way]] = change
    return table


POWER_OF = np.array([[mech.power for mech in mechs] for mechs in SETS], np.int64)
CHANGE_OF = np.array([_table(EARLIER), _table(CHANGES)], np.int64)
"""The change of a mech's own power: by set, then by index 4 * mech + role in the battle."""
LEECHED, OVERCLOCKED, GNAT_BEATS = 2, 3, 9
"""The power that MN-8 Leech takes, the bonus of MN-8 Overclock, and the least power of a mech that MN-8 Gnat beats."""

BOUNDS = {
    "MECHS.*.power": (0, 15),
    "MECHS.Nobody.power": (0, 0),
    "CHANGES.*.*": (-9, 9),
    "FIRST_POWERS.*": (0, 15),
    "EARLIER.*.*": (-9, 9),
    "SET_TO_WIN": (3, 7),
    "LAST_ROUND": (5, 50),
    "LEECHED": (0, 9),
    "OVERCLOCKED": (0, 9),
    "GNAT_BEATS": (1, 15),
    "LIMIT": (4, 6),
    "WARDEN_LIMIT": (7, 8),
    "ARENA_LEFT": (0, 4),
    "WILDS": (0, 12),
}
"""The numbers that the lab may change, with minimum and maximum (see `core.registry.overlays`)."""
MEANINGS = {
    "MECHS.*.power": "power of the mech in battle",
    "CHANGES.*.*": "power added by the mech's ability, by situation",
    "FIRST_POWERS.*": "power of the mech in the classic set (option mechs = first)",
    "EARLIER.*.*": "power added by the mech's ability in the classic set, by situation",
    "SET_TO_WIN": "territories of one colour or number that win",
    "LAST_ROUND": "the last round",
    "LEECHED": "power that Leech takes from the other mech",
    "OVERCLOCKED": "power that Overclock adds",
    "GNAT_BEATS": "the least power of a mech that Gnat beats",
    "LIMIT": "territories that a pilot keeps at most",
    "WARDEN_LIMIT": "territories that a pilot with Warden keeps at most",
    "ARENA_LEFT": "territories in the Arena at most before the deal",
    "WILDS": "copies of wild territories",
}
"""The meaning of each of these numbers, for `enginehouse lab numbers`."""

# -- actions -----------------------------------------------------------------------------------------------------------

ACTIONS = Actions()
"""The actions of a pilot. Pilots name their own mechs by tier. Places count from 1, owners are seats from 0."""

_ARENA, _HELD = numbered(MOST_ARENA), numbered(MOST_HELD)
"""The labels of territories in actions: places in the Arena and places before a pilot, both from 1."""
_OWNERS = numbered(MOST_SEATS, first=0)

Pass = ACTIONS.block("pass")
Turn = ACTIONS.block("turn", land=_HELD, grave=True)
Repair = ACTIONS.block("wrench", tier=TIER_NAMES)
LookArena = ACTIONS.block("look arena", land=_ARENA)
Look = ACTIONS.block("look", owner=_OWNERS, land=_HELD)
Deploy = ACTIONS.block("deploy", tier=TIER_NAMES, land=_ARENA, grave=True)
Strike = ACTIONS.block("attack", tier=TIER_NAMES, owner=_OWNERS, land=_HELD, grave=True)
Burrow = ACTIONS.block("burrow", owner=_OWNERS, land=_HELD, grave=True)
Defend = ACTIONS.block("defend", tier=TIER_NAMES, grave=True)
Boost = ACTIONS.block("overclock")
Recall = ACTIONS.block("recall", tier=TIER_NAMES)
GiveUp = ACTIONS.block("scrap", land=_HELD, grave=True)
Guard = ACTIONS.block("warden")
Reap = ACTIONS.block("harvest")
