"""The program of a worker process. For a bot it receives only the view of the bot's seat, as bytes.

The process runs this module as a program. Jobs and answers go through its standard input and output (see `jobs`).
"""

from __future__ import annotations

import logging
import math
import os
import struct
import sys
import threading
import time
from contextlib import suppress
from itertools import islice
from typing import TYPE_CHECKING, Any, BinaryIO

import msgspec

from enginehouse.table.botpool.jobs import (
    BotAnswer,
    BotJob,
    CheckJob,
    ChooseJob,
    Job,
    JudgeJob,
    PackedCase,
    ReviewJob,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from enginehouse.bots.analysis.review import ReviewCase
    from enginehouse.bots.bot import Bot, Choice
    from enginehouse.core.play.match import Match

LOG = logging.getLogger("enginehouse.table")
BEFORE_BOTS = ("count", "shares", "cases")
"""The parts of an analysis for which no bot is needed, so that they need not wait for its compilation."""


def answer(job: Job) -> BotAnswer:
    """Return the answer to a job. Raise an error if the bot or the game fails."""
    match job:
        case CheckJob():
            return _check_log(job)
        case ReviewJob():
            found = _count_decisions(job) if job.finished.part == "count" else [*list_results(job)]
            return BotAnswer(found=msgspec.json.encode(found))
        case JudgeJob():
            return judge_choice(job, _find_bot(job))
        case ChooseJob():
            view = read_view(job.package, job.view)
            choice = _find_bot(job).choose(view, job.seat, job.legal, _measure_budget(job), job.seed)
            return describe_choice(job, view, choice)


def _find_bot(job: BotJob) -> Bot:
    from enginehouse import bots

    return bots.get(job.bot)


def read_view(package: str, view: bytes) -> Any:
    """Return a record with the values of `view`, the bytes in which a job contains a seat's view.

    `package` is the name of the Python package of the game.
    """
    return _game(package).shape.from_bytes(view)


def describe_choice(job: ChooseJob, view: Any, choice: Choice) -> BotAnswer:
    """Return the answer to a job for which a bot has made the choice `choice`. Add the reason if the job asks for it.

    `view` is the job's view as a record.
    """
    from enginehouse.bots.analysis import reasons

    if job.advises:
        choice = reasons.choose_advice(view, job.seat, choice, job.seed)
    why = reasons.explain_choice(view, job.seat, choice, job.seed) if job.why else ""
    return BotAnswer(int(choice.action), reason=why)


def _measure_budget(job: BotJob) -> float:
    """Return the number of seconds that the bot of a job may still use."""
    return max(0.0, job.until - time.monotonic())


def _check_log(job: CheckJob) -> BotAnswer:
    from enginehouse.core.errors import EnginehouseError
    from enginehouse.table.botpool import brought

    try:
        return BotAnswer(found=msgspec.msgpack.encode(brought.check(job.log)))
    except EnginehouseError as error:
        return BotAnswer(refused=str(error))


def judge_choice(job: JudgeJob, bot: Bot) -> BotAnswer:
    """Return the judgement of `bot` about the action that was played at a decision. `job` contains the decision.

    The result has the action that the bot finds best, and the reason. It also has the seat's win chance before the
    action, and the part of the win chance that the played action has cost (both in percent).
    """
    from enginehouse.bots.analysis.review import ReviewCase, judge_case

    packed = job.case
    view = read_view(job.package, packed.view)
    case = ReviewCase(packed.number, packed.seat, view, packed.legal, packed.played)
    found = judge_case(case, bot, _measure_budget(job))
    return BotAnswer(found.best, reason=found.why, share=found.share, lost=found.lost)


def _count_decisions(job: ReviewJob) -> int:
    from enginehouse.bots.analysis import review

    return review.count_cases(load_match(job))


def list_results(job: ReviewJob) -> Iterator[Any]:
    """Yield the results of the analysis of a finished game that a job requests, as values for JSON.

    `job.finished.part` names the requested kind of results. Raise ValueError for an unknown kind.
    """
    from enginehouse.bots.analysis import luck, review

    asked = job.finished
    match asked.part:
        case "shares":
            yield from review.list_shares(_cases(job))
        case "cases":
            to_bytes = _game(job.package).shape.to_bytes
            for one in _cases(job):
                yield PackedCase(one.number, one.seat, to_bytes(one.view), one.legal, one.played)
        case "deals":
            yield from luck.play_other_deals(load_match(job), job.bot, asked.first, asked.many)
        case "steps":
            yield from islice(luck.list_steps(load_match(job), known=asked.first), asked.many)
        case _:
            raise ValueError(f"an analysis has no part {asked.part!r}")


class _Last:
    """A cache for the finished game of the last job, because the next job is usually about the same game.

    `cases` is an iterator over the game's decisions, and `came` the number of decisions that it has already returned.
    """

    key: tuple[object, ...] = ()
    match: Any = None
    cases: Any = None
    came = 0


def load_match(job: ReviewJob) -> Match:
    """Return the match of the finished game to which a job belongs.

    Replay the game unless the last job was about the same game.
    """
    from enginehouse.core.play.match import Match

    game, asked = _game(job.package), job.finished
    key = (game.address, asked.seats, asked.options, asked.start, asked.standing)
    if _Last.key != key:
        match = Match.begin_at(game, asked.seats, asked.options, game.shape.from_bytes(asked.start))
        for seat, code in asked.standing:
            match.act_unchecked(seat, code)
        _Last.key, _Last.match, _Last.cases = key, match, None
    found: Match = _Last.match
    return found


def _cases(job: ReviewJob) -> list[ReviewCase]:
    """Return the requested decisions of a finished game.

    Continue from the decisions of the last job if the requested ones come later. Otherwise replay the game.
    """
    from enginehouse.bots.analysis import review

    match, asked = load_match(job), job.finished
    if _Last.cases is None or _Last.came > asked.first:
        _Last.cases, _Last.came = review.list_cases(match), 0
    found = list(islice(_Last.cases, asked.first - _Last.came, asked.first - _Last.came + asked.many))
    _Last.came = asked.first + len(found)
    return found


_GAMES: dict[str, object] = {}
_AGAIN_AT: dict[tuple[str, str], float] = {}
"""By game and bot, the time at which it is prepared again: never after the first time, unless that fails."""
_ONE_AT_A_TIME = threading.Lock()
AGAIN_S = 30.0
"""The pause in seconds before a failed preparation is repeated."""


def make_ready(job: BotJob, *, wait: bool = False) -> None:
    """Compile the bot of a job for its game in the background, if the game can be compiled.

    Until the code is compiled, the bot uses plain Python. If `wait` is true, compile it before this function returns.
    """
    if isinstance(job, ReviewJob) and job.finished.part in BEFORE_BOTS:  # the first results of an analysis need no bot
        return
    key = (job.bot, job.package)
    if time.monotonic() < _AGAIN_AT.get(key, 0.0):
        return
    prepare, game = _find_bot(job).prepare, _game(job.package)
    _AGAIN_AT[key] = math.inf
    if wait or not isinstance(job, ChooseJob):  # no player waits for an analysis, so wait for the compiler
        prepare(game)
        return

    def compile_it() -> None:
        try:
            with _ONE_AT_A_TIME:  # two threads that import Numba at once would find it half imported
                prepare(game)
        except Exception as error:
            _AGAIN_AT[key] = time.monotonic() + AGAIN_S
            LOG.warning("the bot %s keeps running uncompiled: %s", job.bot, error)

    threading.Thread(target=compile_it, daemon=True).start()


def _game(package: str):  # type: ignore[no-untyped-def]  # a Game, imported late
    from enginehouse.core.registry import game as games

    if package not in _GAMES:
        _GAMES[package] = games.at(package)
    return _GAMES[package]


def answer_safely(job: Job, *, wait: bool = False) -> BotAnswer:
    """Return the answer to a job, with an error in it if the job fails.

    The first job compiles its bot in the background; if `wait` is true, the job waits for the compiler.
    """
    try:
        if not isinstance(job, CheckJob):
            make_ready(job, wait=wait)
        return answer(job)
    except Exception as error:
        return describe_error(error)


def describe_error(error: Exception) -> BotAnswer:
    """Return the answer to a job that failed with an error."""
    return BotAnswer(-1, f"{type(error).__name__}: {error}")


def main() -> None:
    """Read jobs and write answers until the server closes the pipe."""
    jobs, answers = sys.stdin.buffer, os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)  # the output of a bot must not mix with the answers
    if hasattr(os, "nice"):
        with suppress(OSError):
            os.nice(5)
    decoder: msgspec.msgpack.Decoder[Job] = msgspec.msgpack.Decoder(Job)
    while (data := _read(jobs)) is not None:
        try:
            thought = answer_safely(decoder.decode(data))
        except msgspec.DecodeError as error:
            thought = describe_error(error)
        said = msgspec.msgpack.encode(thought)
        try:
            answers.write(struct.pack("<I", len(said)) + said)
        except BrokenPipeError:  # the server has ended
            return


def _read(stream: BinaryIO) -> bytes | None:
    head = stream.read(4)
    if len(head) < 4:
        return None
    (length,) = struct.unpack("<I", head)
    data = stream.read(length)
    return data if len(data) == length else None


if __name__ == "__main__":
    main()
