"""Describe each part of Mechanica in a sentence or two (see `core.words.texts`)."""

from __future__ import annotations

from enginehouse.core.teaching.guides import Guide, Scene
from enginehouse.core.words.texts import Text
from enginehouse.games.mechanica import parts, places
from enginehouse.games.mechanica.parts import Place
from enginehouse.games.mechanica.state import Phase, State

# By slug of a tile: its effect, with its clause.
_TILES: dict[str, tuple[str, int]] = {
    "gift-wrapper": ("Each bot that passes puts 1 coin into your Vault.", 502),
    "upgrader": ("Takes a bot and makes the next better model of it: Basic, Plus, Deluxe.", 505),
    "duplicator": ("Takes a bot and sends out two of the same model, one by each exit.", 505),
    "downgrader": (
        "Takes a bot and sends out three of the next lower model, one by each exit. A Basic leaves unchanged, by one exit that you choose.",
        505,
    ),
    "repurposer": ("Waits for two bots and makes one of them, of any model you like.", 505),
    "flight-tester": (
        "Throws each passing bot straight on, over other tiles, to a tile or truck in its line. A throw over a tile earns 1 coin.",
        804,
    ),
    "static-charger": ("Each passing bot leaves a new Basic behind, two at most; they leave with the next run.", 805),
    "advanced-fabricator": (
        "For your Start Zone: makes a Plus at the end of your turn, and has a second hole for bots that you receive.",
        403,
    ),
    "fork": ("You choose an exit for each bot.", 506),
}

SAME: dict[str, Text] = {
    **{tile.slug: Text(tile.title, *_TILES[tile.slug]) for tile in parts.TILES if tile.slug in _TILES},
    "basic-fabricator": Text("Basic Fabricator", "Printed on your board: makes a Basic at the end of your turn.", 403),
    "slot": Text("A bare slot", "Bots that you receive start here. A Fabricator can be laid on it.", 701),
    "belt": Text(
        "An empty belt", "It carries bots east, towards the trucks. Improvements can be laid here.", 503, True
    ),
    **{
        f"truck-{size}": Text(
            f"{size.capitalize()} Truck",
            f"Holds {many} bot{'s' * (many > 1)}. Sell the bots on it, or complete a blueprint with them. Bots that do not fit are lost. "
            "Trucks are worth nothing at the end.",
            104,
        )
        for many, size in enumerate(parts.TRUCK_NAMES)
        if size
    },
    "bot-1": Text("A Basic", "Runs along your belts at the start of each day; on a truck it sells for 2.", 101),
    "bot-2": Text("A Plus", "Runs along your belts at the start of each day; on a truck it sells for 4.", 101),
    "bot-3": Text("A Deluxe", "Runs along your belts at the start of each day; on a truck it sells for 6.", 101),
    "hole": Text("A hole", "A bot lies here until your factory runs.", 407),
    "recycler": Text(
        "The Recycler",
        "Throw a new improvement in here to get the little bots in its corner for your Start Zone. Improvements that nobody buys "
        "fall in here too.",
        402,
    ),
    "tags": Text(
        "Prices",
        "Each turn every improvement gets cheaper. After the last place it falls into the Recycler.",
        404,
    ),
    "blueprint": Text(
        "A blueprint",
        "Give exactly these bots from your trucks, and its pay goes into your Vault. When anyone completes one, both are "
        "replaced when the day ends. Until then each player can complete each once.",
        601,
    ),
    "wallet": Text("A Wallet", "Coins to spend. They count at the end too.", 105),
    "vault": Text("A Vault", "These coins cannot be spent; they count at the end.", 105),
    "hammer": Text(
        "Hammer",
        "Pick it, then one of your improvements or Forks, to remove it. You lose the bots on it and get no refund.",
        705,
    ),
    "scrap": Text("Give it up", "Drop a bot here to give it up. You can do so only if no hole is free.", 407),
    "way": Text(
        "Rotate",
        "Choose a rotation. Bots enter at the red notch and leave by the tabs with an arrow.",
        701,
    ),
    "arrow": Text("A way out", "The bot leaves by this side.", 506),
    "asked": Text("A bot on its way", "It waits for your choice. Then the factory runs on.", 506),
    "ahead": Text(
        "Preview",
        "The dotted lines show your next run. A burst marks a lost bot, +1 a coin. At a ? you choose where the bot goes.",
        501,
    ),
    "lost": Text(
        "A bot that is lost",
        "A burst in the preview: the bot finds no room here, or hits the wrong side of a tile.",
        503,
    ),
    "question": Text("A question", "A ? in the preview: here you choose where a bot goes, or which one stays.", 506),
    "coin": Text(
        "A coin",
        "In the preview: coins that a bot earns. Coins in the Vault cannot be spent, but count at the end.",
        502,
    ),
    "other": Text(
        "Another factory",
        "Its Wallet, its Vault, and its worth if the game ended now.",
        901,
        wide=True,
    ),
    "armand": Text(
        "ARMAND-0", "Your rival. Each day a chip decides whether it buys the cheapest or the dearest improvement.", 1101
    ),
}


