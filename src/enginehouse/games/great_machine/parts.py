"""List the parts of The Great Machine in tables: both machines, all cards, their choices, and the actions.

Everything here is data of the rulebook's sections 1, 5 and 6. Toggles and cages are numbered from 1 as on the board,
seats from 0. In a mask of toggles, bit 0 stands for toggle 1, bit 1 for toggle 2, and so on. In a mask of seats,
bit 0 stands for seat 0.
"""

from __future__ import annotations

from itertools import combinations, permutations
from typing import Any, NamedTuple

import numpy as np

from enginehouse.core.records.blocks import Actions, numbered
from enginehouse.core.records.dealing import as_printed
from enginehouse.core.rule import Constants

# -- 1 Machine ---------------------------------------------------------------------------------------------------------

SMALL_SEATS = 4
"""GM-1.1: the most players who use the small machine."""
MOST_SEATS, MOST_TOGGLES, MOST_CAGES = 8, 7, 8
TRACK = 20
"""GM-2.4: slots of the Master's track."""
SHORT_TRACK = 12
"""GM-2.4: slots of the track in a short game."""
LAST_ROUND = 40
"""GM-2.5: the Master arrives at the end of this round at the latest."""
HAND_LIMIT = 5
"""GM-3.5: the number of cards that a player keeps at the end of a turn."""
START_EVENTS, START_MOVEMENTS = 2, 3
"""GM-2.3: the numbers of event and movement cards that each player begins with."""
LIBERATED, REWARD, ECONOMY_CARDS = 2, 1, 2
"""GM-6: the pellets gained by Animal Liberationists and Positive Reinforcement; the cards drawn by Black Economy."""

RING_SMALL = (1, 2, 3, 4)
RING_LARGE = (1, 5, 2, 6, 3, 7, 4, 8)
"""GM-1.3: the cages of the motor's ring, clockwise."""

BOUNDS = {
    "TRACK": (8, 20),
    "SHORT_TRACK": (4, 20),
    "LAST_ROUND": (5, 40),
    "HAND_LIMIT": (2, 8),
    "START_EVENTS": (0, 5),
    "START_MOVEMENTS": (0, 5),
    "MASTER_STEPS.*": (-8, 8),
    "LIBERATED": (0, 6),
    "REWARD": (0, 6),
    "ECONOMY_CARDS": (0, 4),
    "CARDS.*.copies": (0, 12),
    "CARDS.cleaning-duty.copies": (0, 2),  # see `HAND_ROOM`
}
"""The numbers that the lab may change, with minimum and maximum (see `core.registry.overlays`)."""
MEANINGS = {
    "TRACK": "slots of the Master's track",
    "SHORT_TRACK": "slots of the Master's track in a short game",
    "LAST_ROUND": "the round at whose end the Master arrives at the latest",
    "HAND_LIMIT": "cards that a player may keep in hand",
    "START_EVENTS": "event cards in the starting hand",
    "START_MOVEMENTS": "movement cards in the starting hand",
    "MASTER_STEPS.*": "slots that the card moves the Master back; negative: nearer",
    "LIBERATED": "pellets for Animal Liberationists",
    "REWARD": "pellets for Positive Reinforcement",
    "ECONOMY_CARDS": "cards drawn for Black Economy",
    "CARDS.*.copies": "copies of the card in its deck; 0 leaves it out",
}
"""The meaning of each of these numbers, for `enginehouse lab numbers`."""

# -- 5, 6 Cards --------------------------------------------------------------------------------------------------------

MOVEMENT, EVENT = 0, 1
"""The numbers of the two decks (GM-3.1)."""
DECK_NAMES = ("movement", "event")
"""The names of the two decks in actions."""


class Form(Constants):
    """The form of a card's play: the choices that the player makes with it, such as a toggle, a rat or a direction."""

    NONE, SUBJECT, WAY, TOGGLE, PAIR, TRIPLE, EXPLOSION, RAT, LEVEL, TWO, VICTIM, NEVER = range(12)


