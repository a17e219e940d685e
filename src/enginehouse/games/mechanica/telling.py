"""Turn events into sentences of the log (see `core.words.telling`)."""

from __future__ import annotations

from enginehouse.core.words.naming import join_words, many, those
from enginehouse.core.words.telling import Telling, stroke
from enginehouse.games.mechanica import words
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

TELLING = {
    Told.RODE: Telling(sound="tilt"),
    Told.COIN: Telling(sound="coin"),
    Told.LOST: Telling(sound="fall"),
    Told.CRASHED: Telling(sound="clash"),
    Told.RAN: Telling(_TRUCK),
    Told.SOLD: Telling(_COIN, sound="coin"),
    Told.COMPLETED: Telling(
        _TRUCK, sound="fanfare", moment=True, says=lambda e, noted: words.describe_completed(Told.read(e))
    ),
    Told.BOUGHT: Telling(_COIN, sound="coin"),
    Told.INSTALLED: Telling(_TILE, sound="tilt"),
    Told.RECYCLED: Telling(_RECYCLE, sound="fall"),
    Told.DEMOLISHED: Telling(_HAMMER, sound="clash"),
    Told.TRUCK: Telling(_TRUCK),
    Told.RECEIVED: Telling(_BOT, aside=True),
    Told.GAVE_UP: Telling(_BOT, aside=True),
    Told.ANNOUNCED: Telling(_BOT, aside=True),
    Told.MADE: Telling(_BOT, sound="door"),
    Told.ROTATED: Telling(_WHEEL, aside=True, sound="tilt"),
    Told.BLUEPRINTS: Telling(_PLAN, aside=True),
    Told.DAY: Telling(_WHEEL, sound="toll"),
    Told.CHIP: Telling(_COIN, aside=True),
    Told.ARMAND_BUYS: Telling(_COIN),
    Told.ARMAND_PAID: Telling(_COIN, aside=True),
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
