"""What goes to a bot and comes back: messages between the table and its worker processes, each with its length in front."""

from __future__ import annotations

import msgspec


class Luck(msgspec.Struct, array_like=True):
    """The log of a game that is over, where nothing is hidden any more, and which part of its luck is worked out: so many steps
    from the first one on, or so many games with other deals."""

    log: bytes
    first: int
    many: int
    deals: bool = False


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
    luck: Luck | None = None
    """What is to be worked out of the luck of a game that is over."""
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
    """What was worked out of luck, as JSON; of a log that was brought, a `brought.Checked` as MessagePack."""
    refused: str = ""
    """What is wrong with a log that was brought, in a sentence for whoever brought it."""
