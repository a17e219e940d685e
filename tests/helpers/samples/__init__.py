"""Toy games on which the kit itself is proved: hidden dice, sealed bids, hidden cards, poker. They are in no lobby."""

from __future__ import annotations

from enginehouse.core.registry.game import Game

PACKAGES = {
    **{name: f"{__name__}.{name}" for name in ("bluff", "auction", "rummage")},
    "heap": "enginehouse.conformance.samples.heap",
    **{name: name for name in ("kuhn", "leduc")},  # documented examples
}
"""The package of each toy by the toy's name."""


def toys() -> list[Game]:
    """Return the toys, as games that are not registered."""
    return [Game(package) for package in PACKAGES.values()]
