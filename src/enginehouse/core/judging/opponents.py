"""Declare named opponents: bots with a style, as a game lists them in its file `opponents.py`.

A named opponent plays like a bot of some level, but with other settings. A level is a bot of some strength that every
game has, such as `hard` (`bots.players.levels`). The settings usually give the opponent a style: it then prefers other
actions than the level (see `verbs.taste`).
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
    - `settings`: the settings of its search (`bots.players.tree.Tune`) by name; all others are those of the level. If
      the game defines settings itself (`own`), they are a named tuple or any other sequence of numbers
    - `level`: the name of the level on which the opponent is based, one of `bots.players.levels.NAMES`
    """

    name: str
    title: str
    style: str
    character: str
    settings: Mapping[str, Any]
    level: str = "hard"