def texts(v: State) -> dict[str, Text]:
    """Return the texts about all bots, tiles and other parts, by key.

    Some texts differ between solo games and games with several players. `v` is a view of the game.
    """
    solo = v.seats == 1
    over = "the game ends at once" if solo else "the game ends with that day"
    gift = "ARMAND-0 gets coins for it: more for a Deluxe." if solo else "Each other player gets a smaller bot for it."
    return SAME | {
        "stack": Text(
            "The stack",
            f"Improvements still to come, one each turn. When the stack and the shop are empty, {over}.",
            1103 if solo else 303,
        ),
        "overactive-fabricator": Text(
            parts.TILES[parts.OVERACTIVE].title,
            f"For your Start Zone: makes a Plus or a Deluxe at the end of your turn. {gift}",
            1102 if solo else 403,
        ),
    }


_WHOLE = {
    "recycler": "recycler", "stack": "stack", "tags": "tags", "wallet": "wallet", "vault": "vault", "hammer": "hammer",
    "scrap": "scrap", "asked-bot": "asked", "armand": "armand", "armand-wallet": "wallet", "armand-vault": "vault",
}  # fmt: skip
"""The key of the text about a piece, by the piece's id."""
_PLACES = {f"{kind}-{parts.place_name(p)}": p for p in range(parts.PLACES) for kind in ("cell", "truck")}
"""The place of the factory for which a piece stands, by the piece's id."""


def guide(v: State) -> Guide:
    """Return the guide to the game (how to play). It differs between solo games and games with several players.

    `v` is a view of the game.
    """
    goal = "Be worth more than ARMAND-0" if v.seats == 1 else "Be worth most"
    return Guide(
        goal="You run a factory of robots. Belts carry them to trucks, and improvements copy and upgrade them on the way. "
        f"{goal} when the shop is empty: your Wallet, your Vault and the values of your improvements count.",
        turn=_LESSON,
        signs=_SIGNS,
        end="Each turn an improvement leaves the stack. When the stack and the shop are empty, "
        + (
            "the game ends at once. You win if you are worth more than ARMAND-0; a tie is lost."
            if v.seats == 1
            else "the game ends with the day, so all players have the same number of turns. The player worth most wins."
        ),
    )


