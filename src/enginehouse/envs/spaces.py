"""The spaces that the environments of Gymnasium and PettingZoo share. Needs the extra `envs`."""

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
    """Return the spaces of observations (`observation`, a row of that form, and `action_mask`) and of actions."""
    seen: dict[str, Any] = {
        "observation": Box(layout.low, layout.high, dtype=layout.dtype.type),
        "action_mask": Box(0, 1, (codes,), np.int8),
    }
    return Dict(seen), Discrete(codes)


FIX = 'Choose an action that action_mask allows, or make the environment with illegal="first".'
NOT_BEGUN = "No game has begun. Call reset() first."
IS_OVER = "The game is over. Call reset() to begin the next one."


def read_code(action: Any, codes: int) -> int:
    """Return an action as a code. Raise `Unreadable` if it is no integer. The code may be illegal."""
    found = np.asarray(action)
    if found.dtype.kind not in "iu" or found.size != 1:
        raise Unreadable(f"an action is a whole number from 0 to {codes - 1}, not {action!r}")
    return int(found.item())


def name_the_fix(error: NotAllowed) -> NotAllowed:
    """Return the same refusal, with the fix for a program."""
    return NotAllowed(error.clause, f"{error.sentence.rstrip('.')}. {FIX}")


class Replaced:
    """The actions that were replaced, for `infos`: with `illegal="first"` the first legal action is played instead.

    `infos` have `replaced`, the number of replaced actions of the seat in this game, and `illegal`, the requested code
    if the latest action was replaced. With `illegal="raise"` they have neither.
    """

    def __init__(self, illegal: Illegal, n: int) -> None:
        self._counts = illegal == "first"
        self.many, self.codes = np.zeros(n, np.int64), np.zeros(n, np.int64)
        self.latest = np.zeros(n, np.bool_)

    def begin(self, where: Any = slice(None)) -> None:
        """Start games in these places with a count of 0."""
        self.many[where], self.latest[where] = 0, False

    def note(self, wrong: Any, codes: Any, where: Any = slice(None)) -> None:
        """Note which of the latest actions (in these places) were not legal, and their codes."""
        self.latest[where] = wrong
        self.codes[where] = codes
        self.many[where] += wrong

    def info(self, k: int) -> dict[str, Any]:
        """Return the `info` of a place."""
        if not self._counts:
            return {}
        illegal = {"illegal": int(self.codes[k])} if self.latest[k] else {}
        return {**illegal, "replaced": int(self.many[k])}


WIDTH = 600
"""The width of a rendered position in pixels."""


def list_modes(game: Game) -> list[str]:
    """Return the render modes of a game."""
    return ["human", "ansi", *(["rgb_array"] if game.has("drawing") else [])]


def check_manner(game: Game, illegal: str, render_mode: str | None) -> None:
    """Raise `Unreadable` if the game cannot be rendered or played like this."""
    if illegal not in ("raise", "first"):
        raise Unreadable(f"what is not legal can 'raise', or the 'first' legal action is played, not {illegal!r}")
    if render_mode not in (None, *list_modes(game)):
        modes = " or ".join(map(repr, list_modes(game)[1:]))
        raise Unreadable(f"{game.facts.title} can be rendered as {modes}, not as {render_mode!r}")


def render_position(position: Position, seat: int, render_mode: str | None) -> Any:
    """Return a position in words (`ansi`), as an array (`rgb_array`), or `None`, as `seat` knows it.

    Seat -1 is a spectator.
    """
    if render_mode == "rgb_array":
        from enginehouse.core.pictures.pixels import rgb

        return rgb(position.svg(seat), WIDTH)
    return position.text(seat) if render_mode == "ansi" else None
