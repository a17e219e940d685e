"""The bots that may sit at a table: the table's own plainest one, and all that `enginehouse.bots` offers."""

from __future__ import annotations

import importlib
import importlib.util
import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from enginehouse.core.errors import Unreadable

Chooser = Callable[[Any, int, list[int], float, int], int]


@dataclass(frozen=True)
class Kind:
    """A kind of bot: its name in addresses and files, and what people read."""

    name: str
    label: str
    about: str


def at_random(view: Any, seat: int, legal: list[int], budget: float, seed: int) -> int:
    """Any legal action, all equally likely."""
    return random.Random(seed).choice(legal)  # noqa: S311  # play, not secrecy


def _bots() -> Any:
    return importlib.import_module("enginehouse.bots") if importlib.util.find_spec("enginehouse.bots") else None


def kinds() -> list[Kind]:
    """All kinds of bots, the best to start against first."""
    bots = _bots()
    found = [Kind("random", "Random", "does anything that is allowed")]
    if bots is not None and hasattr(bots, "names"):
        found = [_kind(bots, name) for name in bots.names()]
    return found


def _kind(bots: Any, name: str) -> Kind:
    about = getattr(bots, "ABOUT", {})
    said = about.get(name, "") if isinstance(about, dict) else ""
    return Kind(name, name.replace("-", " ").capitalize(), str(said))


def check(name: str) -> str:
    """The name of a bot that is there; `Unreadable` names those that are."""
    names = [kind.name for kind in kinds()]
    if name not in names:
        raise Unreadable(f"there is no bot {name!r}; there are: {', '.join(names)}")
    return name


def default() -> str:
    """The kind that is offered first: the strongest that answers at once."""
    names = [kind.name for kind in kinds()]
    return "greedy" if "greedy" in names else names[0]


def chooser(name: str) -> Chooser:
    """How a bot chooses."""
    bots = _bots()
    if bots is not None and hasattr(bots, "get"):
        found = bots.get(name)
        choose: Chooser = getattr(found, "choose", found)
        return choose
    return at_random
