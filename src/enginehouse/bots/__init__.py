"""Find bots by name: those of this package and those of other packages. `bot.Bot` describes the interface of a bot."""

from __future__ import annotations

import importlib
import re
from typing import TYPE_CHECKING, Any

from enginehouse.bots.bot import Bot, find_bot_fault
from enginehouse.core.errors import Unreadable
from enginehouse.core.former import forward
from enginehouse.core.registry import elsewhere
from enginehouse.core.registry.game import Game

if TYPE_CHECKING:
    from enginehouse.bots.players.levels import NamedBot

GROUP = "enginehouse.bots"
HOUSE = {
    "expert": "enginehouse.bots.players.levels:expert",
    "hard": "enginehouse.bots.players.levels:hard",
    "steady": "enginehouse.bots.players.levels:steady",
    "easy": "enginehouse.bots.players.levels:easy",
    "greedy": "enginehouse.bots.players.greedy:Greedy",
    "random": "enginehouse.bots.players.random:Random",
}
"""The bots of this package, the strongest first, each with the path of its class."""

TRAINED = {"baseline": "enginehouse.envs.policies:Baseline"}
"""The bots of this package that play with trained networks, each with the path of its class.

Tables do not offer them.
"""

_MADE: dict[str, Bot] = {}
"""The bots of this package that were created so far, by name."""
_ELSEWHERE: dict[str, Bot] | None = None
"""The bots of other packages by name, or None before the first search for them."""


def names(game: Game | None = None) -> list[str]:
    """Return the names of the bots that play every game or, if a game is given, of all bots that play this game.

    The bots of this package come first, the strongest of them at the beginning. They are followed by those of other
    packages, and by the opponents that only the given game has.
    """
    named = [] if game is None else [name for name, bot in _opponents().items() if bot.game.name == game.name]
    return [*HOUSE, *_elsewhere(), *named]


def get(name: str) -> Bot:
    """Return the bot with this name. Raise `Unreadable` with the list of names if there is no such bot."""
    if path := HOUSE.get(name) or TRAINED.get(name):
        if name not in _MADE:
            _MADE[name] = load_bot(path)
        return _MADE[name]
    if name not in _elsewhere():
        if name in _opponents():
            return _opponents()[name]
        raise Unreadable(f"there is no bot {name!r}; there are: {', '.join([*names(), *TRAINED])}")
    return _elsewhere()[name]


def find_bot(name: str) -> Bot:
    """Return the bot that `name` describes: the name of a bot, or a class as `module:Class`.

    For a class, the function imports and runs the module. So pass only names that the user of this machine has typed,
    and never a name from a web page.
    """
    return load_bot(name) if ":" in name else get(name)


def load_bot(path: str) -> Bot:
    """Create a bot from the path of its class, given as `module:Class`.

    Raise `Unreadable` if that fails or if the object is no bot.
    """
    module_name, _, class_name = path.partition(":")
    if not re.fullmatch(r"\w+(\.\w+)*:\w+", path):
        raise Unreadable(f"a bot is written module:Class, not {path!r}")
    try:
        module: Any = importlib.import_module(module_name)
    except ModuleNotFoundError as error:
        raise Unreadable(f"the bot {path} cannot be used: there is no module {error.name!r}") from error
    except Exception as error:
        raise Unreadable(f"the bot {path} cannot be used: {type(error).__name__}: {error}") from error
    if not hasattr(module, class_name):
        raise Unreadable(f"the bot {path} cannot be used: the module {module_name} has no {class_name!r}")
    try:
        bot: Bot = getattr(module, class_name)()
    except Exception as error:
        raise Unreadable(f"the bot {path} cannot be created: {type(error).__name__}: {error}") from error
    if wrong := find_bot_fault(bot):
        raise Unreadable(f"the bot {path} {wrong}")
    return bot


def _opponents() -> dict[str, NamedBot]:
    """Return a dict of the named opponents of all games, by name.

    A named opponent is a bot that plays one game only.
    """
    from enginehouse.bots.players.levels import list_all

    return list_all()


def _elsewhere() -> dict[str, Bot]:
    global _ELSEWHERE
    if _ELSEWHERE is None:
        _ELSEWHERE = elsewhere.list_offered(GROUP, "bot", _check_offered)
    return _ELSEWHERE


def _check_offered(name: str, path: str) -> tuple[str, Bot]:
    bot = load_bot(path)
    if bot.name in HOUSE or bot.name in TRAINED:
        raise Unreadable(f"Enginehouse has a bot {bot.name!r} of its own")
    if not re.fullmatch(r"[a-z0-9][a-z0-9-]*", bot.name):
        raise Unreadable(f"a bot's name is lower case, digits and hyphens, not {bot.name!r}")
    return bot.name, bot


__getattr__ = forward(__name__, {"made": "load_bot", "named": "find_bot"})
