"""The bots that may sit at a table: all that `enginehouse.bots` offers."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from enginehouse import bots
from enginehouse.bots.bot import is_weaker_plain, read_answer_time
from enginehouse.core.errors import EnginehouseError
from enginehouse.core.flags import jit_possible
from enginehouse.core.registry.game import Game
from enginehouse.table import words


@dataclass(frozen=True)
class Kind:
    """A kind of bot: its name in addresses and files, and what people read."""

    name: str
    label: str


def kinds() -> list[Kind]:
    """All kinds of bots with their titles, in the order in which people choose among them. Where nothing compiles it is said
    which are weaker for that."""
    return [Kind(name, bots.get(name).title + _caveat(name)) for name in _ordered()]


def offered() -> list[Kind]:
    """The same as people choose among them, with a word on each."""
    return [Kind(name, words.BOTS.get(name, bots.get(name).title) + _caveat(name)) for name in _ordered()]


def _ordered() -> list[str]:
    """Their names as `words.BOTS` has them: from the weakest level to the strongest, then all others."""
    ranks = {name: k for k, name in enumerate(words.BOTS)}
    return sorted(bots.names(), key=lambda name: ranks.get(name, len(ranks)))


def _caveat(name: str) -> str:
    return " (weaker here: rules are not compiled)" if not jit_possible() and is_weaker_plain(bots.get(name)) else ""


def check(name: str) -> str:
    """The name of a bot that is there; `Unreadable` names those that are."""
    bots.get(name)
    return name


@lru_cache(maxsize=256)
def seconds(name: str, game: Game) -> float:
    """How long after the question a bot of this kind answers, in seconds: always the same, as all at the table may know which
    bot is asked, and nobody what it holds. 0 where the time tells nothing, and for a bot that is not there any more."""
    try:
        return read_answer_time(bots.get(name), game)
    except EnginehouseError:
        return 0.0


USUAL = "steady"
EASIEST = "easy"


def default() -> str:
    """The kind that is offered to whoever does not choose: neither the strongest nor the weakest."""
    return USUAL


def easiest() -> str:
    """The kind that sits with learners: the weakest of those that play to win."""
    return EASIEST
