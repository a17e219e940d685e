"""Describe each part of The Great Machine in a sentence or two (see `core.words.texts`)."""

from __future__ import annotations

from enginehouse.core.records.hidden import at, count
from enginehouse.core.teaching.guides import Guide, Scene
from enginehouse.core.words.texts import Text
from enginehouse.games.great_machine import machine, parts
from enginehouse.games.great_machine.state import Phase, State

_ON = "On a player of your choice: "

# By slug: the effect of a card, with its clause.
_CARDS: dict[str, tuple[str, int]] = {
    "toggle-pipe": ("Tilt one toggle to its other side. A locked one cannot be tilted.", 501),
    "toggle-pipes": ("Tilt exactly two different toggles.", 501),
    "toggle-many-pipes": ("Tilt exactly three different toggles.", 501),
    "reverse-motor": ("The motor turns the other way from now on.", 502),
    "speed-motor": ("The motor goes two steps this turn; only the cage where it stops is shocked.", 502),
    "cardiac-arrest": ("The fattest rat dies. Its owner brings a new one next turn.", 401),
    "starvation": ("The thinnest rat dies. Its owner brings a new one next turn.", 401),
    "poison-pellet": (f"{_ON}the rat that eats the first pellet of their turn dies.", 606),
    "lightning-strike": (
        f"{_ON}in their turn the motor stands still and lightning kills the rat that the next pellet would reach. "
        "Rats that were not shocked do not eat in that turn and the next.",
        606,
    ),
    "someone-beat-us": ("All rats die. All players start again with no pellets.", 401),
    "masters-coach-approaches": ("The Master comes 4 slots nearer. When he arrives the game ends.", 204),
    "convention-dinner": ("The Master comes 2 slots nearer.", 204),
    "old-friends": ("The Master comes 2 slots nearer.", 204),
    "airline-strike": ("The Master is held up: 3 slots farther away.", 204),
    "postcard-from-the-master": ("The Master is 2 slots farther away.", 204),
    "poster-session": ("The Master is 2 slots farther away.", 204),
    "you-know-a-guy": ("The Master moves 2 slots nearer or 2 slots back. You choose.", 204),
    "animal-liberationists": ("Every rat gains 2 pellets.", 307),
    "short-circuit": (f"{_ON}nobody is shocked in their turn.", 606),
    "burn-out": (f"{_ON}in their turn the motor stands still, and the same cage is shocked again.", 606),
    "stripped-gear": ("Lock a toggle: no card tilts it until your next turn.", 501),
    "cracked-gear": ("Lock a toggle: no card tilts it until your next turn.", 501),
    "stuck-gear": ("Lock a toggle: no card tilts it until your next turn.", 501),
    "lost-gear": ("Lock a toggle: no card tilts it until your next turn.", 501),
    "super-glue": ("Lock a toggle: no card tilts it until your next turn.", 501),
    "explosion": (
        "Lock four connected toggles (all three of the small machine) until your next turn.",
        501,
    ),
    "psycho-rat": (
        "Lock the toggle above a rat in its cage until its owner's next turn.",
        609,
    ),
    "total-breakdown": ("All locks come off, then a coin sets every toggle.", 803),
    "super-pellet": (f"{_ON}the first pellet of their turn counts double.", 606),
    "extra-food": (f"{_ON}one more pellet drops in their turn.", 606),
    "laxative-pellet": (
        f"{_ON}the rat that eats the first pellet of their turn loses 2. A rat with fewer than 2 dies.",
        606,
    ),
    "hopper-blockage": (f"{_ON}no pellet drops in their turn.", 606),
    "blockage": ("Choose a level of the pipes. The next pellet sticks there and blocks the pipe.", 802),
    "nasty-bug": (f"{_ON}their rat and every rat in a cage beside it lose 1 pellet.", 805),
    "rat-static": (f"{_ON}every rat in a cage beside theirs loses 1 pellet.", 805),
    "noxious-rat": (f"{_ON}in their turn the other rats within two cages of theirs do not eat.", 805),
    "fitness-meme": ("Until your next turn only the thinnest rat gains pellets.", 307),
    "union-action": ("Until your next turn no rat eats.", 307),
    "ethics-committee": ("Until your next turn the machine stands still: no motor, no shock, no pellets.", 606),
    "flooded-cages": (f"{_ON}if a rat is shocked in their turn, all rats in cages are.", 307),
    "old-reanimation-experiment": (f"{_ON}in their turn a shocked rat gains 1 pellet.", 307),
    "greased-gear": ("The motor swings to the opposite cage at once and shocks nobody.", 104),
    "rubber-boots": (f"{_ON}their rat cannot be shocked until it dies.", 308),
    "pavlovian-cower": (f"{_ON}from their turn to the next one, their rat is neither shocked nor fed.", 601),
    "pavlovian-salivate": (
        f"{_ON}from their turn to the next one, their rat gains 1 phantom pellet in each other turn in which a toggle flips.",
        601,
    ),
    "rat-escape": (
        "A rat runs off: no food and no shock for it. Its owner's next turn is spent catching it.",
        405,
    ),
    "maze": (f"{_ON}their rat climbs into the pipes, one toggle a turn, until it has found a pellet.", 804),
    "mellow-rat": ("Choose a rat. Effects on it end, and no card affects it until its owner's next turn.", 609),
    "deal": ("Two rats swap their cages.", 601),
    "collaboration": (
        "Two rats become partners: when one eats, both gain, until either is shocked or dies.",
        601,
    ),
    "plagiarism": ("One player's rat takes 1 pellet from another's.", 601),
    "positive-reinforcement": ("The fattest rat gains 1 pellet. If tied, all of them do.", 403),
    "negative-reinforcement": ("A coin decides whether the thinnest rat gains or loses 1 pellet.", 403),
    "biomorphic-resonance": ("The fattest rat loses 1 pellet, the thinnest gains 1.", 403),
    "leftovers": (f"{_ON}a coin decides whether their rat gains or loses 1 pellet.", 601),
    "black-economy": ("Your rat pays 1 pellet, and you draw two cards.", 607),
    "caffeine-prophecy": ("Look at the top four cards of a deck and put them back in any order.", 607),
    "nobbled-a-passing-geezer": ("Look through a deck and take any card of it, or play that card now.", 607),
    "timely-intervention": (
        "Cancel an event card when another player plays it.",
        603,
    ),
    "all-nighter": (f"{_ON}they take an extra turn after theirs.", 703),
    "part-time-job": (f"{_ON}they lose their next turn, and then have two in a row.", 703),
    "this-should-only-take-a-minute": (f"{_ON}they lose their current turn, or else their next one.", 703),
    "cleaning-duty": (f"{_ON}they lose their next turn and get any discarded card.", 703),
    "warhamster": ("Nothing happens. It is splendid all the same.", 605),
    "proved-a-private-theory": ("Nothing happens, but the score sheet mentions it.", 605),
}

