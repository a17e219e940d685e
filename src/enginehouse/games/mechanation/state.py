"""Define the record of Mechanation, which holds one position of a game.

The record stores which hidden facts each seat knows (MN-9):

- its own hand and deployed mechs
- every mech that was revealed, shown or in a hangar, with its pilot, and the places where such a mech cannot be
- each face-down territory that it owns, owned before or looked at

Mechs that left the game are not in the record, because no pilot could ever learn them. The record also leaves out these
facts, although a player could remember or conclude them:

- which other pilots have looked at or owned a territory that the seat does not know (players saw this happen)
- the territory from which an unrevealed mech returned to the hand
- conclusions from the choices of others
"""

from __future__ import annotations

from enginehouse.core.records.fields import INT8, Grid, Row, custom, public
from enginehouse.core.records.kinds import Kinds, kind
from enginehouse.core.records.state import GameState
from enginehouse.core.rule import Constants
from enginehouse.games.mechanation import parts
from enginehouse.games.mechanation.parts import ACTIONS as ACTIONS

POSTS, ATTACK_POST = 5, 4
"""The number of posts, where hidden mechs stand, and the number of the attacker's post.

Posts 0 to 3 are for the Arena, in the order in which mechs came in a round.
"""

MOST_FIGHTS, FIGHT_FIELDS = 4, 8
"""MN-5.3, MN-6.1, MN-8.9: the maximum number of battles in a round, and the number of facts about each.

Two battles are in the Arena, two in the Pilot Phase.
"""


class State(GameState, name="mechanation", pieces=(parts.TERRITORIES, parts.ROOM), hands=(parts.HELD,)):
    """The fields of a record, which is one position of a game. Each field has a shape and the seats that may see it."""

    # the round
    phase: int = public(within=(0, 31))  # `Phase`: the kind of the next decision
    active: int = public(holds="seat")  # whose decision it is
    alpha: int = public(holds="seat")  # the seat that is the Alpha
    at: int = public(within=(0, 2 * parts.MOST_SEATS))  # how many pilots are through with the phase
    round: int = public()  # the number of the round
    winner: int = public(holds="seat + 1")  # the seat that has won + 1, or 0
    balanced: int = public(within=(0, 1))  # the set of mechs: 1, or 0 for the first one (MN-8.11)
    # mechs, by seat and tier
    mech: Grid = custom(parts.MOST_SEATS, parts.TIERS, dtype=INT8, by_seat=True, within=(0, 24))  # in a view 0: unknown
    # `MechPlace`; in a view -1: in the hand or at a post of its pilot
    place: Grid = custom(parts.MOST_SEATS, parts.TIERS, dtype=INT8, by_seat=True, within=(-1, 9))
    seen: Row = public(parts.MOST_SEATS, by_seat=True, within=(0, 7))  # mask of the tiers that are known to all
    # mask of the posts at which, as all know, this mech is not
    ruled: Grid = public(parts.MOST_SEATS, parts.TIERS, dtype=INT8, by_seat=True, within=(0, 31))
    # hidden mechs that have left the hand
    posts: int = public(within=(0, POSTS))  # how many came to the Arena in this round
    post_seat: Row = public(POSTS, holds="seat + 1")  # seat + 1, or 0 if no hidden mech stands there (any more)
    post_at: Row = public(POSTS, within=(0, parts.MOST_ARENA))  # the territory's place in the Arena
    looked: int = public(within=(0, 1))  # Periscope was used in this phase
    # the battle, or the attack that may become one
    attack: int = public(within=(0, 3))  # `Fight`
    # owner and place of the territory attacked; -1 and place in the Arena
    target: Row = public(2, holds=("seat", ""), within=(-1, parts.MOST_HELD))
    side_seat: Row = public(2, holds="seat")  # the pilots of the two mechs in battle
    side_tier: Row = public(2, within=(0, 2))  # the tiers of these mechs: 0 light, 1 medium, 2 heavy
    boosted: int = public(within=(0, 2))  # 0: not asked, 1: Overclock took its +3, 2: it did not
    fought: int = public(within=(0, MOST_FIGHTS))  # battles of this round so far
    # of each battle: `Fight`, winner + 1 or 0, then seat, mech and power of either side
    fights: Grid = public(MOST_FIGHTS, FIGHT_FIELDS, dtype=INT8, holds=("", "", "seat", "", "", "seat", "", ""))
    # the Scrap Phase
    limit: int = public(within=(0, parts.MOST_HELD))  # how many territories the active pilot may keep
    # territories
    shuffles: int = public()  # how often the scrap pile became the deck
    # by place of `row`: in which shuffle a face-down territory was last (MN-9.5)
    batch: Row = public(sum(parts.ROOM), dtype=INT8, by_seat=((sum(parts.ROOM[: parts.HELD]), parts.MOST_HELD),))


