"""Declare named opponents: bots with a style, as a game lists them in its file `opponents.py`.

A named opponent is a level of the bots with other settings. So it judges positions as that level does, but by other
weights.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple


class Opponent(NamedTuple):
    """A named opponent of a game.

    - `name`: the name in files, in addresses and on the command line; tables store this name
    - `title`: the name on the page
    - `style`: the style in a word, such as "bold"
    - `character`: a sentence for players about the way it plays
    - `settings`: settings of the search (`bots.players.tree.Tune`) that differ from those of the level `level`
    """

    name: str
    title: str
    style: str
    character: str
    settings: Mapping[str, Any]
    level: str = "hard"
