"""The parts of The Great Machine as tables: both machines, all cards, and the sets that actions name.

Everything here is data of the rulebook's sections 1, 5 and 6. Toggles and cages are numbered from 1 as on the board,
seats from 0; masks have bit `toggle - 1` and bit `seat`.
"""

from __future__ import annotations

from itertools import combinations, permutations
from typing import NamedTuple

import numpy as np

from enginehouse.core.rule import Constants

# -- 1 Machine ---------------------------------------------------------------------------------------------------------

SMALL_SEATS = 4
"""GM-1.1: up to so many players use the small machine."""
MOST_SEATS, MOST_TOGGLES, MOST_CAGES = 8, 7, 8
TRACK = 20
"""GM-2.4: slots of the Master's track."""
LAST_ROUND = 40
"""GM-2.5: the Master arrives at the end of this round at the latest."""
HAND_LIMIT = 5

RING_SMALL = (1, 2, 3, 4)
RING_LARGE = (1, 5, 2, 6, 3, 7, 4, 8)
"""GM-1.3: the cages of the motor's ring, clockwise."""

# -- 5, 6 Cards --------------------------------------------------------------------------------------------------------

MOVEMENT, EVENT = 0, 1
DECK_NAMES = ("movement", "event")


class Form(Constants):
    """How a card is played: what is named with it."""

    NONE, SUBJECT, WAY, TOGGLE, PAIR, TRIPLE, EXPLOSION, RAT, LEVEL, TWO, VICTIM, NEVER = range(12)


class Card(NamedTuple):
    """One kind of card: its slug in action names, its title, deck, copies, how it is played."""

    slug: str
    title: str
    deck: int
    copies: int
    form: int


def _m(slug: str, title: str, copies: int, form: int) -> Card:
    return Card(slug, title, MOVEMENT, copies, form)


def _e(slug: str, title: str, form: int, copies: int = 2) -> Card:
    return Card(slug, title, EVENT, copies, form)


# GM-5 and GM-6.5: the kinds in the order of their numbers; a name below is a kind's number.
CARDS: tuple[Card, ...] = (
    _m("toggle-pipe", "Toggle Pipe", 10, Form.TOGGLE),
    _m("toggle-pipes", "Toggle Pipes", 10, Form.PAIR),
    _m("toggle-many-pipes", "Toggle Many Pipes", 10, Form.TRIPLE),
    _m("reverse-motor", "Reverse Motor", 5, Form.NONE),
    _m("speed-motor", "Speed Motor", 5, Form.NONE),
    _e("cardiac-arrest", "Cardiac Arrest", Form.NONE, 1),
    _e("starvation", "Starvation", Form.NONE, 1),
    _e("poison-pellet", "Poison Pellet", Form.SUBJECT, 1),
    _e("lightning-strike", "Lightning Strike", Form.SUBJECT, 1),
    _e("someone-beat-us", "Someone Beat Us to It!", Form.NONE, 1),
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
    _e("psycho-rat", "Psycho Rat", Form.RAT),
    _e("total-breakdown", "Total Breakdown", Form.NONE),
    _e("super-pellet", "Super Pellet", Form.SUBJECT),
    _e("extra-food", "Extra Food", Form.SUBJECT, 4),
    _e("laxative-pellet", "Laxative Pellet", Form.SUBJECT),
    _e("hopper-blockage", "Hopper Blockage", Form.SUBJECT),
    _e("blockage", "Blockage", Form.LEVEL),
    _e("nasty-bug", "Nasty Bug", Form.SUBJECT),
    _e("rat-static", "Rat Static", Form.SUBJECT),
    _e("noxious-rat", "Noxious Rat", Form.SUBJECT),
    _e("fitness-meme", "Fitness Meme", Form.NONE),
    _e("union-action", "Union Action", Form.NONE),
    _e("ethics-committee", "Ethics Committee", Form.NONE),
    _e("flooded-cages", "Flooded Cages", Form.SUBJECT),
    _e("old-reanimation-experiment", "Old Reanimation Experiment", Form.SUBJECT),
    _e("greased-gear", "Greased Gear", Form.NONE),
    _e("rubber-boots", "Rubber Boots", Form.SUBJECT),
    _e("pavlovian-cower", "Pavlovian Response (cower)", Form.SUBJECT),
    _e("pavlovian-salivate", "Pavlovian Response (salivate)", Form.SUBJECT),
    _e("rat-escape", "Rat Escape!", Form.RAT),
    _e("maze", "Maze!", Form.SUBJECT, 4),
    _e("mellow-rat", "Mellow Rat", Form.RAT),
    _e("deal", "Deal!", Form.TWO),
    _e("collaboration", "Collaboration", Form.TWO),
    _e("plagiarism", "Plagiarism", Form.VICTIM),
    _e("positive-reinforcement", "Positive Reinforcement", Form.NONE),
    _e("negative-reinforcement", "Negative Reinforcement", Form.NONE),
    _e("biomorphic-resonance", "Biomorphic Resonance", Form.NONE),
    _e("leftovers", "Leftovers", Form.SUBJECT),
    _e("black-economy", "Black Economy", Form.NONE),
    _e("caffeine-prophecy", "Caffeine Prophecy", Form.NONE),
    _e("nobbled-a-passing-geezer", "Nobbled a Passing Geezer", Form.NONE),
    _e("timely-intervention", "Timely Intervention", Form.NEVER),
    _e("all-nighter", "All Nighter", Form.SUBJECT, 4),
    _e("part-time-job", "Part-Time Job", Form.SUBJECT),
    _e("this-should-only-take-a-minute", '"This Should Only Take You a Minute"', Form.SUBJECT),
    _e("cleaning-duty", "Cleaning Duty", Form.SUBJECT),
    _e("warhamster", "WarHamster", Form.NONE),
    _e("proved-a-private-theory", "Proved a Private Theory!", Form.NONE),
)
KINDS = len(CARDS)

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
"""161 cards: 40 movement and 121 event."""

