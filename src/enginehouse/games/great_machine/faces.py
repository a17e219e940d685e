"""Draw the faces and the backs of the cards, with the pictograms of `art/cards.svg`."""

from __future__ import annotations

from functools import lru_cache

from enginehouse.core.pictures.artwork import Artwork
from enginehouse.core.pictures.drawing import Svg, el, joined, num, wrap
from enginehouse.games.great_machine import parts

CARDS = Artwork(__package__, "cards.svg", "gm-")

WIDE, HIGH = 152, 128
BACK_HIGH = HIGH / 2
"""The height of backs and of places for piles: half of a face."""
LINE = 13.5
"""The distance between lines of a card's text."""

# Each card's family (its pictogram) and its text, in the words of the house.
PRINTED: dict[str, tuple[str, str]] = {
    "toggle-pipe": ("lever", "Tilt one toggle to its other side."),
    "toggle-pipes": ("lever", "Tilt exactly two toggles."),
    "toggle-many-pipes": ("lever", "Tilt exactly three toggles."),
    "reverse-motor": ("motor", "The motor turns the other way from now on."),
    "speed-motor": ("motor", "The motor goes two steps this turn."),
    "cardiac-arrest": ("skull", "The fattest rat drops dead."),
    "starvation": ("skull", "The thinnest rat dies."),
    "poison-pellet": ("skull", "On a player: the rat that eats their turn’s first pellet dies."),
    "lightning-strike": (
        "bolt",
        "Motor stands still. The rat about to be fed is struck dead; the unshocked lose their appetite.",
    ),
    "someone-beat-us": ("skull", "No point going on: all rats die."),
    "masters-coach-approaches": ("coach", "The Master comes 4 nearer."),
    "convention-dinner": ("coach", "The Master comes 2 nearer."),
    "old-friends": ("coach", "The Master comes 2 nearer."),
    "airline-strike": ("coach", "The Master is held up for 3."),
    "postcard-from-the-master": ("coach", "The Master stays away for 2 more."),
    "poster-session": ("coach", "The Master stays away for 2 more."),
    "you-know-a-guy": ("coach", "The Master: 2 nearer or 2 farther, as you like."),
    "animal-liberationists": ("pellet", "Every rat gains 2 pellets."),
    "short-circuit": ("bolt", "On a player: nobody is shocked in their turn."),
    "burn-out": ("motor", "On a player: in their turn the motor stands still, the same cage is shocked."),
    "stripped-gear": ("lock", "Lock a toggle until your next turn."),
    "cracked-gear": ("lock", "Lock a toggle until your next turn."),
    "stuck-gear": ("lock", "Lock a toggle until your next turn."),
    "lost-gear": ("lock", "Lock a toggle until your next turn."),
    "super-glue": ("lock", "Glue a toggle until your next turn."),
    "explosion": ("lock", "Lock four connected toggles (small machine: all) until your next turn."),
    "psycho-rat": ("rat", "Lock the toggle above a rat until its owner’s next turn."),
    "total-breakdown": ("lever", "All locks come off, and a coin sets every toggle."),
    "super-pellet": ("pellet", "On a player: the first pellet of their turn counts double."),
    "extra-food": ("pellet", "On a player: one more pellet drops in their turn."),
    "laxative-pellet": ("pellet", "On a player: the rat that eats their turn’s first pellet loses 2, or dies."),
    "hopper-blockage": ("pellet", "On a player: no pellet drops in their turn."),
    "blockage": ("pellet", "The next pellet sticks at the level you name and blocks the pipe."),
    "nasty-bug": ("rat", "On a player: their rat and its neighbours lose a pellet each."),
    "rat-static": ("bolt", "On a player: their rat’s neighbours lose a pellet each."),
    "noxious-rat": ("rat", "On a player: in their turn rats within two cages of theirs will not eat."),
    "fitness-meme": ("rat", "Until your next turn only the thinnest rat can gain."),
    "union-action": ("rat", "Until your next turn no rat eats."),
    "ethics-committee": ("shield", "Until your next turn: no motor, no shock, no pellets."),
    "flooded-cages": ("bolt", "On a player: if a rat is shocked in their turn, all are."),
    "old-reanimation-experiment": ("bolt", "On a player: in their turn a shock feeds 1 instead."),
    "greased-gear": ("motor", "The motor swings to the opposite cage, shocking nobody."),
    "rubber-boots": ("shield", "On a player: their rat cannot be shocked until it dies."),
    "pavlovian-cower": ("rat", "On a player: no shock and no food for their rat until their next turn."),
    "pavlovian-salivate": (
        "rat",
        "On a player: +1 phantom pellet in each other turn in which a toggle flips, until their next.",
    ),
    "rat-escape": ("rat", "A rat of your choice runs off. Its owner’s next turn is spent catching it."),
    "maze": ("lever", "On a player: their rat climbs into the pipes until it has found a pellet."),
    "mellow-rat": ("rat", "No card touches a rat of your choice until its owner’s next turn."),
    "deal": ("rat", "Two rats of your choice swap cages."),
    "collaboration": ("rat", "Choose two rats: when one eats, both gain, until one is shocked."),
    "plagiarism": ("pellet", "On a player: their rat takes a pellet from another rat of your choice."),
    "positive-reinforcement": ("pellet", "The fattest rat gains 1. If tied, all of them do."),
    "negative-reinforcement": ("coin", "A coin: the thinnest rat gains or loses 1."),
    "biomorphic-resonance": ("pellet", "The fattest rat loses 1, the thinnest gains 1."),
    "leftovers": ("coin", "On a player: a coin decides whether their rat gains or loses 1."),
    "black-economy": ("cards", "Your rat pays 1 pellet: draw two cards."),
    "caffeine-prophecy": ("cards", "Look at the top four cards of a deck. Put them back in any order."),
    "nobbled-a-passing-geezer": ("cards", "Look through a deck; take a card, or play it now."),
    "timely-intervention": ("shield", "At any time: cancel an event card as it is played."),
    "all-nighter": ("clock", "On a player: an extra turn after that one."),
    "part-time-job": ("clock", "On a player: a lost turn, then two in a row."),
    "this-should-only-take-a-minute": ("clock", "On a player: the turn is lost."),
    "cleaning-duty": ("clock", "On a player: a lost turn, and any discarded card."),
    "warhamster": ("star", "No effect: your rat learns magic, and the machine takes no notice."),
    "proved-a-private-theory": ("star", "You win, as far as you are concerned. It goes onto the score sheet."),
}

