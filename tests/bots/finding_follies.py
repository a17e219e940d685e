"""Finds positions in which a legal action is one of the follies of its game: run by hand, its output is data of `test_follies.py`.

    python tests/bots/finding_follies.py GAME [--games 60] > tests/bots/follies/GAME.jsonl
    python tests/bots/finding_follies.py GAME --again tests/bots/follies/GAME.jsonl > GAME.jsonl

The second command keeps the positions of a file, after a declaration has changed, and lists their foolish actions anew.
The positions come from games of the `steady` and `easy` bots with different numbers of seats. A position is taken if the
folly is certain in twelve guesses, and if three searches with several times the budget of `hard` choose none of the
foolish actions. At most two positions of each folly are taken, and one from each game.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from enginehouse.bots.analysis.foolish import list_declared
from enginehouse.bots.players import levels
from enginehouse.bots.players.levels import Search, find_tune
from enginehouse.bots.players.runs import Run, play_games
from enginehouse.bots.players.tree import Tune
from enginehouse.core.play.entries import Entry
from enginehouse.core.play.logs import Log
from enginehouse.core.play.match import Match
from enginehouse.core.registry import game as games

FEW, GUESSES = 2, 12
EACH = 2
"""The maximum number of positions of each folly."""
TIMES = 8
SEATS = {"great-machine": (2, 4, 6), "mechanation": (2, 3, 4), "mechanica": (2, 3), "mechanical-beast": (2, 3)}
OPTIONS = {"mechanical-beast": {"level": "easy"}}


class PlantedFolly(msgspec.Struct, forbid_unknown_fields=True):
    """A position of a game in which some legal actions of a seat are the folly `folly`."""

    seat: int
    folly: str
    foolish: list[str]
    log: Log


def choose_many(match: Match, seat: int, legal: Sequence[int]) -> set[int]:
    """Return the actions that three searches with several times the budget of `hard` choose."""
    tune = list(find_tune(match.game, "hard", match.seats))
    if tune[Tune.BEAM]:
        tune[Tune.BEAM], tune[Tune.GUESSES] = 12, 5
    tune[Tune.SIMULATIONS] *= TIMES
    bot = Search("hard", tune)
    return {bot.choose(match.view(seat), seat, legal, 600.0, seed).action for seed in (101, 102, 103)}


def list_planted(name: str, many: int, first: int, have: Counter[str]) -> Iterator[PlantedFolly]:
    """Yield positions from `many` games, beginning with game `first`. `have` counts the positions by folly."""
    game = games.get(name)
    levels.prepare(game)
    wanted = [folly.name for folly in game.follies.FOLLIES]
    for k in range(first, first + many):
        if all(have[folly] >= EACH for folly in wanted):
            return
        seats = SEATS[name][k % len(SEATS[name])]
        run = Run(game, seats, OPTIONS.get(name, {}), first + many, 47, ["steady", "easy"])
        ((_, log),) = play_games(run, k, 1, with_logs=True)
        assert log is not None
        yield from _find_in_log(log, have)


def _find_in_log(log: Log, have: Counter[str]) -> Iterator[PlantedFolly]:
    again = Match.new(log.game, log.seats, log.options, log.seed_words())
    taken = Counter[str]()
    for entry in log.entries:
        seat, view, legal = entry.seat, again.view(entry.seat), again.legal(entry.seat)
        if len(legal) > 1 and len(again.entries) > 3:
            for folly, codes in list_declared(view, seat, legal, FEW).items():
                if have[folly] >= EACH or taken[folly] >= 1:
                    continue
                sure = list_declared(view, seat, legal, GUESSES).get(folly, [])
                if not sure or len(sure) == len(legal) or choose_many(again, seat, legal) & set(codes):
                    continue
                have[folly] += 1
                taken[folly] += 1
                names = [again.game.vocabulary.name(code) for code in sure]
                entries = [Entry(one.seat, one.act) for one in again.log().entries]
                yield PlantedFolly(seat, folly, names, msgspec.structs.replace(again.log(), entries=entries))
        again.act(seat, entry.act)


def list_again(kept: Path) -> Iterator[PlantedFolly]:
    """Yield the positions of a file in which the folly is still certain, with all actions that are one now."""
    for line in kept.read_bytes().splitlines():
        one = msgspec.json.decode(line, type=PlantedFolly)
        match = Match.new(one.log.game, one.log.seats, one.log.options, one.log.seed_words())
        for entry in one.log.entries:
            match.act(entry.seat, entry.act)
        codes = list_declared(match.view(one.seat), one.seat, match.legal(one.seat), GUESSES).get(one.folly, [])
        if codes:
            yield msgspec.structs.replace(one, foolish=[match.game.vocabulary.name(code) for code in codes])


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the positions, one in each line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=list(SEATS))
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--first", type=int, default=0, help="number of the first game")
    parser.add_argument("--again", type=Path, help="a file whose positions are kept")
    parser.add_argument("--have", default="", help="follies with enough positions already, separated by commas")
    given = parser.parse_args(arguments)
    have = Counter({folly: EACH for folly in given.have.split(",") if folly})
    found = list_again(given.again) if given.again else list_planted(given.game, given.games, given.first, have)
    for one in found:
        print(msgspec.json.encode(one).decode(), flush=True)
        print(f"{one.folly}: {', '.join(one.foolish[:3])}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