_KIND_OF = [0, *(kind for kind, card in enumerate(CARDS) for _ in range(card.copies))]
KIND_OF = np.array(_KIND_OF, np.int64)
"""The kind of each physical card, by its number from 1."""
BACK_OF = np.array([0, *(CARDS[k].deck for k in _KIND_OF[1:])], np.int64)
"""The back of each physical card: its deck."""
MOVEMENT_CARDS = sum(card.copies for card in CARDS if card.deck == MOVEMENT)

# -- zones of cards ----------------------------------------------------------------------------------------------------

HAND_ROOM = 48
"""A hand's room. Only Cleaning Duty gives cards to a hand that cannot discard (2 copies, played at most some ten times)."""
IN_PLAY_ROOM = 4
DECK = 0
"""Zones DECK and DECK + 1: the decks."""
DISCARD = 2
"""Zones DISCARD and DISCARD + 1: the discard piles."""
IN_PLAY = 4
HAND = 5
"""Zones HAND to HAND + 7: the hands by seat."""
_EVENT_CARDS = PIECES - MOVEMENT_CARDS
CAPACITIES = [
    MOVEMENT_CARDS, _EVENT_CARDS, MOVEMENT_CARDS, _EVENT_CARDS, IN_PLAY_ROOM, *([HAND_ROOM] * MOST_SEATS),
]  # fmt: skip
ROOM = np.array(CAPACITIES, np.int64)

# -- what is named with a card -----------------------------------------------------------------------------------------


def _mask(members: tuple[int, ...]) -> int:
    return sum(1 << (m - 1) for m in members)


def _sets(size: int) -> list[tuple[int, ...]]:
    """Sets of toggles in the order of their greatest members, so that the small machine's come first."""
    return sorted(combinations(range(1, MOST_TOGGLES + 1), size), key=lambda c: c[::-1])


