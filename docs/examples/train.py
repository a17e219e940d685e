"""Masked PPO by self-play, on NumPy and autograd: a policy that beats random play, in minutes on a laptop.

    python docs/examples/train.py connect_four --rounds 60
    python docs/examples/train.py mechanation --rounds 60 --curve curve.csv

Both seats are played by the policy that learns. A round plays `n` games to their end, all at once; every action is then judged
by what came of it for its seat (generalized advantage estimation), and the policy is moved a little (clipped, Adam).
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # matrices are small: more threads only wait for each other

import autograd.numpy as anp
import numpy as np
from autograd import grad

from enginehouse.core.errors import Unreadable
from enginehouse.core.registry import game as games
from enginehouse.core.registry.game import Game
from enginehouse.envs import Batch, Features, Layout

HIDDEN, CLIP, ENTROPY, LAMBDA, PIECE, EPOCHS = 128, 0.2, 0.01, 0.95, 1024, 2
Weights = list[Any]


class Eyes:
    """What the policy sees: the features of a game that has some, else its view; whose it is; all about 0, with spread 1."""

    def __init__(self, game: Game, seats: int) -> None:
        self.makers: list[Any] = [Layout(game, "one-hot", rotated=True)]
        if hasattr(game.judgement, "features"):
            self.makers = [Features(game, seats), Layout(game, "numbers", rotated=True)]
        self.middle: Any = None
        self.spread: Any = None

    def __call__(self, views: Any, seats: Any) -> Any:
        """Rows for these views; the first that are seen say what is usual."""
        columns = [maker.rows(views) for maker in self.makers]
        found = np.hstack([*columns, seats[:, None]]).astype(np.float32)
        found = np.sign(found) * np.log1p(np.abs(found))
        if self.middle is None:
            self.middle, self.spread = found.mean(0), found.std(0) + 0.1
        return np.clip((found - self.middle) / self.spread, -3, 3)


def begin(columns: int, actions: int, dice: Any) -> Weights:
    """Two layers, then what speaks for each action, and what is hoped for."""
    sizes = [(columns, HIDDEN), (HIDDEN, HIDDEN), (HIDDEN, actions), (HIDDEN, 1)]
    scales = [1.0, 1.0, 0.05, 0.05]
    found: Weights = []
    for (one, other), scale in zip(sizes, scales, strict=True):
        found += [
            (dice.standard_normal((one, other)) * scale / np.sqrt(one)).astype(np.float32),
            np.zeros(other, np.float32),
        ]
    return found


def run(weights: Weights, rows: Any, mask: Any, xp: Any = np) -> tuple[Any, Any]:
    """The logarithms of the chances of all actions (those that are not legal have none), and what is hoped for."""
    a, b, c, d, e, f, g, h = weights
    thought = xp.tanh(xp.dot(xp.tanh(xp.dot(rows, a) + b), c) + d)
    speaks = xp.where(mask, xp.dot(thought, e) + f, -1e9)
    speaks = speaks - xp.max(speaks, axis=1, keepdims=True)
    return speaks - xp.log(xp.sum(xp.exp(speaks), axis=1, keepdims=True)), xp.reshape(xp.dot(thought, g) + h, -1)


def loss(weights: Weights, seen: Any, mask: Any, done: Any, judged: Any) -> Any:
    """PPO's: the clipped gain of what turned out well, how wrong the hopes were, and a little for trying things out.

    `done`: code and the logarithm of its chance then; `judged`: advantage, and what came of it.
    """
    chances, hoped = run(weights, seen, mask, anp)
    codes, before = done
    ratio = anp.exp(anp.sum(chances * (anp.arange(mask.shape[1]) == codes[:, None]), axis=1) - before)
    gain = anp.minimum(ratio * judged[0], anp.clip(ratio, 1 - CLIP, 1 + CLIP) * judged[0])
    spread = -anp.sum(anp.exp(chances) * anp.where(mask, chances, 0.0), axis=1)
    return anp.mean(-gain + 0.5 * (hoped - judged[1]) ** 2 - ENTROPY * spread)


class Step(NamedTuple):
    """One action in each game that ran: which games, who acted, what was seen, legal, chosen, how likely, and hoped for."""

    where: Any
    seats: Any
    rows: Any
    mask: Any
    codes: Any
    chance: Any
    hoped: Any


class Learner:
    """A policy, and the games from which it learns."""

    def __init__(self, game: Game, seats: int = 2, n: int = 256, seed: int = 1, rate: float = 1e-3) -> None:
        self.batch, self.eyes, self.dice = Batch(game, seats, n, seed), Eyes(game, seats), np.random.default_rng(seed)
        views, mask, seat = self.batch.look()
        columns = self.eyes(views, seat).shape[1]
        self.weights = begin(columns, mask.shape[1], self.dice)
        self.rate, self.moments, self.steps = rate, [(np.zeros_like(w), np.zeros_like(w)) for w in self.weights], 0
        self.slope = grad(loss)

    def choose(self, batch: Batch, best: bool = False) -> Step:
        """An action for each game that runs: as likely as the policy says, or the best."""
        views, mask, seats = batch.look()
        where = np.flatnonzero(seats >= 0)
        rows, legal = self.eyes(views[where], seats[where]), mask[where].copy()
        chances, hoped = run(self.weights, rows, legal)
        tried = np.zeros(()) if best else self.dice.gumbel(size=chances.shape)
        codes = (chances + tried).argmax(1)
        return Step(where, seats[where].copy(), rows, legal, codes, chances[np.arange(len(codes)), codes], hoped)

    def played(self) -> list[Step]:
        """The next games, all to their end."""
        self.batch.reset()
        steps = []
        while not self.batch.done.all():
            steps.append(self.choose(self.batch))
            self.batch.step(spread_out(steps[-1], self.batch.n))
        return steps

    def round(self) -> int:
        """Play games and learn from them; how many actions were played."""
        steps = self.played()
        hoped, gained = self.batch.returns.astype(np.float32).copy(), np.zeros_like(self.batch.returns, np.float32)
        judged = []
        for step in reversed(steps):  # what came of it: hopes of the next action of this seat, in the end the return
            at = step.where, step.seats
            gained[at] = hoped[at] - step.hoped + LAMBDA * gained[at]
            judged.append(gained[at])
            hoped[at] = step.hoped
        good = np.concatenate(judged[::-1])
        came = good + np.concatenate([step.hoped for step in steps])
        good = (good - good.mean()) / (good.std() + 1e-6)
        rows, mask, codes, chance = (np.concatenate(part) for part in zip(*(step[2:6] for step in steps), strict=True))
        for piece in self.pieces(len(codes)):
            made = (codes[piece], chance[piece])
            self.move(self.slope(self.weights, rows[piece], mask[piece], made, (good[piece], came[piece])))
        return len(codes)

    def pieces(self, many: int) -> Iterator[Any]:
        """All numbers below, in random pieces, some times over."""
        for _ in range(EPOCHS):
            order = self.dice.permutation(many)
            yield from np.array_split(order, max(1, many // PIECE))

    def move(self, slopes: Weights) -> None:
        """One step of Adam, with slopes that are not too steep."""
        self.steps += 1
        steep = np.sqrt(sum(float((one**2).sum()) for one in slopes))
        for w, (mean, square), one in zip(self.weights, self.moments, slopes, strict=True):
            slope = one / max(1.0, 2 * steep)
            mean += 0.1 * (slope - mean)
            square += 0.001 * (slope**2 - square)
            size = np.sqrt(square / (1 - 0.999**self.steps)) + 1e-8
            w -= self.rate * (mean / (1 - 0.9**self.steps) / size).astype(w.dtype)

    def share(self, many: int = 400, best: bool = False) -> tuple[float, float]:
        """What share of games it wins against random play, as often at every seat, and how far off that may be (95 %).

        It plays as it does when it learns, or what it holds for best.
        """
        won = []
        for seat in range(self.batch.seats):
            batch = Batch(self.batch.game, self.batch.seats, many // self.batch.seats, 9 + seat)
            batch.play_along(seat)
            while not batch.done.all():
                batch.step(spread_out(self.choose(batch, best), batch.n))
                batch.play_along(seat)
            won.append((batch.returns[:, seat] + 1) / 2)
        found = np.concatenate(won)
        return float(found.mean()), float(1.96 * found.std() / np.sqrt(len(found)))


def spread_out(step: Step, n: int) -> Any:
    """An action for each game, -1 for those that are over."""
    codes = np.full(n, -1)
    codes[step.where] = step.codes
    return codes


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("game", help="a game's name, or the package that it is")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=60)
    parser.add_argument("--least", type=float, default=0.0, help="fail if its share of wins is lower in the end")
    parser.add_argument("--curve", type=Path, help="write the curve into this file (CSV)")
    given = parser.parse_args()
    try:
        game = games.get(given.game)
    except Unreadable:
        game = games.register(Game(given.game))
    learner, began, actions = Learner(game, given.seats), time.monotonic(), 0
    lines = ["round,actions,seconds,share,error"]
    for number in range(given.rounds + 1):
        if number % max(1, given.rounds // 12) == 0:
            share, error = learner.share()
            lines.append(f"{number},{actions},{time.monotonic() - began:.0f},{share:.3f},{error:.3f}")
            print(
                f"round {number:3}, {actions:9,} actions, {time.monotonic() - began:4.0f} s: wins {share:.3f} ± {error:.3f}"
            )
        if number < given.rounds:
            actions += learner.round()
    share, error = learner.share(2000, best=True)
    print(f"what it holds for best wins {share:.3f} ± {error:.3f}")
    if given.curve:
        given.curve.write_text("\n".join(lines) + "\n")
    if share - error < given.least:
        sys.exit(f"the policy wins {share - error:.3f} for sure, less than {given.least:g}")


if __name__ == "__main__":
    main()