TEXTS: dict[str, Text] = {
    **{f"card-{card.slug}": Text(card.title, *_CARDS[card.slug]) for card in parts.CARDS},
    **{f"listed-{card.slug}": Text(card.title, *_CARDS[card.slug], by_part=True) for card in parts.CARDS},
    "movement-deck": Text(
        "The movement deck",
        "Cards that tilt toggles or change the motor. They have no target and cannot be cancelled.",
        301,
    ),
    "event-deck": Text(
        "The event deck",
        "Cards that feed, rob and kill, lock the machine and move the Master. They can be cancelled.",
        301,
    ),
    "discard": Text(
        "A discard pile", "Played and discarded cards. When the deck is empty, they become the new deck.", 301
    ),
    "tray": Text("The tray", "Drop a card here to play it. Drop it on its discard pile to discard it.", 302),
    "played": Text("A card in play", "It takes effect unless a player cancels it.", 607),
    "pellet": Text("A pellet", "It falls through the pipes. The rat in the cage below eats it.", 304),
    "distraught": Text(
        "A distraught rat",
        "After a Lightning Strike, rats that were not shocked do not eat this turn and the next.",
        606,
    ),
    "rat": Text(
        "A rat",
        "Each pellet in its cage makes it fatter. The fattest rat wins when the Master is home. A rat that dies loses all its "
        "pellets, and its owner places a new one next turn.",
        402,
    ),
    "cage": Text(
        "A cage", "The rat here eats the pellets that fall in, and is shocked when the motor points here.", 303
    ),
    "charged": Text(
        "The charged cage",
        "The motor points here. At the end of a turn it moves one step and shocks that cage.",
        303,
    ),
    "toggle": Text(
        "A toggle", "It sends the pellet to the side to which it tilts. Cards tilt it unless it is locked.", 102
    ),
    "locked": Text("A locked toggle", "A padlock: no card tilts it until the lock comes off.", 501),
    "hopper": Text(
        "The hopper", "At the end of each turn a pellet drops from here through the pipes into a cage.", 304
    ),
    "level": Text("A level of the pipes", "A Blockage makes the next pellet stick at the level that you choose.", 802),
    "stuck": Text("Stuck pellets", "They block this pipe until the toggle above tilts.", 803),
    "motor": Text("The motor", "It moves one step each turn. The rat in the cage that it reaches loses a pellet.", 103),
    "coach": Text("The Master's coach", "It comes one slot nearer each round. When it arrives the game is over.", 204),
    "forecast": Text(
        "The end of this turn",
        "The dots show where the next pellet will land. The dashed cage is shocked next.",
        304,
    ),
    "plate": Text(
        "A player's plate", "The pellets of the rat, and the movement and event cards in this player's hand.", 901
    ),
    "tag": Text("Active effect", "An effect of this turn, or one that lasts until a player's next turn.", 606),
    "to-hand": Text("Into your hand", "Keep the card instead of playing it now.", 607),
    "way": Text("Where the Master goes", "Nearer: the game ends sooner. Back: it lasts longer.", 204),
}

