"""The bots that may sit at a table: all that `enginehouse.bots` offers."""

from __future__ import annotations

from dataclasses import dataclass

from enginehouse import bots


@dataclass(frozen=True)
class Kind:
    """A kind of bot: its name in addresses and files, and what people read."""

    name: str
    label: str


def kinds() -> list[Kind]:
    """All kinds of bots, as `enginehouse.bots` orders them: the strongest first."""
    return [Kind(name, bots.get(name).title) for name in bots.names()]


def check(name: str) -> str:
    """The name of a bot that is there; `Unreadable` names those that are."""
    bots.get(name)
    return name


USUAL = "steady"
EASIEST = "easy"


def default() -> str:
    """The kind that is offered to whoever does not choose: neither the strongest nor the weakest."""
    return USUAL


def easiest() -> str:
    """The kind that sits with learners: the weakest of those that play to win."""
    return EASIEST