AMOUNTS: dict[str, str] = {
    "toggle-pipe": "1", "toggle-pipes": "2", "toggle-many-pipes": "3", "total-breakdown": "±", "maze": "?",
    "reverse-motor": "↺", "speed-motor": "2", "burn-out": "0", "greased-gear": "½",
    "cardiac-arrest": "♥", "starvation": "0", "poison-pellet": "•", "someone-beat-us": "×",
    "lightning-strike": "†", "short-circuit": "0", "flooded-cages": "=", "rat-static": "−1", "old-reanimation-experiment": "+1",
    "masters-coach-approaches": "−4", "convention-dinner": "−2", "old-friends": "−2", "airline-strike": "+3",
    "postcard-from-the-master": "+2", "poster-session": "+2", "you-know-a-guy": "±2",
    "explosion": "4",
    "animal-liberationists": "+2", "super-pellet": "×2", "extra-food": "2", "laxative-pellet": "−2", "hopper-blockage": "0",
    "blockage": "×", "plagiarism": "→", "positive-reinforcement": "+1", "biomorphic-resonance": "±1",
    "nasty-bug": "−1", "noxious-rat": "~", "psycho-rat": "↑", "fitness-meme": "<", "union-action": "0", "pavlovian-cower": "↓",
    "pavlovian-salivate": "+1", "rat-escape": "→", "mellow-rat": "♥", "deal": "⇄", "collaboration": "&",
    "ethics-committee": "0", "rubber-boots": "∞", "timely-intervention": "!",
    "negative-reinforcement": "±1", "leftovers": "±",
    "black-economy": "+2", "caffeine-prophecy": "4", "nobbled-a-passing-geezer": "1",
    "all-nighter": "+1", "part-time-job": "2", "this-should-only-take-a-minute": "−1", "cleaning-duty": "∓",
    "warhamster": "0", "proved-a-private-theory": "1",
}  # fmt: skip
"""The signs that distinguish the cards of a family: an amount, or a direction.

Cards with the same text share a sign.
"""