_WHOLE = {
    "hopper": "hopper", "dial": "motor", "arm": "motor", "road": "coach", "coach": "coach", "tray": "tray",
    "to-hand": "to-hand", "forecast": "forecast",
}  # fmt: skip
"""The key of the text about a piece, by the piece's id."""
_FIRST = {
    "rat": "rat", "toggle": "toggle", "level": "level", "stuck": "stuck", "plate": "plate", "tag": "tag", "way": "way", "played": "played", "pile": "discard",
}  # fmt: skip
"""The key of the text about a piece, by the first word of the piece's id."""

GUIDE = Guide(
    goal="You are a rat in a laboratory machine. Pellets make you fat: be the fattest rat when the Master comes home. If rats tie "
    "for fattest, none of them wins.",
    turn=(
        Scene("Draw a card from either deck. Then play or discard a card of your hand. Keep at most five.", 3, "hand"),
        Scene(
            "Movement cards tilt toggles and drive the motor. The dots show where the pellet will fall with this card. The "
            "dashed cage is shocked next.",
            3,
            "machine",
            (0, 60, 800, 590),
            "play toggle-pipes 1 2",
        ),
        Scene(
            "Then the machine runs. The motor moves one step and shocks the rat in that cage, which loses a pellet. A pellet falls, "
            "and the rat below eats it.",
            4,
            "machine",
            (0, 470, 800, 182),
        ),
    ),
    signs={
        "The movement deck": "movement-deck",
        "The event deck": "event-deck",
        "A toggle": "toggle",
        "A locked toggle": "locked",
        "The hopper": "hopper",
        "A cage": "cage",
        "The motor, small machine": "motor",
        "The charged cage": "charged",
        "The Master’s coach": "coach",
    },
    end="The Master comes one slot nearer each round, and some cards move him. When he arrives, or after 40 rounds, the fattest "
    "living rat wins. Rats that tie are out, and the next fattest wins. A rat that dies loses its pellets, and its owner places a "
    "new one next turn.",
)

PARTS = {
    "A rat of": "rat",
    "A rat with Rubber Boots": "card-rubber-boots",
    "A cowering rat": "card-pavlovian-cower",
    "A salivating rat": "card-pavlovian-salivate",
    "A mellow rat": "card-mellow-rat",
    "A psycho rat": "card-psycho-rat",
    "A noxious rat": "card-noxious-rat",
    "The hopper with Hopper Blockage": "card-hopper-blockage",
    "The motor": "motor",
    "The Master’s house": "coach",
    "A poisoned pellet": "card-poison-pellet",
    "A laxative pellet": "card-laxative-pellet",
    "A super pellet": "card-super-pellet",
    "A doubly super pellet": "card-super-pellet",
}
"""The key of a part's text, by the start of the part's title in the gallery."""

DECIDED_BY = {
    Phase.PLACE: 201, Phase.RETURN: 401, Phase.DRAW: 301, Phase.PLAY: 302, Phase.WINDOW: 603, Phase.LOOK: 607,
    Phase.ORDER: 607, Phase.TAKE: 607, Phase.ECONOMY: 607, Phase.CLEAN: 607, Phase.LIMIT: 305,
}  # fmt: skip
"""By phase: the clause about its decision."""

_NAMED = {
    "card": "Choose a card.",
    "offer": "Choose a card.",
    "tray": "Play it?",
    "toggle": "Choose a toggle.",
    "plate": "Choose a player.",
    "rat": "Choose a rat.",
    "level": "Choose a level of the pipes.",
    "way": "Nearer or farther away?",
}
ASKS = {
    "play": _NAMED,
    "play toggle-pipes": {**_NAMED, "toggle": "Choose two toggles."},
    "play toggle-many-pipes": {**_NAMED, "toggle": "Choose three toggles."},
    "discard": {"card": "Choose a card.", "pile": "Discard it?"},
    "take": {"offer": "Choose a card.", "to-hand": "Take it?"},
    "order": {"place": "Choose the next one."},
}
"""The question to a player, by words of the action's name and by the kind of piece to choose next.

It is "" if the pieces are chosen and the player has to choose among buttons.
"""


def about(v: State, piece: str) -> str:
    """Return the key in `TEXTS` for the text about a piece of the picture. `piece` is the piece's id."""
    if piece in _WHOLE:
        return _WHOLE[piece]
    first, _, rest = piece.partition("-")
    if first in ("card", "offer"):
        return f"{'card' if first == 'card' else 'listed'}-{rest}"
    if first == "place":  # place 2 of the deck is to come first: that card
        zone = parts.DECK + v.deck
        return f"listed-{parts.CARDS[int(parts.KIND_OF[at(v, zone, count(v, zone) - int(rest.split('-')[0]))])].slug}"
    if first == "deck":
        return f"{rest}-deck"
    if first == "cage":
        return "charged" if v.phase != Phase.PLACE and machine.charged_cage(v) == int(rest) else "cage"
    if first == "toggle" and machine.find_locked(v) >> (int(rest) - 1) & 1:
        return "locked"
    return _FIRST.get(first, "")
