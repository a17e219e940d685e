"""What goes to a bot and comes back: messages between the table and its worker processes, each with its length in front."""

from __future__ import annotations

import msgspec


class Job(msgspec.Struct, array_like=True):
    """What a bot gets: the game's package (`Game.address`), its own name, a view, its seat, what is legal, a seed, and by when it has to
    have chosen (of `time.monotonic`, which is one clock for all processes)."""

    package: str
    bot: str
    view: bytes
    seat: int
    legal: list[int]
    seed: int
    until: float = 0.0
    why: bool = False
    """Whether it is to say why."""


class Thought(msgspec.Struct, array_like=True):
    """What it gives back: an action's code, or what went wrong; why, if it was asked."""

    action: int = -1
    error: str = ""
    reason: str = ""
