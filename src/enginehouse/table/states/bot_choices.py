"""The bots that may sit at a table: all bots that `enginehouse.bots` offers."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from enginehouse import bots
from enginehouse.bots.bot import is_weaker_plain, read_answer_time
from enginehouse.bots.players.levels import NamedBot, list_opponents
from enginehouse.core.compiler.ready import can_compile
from enginehouse.core.errors import EnginehouseError, Unreadable
from enginehouse.core.flags import jit_possible
from enginehouse.core.play.arena import play_many
from enginehouse.core.registry import game as games
from enginehouse.core.registry.game import Game
from enginehouse.table import words


@dataclass(frozen=True)
class BotKind:
    """A kind of bot: its name in addresses and files, and its title for people."""

    name: str
    label: str


_has_modules = False


def expect_modules(there: bool = True) -> None:
    """Set whether the titles of bots assume that bots run as WebAssembly modules, as in a browser tab.

    If rules are not compiled on this machine, some bots play worse, and their titles say so. Bots in WebAssembly
    modules do not play worse. So if `there` is true, no title has this warning. The function does not change how bots
    run.
    """
    global _has_modules
    _has_modules = there


def kinds() -> list[BotKind]:
    """Return all kinds of bots with their titles, in the order in which forms offer them.

    If this machine does not compile rules, some bots play worse, and their titles say so.
    """
    return [BotKind(name, bots.get(name).title + _caveat(name)) for name in _list_names()]


def list_bot_choices(game: Game) -> list[BotKind]:
    """Return all kinds of bots that play a game, for forms, each with a short description as its label.

    The opponents that the game defines come last. The label of an opponent has its name, its style and how it plays.
    """
    kinds = [BotKind(name, words.BOTS.get(name, bots.get(name).title) + _caveat(name)) for name in _list_names()]
    named = [one.opponent for one in list_opponents(game)]
    return kinds + [
        BotKind(one.name, f"{one.title}, {one.style}: {one.character}" + _caveat(one.name)) for one in named
    ]


@lru_cache(maxsize=256)
def find_title(kind: str, game: Game) -> str:
    """Return the display name of a bot that a game defines as an opponent, or "" for any other bot.

    `kind` is the name by which requests and files choose the bot.
    """
    return next((one.title for one in list_opponents(game) if one.name == kind), "")


@lru_cache(maxsize=256)
def find_style(kind: str, game: Game) -> str:
    """Return the word for a bot on the panel of its seat.

    `kind` is the name by which requests and files choose the bot. If it is the name of an opponent that the game
    defines, return the style of this opponent. Otherwise return `kind`.
    """
    return next((one.opponent.style for one in list_opponents(game) if one.name == kind), kind)


def _list_names() -> list[str]:
    """Return the names of all bots, in the order in which forms offer them.

    The names in `words.BOTS` come first, from the weakest to the strongest level. All other names follow.
    """
    ranks = {name: k for k, name in enumerate(words.BOTS)}
    return sorted(bots.names(), key=lambda name: ranks.get(name, len(ranks)))


def _caveat(name: str) -> str:
    return " (weaker here: rules are not compiled)" if not _compiles() and is_weaker_plain(bots.get(name)) else ""


def _compiles() -> bool:
    """Return whether bots can use compiled rules on this machine. Without compiled rules, some bots play worse.

    They can use them if Numba can compile the rules, if compiled rules of all games are stored, or if the server runs
    in a browser tab with bots as WebAssembly modules.
    """
    return _has_modules or jit_possible() or all(can_compile(play_many, games.get(name)) for name in games.names())


def check(name: str, game: Game) -> str:
    """Return `name` unchanged if it is the name of a bot that plays the game.

    Else raise `Unreadable`, which says why.
    """
    bot = bots.get(name)
    if isinstance(bot, NamedBot):
        bot.check_game(game)
    if name not in bots.names(game):
        raise Unreadable(f"the bot {name!r} does not play at tables; there are: {', '.join(bots.names(game))}")
    return name


@lru_cache(maxsize=256)
def seconds(name: str, game: Game) -> float:
    """Return how many seconds the bot with this name takes for each action in a game, as the players see it.

    The table waits this long before it shows the action. The delay is fixed, so it reveals nothing about the bot's
    hand. Return 0 if no delay is needed because the bot's thinking time reveals no secret in this game, or if the bot
    no longer exists.
    """
    try:
        return read_answer_time(bots.get(name), game)
    except EnginehouseError:
        return 0.0


USUAL = "steady"
"""The name of the default bot."""
EASIEST = "easy"
"""The name of the weakest bot that plays to win."""


def default() -> str:
    """Return the name of the default bot, which is neither the strongest nor the weakest."""
    return USUAL


def easiest() -> str:
    """Return the name of the bot for learners: the weakest of the bots that play to win."""
    return EASIEST