class Need(Constants):
    """The conditions of a play (GM-6.4), as bits. A play is refused if one of its conditions is not met.

    A condition about toggles or seats has one bit for each toggle or seat, and the constant is the first of these bits.
    Any other condition has a single bit.
    """

    TILT = 0
    """The toggle can be tilted: it is on this machine and not locked (GM-5.1)."""
    PLAYER = 8
    """The player sits at this table (GM-6.1)."""
    RAT = 16
    """The rat can be chosen: it is alive and not mellow (GM-6.4, GM-6.9)."""
    SITTING = 24
    """The rat can be chosen and is in its cage (GM-4.5)."""
    HELD = 32
    """The rat can be chosen and has not escaped."""
    LARGE, SMALL = 40, 41
    """The machine has this size (GM-1.1)."""
    PELLET = 42
    """The player has a rat that can be chosen and a pellet to pay with."""


class Card(NamedTuple):
    """A kind of card: its slug in action names, its title, its deck, the number of its copies, and how it is played.

    `form` is the kind of choice that the player makes with the card, such as a toggle or a rat (`Form`). `need` has the
    conditions for playing it, as bits of `Need`.
    """

    slug: str
    title: str
    deck: int
    copies: int
    form: int
    need: int


def _m(slug: str, title: str, copies: int, form: int, need: int = Need.TILT) -> Card:
    return Card(slug, title, MOVEMENT, copies, form, need)


def _e(slug: str, title: str, form: int, need: int = Need.PLAYER, copies: int = 2) -> Card:
    return Card(slug, title, EVENT, copies, form, need)


# GM-5 and GM-6.5: the kinds in the order of their numbers; a name below is a kind's number.
PRINTED: tuple[Card, ...] = (
    _m("toggle-pipe", "Toggle Pipe", 10, Form.TOGGLE),
    _m("toggle-pipes", "Toggle Pipes", 10, Form.PAIR),
    _m("toggle-many-pipes", "Toggle Many Pipes", 10, Form.TRIPLE),
    _m("reverse-motor", "Reverse Motor", 5, Form.NONE),
    _m("speed-motor", "Speed Motor", 5, Form.NONE),
    _e("cardiac-arrest", "Cardiac Arrest", Form.NONE, copies=1),
    _e("starvation", "Starvation", Form.NONE, copies=1),
    _e("poison-pellet", "Poison Pellet", Form.SUBJECT, copies=1),
    _e("lightning-strike", "Lightning Strike", Form.SUBJECT, copies=1),
    _e("someone-beat-us", "Someone Beat Us to It!", Form.NONE, copies=1),
    _e("masters-coach-approaches", "Master's Coach Approaches", Form.NONE),
    _e("convention-dinner", "Convention Dinner", Form.NONE),
    _e("old-friends", "Old Friends", Form.NONE),
    _e("airline-strike", "Airline Strike", Form.NONE),
    _e("postcard-from-the-master", "Postcard from the Master", Form.NONE),
    _e("poster-session", "Poster Session", Form.NONE),
    _e("you-know-a-guy", "You Know a Guy", Form.WAY),
    _e("animal-liberationists", "Animal Liberationists", Form.NONE),
    _e("short-circuit", "Short Circuit", Form.SUBJECT),
    _e("burn-out", "Burn Out", Form.SUBJECT),
    _e("stripped-gear", "Stripped Gear", Form.TOGGLE),
    _e("cracked-gear", "Cracked Gear", Form.TOGGLE),
    _e("stuck-gear", "Stuck Gear", Form.TOGGLE),
    _e("lost-gear", "Lost Gear", Form.TOGGLE),
    _e("super-glue", "Super Glue", Form.TOGGLE),
    _e("explosion", "Explosion!", Form.EXPLOSION),
    _e("psycho-rat", "Psycho Rat", Form.RAT, Need.SITTING),
    _e("total-breakdown", "Total Breakdown", Form.NONE),
    _e("super-pellet", "Super Pellet", Form.SUBJECT),
    _e("extra-food", "Extra Food", Form.SUBJECT, copies=4),
    _e("laxative-pellet", "Laxative Pellet", Form.SUBJECT),
    _e("hopper-blockage", "Hopper Blockage", Form.SUBJECT),
    _e("blockage", "Blockage", Form.LEVEL),
    _e("nasty-bug", "Nasty Bug", Form.SUBJECT, Need.RAT),
    _e("rat-static", "Rat Static", Form.SUBJECT, Need.RAT),
    _e("noxious-rat", "Noxious Rat", Form.SUBJECT, Need.RAT),
    _e("fitness-meme", "Fitness Meme", Form.NONE),
    _e("union-action", "Union Action", Form.NONE),
    _e("ethics-committee", "Ethics Committee", Form.NONE),
    _e("flooded-cages", "Flooded Cages", Form.SUBJECT),
    _e("old-reanimation-experiment", "Old Reanimation Experiment", Form.SUBJECT),
    _e("greased-gear", "Greased Gear", Form.NONE),
    _e("rubber-boots", "Rubber Boots", Form.SUBJECT, Need.RAT),
    _e("pavlovian-cower", "Pavlovian Response (cower)", Form.SUBJECT, Need.RAT),
    _e("pavlovian-salivate", "Pavlovian Response (salivate)", Form.SUBJECT, Need.RAT),
    _e("rat-escape", "Rat Escape!", Form.RAT, Need.HELD),
    _e("maze", "Maze!", Form.SUBJECT, Need.SITTING, copies=4),
    _e("mellow-rat", "Mellow Rat", Form.RAT, Need.RAT),
    _e("deal", "Deal!", Form.TWO, Need.RAT),
    _e("collaboration", "Collaboration", Form.TWO, Need.RAT),
    _e("plagiarism", "Plagiarism", Form.VICTIM, Need.RAT),
    _e("positive-reinforcement", "Positive Reinforcement", Form.NONE),
    _e("negative-reinforcement", "Negative Reinforcement", Form.NONE),
    _e("biomorphic-resonance", "Biomorphic Resonance", Form.NONE),
    _e("leftovers", "Leftovers", Form.SUBJECT, Need.RAT),
    _e("black-economy", "Black Economy", Form.NONE, Need.PELLET),
    _e("caffeine-prophecy", "Caffeine Prophecy", Form.NONE),
    _e("nobbled-a-passing-geezer", "Nobbled a Passing Geezer", Form.NONE),
    _e("timely-intervention", "Timely Intervention", Form.NEVER),
    _e("all-nighter", "All Nighter", Form.SUBJECT, copies=4),
    _e("part-time-job", "Part-Time Job", Form.SUBJECT),
    _e("this-should-only-take-a-minute", '"This Should Only Take You a Minute"', Form.SUBJECT),
    _e("cleaning-duty", "Cleaning Duty", Form.SUBJECT),
    _e("warhamster", "WarHamster", Form.NONE),
    _e("proved-a-private-theory", "Proved a Private Theory!", Form.NONE),
)
CARDS = PRINTED
"""The cards of the game: the printed ones, unless the lab changes them."""
KINDS = len(CARDS)
"""The number of kinds of cards. The constants below are the numbers of the kinds."""

