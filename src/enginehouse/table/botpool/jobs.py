"""Define the messages between the server and its worker processes. Before each message, its length is sent."""

from __future__ import annotations

import msgspec


class Finished(msgspec.Struct, array_like=True):
    """A finished game that a worker analyses, and the part of the analysis that the worker returns.

    `part` names the kind of results to return. The worker returns `many` results of this kind, from number `first` on.
    The game is over, so it has no secrets.
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
    """A decision of a finished game, in the form in which it is sent to a worker.

    It is a `bots.analysis.review.ReviewCase` with the view as bytes.
    """

    number: int
    seat: int
    view: bytes
    legal: list[int]
    played: int


class ChooseJob(msgspec.Struct, array_like=True, tag="choose"):
    """A request for the action that a bot chooses, with the view of its seat and its legal actions."""

    package: str
    """The game's package (`Game.address`)."""
    bot: str
    view: bytes
    seat: int
    legal: list[int]
    seed: int
    until: float = 0.0
    """The end of the bot's budget, by `time.monotonic`, which is one clock for all processes."""
    why: bool = False
    """Whether the answer should have the reason for the choice."""
    advises: bool = False
    """Whether the answer is a hint, which prefers an action with a reason to one that is about equal."""


class JudgeJob(msgspec.Struct, array_like=True, tag="judge"):
    """A request for a bot's judgement of an action that was played.

    `case` has the decision at which the action was played. The other fields mean the same as in `ChooseJob`.
    """

    package: str
    bot: str
    case: PackedCase
    until: float = 0.0

    @property
    def legal(self) -> list[int]:
        """Return the codes of the legal actions at the decision."""
        return self.case.legal


class ReviewJob(msgspec.Struct, array_like=True, tag="review"):
    """A job for a worker: compute some results of the analysis of the game `finished`.

    `bot` names a kind of bot. It is used only if the requested results are about games with other random setups: bots
    of this kind then play all seats.
    """

    package: str
    bot: str
    finished: Finished
    until: float = 0.0


class CheckJob(msgspec.Struct, array_like=True, tag="check"):
    """A request to check an uploaded log of a game. `log` has the bytes of its file."""

    log: bytes
    """The bytes of the log's file."""
    until: float = 0.0


BotJob = ChooseJob | JudgeJob | ReviewJob
"""A request that needs a bot and the game of a package."""
Job = BotJob | CheckJob
"""A request to a worker process."""


class BotAnswer(msgspec.Struct, array_like=True):
    """A worker's answer to a job. If the job has failed, `error` says why.

    `action` is the code of the chosen action (-1 if none was requested), and `reason` its reason if that was requested.

    If the job was to judge an action that was played, `action` is the best action at that decision. In this case
    `share` is the seat's win chance before the action, and `lost` is the part of the win chance that the played action
    has lost. Both are in percent.
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
