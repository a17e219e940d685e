"""Seers (`bots.players.seer`) that see a part of what is hidden, of the games that have such: what each part would be worth to know."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import seers_of_cards
import seers_of_mechs

from enginehouse.bots.players.levels import Search, fill_tune
from enginehouse.bots.players.seer import SeersGames
from enginehouse.bots.players.tree import Tune

SEES: Mapping[str, Mapping[str, int]] = {"great-machine": seers_of_cards.SEES, "mechanation": seers_of_mechs.SEES}
"""By game what `Tune.SEER` says of each part, by its name."""
GAMES: Mapping[str, type[SeersGames]] = {
    "great-machine": seers_of_cards.CardSeersGames,
    "mechanation": seers_of_mechs.MechSeersGames,
}
"""By game its whole games among whose bots may be such seers."""


def partial_seer(game: str, tune: Sequence[int], sees: str) -> Search:
    """A search with these numbers that sees a part of the truth, for the whole games of its game alone."""
    numbers = list(fill_tune(tune))
    numbers[Tune.SEER], numbers[Tune.WORLDS] = SEES[game][sees], 0
    return Search("seer", numbers)