def _amount(slug: str, x: float, y: float) -> Svg:
    """Draw a disc round (x, y) with the sign that distinguishes the card `slug` from similar cards, such as "+1".

    Draw nothing if the card has no such sign.
    """
    if slug not in AMOUNTS:
        return Svg("")
    disc = el("circle", cx=x, cy=y, r=11, cls="gm-amount")
    return joined([disc, el("text", AMOUNTS[slug], x=x, y=y + 4.8, cls="gm-amount-text")])


def lines(text: list[str], y: float, step: float, cls: str) -> Svg:
    """Draw lines of centred text below each other: the first at height `y`, the others `step` apart."""
    return joined(el("text", line, y=y + k * step, cls=cls) for k, line in enumerate(text))


LEAST_ICON = 20
"""The minimum height between title and text for a pictogram."""


@lru_cache(maxsize=4096)
def face(kind: int, copies: int = 1) -> Svg:
    """Draw the face of a card of this kind round (0, 0).

    If `copies` is more than 1, copies lie behind it and their number is shown.
    """
    card = parts.CARDS[kind]
    text = PRINTED[card.slug][1]
    deck = "gm-event" if card.deck == parts.EVENT else "gm-movement"
    title = wrap(card.title, 19)
    behind = [
        el("rect", x=-WIDE / 2 + 4 * k, y=-HIGH / 2 - 4 * k, width=WIDE, height=HIGH, rx=10, cls="gm-card gm-under")
        for k in range(min(copies, 3) - 1, 0, -1)
    ]
    body = wrap(text, 25)
    foot = HIGH / 2 - 10 - LINE * (len(body) - 1)
    head = -HIGH / 2 + 15 + 15 * len(title)
    room = foot - 16 - head
    drawn = [
        *behind,
        el("rect", x=-WIDE / 2, y=-HIGH / 2, width=WIDE, height=HIGH, rx=10, cls="gm-card"),
        el("path", d=_banner(12 + 15 * len(title)), cls=f"gm-banner {deck}"),
        lines(title, -HIGH / 2 + 20, 15, "gm-title"),
        lines(body, foot, LINE, "gm-text"),
    ]
    if room >= LEAST_ICON:
        scale = min(room / 60, 1)
        at = f"translate(0 {num(head + room / 2)}) scale({num(scale)})"
        drawn.append(el("g", CARDS[f"icon-{PRINTED[card.slug][0]}"], transform=at))
        drawn.append(_amount(card.slug, -WIDE / 2 + 17, head + 13))
    else:
        drawn.append(_amount(card.slug, 0, head + 11))
    if copies > 1:
        drawn += [
            el("circle", cx=WIDE / 2 - 18, cy=head + 17, r=13, cls="gm-many"),
            el("text", f"×{copies}", x=WIDE / 2 - 18, y=head + 22, cls="gm-many-text"),
        ]
    return joined(drawn)


def _banner(height: float) -> str:
    w, top = WIDE / 2 - 5, -HIGH / 2 + 5
    return f"M{-w} {top + 7}Q{-w} {top} {-w + 7} {top}H{w - 7}Q{w} {top} {w} {top + 7}V{top + height - 8}Q0 {top + height + 4} {-w} {top + height - 8}Z"


def place(cls: str, lifted: float = 0) -> Svg:
    """Draw an empty place for a card round (0, 0): the outline of a card's back.

    The outline is moved up and to the left by `lifted` units.
    """
    wide, high = WIDE / 2, BACK_HIGH
    return el("rect", x=-wide / 2 - lifted, y=-high / 2 - lifted, width=wide, height=high, rx=7, cls=cls)


def back(deck: int) -> Svg:
    """Draw the back of a card of this deck round (0, 0), half as large as a face."""
    return CARDS["movement-back" if deck == parts.MOVEMENT else "event-back"]