(
    TOGGLE_PIPE, TOGGLE_PIPES, TOGGLE_MANY_PIPES, REVERSE_MOTOR, SPEED_MOTOR,
    CARDIAC_ARREST, STARVATION, POISON_PELLET, LIGHTNING_STRIKE, SOMEONE_BEAT_US,
    MASTERS_COACH, CONVENTION_DINNER, OLD_FRIENDS, AIRLINE_STRIKE, POSTCARD, POSTER_SESSION, YOU_KNOW_A_GUY,
    ANIMAL_LIBERATIONISTS, SHORT_CIRCUIT, BURN_OUT,
    STRIPPED_GEAR, CRACKED_GEAR, STUCK_GEAR, LOST_GEAR, SUPER_GLUE, EXPLOSION, PSYCHO_RAT, TOTAL_BREAKDOWN,
    SUPER_PELLET, EXTRA_FOOD, LAXATIVE_PELLET, HOPPER_BLOCKAGE, BLOCKAGE,
    NASTY_BUG, RAT_STATIC, NOXIOUS_RAT, FITNESS_MEME, UNION_ACTION, ETHICS_COMMITTEE,
    FLOODED_CAGES, REANIMATION, GREASED_GEAR, RUBBER_BOOTS, COWER, SALIVATE,
    RAT_ESCAPE, MAZE, MELLOW_RAT, DEAL, COLLABORATION, PLAGIARISM,
    POSITIVE_REINFORCEMENT, NEGATIVE_REINFORCEMENT, BIOMORPHIC_RESONANCE, LEFTOVERS, BLACK_ECONOMY,
    CAFFEINE_PROPHECY, NOBBLED, TIMELY_INTERVENTION,
    ALL_NIGHTER, PART_TIME_JOB, ONLY_A_MINUTE, CLEANING_DUTY, WARHAMSTER, PRIVATE_THEORY,
) = range(KINDS)  # fmt: skip

