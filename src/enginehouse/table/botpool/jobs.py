"""What goes to a bot and comes back: messages between the table and its worker processes, each with its length in front."""

from __future__ import annotations

import msgspec


class Finished(msgspec.Struct, array_like=True):
    """A game that is over, where nothing is hidden any more, and which part of its review is wanted: so many from the first one on."""

    seats: int
    options: dict[str, str]
    start: bytes
    """The record before the first action."""
    standing: list[tuple[int, int]]
    """The seat and the code of each action that stands."""
    part: str
    """`count` (of the choices among several actions), `cases` (those choices), `steps` of luck, or other `deals`."""
    first: int = 0
    many: int = 0


class Case(msgspec.Struct, array_like=True):
    """A choice of a game that is over, as `bots.analysis.review.Case`, with the view as bytes."""

    number: int
    seat: int
    view: bytes
    legal: list[int]
    played: int


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
    played: int = -1
    """The action of a game that is over which is to be judged; -1 where one is to be chosen."""
    finished: Finished | None = None
    """The part that is wanted of the review of a game that is over."""
    brought: bytes = b""
    """A log that somebody brings, which is to be checked."""


class Thought(msgspec.Struct, array_like=True):
    """What it gives back: an action's code, or what went wrong; why, if it was asked; and where an action was judged what share of the
    win its seat could hope for, and what was given away, in hundredths."""

    action: int = -1
    error: str = ""
    reason: str = ""
    share: float = 0.0
    lost: float = 0.0
    found: bytes = b""
    """The part of a review that was wanted, as JSON; of a log that was brought, a `brought.Checked` as MessagePack."""
    refused: str = ""
    """What is wrong with a log that was brought, in a sentence for whoever brought it."""