def _hang_together(members: tuple[int, ...]) -> bool:
    """GM-1.4: toggles are adjacent when one feeds the other; a set hangs together when one root feeds all others."""
    return sum(1 for t in members if t // 2 not in members) == 1


PAIRS = _sets(2)
TRIPLES = _sets(3)
EXPLOSIONS = [(1, 2, 3), *(c for c in _sets(4) if _hang_together(c))]
"""GM-6 Explosion!: all three toggles of the small machine, then the sets of four of the large one."""
TWOS = sorted(combinations(range(MOST_SEATS), 2), key=lambda c: c[::-1])
"""Two players, in the order of the higher seat."""
VICTIMS = [(a, b) for a in range(MOST_SEATS) for b in range(MOST_SEATS) if a != b]

PAIR_MASKS = np.array([_mask(c) for c in PAIRS], np.int64)
TRIPLE_MASKS = np.array([_mask(c) for c in TRIPLES], np.int64)
EXPLOSION_MASKS = np.array([_mask(c) for c in EXPLOSIONS], np.int64)
TWO_FIRST = np.array([a for a, _ in TWOS], np.int64)
TWO_SECOND = np.array([b for _, b in TWOS], np.int64)

FORM_OF = np.array([card.form for card in CARDS], np.int64)
DECK_OF = np.array([card.deck for card in CARDS], np.int64)


def _endings(form: int) -> list[str]:
    seats = [str(seat) for seat in range(MOST_SEATS)]
    return {
        Form.NONE: [""],
        Form.SUBJECT: [f" on {seat}" for seat in seats],
        Form.WAY: [" forward", " back"],
        Form.TOGGLE: [f" {t}" for t in range(1, MOST_TOGGLES + 1)],
        Form.PAIR: [" " + " ".join(map(str, c)) for c in PAIRS],
        Form.TRIPLE: [" " + " ".join(map(str, c)) for c in TRIPLES],
        Form.EXPLOSION: [" " + " ".join(map(str, c)) for c in EXPLOSIONS],
        Form.RAT: [f" rat {seat}" for seat in seats],
        Form.LEVEL: [f" level {level}" for level in (1, 2, 3)],
        Form.TWO: [f" on {a} with {b}" for a, b in TWOS],
        Form.VICTIM: [f" on {a} from {b}" for a, b in VICTIMS],
        Form.NEVER: [],
    }[form]


# -- the vocabulary ----------------------------------------------------------------------------------------------------

ORDERS = [order for size in (2, 3, 4) for order in permutations(range(1, size + 1))]
"""GM-6 Caffeine Prophecy: for two, three and four cards, which of the old places (1 is the top) comes first, second, ..."""
ORDER_FIRST = np.array([0, 0, 0, 2, 8], np.int64)
"""Where the orders of so many cards begin among ORDERS."""
ORDER_MANY = np.array([1, 1, 2, 6, 24], np.int64)
ORDER_TABLE = np.array([list(o) + [0] * (4 - len(o)) for o in ORDERS], np.int64)

_names: list[str] = [f"cage {cage}" for cage in range(1, MOST_CAGES + 1)]
CAGE = 0
DRAW = len(_names)
_names += [f"draw {deck}" for deck in DECK_NAMES]
PASS = len(_names)
_names += ["pass", "intervene"]
INTERVENE = PASS + 1
LOOK = len(_names)
_names += [f"look {deck}" for deck in DECK_NAMES]
ORDER = len(_names)
_names += ["order " + " ".join(map(str, order)) for order in ORDERS]
PLAY = len(_names)
_play_first = []
for _card in CARDS:
    _play_first.append(len(_names))
    _verb = "play " + _card.slug
    _names += [_verb + ending for ending in _endings(_card.form)]
TAKE = len(_names)
_names += [f"take {card.slug}" for card in CARDS]
DISCARD_ONE = len(_names)
_names += [f"discard {card.slug}" for card in CARDS]

ACTIONS: tuple[str, ...] = tuple(_names)
PLAY_FIRST = np.array([*_play_first, TAKE], np.int64)
"""The first code of playing each kind; the codes of kind k end before `PLAY_FIRST[k + 1]`."""
_kind_of_code = [0] * len(ACTIONS)
for _kind in range(KINDS):
    for _code in range(_play_first[_kind], ([*_play_first, TAKE])[_kind + 1]):
        _kind_of_code[_code] = _kind
for _kind in range(KINDS):
    _kind_of_code[TAKE + _kind] = _kind
    _kind_of_code[DISCARD_ONE + _kind] = _kind
KIND_OF_CODE = np.array(_kind_of_code, np.int64)
"""The kind that a code plays, takes or discards."""