PIECES = sum(card.copies for card in CARDS)
"""The number of cards. As printed there are 161: 40 movement and 121 event cards."""

_KIND_OF = [0, *(kind for kind, card in enumerate(CARDS) for _ in range(card.copies))]
KIND_OF = np.array(_KIND_OF, np.int64)
"""The kind of each physical card, by its number from 1."""
BACK_OF = np.array([0, *(CARDS[k].deck for k in _KIND_OF[1:])], np.int64)
"""The back of each physical card: its deck."""
MOVEMENT_CARDS = sum(card.copies for card in CARDS if card.deck == MOVEMENT)
"""The number of movement cards (GM-5). All other cards are event cards."""


def _deck(deck: int) -> tuple[Any, Any]:
    return as_printed(
        [kind for kind, card in enumerate(PRINTED) if card.deck == deck for _ in range(card.copies)],
        {piece: kind for piece, kind in enumerate(_KIND_OF) if piece and CARDS[kind].deck == deck},
    )


MOVEMENT_DECK, MORE_MOVEMENTS = _deck(MOVEMENT)
EVENT_DECK, MORE_EVENTS = _deck(EVENT)
"""GM-2.3: the event deck before it is shuffled, and additional cards (see `core.records.dealing`)."""

MASTER_STEPS = {
    "masters-coach-approaches": -4,
    "convention-dinner": -2,
    "old-friends": -2,
    "airline-strike": 3,
    "postcard-from-the-master": 2,
    "poster-session": 2,
    "you-know-a-guy": 2,
}
"""GM-6: the number of slots that a card moves the Master back, negative for nearer.

You Know a Guy moves him either way.
"""

# -- zones of cards ----------------------------------------------------------------------------------------------------

HAND_ROOM = 48
"""The capacity of a hand.

Only Cleaning Duty gives cards to a hand that cannot discard (2 copies, played about ten times at most).
"""
IN_PLAY_ROOM = 4
DECK = 0
"""The first of the two zones of the decks."""
DISCARD = 2
"""The first of the two zones of the discard piles."""
IN_PLAY = 4
HAND = 5
"""The zone of seat 0's hand. The other hands follow, up to HAND + 7."""
HANDS = ((1 << MOST_SEATS) - 1) << HAND
"""The mask of the zones in which places have no meaning."""
_EVENT_CARDS = PIECES - MOVEMENT_CARDS
CAPACITIES = [
    MOVEMENT_CARDS, _EVENT_CARDS, MOVEMENT_CARDS, _EVENT_CARDS, IN_PLAY_ROOM, *([HAND_ROOM] * MOST_SEATS),
]  # fmt: skip
"""The capacity of each zone: decks, discard piles, cards in play, hands."""
ROOM = np.array(CAPACITIES, np.int64)
"""The capacities as an array for rules."""

# -- choices of a card -------------------------------------------------------------------------------------------------


class CardUse(NamedTuple):
    """A way to play a card, for example on certain toggles or seats.

    `words` are the part of the action's name that says how the card is played. `toggles` and `seats` have the toggles
    or seats on which the card is played. `machine` is Need.LARGE or Need.SMALL if the play exists only on the machine
    of that size, else 0.
    """

    words: str = ""
    toggles: tuple[int, ...] = ()
    seats: tuple[int, ...] = ()
    machine: int = 0


def _sets(size: int) -> list[tuple[int, ...]]:
    """Return all sets of `size` toggles, sorted by the highest toggle number in each set.

    The small machine has only the toggles 1 to 3. So the sets that it has too come first.
    """
    return sorted(combinations(range(1, MOST_TOGGLES + 1), size), key=lambda c: c[::-1])