_LESSON = (
    Scene(
        "Sell the bots on your trucks, or complete a blueprint with them for coins in the Vault. Buy from the shop’s wheel: "
        "prices drop each turn.",
        1,
        "factory",
        (0, 0, 1000, 300),
    ),
    Scene(
        "Lay what you bought on your belts, or recycle it. The dots show how your bots will run with it.",
        2,
        "factory",
        (0, 296, 1000, 476),
        "install b2 0",
    ),
    Scene(
        "At the end of your turn your Fabricators make new bots. After the last player’s turn a new day begins: all bots run from left to right.",
        9,
        "factory",
        (0, 296, 1000, 476),
    ),
)
_SIGNS = {
    "Duplicator": "duplicator",
    "Upgrader": "upgrader",
    "Gift Wrapper": "gift-wrapper",
    "Fork": "fork",
    "The Recycler": "recycler",
    "A Vault": "vault",
    "A coin": "coin",
    "A bot that is lost": "lost",
    "A question": "question",
}

PARTS = {
    "Duplicator": "duplicator",
    "Fork": "fork",
    "Downgrader": "downgrader",
    "The shop’s wheel": "tags",
    "Blueprint": "blueprint",
}
"""The key of a part's text, by the start of the part's title in the gallery."""

DECIDED_BY = {
    Phase.RUN: 506, Phase.TURN: 401, Phase.INSTALL: 701, Phase.RECEIVE: 407, Phase.ANNOUNCE: 403, Phase.KEEP: 403, Phase.GIFT: 407,
}  # fmt: skip
"""By phase: the clause about its decision."""

ASKS = {
    "give up": {"offer": "Choose a bot.", "scrap": "Drop it into the Recycler."},
    "place": {"offer": "Choose a bot.", "hole": "Choose a hole."},
    "complete": {"blueprint": "Choose a blueprint.", "truck": "Choose the trucks."},
    "truck": {"depot": "Choose a new truck.", "truck": "Choose the truck to replace."},
    "demolish": {"hammer": "Demolish it with the hammer.", "cell": "Choose a tile to demolish."},
    "install": {"way": "Choose a rotation.", "cell": "Choose a place."},
}
"""The question to a player, by words of the action's name and by the kind of piece to choose next.

It is "" if the pieces are chosen and the player has to choose among buttons.
"""


def _of_place(v: State, place: Place) -> str:
    tile = int(v.tiles[places.main_seat(v)][place])
    if place % parts.COLUMNS == parts.DOCK:
        return f"truck-{parts.TRUCK_NAMES[tile]}"
    if tile:
        return parts.TILES[tile & parts.KIND_BITS].slug
    return ("basic-fabricator" if place == parts.BASIC_SLOT else "slot") if place % parts.COLUMNS == 0 else "belt"


def list_owned(v: State) -> list[int]:
    """Return a list of the improvements that ARMAND-0 has bought: the kind of each, sorted.

    The picture of the game shows them in this order.
    """
    return [kind for kind in range(1, parts.IMPROVEMENTS + 1) for _ in range(v.robot[kind])]


def _of_bot(v: State, hole: int) -> str:
    return f"bot-{v.holes[places.main_seat(v)][hole]}"


def about(v: State, piece: str) -> str:
    """Return the key, among those of `texts`, for the text about a piece of the picture. `piece` is the piece's id."""
    if piece in _WHOLE:
        return _WHOLE[piece]
    if piece in _PLACES:
        return _of_place(v, _PLACES[piece])
    first, _, rest = piece.partition("-")
    if first == "ware":
        return parts.TILES[int(v.shop[v.spun + 4 - int(rest)])].slug
    if first == "depot":
        return "fork" if rest == parts.TILES[parts.FORK].slug else f"truck-{rest}"
    if first == "armand" and rest.isdigit():
        return parts.TILES[list_owned(v)[int(rest)]].slug
    if first == "bot":
        return _of_bot(v, int(rest.split("-")[1]))
    if first == "bought":
        return parts.TILES[int(v.pending)].slug
    if first == "offer":
        return f"bot-{rest}"
    return {
        "hole": "hole",
        "way": "way",
        "arrow": "arrow",
        "blueprint": "blueprint",
        "other": "other",
        "forecast": "ahead",
    }.get(first, "")
