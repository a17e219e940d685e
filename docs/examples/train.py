"""Masked PPO by self-play, on NumPy and autograd: a policy that beats random play, in minutes on a laptop.

    python docs/examples/train.py connect_four --rounds 60
    python docs/examples/train.py mechanation --rounds 60 --curve curve.csv --save mechanation.npz
    python docs/examples/train.py mechanation --imitate 600 --rounds 200 --rate 0.0003 --save mechanation.npz

The learning policy plays all seats. A round plays `n` games to their end at the same time. Then each action is judged
by generalized advantage estimation for its seat, and the policy is updated (clipped objective, Adam). With `--imitate`
the policy first learns to choose as a bot of the house does.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # Matrices are small: more threads would only wait for each other.

import numpy as np

try:
    import autograd.numpy as anp
    from autograd import grad
    from autograd.extend import defvjp, primitive
except ModuleNotFoundError:
    sys.exit("this program needs autograd: pip install autograd, or '.[learn]' in a clone of Enginehouse")

from enginehouse.bots.players.recorded_games import RecordedGames, can_record
from enginehouse.bots.players.runs import Run
from enginehouse.commands.simulate import read_options
from enginehouse.core.errors import EnginehouseError
from enginehouse.core.registry.folders import open_game
from enginehouse.core.registry.game import Game
from enginehouse.envs import Batch
from enginehouse.envs.facing import Facing
from enginehouse.envs.features import Afterstates
from enginehouse.envs.policies import Network, place_ratings, run_network

HIDDEN, AFTER, CLIP, LAMBDA, BATCH, EPOCHS = 128, 96, 0.2, 0.95, 1024, 2
"""Widths of the hidden layers and of the first layer for afterstates; clipping range of PPO; lambda of the advantages;
rows per update; passes."""
ALONE = "alone"
"""The name in place of an opponent in test games in which the policy plays all seats."""
RATE, BONUS = 1e-3, 0.01
"""Rate of learning, and weight of the entropy in self-play, unless the command gives others."""
IMITATION_BATCH, IMITATION_EPOCHS = 512, 8
"""Rows per update and passes over the examples of another bot."""
Weights = list[Any]
place = primitive(place_ratings)
"""The function `place_ratings` with a derivative."""
defvjp(place, lambda _, ratings, mask: lambda slopes: slopes[mask], argnums=(0,))


def choose_forms(game: Game) -> list[str]:
    """Return the forms of observations: features (if the game has them) with the view, else the view as one-hot."""
    return ["features", "rotated numbers"] if hasattr(game.judgement, "features") else ["rotated one-hot"]


def create_weights(columns: int, actions: int, dice: Any) -> Weights:
    """Return random weights of two hidden layers, the preferences for actions, and the value."""
    sizes = [(columns, HIDDEN), (HIDDEN, HIDDEN), (HIDDEN, actions), (HIDDEN, 1)]
    scales = [1.0, 1.0, 0.05, 0.05]
    return draw_layers(sizes, scales, dice)


def create_after_weights(columns: int, dice: Any) -> Weights:
    """Return random weights of the layers that rate an action by the position after it: two hidden ones, the rating."""
    sizes = [(columns, AFTER), (AFTER, AFTER // 2), (AFTER // 2, 1)]
    return draw_layers(sizes, [1.0, 1.0, 0.1], dice)[:-1]


def draw_layers(sizes: list[tuple[int, int]], scales: list[float], dice: Any) -> Weights:
    """Return random matrices of these sizes, each multiplied by its scale and followed by offsets of 0."""
    found: Weights = []
    for (inputs, outputs), scale in zip(sizes, scales, strict=True):
        found += [
            (dice.standard_normal((inputs, outputs)) * scale / np.sqrt(inputs)).astype(np.float32),
            np.zeros(outputs, np.float32),
        ]
    return found


def compute_loss(
    weights: Weights, rows: Any, mask: Any, chosen: Any, targets: Any, bonus: float = BONUS, after: Any = None
) -> Any:
    """Return the loss of PPO: the clipped objective, the squared error of the value, and the entropy.

    `chosen` has the codes that were played and the logarithms of their probabilities then. `targets` has the advantages
    and the returns. `bonus` is the weight of the entropy. `after` has the rows of afterstates, if the network has them.
    """
    scores, values = run_network(weights, rows, mask, anp, after, place)
    codes, before = chosen
    ratio = anp.exp(anp.sum(scores * (anp.arange(mask.shape[1]) == codes[:, None]), axis=1) - before)
    gain = anp.minimum(ratio * targets[0], anp.clip(ratio, 1 - CLIP, 1 + CLIP) * targets[0])
    entropy = -anp.sum(anp.exp(scores) * anp.where(mask, scores, 0.0), axis=1)
    return anp.mean(-gain + 0.5 * (values - targets[1]) ** 2 - bonus * entropy)


def compute_imitation_loss(weights: Weights, rows: Any, mask: Any, codes: Any, returns: Any, after: Any = None) -> Any:
    """Return the cross entropy of the codes that another bot played, and the squared error of the value."""
    scores, values = run_network(weights, rows, mask, anp, after, place)
    played = anp.sum(scores * (anp.arange(mask.shape[1]) == codes[:, None]), axis=1)
    return anp.mean(-played + 0.5 * (values - returns) ** 2)


class Examples(NamedTuple):
    """The actions of another bot: observations (float16), legal actions as packed bits, codes, and returns.

    `widths` has the number of legal actions. `after` (float16) has a row for each legal action, or no rows.
    """

    rows: Any
    masks: Any
    codes: Any
    returns: Any
    widths: Any
    after: Any

    def select(self, some: Any, width: int) -> tuple[Any, Any, Any, Any, Any]:
        """Return some of the examples as arrays.

        They are rows (float32), legal actions (bools of `width`), codes, returns, and the rows of afterstates.
        """
        legal = np.unpackbits(self.masks[some], axis=1, count=width).astype(np.bool_)
        after = select_after(self.after, self.widths, some)
        return self.rows[some].astype(np.float32), legal, self.codes[some], self.returns[some], after


def select_after(after: Any, widths: Any, some: Any) -> Any:
    """Return the rows of afterstates (float32) that belong to the observations with the numbers `some`.

    `after` has `widths[k]` rows for observation `k`, in the order of the observations.
    """
    if not after.size:
        return after
    starts, many = (np.cumsum(widths) - widths)[some], widths[some]
    return after[np.repeat(starts - np.cumsum(many) + many, many) + np.arange(many.sum())].astype(np.float32)


def record_examples(network: Network, run: Run) -> Iterator[Examples]:
    """Play the games of a run of bots, and yield their actions, some games at a time. It needs Numba.

    Games that are too long to be recorded are left out.
    """
    run.prepare()
    recorder, first, at_once = RecordedGames(run, legal=True, views=True), 0, 64
    while first < run.games:
        found = recorder.play(first, some := min(at_once, run.games - first))
        if found is None:  # more actions than can be recorded at once: fewer games, or without a game that is too long
            first += some == 1
            at_once = max(1, some // 2)
            continue
        first += some
        many, seats = len(found.codes), found.seats.astype(np.int64)
        mask = np.zeros((many, len(run.game.vocabulary)), np.bool_)
        mask[np.repeat(np.arange(many), found.widths), found.legal] = True
        game = np.repeat(np.arange(some), [row.actions for row in found.rows])
        returns = 2 * np.array([row.wins for row in found.rows])[game, seats] - 1
        yield Examples(
            network.observe(found.views, seats).astype(np.float16),
            np.packbits(mask, axis=1),
            found.codes.astype(np.int64),
            returns.astype(np.float32),
            mask.sum(1),
            network.observe_actions(found.views, seats, mask).astype(np.float16),
        )


class Step(NamedTuple):
    """One action in each running game: by game its place, seat, observation, mask, code, log-probability and value.

    `after` has a row for each legal action of each game, or no rows.
    """

    where: Any
    seats: Any
    rows: Any
    mask: Any
    after: Any
    codes: Any
    scores: Any
    values: Any


class Learner:
    """A policy with the games from which it learns."""

    def __init__(
        self,
        game: Game,
        seats: int = 2,
        n: int = 256,
        seed: int = 1,
        options: Mapping[str, str] | None = None,
        guesses: int = 0,
        compares: bool = False,
    ) -> None:
        """Create a policy with random weights.

        If `guesses` is not 0, the policy also sees the features of the position after each legal action, as the mean
        over so many guesses of the hidden information. If `compares` is true, it also sees their differences to the
        mean over all legal actions.
        """
        self.batch, self.dice = Batch(game, seats, n, seed, options), np.random.default_rng(seed)
        self.network, self.opponent = Network(game, seats, choose_forms(game)), "random"
        views, viewers, mask = self.play_at_random()
        columns = self.network.observe(views, viewers).shape[1]
        self.network.weights = create_weights(columns, mask.shape[1], self.dice)
        if guesses:
            self.network.afterstates, self.network.compares = Afterstates(game, seats, guesses), compares
            columns = self.network.observe_actions(views, viewers, mask).shape[1]
            self.network.weights += create_after_weights(columns, self.dice)
        self.rate, self.bonus = RATE, BONUS
        self.gradient = grad(compute_loss)
        self.forget()

    def forget(self) -> None:
        """Set the state of Adam back to that of the first step."""
        self.steps, self.moments = 0, [(np.zeros_like(w), np.zeros_like(w)) for w in self.network.weights]

    def play_at_random(self, many: int = 64) -> tuple[Any, Any, Any]:
        """Play some games at random, to normalise rows.

        Return the views of every fourth turn with their seats and legal actions.
        """
        batch, looks, turn = Batch(self.batch.game, self.batch.seats, many, 7, self.batch.options), [], 0
        while not batch.done.all():
            views, mask, seats = batch.look()
            where, noise = np.flatnonzero(seats >= 0), self.dice.random(mask.shape)
            if turn % 4 == 0:
                looks.append((views[where].copy(), seats[where].copy(), mask[where].copy()))
            batch.step(np.where(seats >= 0, np.where(mask, noise, -1).argmax(1), -1))
            turn += 1
        views, seats, legal = (np.concatenate(part) for part in zip(*looks, strict=True))
        return views, seats, legal

    def imitate(self, examples: Examples, note: Callable[[int], object] = lambda many: None) -> None:
        """Learn to choose as in the examples, and to expect their returns. Print how often the choices agree.

        After each pass over the examples, call `note` with the number of examples of all passes so far.
        """
        gradient, rate, width = grad(compute_imitation_loss), self.rate, self.batch.mask.shape[1]
        held_out = np.arange(len(examples.codes)) % 20 == 0
        for epoch in range(IMITATION_EPOCHS):
            self.rate = rate * (1 - epoch / IMITATION_EPOCHS)
            order = self.dice.permutation(np.flatnonzero(~held_out))
            for some in np.array_split(order, max(1, len(order) // IMITATION_BATCH)):
                self.update(gradient(self.network.weights, *examples.select(some, width)))
            rows, legal, codes, _, after = examples.select(np.flatnonzero(held_out), width)
            best = run_network(self.network.weights, rows, legal, after=after)[0].argmax(1)
            agree = (best == codes)[legal.sum(1) > 1].mean()
            print(f"pass {epoch + 1}: of the choices that it has not seen, {agree:.3f} are the same", flush=True)
            note((epoch + 1) * len(order))
        self.rate = rate
        self.forget()

    def choose(self, batch: Batch, best: bool = False) -> Step:
        """Return an action for each running game: drawn with the policy's probabilities, or the best one."""
        views, mask, seats = batch.look()
        where = np.flatnonzero(seats >= 0)
        rows, legal = self.network.observe(views[where], seats[where]), mask[where].copy()
        after = self.network.observe_actions(views[where], seats[where], legal)
        scores, values = run_network(self.network.weights, rows, legal, after=after)
        noise = np.zeros(()) if best else self.dice.gumbel(size=scores.shape)
        codes = (scores + noise).argmax(1)
        chosen = scores[np.arange(len(codes)), codes]
        return Step(where, seats[where].copy(), rows, legal, after, codes, chosen, values)

    def play_games(self) -> list[Step]:
        """Play the next games to their end, and return their steps."""
        self.batch.reset()
        steps = []
        while not self.batch.done.all():
            steps.append(self.choose(self.batch))
            self.batch.step(place_codes(steps[-1], self.batch.n))
        return steps

    def learn_round(self) -> int:
        """Play games and learn from them. Return the number of actions that were played."""
        steps = self.play_games()
        expected, advantages = (
            self.batch.returns.astype(np.float32).copy(),
            np.zeros_like(self.batch.returns, np.float32),
        )
        judged = []
        for step in reversed(steps):  # the value of the seat's next action, or the return of the finished game
            at = step.where, step.seats
            advantages[at] = expected[at] - step.values + LAMBDA * advantages[at]
            judged.append(advantages[at])
            expected[at] = step.values
        gains = np.concatenate(judged[::-1])
        returns = gains + np.concatenate([step.values for step in steps])
        gains = (gains - gains.mean()) / (gains.std() + 1e-6)
        joined = (np.concatenate(part) for part in zip(*(step[2:7] for step in steps), strict=True))
        rows, mask, after, codes, scores = joined
        weights, widths = self.network.weights, mask.sum(1)
        for some in self.draw_batches(len(codes)):
            chosen, targets = (codes[some], scores[some]), (gains[some], returns[some])
            inputs = rows[some], mask[some], chosen, targets, self.bonus, select_after(after, widths, some)
            self.update(self.gradient(weights, *inputs))
        return len(codes)

    def draw_batches(self, many: int) -> Iterator[Any]:
        """Yield all numbers below `many` in random batches, several times."""
        for _ in range(EPOCHS):
            order = self.dice.permutation(many)
            yield from np.array_split(order, max(1, many // BATCH))

    def update(self, gradients: Weights) -> None:
        """Do one step of Adam with gradients of limited size."""
        self.steps += 1
        size = np.sqrt(sum(float((one**2).sum()) for one in gradients))
        for w, (mean, square), one in zip(self.network.weights, self.moments, gradients, strict=True):
            gradient = one / max(1.0, 2 * size)
            mean += 0.1 * (gradient - mean)
            square += 0.001 * (gradient**2 - square)
            spread = np.sqrt(square / (1 - 0.999**self.steps)) + 1e-8
            w -= self.rate * (mean / (1 - 0.9**self.steps) / spread).astype(w.dtype)

    def measure(self, many: int = 400, best: bool = False) -> tuple[float, float]:
        """Return the share of games won, equally often at each seat, and half its 95 % interval.

        The bot `opponent`, by default random play, has all other seats. If `opponent` is `alone`, the policy has all
        seats, as in games that all players win or lose together. The policy draws its actions as when it learns, or
        plays the best one.
        """
        won = []
        if self.opponent == ALONE:
            batch = Batch(self.batch.game, self.batch.seats, many, 9, self.batch.options)
            while not batch.done.all():
                batch.step(place_codes(self.choose(batch, best), many))
            won.append((batch.returns[:, 0] + 1) / 2)
        for seat in range(self.batch.seats if self.opponent != ALONE else 0):
            batch = Batch(self.batch.game, self.batch.seats, many // self.batch.seats, 9 + seat, self.batch.options)
            facing = Facing(batch, seat, [self.opponent])
            facing.begin(seed=9 + seat)
            while not batch.done.all():
                facing.play(place_codes(self.choose(batch, best), batch.n))
            won.append((batch.returns[:, seat] + 1) / 2)
        found = np.concatenate(won)
        return float(found.mean()), float(1.96 * found.std() / np.sqrt(len(found)))


def place_codes(step: Step, n: int) -> Any:
    """Return an action for each of `n` games, -1 for finished ones."""
    codes = np.full(n, -1)
    codes[step.where] = step.codes
    return codes


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("game", help="the name of a game, its folder or its package")
    parser.add_argument("--seats", type=int, default=2, help="number of seats")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=CHOICE", help="an option of the game")
    parser.add_argument(
        "--imitate", type=int, default=0, metavar="GAMES", help="first learn from so many games of a bot"
    )
    parser.add_argument("--teacher", default="hard", help="the bot that is imitated")
    parser.add_argument(
        "--afterstates", type=int, default=0, metavar="GUESSES", help="rate actions by the features after them, too"
    )
    parser.add_argument("--compare", action="store_true", help="rate actions by the differences of features, too")
    parser.add_argument("--against", default="random", help="the bot in test games; alone: none, for all seats")
    parser.add_argument("--test-games", type=int, default=400, help="number of test games for each point of the curve")
    parser.add_argument("--rounds", type=int, default=60, help="number of rounds of self-play")
    parser.add_argument("--rate", type=float, default=RATE, help="rate of learning in self-play")
    parser.add_argument("--bonus", type=float, default=BONUS, help="weight of the entropy in self-play")
    parser.add_argument("--least", type=float, default=0.0, help="fail if the final share of wins is lower")
    parser.add_argument("--curve", type=Path, help="write the learning curve into this file (CSV)")
    parser.add_argument("--save", type=Path, help="write the network into this file, for `enginehouse evaluate`")
    given = parser.parse_args()
    began, game = time.monotonic(), open_game(given.game)
    options = read_options(given.option)
    learner = Learner(game, given.seats, options=options, guesses=given.afterstates, compares=given.compare)
    learner.opponent = given.against
    lines = ["round,actions,seconds,share,error"]

    def note(number: int, actions: int) -> None:
        """Play test games, and add a line to the curve."""
        share, error = learner.measure(given.test_games, best=bool(given.imitate))
        seconds = time.monotonic() - began
        lines.append(f"{number},{actions},{seconds:.0f},{share:.3f},{error:.3f}")
        print(f"round {number:3}, {actions:9,} actions, {seconds:4.0f} s: wins {share:.3f} ± {error:.3f}", flush=True)
        if given.save:
            learner.network.save(given.save)

    actions = 0
    if given.imitate:
        run = Run(game, given.seats, options, given.imitate, 1, [given.teacher] * given.seats)
        if not can_record(run):
            sys.exit(f"--imitate needs Numba and a bot that can play compiled games, and {given.teacher} cannot here")
        learner.network.middle = learner.network.after = None  # rows are normalised by the first games of the bot
        parts = zip(*record_examples(learner.network, run), strict=True)
        examples = Examples(*(np.concatenate(part) for part in parts))
        note(0, 0)
        learner.imitate(examples, lambda many: note(0, many))
        actions = IMITATION_EPOCHS * len(examples.codes)
    learner.rate, learner.bonus = given.rate, given.bonus
    for number in range(given.rounds + 1):
        if number % max(1, given.rounds // 12) == 0 and (number or not given.imitate):
            note(number, actions)
        if number < given.rounds:
            actions += learner.learn_round()
    share, error = learner.measure(5 * given.test_games, best=True)
    print(f"its best actions win {share:.3f} ± {error:.3f}")
    if given.curve:
        given.curve.write_text("\n".join(lines) + "\n")
    if given.save:
        learner.network.save(given.save)
    if share - error < given.least:
        sys.exit(f"the policy wins {share:.3f} ± {error:.3f}, and {given.least:g} was asked")


if __name__ == "__main__":
    try:
        main()
    except EnginehouseError as error:
        sys.exit(str(error))
