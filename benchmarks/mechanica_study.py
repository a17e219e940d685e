"""Mechanica: how well the greedy bot plays, and how hard ARMAND-0 is for it.

    python benchmarks/mechanica_study.py [--games 500] [--solo 300]

Four greedy bots against four random ones (mean scores, each over so many games); greedy bots by seat of the turn order;
and, alone, by how much the greedy bot is ahead of or behind an ARMAND-0 whose Vault starts empty, which tells the Vault
that leaves it a given share of the games.
"""

from __future__ import annotations

import argparse
import statistics
import time
from typing import Any

from enginehouse.bots import greedy
from enginehouse.core import arena
from enginehouse.core import game as games
from enginehouse.core.chance import seed_words
from enginehouse.core.events import Events
from enginehouse.games.mechanica.parts import ARMAND
from enginehouse.games.mechanica.rules import armand_worth, worth

GAME = games.get("mechanica")


def play(seats: int, seed: str, vault: int | None = None) -> tuple[Any, int]:
    """A game of greedy bots: its last record, and how many actions it had."""
    s, dice = GAME.new_record(), list(seed_words(seed)[:4])
    GAME.rules.setup(s, GAME.option_numbers(seats, None), seed_words(seed))
    if vault is not None:
        s.vault[ARMAND] = vault
    done = 0

    def chosen(s: Any, seat: int, codes: list[int]) -> int:
        view = GAME.new_record()
        GAME.rules.view(s, seat, view)
        return greedy.choose(view, seat, codes, 60, done)

    act = arena.applied(GAME, s, Events(GAME.facts.event_size, on=False))
    for _ in arena.steps(GAME, s, chosen, dice, act, GAME.facts.length_bound):
        done += 1
    return s, done


def four(many: int) -> None:
    """Four seats: greedy bots against random ones."""
    points: list[int] = []
    by_turn: list[list[int]] = [[], [], [], []]
    wins, lengths = [0] * 4, []
    for k in range(many):
        s, done = play(4, f"four {k}")
        lengths.append(done)
        out = [0] * 16
        GAME.rules.scores(s, out)
        for seat in range(4):
            points.append(out[seat])
            by_turn[(seat - s.first) % 4].append(out[seat])
            wins[(seat - s.first) % 4] += out[8 + seat] == 1
    run = arena.random_games(GAME, 4, None, many, 1)
    other = float(run.totals[:, :4].mean())
    mean = statistics.mean(points)
    print(f"four greedy bots, {many} games of {statistics.mean(lengths):.0f} actions: mean score {mean:.1f}")
    print(f"four random bots, {many} games: mean score {other:.1f}; ratio {mean / other:.1f}")
    print(
        "by turn order: "
        + ", ".join(f"{statistics.mean(p):.1f} ({w} wins)" for p, w in zip(by_turn, wins, strict=True))
    )


def solo(many: int) -> None:
    """Alone: the lead over an ARMAND-0 that starts with nothing."""
    leads, mine, its = [], [], []
    for k in range(many):
        s, _ = play(1, f"solo {k}", vault=0)
        mine.append(worth(s, 0))
        its.append(armand_worth(s))
        leads.append(mine[-1] - its[-1])
    leads.sort()
    print(
        f"solo, {many} games, ARMAND-0 starting from 0: {statistics.mean(mine):.1f} against {statistics.mean(its):.1f}"
    )
    for start in (10, 30, 50, 70):
        won = sum(lead > start for lead in leads) / many
        print(f"  starting from {start}: {won:.0%} won")
    for share in (0.8, 0.6, 0.4, 0.2):
        print(f"  {share:.0%} are won by starting it from {leads[int(many * (1 - share))]}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--solo", type=int, default=300)
    chosen = parser.parse_args()
    greedy.prepare(GAME)
    begun = time.perf_counter()
    four(chosen.games)
    solo(chosen.solo)
    print(f"{time.perf_counter() - begun:.0f} s")


if __name__ == "__main__":
    main()
