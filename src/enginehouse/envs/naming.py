"""Names of environments in other frameworks. They are computed without importing these frameworks."""

from __future__ import annotations

from enginehouse.core.registry.game import Game


def name_environment(game: Game, seats: int) -> str:
    """Return the id of a game with this number of seats in Gymnasium, such as `enginehouse/Mechanation-2p-v2`.

    The last number is the version of the rules.
    """
    title = "".join(part.capitalize() for part in game.name.split("-"))
    return f"enginehouse/{title}-{seats}p-v{game.facts.rules_version}"
