"""Describe each kind of event: its sentence, sign, sound and motion (see `core.words.telling`)."""

from __future__ import annotations

from typing import Any

from enginehouse.core.words.naming import join_words, many, those
from enginehouse.core.words.telling import show, stroke
from enginehouse.games.mechanica import names, parts
from enginehouse.games.mechanica.names import MODEL_TITLES
from enginehouse.games.mechanica.state import Told

_COIN = stroke("M0-8A8 8 0 1 1 0 8A8 8 0 1 1 0-8ZM0-3V3")
_TILE = stroke("M-8-8H8V8H-8ZM-8 0H-3Q0 0 0 3V8")
_BOT = stroke(
    "M-5-3H5V7H-5ZM0-3V-8M-8 1V5M8 1V5",
    "M-2 0A1.2 1.2 0 1 1-2 2.4A1.2 1.2 0 1 1-2 0ZM2 0A1.2 1.2 0 1 1 2 2.4A1.2 1.2 0 1 1 2 0Z",
)
_TRUCK = stroke(
    "M-11-5H3V5H-11ZM3-2H8L11 2V5H3",
    "M-7 4A2.6 2.6 0 1 1-7 9.2A2.6 2.6 0 1 1-7 4ZM6 4A2.6 2.6 0 1 1 6 9.2A2.6 2.6 0 1 1 6 4Z",
)
_PLAN = stroke("M-7-9H7V9H-7ZM-3-4H3M-3 0H3M-3 4H1")
_HAMMER = stroke("M-2-2L7 8", "M-9-4L-2-10L5-4L1 0L-2-3L-5 0Z")
_RECYCLE = stroke("M-7 3A8 8 0 0 1 4-7M7-3A8 8 0 0 1-4 7M4-11V-7H0M-4 11V7H0")
_WHEEL = stroke("M0-8A8 8 0 1 1 0 8A8 8 0 1 1 0-8ZM0-8V8M-8 0H8")


def _describe_run(v: Any, e: Any) -> str:
    vault, wallet = divmod(e.coins or 0, 100)
    said = those(
        (True, f"{many(e.bots, 'bot') if e.bots else 'no bots'} on trucks"),
        (vault, f"{vault} into the Vault"),
        (wallet, f"{wallet} into the Wallet"),
        (e.destroyed, f"{e.destroyed} destroyed"),
    )
    return f"{{{e.seat}}}’s factory runs: {join_words(said)}."


def _describe_rotation(v: Any, e: Any) -> str:
    fallen = f" The {parts.TILES[e.fell].title} falls into the Recycler." if e.fell else ""
    risen = f" New: {parts.TILES[e.came_up].title}." if e.came_up else ""
    return f"The shop rotates.{fallen}{risen}"


def _describe_installation(v: Any, e: Any) -> str:
    tile = e.tile or 0
    how = "" if e.place % parts.COLUMNS == 0 else f", {names.find_orientation(tile)}"
    return f"{{{e.seat}}} places the {names.tile_name(tile)} on {parts.place_name(e.place)}{how}."


def _describe_completed(e: Any) -> str:
    """Return a sentence about a completed blueprint and its pay (MC-6.3)."""
    return f"{{{e.seat}}} completes a blueprint ({_list_bots(e.blueprint)}): {e.pay} into the Vault."


def _list_bots(blueprint: int) -> str:
    return names.bots(list(parts.BLUEPRINTS[blueprint].bots))


