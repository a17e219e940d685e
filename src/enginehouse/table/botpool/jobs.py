"""Define the messages between the server and its worker processes. Each is preceded by its length."""

from __future__ import annotations

import msgspec


class Finished(msgspec.Struct, array_like=True):
    """A request for a part of the analysis of a finished game, in which no information is hidden.

    `part` names the part. The answer is about `many` items from number `first` on.
    """

    seats: int
    options: dict[str, str]
    start: bytes
    """The record before the first action."""
    standing: list[tuple[int, int]]
    """Seat and code of each action that was not undone."""
    part: str
    """The requested part of the analysis, by name.

    `count` is the number of decisions, `shares` the win chances there, `cases` the decisions, `steps` the steps of
    luck, and `deals` the results of games with other deals.
    """
    first: int = 0
    many: int = 0


class PackedCase(msgspec.Struct, array_like=True):
    """A decision of a finished game as in `bots.analysis.review.ReviewCase`, with the view as bytes."""

    number: int
    seat: int
    view: bytes
    legal: list[int]
    played: int


class Job(msgspec.Struct, array_like=True):
    """A request to a worker process, usually to choose an action for a bot.

    It has the game's package (`Game.address`), the bot, a view, its seat, legal actions, a seed and a time. The time
    (of `time.monotonic`, which is one clock for all processes) is the end of the bot's budget.
    """

    package: str
    bot: str
    view: bytes
    seat: int
    legal: list[int]
    seed: int
    until: float = 0.0
    why: bool = False
    """Whether the answer should have the reason for the bot's choice."""
    played: int = -1
    """The code of a played action that the bot should judge, or -1 if it should choose an action."""
    finished: Finished | None = None
    """The requested part of the analysis of a finished game."""
    brought: bytes = b""
    """An uploaded log to check."""


class BotAnswer(msgspec.Struct, array_like=True):
    """A worker's answer: the code of an action or an error, and the reason if requested.

    For a judged action it also has the win chance of the seat and the loss, in percent.
    """

    action: int = -1
    error: str = ""
    reason: str = ""
    share: float = 0.0
    lost: float = 0.0
    found: bytes = b""
    """The requested part of an analysis, as JSON. For an uploaded log, a `brought.ValidGame` as MessagePack."""
    refused: str = ""
    """The fault of an uploaded log, in a sentence for its sender."""