def _is_connected(members: tuple[int, ...]) -> bool:
    """Return whether these toggles are connected: one of them feeds all others, directly or through other members.

    A toggle feeds the adjacent toggles below it (GM-1.4).
    """
    return sum(1 for t in members if t // 2 not in members) == 1


def _of_toggles(sets: list[tuple[int, ...]]) -> list[CardUse]:
    return [CardUse(" ".join(map(str, c)), toggles=c, machine=Need.LARGE if c[-1] > 3 else 0) for c in sets]


def _of_seats(words: str, *seats: tuple[int, ...]) -> list[CardUse]:
    return [CardUse(words.format(*c), seats=c) for c in seats]


EXPLOSIONS = [(1, 2, 3), *(c for c in _sets(4) if _is_connected(c))]
"""GM-6 Explosion!: all three toggles of the small machine, then the sets of four of the large one."""
_EACH = [(seat,) for seat in range(MOST_SEATS)]
CHOICES: dict[int, list[CardUse]] = {
    Form.NONE: [CardUse()],
    Form.SUBJECT: _of_seats("on {}", *_EACH),
    Form.WAY: [CardUse("forward"), CardUse("back")],
    Form.TOGGLE: _of_toggles(_sets(1)),
    Form.PAIR: _of_toggles(_sets(2)),
    Form.TRIPLE: _of_toggles(_sets(3)),
    Form.EXPLOSION: [CardUse("1 2 3", toggles=(1, 2, 3), machine=Need.SMALL), *_of_toggles(EXPLOSIONS[1:])],
    Form.RAT: _of_seats("rat {}", *_EACH),
    Form.LEVEL: [CardUse("level 1"), CardUse("level 2"), CardUse("level 3", machine=Need.LARGE)],
    Form.TWO: _of_seats("on {} with {}", *sorted(combinations(range(MOST_SEATS), 2), key=lambda c: c[::-1])),
    Form.VICTIM: _of_seats("on {} from {}", *permutations(range(MOST_SEATS), 2)),
    Form.NEVER: [],
}
"""The ways to play a card, by its form."""

ORDERS = [order for size in (2, 3, 4) for order in permutations(range(1, size + 1))]
"""GM-6 Caffeine Prophecy: for two, three and four cards, the old places (1 is the top) in their new order."""
ORDER_SIZE = np.array([len(order) for order in ORDERS], np.int64)
"""The number of cards that each order of `ORDERS` puts back."""
ORDER_TABLE = np.array([list(o) + [0] * (4 - len(o)) for o in ORDERS], np.int64)
"""The orders of `ORDERS` as rows of four numbers, filled up with 0."""

# -- actions -----------------------------------------------------------------------------------------------------------

ACTIONS = Actions()
"""The actions of a player. Cages, toggles and levels count from 1, seats from 0. Cards are named by their slugs."""

_SLUGS = [card.slug for card in CARDS]

Cage = ACTIONS.block("cage", cage=numbered(MOST_CAGES), grave=True)
Draw = ACTIONS.block("draw", deck=DECK_NAMES)
Pass = ACTIONS.block("pass")
Intervene = ACTIONS.block("intervene", grave=True)
Look = ACTIONS.block("look", deck=DECK_NAMES)
Order = ACTIONS.block("order", order=[" ".join(map(str, order)) for order in ORDERS])
Play = ACTIONS.block("play", card=_SLUGS, choice=[[c.words for c in CHOICES[card.form]] for card in CARDS], grave=True)
Take = ACTIONS.block("take", card=_SLUGS)
Discard = ACTIONS.block("discard", card=_SLUGS, grave=True)

FORM_OF = np.array([card.form for card in CARDS], np.int64)
"""The form of play (`Form`) of each kind of card."""
DECK_OF = np.array([card.deck for card in CARDS], np.int64)
"""The deck of each kind of card."""


def by_kind(numbers: dict[int, int]) -> Any:
    """Return an array that has a number for each kind of card, taken from the dict `numbers`.

    The keys of the dict are kinds of cards. For a kind that is not in the dict, the number is 0.
    """
    return np.array([numbers.get(kind, 0) for kind in range(KINDS)], np.int64)


def describe_choice(code: int) -> CardUse:
    """Return the toggles or players on which an action plays its card, and the words for them in the action's name.

    `code` is the number of an action that plays a card.
    """
    return CHOICES[CARDS[Play.card[code]].form][Play.choice[code]]


TOGGLES_NAMED = np.zeros(len(ACTIONS), np.int64)
"""By action code: the mask of the toggles that a play names."""
SEATS_NAMED = np.full((len(ACTIONS), 2), -1, np.int64)
"""By action code: the one or two seats that a play names, or -1."""
for _code in range(Play.FIRST, Play.FIRST + Play.MANY):
    TOGGLES_NAMED[_code] = sum(1 << (toggle - 1) for toggle in describe_choice(_code).toggles)
    for _place, _seat in enumerate(describe_choice(_code).seats):
        SEATS_NAMED[_code][_place] = _seat