SHAPE = State.SHAPE

arena_begins = SHAPE.cleared("at", "looked", "fought", "fights")


class MechPlace(Constants):
    """The places where a mech can be (MN-1.3). A mech always belongs to the same pilot (MN-1.4).

    A number from POST on is a post, at which the mech is hidden: POST + k is post number k. In BATTLE the mech is
    face-up.
    """

    HAND, STAND_BY, DISABLED, MALFUNCTIONED, POST = range(5)
    BATTLE = 9
    UNKNOWN = -1


class Fight(Constants):
    """The kinds of battle. NONE means that there is no battle.

    In an ARENA battle, pilots fight for a territory of the Arena. In a PILOT battle, the Alpha has sent a hidden mech
    to attack a territory of another pilot. In a BURROWER battle, the Alpha attacks with the mech Burrower instead.
    """

    NONE, ARENA, PILOT, BURROWER = range(4)


class Phase(Constants):
    """The kinds of the next decision, and of the steps between decisions.

    The field `phase` of a record has one of them.
    """

    TURN, WRENCH, DEPLOY, OVERCLOCK, RECALL, ATTACK, DEFEND, BURROW, SCRAP, HARVEST, REAP, OVER = range(12)
    INITIATE, REPAIR, DEAL, LINE_UP, SETTLE, PILOT, AGAIN, LIMIT, ABILITY, NEXT = range(12, 22)
    """Automatic steps, in which no pilot decides."""


class Told(Kinds):
    """The kinds of events, each with the names of the numbers that such an event has."""

    ROUND = kind(1, "round", "alpha")
    TURNED = kind(2, "seat", "place", "land")
    REPAIRED = kind(3, "seat", "mech", "place")
    WRENCHED = kind(4, "seat", "mech", "place")
    RESHUFFLED = kind(5, "many")  # how many
    CLEARED = kind(6, "place", "land")  # too old
    DEALT = kind(7, "place", "face_up", hidden="land")  # place in the Arena, 1 if face-up | kind
    LOOKED = kind(8, "seat", "where", hidden="land")  # seat, 16 * (owner + 1, 0 for the Arena) + place | kind
    DEPLOYED = kind(9, "seat", "place", "second")  # seat, place in the Arena, 1 if second there
    PASSED = kind(10, "seat", "phase")
    CLAIMED = kind(11, "seat", "place", hidden="land")
    REVEALED = kind(12, "seat", "mech", "side")
    BOOSTED = kind(14, "seat", "taken")  # seat, 1 if it takes +3
    POWERS = kind(
        15, "power", "other", "winner", "packed"
    )  # power of side 0, of side 1, winner + 1 or 0, mechs and seats packed
    TIED = kind(16, "seat", "other")
    WON = kind(17, "seat", "loser")
    UNCLAIMED = kind(18, "place", "decoy")  # place in the Arena, 1 if by a Decoy
    MOVED = kind(19, "seat", "mech", "place")
    RECALLED = kind(20, "seat", "mech")
    ATTACKED = kind(21, "seat", "owner", "place", "burrower")  # seat, owner, place, 1 if by Burrower
    TAKEN = kind(22, "seat", "owner", hidden=("land", "place"))
    HELD_OUT = kind(23, "owner", "place")  # the territory stays
    SCRAPPED = kind(24, "seat", "land")
    SHOWN = kind(25, "seat", "mech")  # shown from the hand
    HARVESTED = kind(26, "seat", hidden="land")  # seat, 0 | kind
    OPENED = kind(27, "seat", "mech")  # at the end
    VICTORY = kind(28, "seat", "clause")
