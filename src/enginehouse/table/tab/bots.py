"""Let a server in a browser tab run its bots in web workers, where each game's bots are a WebAssembly module."""

from __future__ import annotations

import json
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

from enginehouse.bots.bot import BotFailed, Choice, Thought
from enginehouse.bots.players.compiled_games import SEED_STEP
from enginehouse.bots.players.runs import Run, make_row, start_match
from enginehouse.core.judging.judgement import WHOLE
from enginehouse.core.play.arena import chosen_seat
from enginehouse.core.play.match import Match
from enginehouse.core.records.fields import Record
from enginehouse.core.verbs import at_random
from enginehouse.table.botpool import worker
from enginehouse.table.botpool.jobs import BotAnswer, CheckJob, ChooseJob, Job, JudgeJob, ReviewJob
from enginehouse.table.botpool.pool import check_answer
from enginehouse.table.in_place.pool import InPlaceBots

LOG = logging.getLogger("enginehouse.table")


class ThinkingBridge:
    """The functions of the script `page/worker.js` that let bots choose actions, as attributes of a JavaScript object.

    This class only has the names and types of the functions.
    """

    has_bot: Callable[[str, str], bool]
    """Return whether a game has a module with this bot."""
    choose: Callable[[str, str, bytes, int, str, int], Awaitable[str]]
    """Return a bot's choice, by game, bot, view, seat, legal actions as JSON, and seed.

    It is JSON with the code of the action (`code`), and for each legal action its visits and summed shares (`found`).
    """


class _Decided:
    """A bot that always returns a choice that a worker of the browser has made already."""

    def __init__(self, choice: Choice) -> None:
        self._choice = choice

    def choose(self, *_: object) -> Choice:
        """Return the choice that was made already. The arguments are not used."""
        return self._choice


def make_pool(bridge: ThinkingBridge) -> type[InPlaceBots]:
    """Return the class of a pool of bots. If a game has a WebAssembly module, its bots run in workers of the browser.

    `bridge` has the functions of the script `page/worker.js` by which Python passes work to these workers.
    """

    class TabBots(InPlaceBots):
        """A pool of bots in a browser tab, which run in workers of the browser if possible.

        If the bot of a game has no WebAssembly module, it runs in the thread of the server in this tab. Most results of
        analyses and the checks of uploads are computed in that thread, too.
        """

        async def answer(self, job: Job) -> BotAnswer:
            if isinstance(job, CheckJob | ReviewJob) or not bridge.has_bot(job.package, job.bot):
                return await super().answer(job)
            try:
                return await _answer(bridge, job)
            except Exception as error:
                # Offline, a module may be missing that was never loaded.
                LOG.warning("the bot %s thinks in plain Python: %s", job.bot, error)
                return await super().answer(job)

        async def list_results(self, job: ReviewJob) -> AsyncIterator[Any]:
            if job.finished.part == "deals" and bridge.has_bot(job.package, job.bot):
                async for wins in _play_other_deals(self, job):
                    yield wins
            else:
                async for one in super().list_results(job):
                    yield one

    return TabBots


async def _answer(bridge: ThinkingBridge, job: ChooseJob | JudgeJob) -> BotAnswer:
    """Return the answer to a job of a bot whose game has a WebAssembly module.

    `bridge` reaches the browser's workers.
    """
    if isinstance(job, ChooseJob):
        view = worker.read_view(job.package, job.view) if job.why else None
        choice = await _think(bridge, job, view)
        return worker.describe_choice(job, view, choice)
    case = job.case
    asked = ChooseJob(job.package, job.bot, case.view, case.seat, case.legal, case.number)
    bot: Any = _Decided(await _think(bridge, asked, worker.read_view(job.package, case.view)))
    return worker.judge_choice(job, bot)


async def _think(bridge: ThinkingBridge, job: ChooseJob, view: Record | None) -> Choice:
    """Let a worker of the browser choose an action for a bot. `bridge` is the connection to the workers.

    `view` is the view in the job as a record. If it is given, the returned choice also has the bot's thoughts: the win
    chance and the number of visits of each action that the bot has examined.
    """
    legal, seat = job.legal, job.seat
    said = await bridge.choose(job.package, job.bot, job.view, seat, json.dumps(legal), job.seed)
    found = json.loads(said)
    if view is None:
        return Choice(found["code"])
    # As in `levels.Search.choose`: actions that random play leaves out were not examined.
    many = at_random(view, seat, list(legal), len(legal))
    examined = zip(legal[:many], found["found"], strict=False) if any(one[0] for one in found["found"]) else ()
    thoughts = (Thought(code, 100 * shares / (WHOLE * max(1, visits)), visits) for code, (visits, shares) in examined)
    return Choice(found["code"], tuple(thoughts))


async def _play_other_deals(pool: InPlaceBots, job: ReviewJob) -> AsyncIterator[list[float]]:
    """Play the games with other deals that a job requests, as `luck.play_other_deals` does. The bots run in `pool`.

    Yield a list for each game, with a number for each seat: 1 if it has won, a part of 1 if it shares the win, or 0.
    """
    match, first, many = worker.load_match(job), job.finished.first, job.finished.many
    run = Run(match.game, match.seats, dict(match.options), first + many, 1, [job.bot])
    for k in range(first, first + many):
        yield list(make_row(run, k, await _play_game(pool, job, run, k)).wins)


async def _play_game(pool: InPlaceBots, job: ReviewJob, run: Run, k: int) -> Match:
    """Play game `k` of a run (a series of games) to its end with bots that run in `pool`, and return it.

    `job` is the request for the game. The result equals that of `runs.play_bots`, which plays the game in one step.
    """
    match, dice = start_match(run, k)
    game, to_bytes = match.game, match.game.shape.to_bytes
    for number in range(1, game.facts.length_bound + 1):
        mask = int(game.rules.actors(match.state))
        if not mask:
            return match
        seat = chosen_seat(mask, dice)
        view, seed = to_bytes(match.view(seat)), run.bot_word(k) * SEED_STEP + number
        asked = ChooseJob(job.package, job.bot, view, seat, match.legal(seat), seed, job.until)
        match.act(seat, game.vocabulary.name(check_answer(asked, await pool.answer(asked)).action))
    raise BotFailed(f"a game of {game.name} did not end")
