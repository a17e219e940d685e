"""Games of bots in bulk, for the command line."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from enginehouse.bots.arena import Run as Run
from enginehouse.bots.arena import play_bots as play_bots
from enginehouse.bots.arena import play_random as play_random
from enginehouse.core import logs, preparing
from enginehouse.core.compiling import jit_possible
from enginehouse.core.errors import Unreadable
from enginehouse.core.game import Game
from enginehouse.core.match import Entry, Match, replay
from enginehouse.core.naming import fill_plain
from enginehouse.core.playing import random_games

CHUNK = 500
"""Random games between two steps of the progress bar."""


def read_options(given: tuple[str, ...]) -> dict[str, str]:
    """Options written `name=choice`."""
    found = {}
    for one in given:
        name, sign, choice = one.partition("=")
        if not sign:
            raise Unreadable(f"an option is written name=choice, not {one!r}")
        found[name.strip()] = choice.strip()
    return found


@contextmanager
def progress_bar(what: str, total: int, shown: bool) -> Iterator[Any]:
    """A progress bar on the terminal; the value is called with the number of further steps done."""
    columns = [TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()]
    with Progress(*columns, console=Console(stderr=True), transient=True, disable=not shown) as bar:
        task = bar.add_task(what, total=total)
        yield lambda steps=1, text=None: bar.update(task, advance=steps, description=text or what)


def prepare_all(games: list[Game]) -> bool:
    """Compile all of these games, with a progress bar; False where nothing compiles."""
    if not jit_possible():
        return False
    from enginehouse.bots import greedy

    with preparing.alone(), progress_bar("compiling", 3 * len(games), True) as advance:
        for game in games:
            advance(0, f"compiling {game.name}")
            for name in preparing.prepare(game, [("greedy bot", partial(greedy.prepare, game))]):
                advance(1, f"compiling {game.name}: {name}")
    return True


# -- simulate ----------------------------------------------------------------------------------------------------------


class _Tally:
    def __init__(self, seats: int) -> None:
        self.actions = 0
        self.ends: Counter[int] = Counter()
        self.totals = [0] * seats

    def add(self, match: Match, actions: int) -> None:
        self.actions += actions
        self.ends[match.reason] += 1
        for seat, score in enumerate(match.scores()[0]):
            self.totals[seat] += score


def simulate(run: Run, out: Path | None = None, progress: bool = False) -> dict[str, Any]:
    """Play the games; logs go to `out`, one a line. Random games without logs run compiled."""
    tally = _Tally(run.seats)
    random_only = set(run.bots) == {"random"}
    with progress_bar(f"playing {run.game.name}", run.games, progress) as advance:
        if random_only and out is None:
            seconds = _play_random(run, tally, advance)
        else:
            seconds = _play_matches(run, tally, out, random_only, advance)
    return {
        "game": run.game.name,
        "seats": run.seats,
        "options": run.game.check_options(run.options),
        "bots": [run.bot(seat) for seat in range(run.seats)],
        "seed": run.seed,
        "rules": run.game.facts.rules_version,
        "games": run.games,
        "actions": tally.actions,
        "seconds": round(seconds, 3),
        "games_per_s": round(run.games / seconds, 1),
        "actions_per_s": round(tally.actions / seconds, 1),
        "ends": {run.game.clause_name(clause): many for clause, many in sorted(tally.ends.items())},
        "mean_score": [round(total / run.games, 3) for total in tally.totals],
    }


def _play_random(run: Run, tally: _Tally, advance: Any) -> float:
    """Random games, compiled where that is possible; the seconds of playing, without those of compiling."""
    seconds = 0.0
    if jit_possible():
        random_games(run.game, run.seats, run.options, 1, run.seed)
    for first in range(0, run.games, CHUNK):
        many = min(CHUNK, run.games - first)
        started = time.perf_counter()
        result = random_games(run.game, run.seats, run.options, many, run.seed, first)
        seconds += time.perf_counter() - started
        tally.actions += result.actions
        tally.ends.update(int(reason) for reason in result.reasons)
        for seat in range(run.seats):
            tally.totals[seat] += int(result.totals[:, seat].sum())
        if not all(result.reasons):
            raise Unreadable(f"a game of {run.game.name} did not end within {run.game.facts.length_bound} actions")
        advance(many)
    return seconds


def _play_matches(run: Run, tally: _Tally, out: Path | None, random_only: bool, advance: Any) -> float:
    """Games one by one, in plain Python; a bot gets a view of its seat and nothing else. The seconds of playing, without
    those of compiling the bots."""
    for bot in run.players.values():
        bot.prepare(run.game)
    started = time.perf_counter()
    file = out.open("w", encoding="utf-8") if out else None
    try:
        for k in range(run.games):
            match = play_random(run, k) if random_only else play_bots(run, k)
            tally.add(match, len(match.entries))
            if file:
                file.write(logs.write(match.log(), line=True))
            advance(1)
    finally:
        if file:
            file.close()
    return time.perf_counter() - started


# -- replay ------------------------------------------------------------------------------------------------------------


class Verdict(NamedTuple):
    """Whether a game holds, what to say of it, and what to say of its rules where they are not those of today."""

    good: bool
    said: str
    rules: str = ""


def verified(log: logs.Log) -> Verdict:
    """Whether a log replays to its result and its checksums."""
    try:
        played = replay(log)
    except Unreadable as error:
        return Verdict(False, str(error))
    many = len(played.log.entries)
    result = played.match.log().result
    if played.error is None and log.result != result:
        played.error = Unreadable(f"all entries are legal, but the result is another one: {result}")
    if played.error is not None:
        why = str(played.error).rstrip(".")
        return Verdict(False, f"{why} ({played.accepted} of {many} entries hold).", played.other_rules)
    kept = "replays to its checksum"
    if not played.log.checksum:
        kept = "replays; it has no checksum"
        if log.checksum:
            kept = f"replays; its checksum is of records as version {log.rules} had them, and was not compared"
    return Verdict(True, f"{many} entries, {kept}.", played.other_rules)


def step(match: Match, item: logs.LogEntry) -> None:
    """Do one entry of a log."""
    match.step(Entry(item.seat, item.act, item.step, item.note))


def sentences(match: Match, seat: int, names: list[str]) -> list[str]:
    """What the last action brought, in sentences for a seat."""
    view = match.view(seat)
    told = [match.game.words.event(view, event) for event in match.events(seat)]
    return [fill_plain(sentence, names) for sentence in told if sentence]
