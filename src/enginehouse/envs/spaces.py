"""Functions for spaces, illegal actions and rendering that the environments of Gymnasium and PettingZoo share.

They need the extra `envs`.
"""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete

from enginehouse.core.errors import NotAllowed, Unreadable
from enginehouse.core.play.position import Position
from enginehouse.core.registry.game import Game
from enginehouse.envs.forms import Rows

Illegal = Literal["raise", "first"]
"""The treatment of an illegal action: raise an error, or play the first legal action instead."""


def make_spaces(layout: Rows, codes: int) -> tuple[Any, Any]:
    """Return the space of observations and the space of actions, as objects of Gymnasium.

    An observation has `observation`, a row of this layout, and `action_mask`. There are `codes` actions.
    """
    seen: dict[str, Any] = {
        "observation": Box(layout.low, layout.high, dtype=layout.dtype.type),
        "action_mask": Box(0, 1, (codes,), np.int8),
    }
    return Dict(seen), Discrete(codes)


FIX = 'Choose an action that action_mask allows, or make the environment with illegal="first".'
"""The advice for programmers in the error for an illegal action."""
NOT_BEGUN = "No game has begun. Call reset() first."
IS_OVER = "The game is over. Call reset() to begin the next one."


def read_code(action: Any, codes: int) -> int:
    """Return an action of an agent as an integer, without a check whether it is legal.

    Raise `Unreadable` if the action is not an integer. `codes` is the number of actions, for the error.
    """
    found = np.asarray(action)
    if found.dtype.kind not in "iu" or found.size != 1:
        raise Unreadable(f"an action is a whole number from 0 to {codes - 1}, not {action!r}")
    return int(found.item())


def name_the_fix(error: NotAllowed) -> NotAllowed:
    """Return the error for an illegal action, with a sentence added that says how a program avoids the error."""
    return NotAllowed(error.clause, f"{error.sentence.rstrip('.')}. {FIX}")


class Replaced:
    """The counts, for each game, of illegal actions that were replaced by the first legal action (`illegal="first"`).

    The `infos` of an environment have `replaced`, the number of replaced actions of the seat in this game. If the
    latest action was replaced, they also have `illegal`, the requested code. With `illegal="raise"` they have neither.
    """

    def __init__(self, illegal: Illegal, n: int) -> None:
        self._counts = illegal == "first"
        self.many, self.codes = np.zeros(n, np.int64), np.zeros(n, np.int64)
        self.latest = np.zeros(n, np.bool_)

    def begin(self, where: Any = slice(None)) -> None:
        """Reset the counts of replaced illegal actions to 0 for the games that `where` selects (default: all).

        An environment with `illegal="first"` plays the first legal action in place of an illegal action. It counts
        these replacements for each game.
        """
        self.many[where], self.latest[where] = 0, False

    def note(self, wrong: Any, codes: Any, where: Any = slice(None)) -> None:
        """Count the illegal ones among the latest actions of the games that `where` selects, and store the codes.

        `wrong` has for each of these games whether its action is illegal, and `codes` the code of the requested action.
        """
        self.latest[where] = wrong
        self.codes[where] = codes
        self.many[where] += wrong

    def info(self, k: int) -> dict[str, Any]:
        """Return facts about illegal actions in the game at index `k`, for the `info` dict of the environment.

        `replaced` is the number of illegal actions in this game that were replaced by the first legal action. If the
        latest action was replaced, `illegal` is its code. If the environment raises errors for illegal actions instead
        (`illegal="raise"`), the dict is empty.
        """
        if not self._counts:
            return {}
        illegal = {"illegal": int(self.codes[k])} if self.latest[k] else {}
        return {**illegal, "replaced": int(self.many[k])}


WIDTH = 600
"""The width of a rendered position in pixels."""


def list_modes(game: Game) -> list[str]:
    """Return the names of the render modes that a game supports."""
    return ["human", "ansi", *(["rgb_array"] if game.has("drawing") else [])]


def check_manner(game: Game, illegal: str, render_mode: str | None) -> None:
    """Raise `Unreadable` if `illegal` or the render mode has a value that the game does not support."""
    if illegal not in ("raise", "first"):
        raise Unreadable(f"illegal can be 'raise' or 'first' (play the first legal action instead), not {illegal!r}")
    if render_mode not in (None, *list_modes(game)):
        modes = " or ".join(map(repr, list_modes(game)[1:]))
        raise Unreadable(f"{game.facts.title} can be rendered as {modes}, not as {render_mode!r}")


def render_position(position: Position, seat: int, render_mode: str | None) -> Any:
    """Return a position as the seat `seat` sees it; -1 is a spectator.

    The position is a text if `render_mode` is `ansi`, and an array of pixels if it is `rgb_array`. Without a render
    mode, return `None`.
    """
    if render_mode == "rgb_array":
        from enginehouse.core.pictures.pixels import rgb

        return rgb(position.svg(seat), WIDTH)
    return position.text(seat) if render_mode == "ansi" else None
