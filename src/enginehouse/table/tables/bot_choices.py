"""The bots that may sit at a table: all that `enginehouse.bots` offers."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from enginehouse import bots
from enginehouse.bots.bot import is_weaker_plain, read_answer_time
from enginehouse.core.compiler.ready import can_compile
from enginehouse.core.errors import EnginehouseError
from enginehouse.core.flags import jit_possible
from enginehouse.core.play.arena import play_many
from enginehouse.core.registry import game as games
from enginehouse.core.registry.game import Game
from enginehouse.table import words


@dataclass(frozen=True)
class BotKind:
    """A kind of bot: its name in addresses and files, and its title."""

    name: str
    label: str


def kinds() -> list[BotKind]:
    """Return all kinds of bots with their titles, in the order of forms.

    Without a compiler, the weaker ones say so.
    """
    return [BotKind(name, bots.get(name).title + _caveat(name)) for name in _list_names()]


def list_bot_choices() -> list[BotKind]:
    """Return the same kinds for forms, with a word on each."""
    return [BotKind(name, words.BOTS.get(name, bots.get(name).title) + _caveat(name)) for name in _list_names()]


def _list_names() -> list[str]:
    """Return their names in the order of `words.BOTS`: from the weakest level to the strongest, then all others."""
    ranks = {name: k for k, name in enumerate(words.BOTS)}
    return sorted(bots.names(), key=lambda name: ranks.get(name, len(ranks)))


def _caveat(name: str) -> str:
    return " (weaker here: rules are not compiled)" if not _compiles() and is_weaker_plain(bots.get(name)) else ""


def _compiles() -> bool:
    """Return whether all games run as machine code here."""
    return jit_possible() or all(can_compile(play_many, games.get(name)) for name in games.names())


def check(name: str) -> str:
    """Return the name of an existing bot. Raise `Unreadable` with the names."""
    bots.get(name)
    return name


@lru_cache(maxsize=256)
def seconds(name: str, game: Game) -> float:
    """Return the fixed answer time of a bot in seconds.

    The time is public, and independent of the bot's hand. It is 0 if the time reveals nothing, and for a bot that no
    longer exists.
    """
    try:
        return read_answer_time(bots.get(name), game)
    except EnginehouseError:
        return 0.0


USUAL = "steady"
EASIEST = "easy"


def default() -> str:
    """Return the default kind: neither the strongest nor the weakest."""
    return USUAL


def easiest() -> str:
    """Return the kind for learners: the weakest of those that play to win."""
    return EASIEST