TELLING = {
    Told.RUNS: show(motion=lambda reel, e: reel.begin_run(e.seat)),
    Told.LEFT: show(motion=lambda reel, e: reel.leave(e.hole, e.model or 1)),
    Told.RODE: show(sound="tilt", motion=lambda reel, e: reel.continue_ride(e.place)),
    Told.COIN: show(sound="coin", motion=lambda reel, e: reel.earn(e.place)),
    Told.THROWN: show(motion=lambda reel, e: reel.continue_ride(e.place)),
    Told.ARRIVED: show(motion=lambda reel, e: reel.end_ride(e.place)),
    Told.LOST: show(sound="fall", motion=lambda reel, e: reel.lose(e.where, e.inside)),
    Told.CRASHED: show(sound="clash"),
    Told.ACTIVATED: show(),
    Told.RAN: show(_describe_run, _TRUCK, motion=lambda reel, e: reel.end_run()),
    Told.TURN: show(),
    Told.SOLD: show(lambda v, e: f"{{{e.seat}}} sells a {MODEL_TITLES[e.model]} for {e.price}.", _COIN, "coin"),
    Told.COMPLETED: show(
        lambda v, e: f"{_describe_completed(e)} Both blueprints change at the end of the day.",
        _TRUCK,
        "fanfare",
        moment=True,
        says=lambda event, noted: _describe_completed(Told.read(event)),
    ),
    Told.BOUGHT: show(lambda v, e: f"{{{e.seat}}} buys the {parts.TILES[e.tile].title} for {e.price}.", _COIN, "coin"),
    Told.INSTALLED: show(_describe_installation, _TILE, "tilt"),
    Told.RECYCLED: show(lambda v, e: f"{{{e.seat}}} recycles the {parts.TILES[e.tile].title}.", _RECYCLE, "fall"),
    Told.DEMOLISHED: show(
        lambda v, e: f"{{{e.seat}}} demolishes the {names.tile_name(e.tile)} on {parts.place_name(e.place)}.",
        _HAMMER,
        "clash",
    ),
    Told.TRUCK: show(
        lambda v, e: (
            f"{{{e.seat}}} buys a {parts.TRUCK_NAMES[e.size].capitalize()} Truck for row {'abc'[e.place // parts.COLUMNS]}."
        ),
        _TRUCK,
    ),
    Told.RECEIVED: show(
        lambda v, e: (
            f"{{{e.seat}}} puts a {MODEL_TITLES[e.model]} into {names.hole_name(e.hole)}"
            f"{f', destroying a {MODEL_TITLES[e.destroyed]}' if e.destroyed else ''}."
        ),
        _BOT,
        aside=True,
    ),
    Told.GAVE_UP: show(
        lambda v, e: f"{{{e.seat}}} has no room for a {MODEL_TITLES[e.model]} and gives it up.", _BOT, aside=True
    ),
    Told.ANNOUNCED: show(
        lambda v, e: f"{{{e.seat}}}’s Overactive Fabricator makes a {MODEL_TITLES[e.model]}.", _BOT, aside=True
    ),
    Told.MADE: show(
        lambda v, e: (
            f"{{{e.seat}}} makes a {MODEL_TITLES[e.model]} in {parts.place_name(parts.START[e.slot])}"
            f"{f' (a {MODEL_TITLES[e.given_up]} is given up)' if e.given_up else ''}."
        ),
        _BOT,
        "door",
    ),
    Told.ROTATED: show(_describe_rotation, _WHEEL, "tilt", aside=True),
    Told.BLUEPRINTS: show(
        lambda v, e: (
            f"New blueprints: {_list_bots(e.first)} for {parts.BLUEPRINTS[e.first].pay}, "
            f"{_list_bots(e.second)} for {parts.BLUEPRINTS[e.second].pay}."
        ),
        _PLAN,
        aside=True,
    ),
    Told.DAY: show(lambda v, e: f"Workday {e.day} begins: all factories run.", _WHEEL, "toll"),
    Told.CHIP: show(lambda v, e: f"ARMAND-0 flips side {'AB'[e.side]} and gets {e.coins}.", _COIN, aside=True),
    Told.ARMAND_BUYS: show(lambda v, e: f"ARMAND-0 buys the {parts.TILES[e.tile].title} for {e.price}.", _COIN),
    Told.CHARGED: show(),
    Told.ARMAND_PAID: show(lambda v, e: f"ARMAND-0 puts {e.coins} into its Vault.", _COIN, aside=True),
}


LEGEND = (
    "The path of a bot in your next run, if you end your turn now.",
    "A burst: this bot is destroyed.",
    "Coins that the bot earns.",
    "You choose where the bot goes. A good choice is drawn.",
)
"""The signs of the forecast with their meaning, in the order in which they are drawn."""


def next_run(loaded: int, vault: int, wallet: int, destroyed: int) -> str:
    """Return a sentence about the result of the next factory run.

    `loaded` is the number of bots that reach trucks, and `destroyed` the number of destroyed bots. `vault` and `wallet`
    are the coins that the run earns for the Vault and the Wallet.
    """
    brings = those(
        (loaded, f"{many(loaded, 'bot')} onto trucks"),
        (vault, f"{many(vault, 'coin')} into the Vault"),
        (wallet, f"{many(wallet, 'coin')} into the Wallet"),
    )
    lost = f"{destroyed} would be destroyed" if destroyed else ""
    gain = f"The next run would bring {join_words(brings)}" if brings else "No bot would reach a truck in the next run"
    return f"{gain}{f'; {lost}' if lost else ''}."
