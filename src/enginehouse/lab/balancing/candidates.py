"""Propose candidates in a search for balance. A candidate is a set of changed numbers in the rules of a game.

The goal of the search is a range of win shares: for each card, the win share of the seats that have it should be in the
range. These seats are the owners of the card. The search takes the titles of each seat's cards from a measure, a
function that notes facts of each game. A measure may also list other things for each seat, such as tiles. The search
treats them in the same way, so docstrings in this module explain it for cards. In names such as `WordSums`, a word is
the title of a card.

For each card, the model (a Gaussian process) predicts the win share of its owners from the changed numbers. The
predicted share has two parts. The first is a sum: each step of each number has a fixed effect. The second is a
deviation from this sum, which is nearly equal for similar candidates. So the model learns from the games of all
candidates, and a few hundred games of each candidate are enough.

New candidates are drawn by Thompson sampling: draw win shares that are plausible after the games so far, and look for
the changes that would come nearest to the goal with these shares.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from enginehouse.lab.balancing.plan import BalanceGoal, ChangeLimits, NumberRange

OWN, OTHER = 0.04, 0.01
"""The usual size of the effect of one step of a number: on the part that the number belongs to, and on others."""
BASE = 0.1
"""The usual distance of the shares of the game as it is from the middle of the goal."""
NEAR_OWN, NEAR_OTHER = 1.5, 6.0
"""The number of steps over which a deviation stays nearly the same, by numbers of the part itself and by others."""
DEVIATIONS = (0.005, 0.01, 0.02, 0.04, 0.08, 0.16)
"""The usual sizes of deviations that are tried. The one that fits best to the games of a word is taken."""
COST = 0.1
"""The loss of each step by which a number moves, so that numbers move only if it helps."""

Changes = tuple[tuple[str, int], ...]
"""The new value of each changed number, by its path, in the order of the paths."""


class WordSums(NamedTuple):
    """The results of the games of a candidate (a changed version of the game) in a search for balance, as two arrays.

    Both arrays have an element for each card, or for each other thing that seats have and that the search balances.
    `games` has the number of games in which a seat had the card. `wins` has the sum of the win shares of the seats that
    had it. A win share is 1 for a win, and less if several seats tie.
    """

    games: Any
    wins: Any


class JudgedCandidate(NamedTuple):
    """A candidate (a changed version of the game) with the model's estimate of how near it comes to balance.

    - `changes`: the path and the new value of each changed number in the rules
    - `shares`: for each card (or other thing that the search balances), the win share of the seats that have it
    - `loss`: a number that is larger if these shares are farther from the range that the search aims at
    """

    changes: Changes
    shares: Any
    loss: float


class CandidateSpace:
    """The candidates (changed versions of the game) that a search for balance may try.

    `choices` lists the numbers of the rules that may change. A candidate is a vector with an element for each of them:
    the new value less the present value.
    """

    def __init__(self, choices: Sequence[NumberRange], limits: ChangeLimits, goal: BalanceGoal) -> None:
        self.choices, self.limits, self.goal = choices, limits, goal
        self.least = np.array([one.least - one.now for one in choices])
        self.most = np.array([one.most - one.now for one in choices])

    def to_vector(self, changes: Changes) -> Any:
        """Return a candidate as an array of integers. `changes` maps the path of each changed number to its new value.

        The array has an element for each number in `choices`: its new value less its value in the present rules.
        """
        new = dict(changes)
        return np.array([new.get(one.path, one.now) - one.now for one in self.choices])

    def to_changes(self, vector: npt.NDArray[np.float64] | npt.NDArray[np.int64]) -> Changes:
        """Return a candidate as pairs of the path of a changed number and its new value, sorted by path.

        `vector` has an element for each number in `choices`: the difference from the present value. Numbers without a
        difference are left out.
        """
        pairs = zip(self.choices, vector.tolist(), strict=True)
        return tuple(sorted((one.path, one.now + move) for one, move in pairs if move))

    def allows(self, vectors: npt.NDArray[np.float64]) -> Any:
        """Return an array of bools: for each candidate (a row of `vectors`), whether it keeps the limits on changes.

        The file of the search sets the limits (`ChangeLimits`): how many numbers may change, and how many of them may
        differ by more than `far` steps from the present value.
        """
        sizes = np.abs(vectors)
        far = (sizes > self.limits.far).sum(-1) <= self.limits.far_changes
        return far & ((sizes > 0).sum(-1) <= self.limits.changes)

    def measure_loss(self, shares: npt.NDArray[np.float64], vectors: npt.NDArray[np.float64]) -> Any:
        """Return the loss of each candidate (changed version of the game): how far the candidate is from balance.

        `vectors` has a candidate in each row: the difference of each number in the rules from its present value.
        `shares` has the predicted win shares: a row for each candidate, and a column for each card (or other thing that
        the search balances). The goal of the search is a range of win shares. Each share adds the fourth power of its
        distance from the middle of the range, in units of half the range, so the worst cards count most. In addition,
        each step by which a number is changed adds `COST`.
        """
        away = (shares - self.goal.middle) / self.goal.half
        return (away**4).sum(-1) + COST * np.abs(vectors).sum(-1)

    def improve(self, vector: npt.NDArray[np.float64], predict: Callable[[Any], Any]) -> Any:
        """Return the best candidate that a local search finds, beginning with the candidate `vector`.

        The best candidate has the least loss (see `measure_loss`). `predict` takes candidates as the rows of an array,
        and returns their predicted win shares. A step changes one number, and may also reset another number to its
        value in the present rules.
        """
        now, loss = vector, float(self.measure_loss(predict(vector[None]), vector[None])[0])
        while True:
            near = self._list_steps(now)
            if not len(near):
                return now
            losses = self.measure_loss(predict(near), near)
            if losses.min() >= loss - 1e-9:
                return now
            now, loss = near[int(losses.argmin())], float(losses.min())

    def _list_steps(self, vector: npt.NDArray[np.float64]) -> Any:
        """Return the candidates that a local search can reach from `vector` in a single step, as the rows of an array.

        `vector` and each row have the difference of each number in the rules from its present value. A step changes a
        number to any other value in its range. `ChangeLimits` limits how many numbers may change, and how many of them
        by more than `far`. If a step breaks these limits, it also sets another number back to its present value, or to
        the distance `far` from this value. All rows keep the limits.
        """
        found = []
        for k, (least, most) in enumerate(zip(self.least, self.most, strict=True)):
            for move in range(least, most + 1):
                if move == vector[k]:
                    continue
                one = vector.copy()
                one[k] = move
                found.append(one)
        single = np.array(found).reshape(-1, len(vector))
        allowed = self.allows(single)
        more = [single[allowed]]
        if not allowed.all():  # at the limits, a step also has to reset another number
            for k in np.flatnonzero(vector).tolist():
                for less in {0, int(np.sign(vector[k])) * min(abs(int(vector[k])), self.limits.far)}:
                    back = single[~allowed].copy()
                    back[:, k] = less
                    more.append(back[self.allows(back)])
        return np.concatenate(more)

    def draw(self, dice: np.random.Generator, size: float) -> Any:
        """Return a random candidate, which is a version of the game with some changed numbers in its rules.

        The result is an array of integers with an element for each number in the rules that may change: the new value
        less the present value. Each number changes with the probability `size`, by 1 or 2 up or down. If no number
        changes, or if the changes exceed the limits of the search, the function tries again with a `size` that is
        smaller by a tenth. `dice` is a random generator of NumPy.
        """
        for _ in range(1_000):
            moves = dice.integers(1, 3, len(self.choices)) * dice.choice([-1, 1], len(self.choices))
            vector = np.clip(np.where(dice.random(len(self.choices)) < size, moves, 0), self.least, self.most)
            if self.allows(vector[None])[0] and vector.any():
                return vector
            size *= 0.9
        return self._list_steps(np.zeros(len(self.choices), int))[0]


class EffectModel:
    """A model that predicts from changed numbers in a game's rules how often the owners of each card win.

    The owners of a card are the seats that have it. If a search balances other things than cards, they take the place
    of the cards. The model is fitted to the games of all candidates, which are the changed versions of the game.
    """

    def __init__(self, space: CandidateSpace, parts: Sequence[str], words: Sequence[str]) -> None:
        """Create the model for the candidates (changed versions of the game) that `space` allows.

        `parts` has an element for each number in the rules that may change: the name of the card or other piece to
        which this number belongs, or "". `words` is the list of the cards (or other things that the search balances)
        whose owners' win shares the model predicts.
        """
        self.space, self.parts = space, parts
        self._own = np.array([[part == word for word in words] for part in parts])
        self.played: dict[Changes, WordSums] = {}
        self._vectors = np.zeros((0, len(parts)), int)
        self._fits: list[WordFit] = []

    def fit(self, played: Mapping[Changes, WordSums]) -> None:
        """Fit the model to the games of all candidates. A candidate is a set of changed numbers in the rules of a game.

        `played` maps each candidate to the results of its games for each card (or other thing that the search
        balances).
        """
        self.played = dict(played)
        self._vectors = np.array([self.space.to_vector(one) for one in played])
        middle, self._fits = self.space.goal.middle, []
        for k in range(self._own.shape[1]):
            games = np.array([one.games[k] for one in played.values()])
            wins = np.array([one.wins[k] for one in played.values()])
            noise = middle * (1 - middle) / np.maximum(games, 0.01)  # without games, any share is likely
            shares = np.where(games > 0, wins / np.maximum(games, 1), middle) - middle
            linear, near = self._relate(k, self._vectors)
            fits = [WordFit.make(shares, noise, linear + size**2 * near, size) for size in DEVIATIONS]
            self._fits.append(max(fits, key=lambda one: one.likelihood))

    def _relate(self, word: int, vectors: npt.NDArray[np.float64]) -> tuple[Any, Any]:
        """Return two matrices that compare the candidates in `vectors` with those that have been played.

        A candidate is a changed version of the game: a row of `vectors` has the difference of each number in the rules
        from its present value. Both matrices have a row for each row of `vectors`, and a column for each played
        candidate. So each element compares two candidates. The model predicts for each candidate the win share of the
        seats that have a certain card; `word` is the index of this card.

        - The first matrix has the covariance of the two win shares. Here each changed number has an effect of its own,
          and these effects are added.
        - The second matrix has the similarity of the two candidates, from 0 to 1. It is for the deviations of win
          shares from such a sum.
        """
        own = self._own[:, word]
        spread = np.where(own, OWN, OTHER)
        linear = BASE**2 + (vectors * spread**2) @ self._vectors.T
        scaled = [one / np.where(own, NEAR_OWN, NEAR_OTHER) for one in (vectors, self._vectors)]
        sums = [(one**2).sum(1) for one in scaled]
        apart = sums[0][:, None] + sums[1][None, :] - 2 * scaled[0] @ scaled[1].T
        return linear, np.exp(-np.maximum(apart, 0.0) / 2)

    def predict(self, vectors: npt.NDArray[np.float64]) -> Any:
        """Return the most likely win shares of candidates (changed versions of the game), as an array.

        `vectors` has a candidate in each row. The array has the same rows, and a column for each card (or other thing
        that the search balances): the win share of the seats that have it.
        """
        return self.draw(None)(vectors)

    def draw(self, dice: np.random.Generator | None) -> Callable[[Any], Any]:
        """Return a function that predicts win shares of candidates (changed versions of the game) by a random guess.

        The effects of the changed numbers on win shares are not known exactly. They are drawn at random from their
        probability distribution, given the games played so far. `dice` is the random generator for this. Without it,
        the returned function predicts the most likely shares. The returned function takes an array with a candidate in
        each row. It returns an array with the same rows, and a column for each card (or other thing that the search
        balances): the win share of the seats that have it.
        """
        middle, drawn = self.space.goal.middle, []
        for k, fit in enumerate(self._fits):
            base, effects, noise = 0.0, np.zeros(self._own.shape[0]), np.zeros(len(self._vectors))
            if dice is not None:
                base = BASE * dice.standard_normal()
                effects = np.where(self._own[:, k], OWN, OTHER) * dice.standard_normal(len(effects))
                noise = np.sqrt(fit.noise) * dice.standard_normal(len(noise))
            wanted = fit.shares + noise - base - self._vectors @ effects
            drawn.append((base, effects, np.linalg.solve(fit.covariance, wanted)))

        def predict(vectors: npt.NDArray[np.float64]) -> Any:
            columns = []
            for k, (base, effects, weights) in enumerate(drawn):
                linear, near = self._relate(k, vectors)
                known = (linear + self._fits[k].size ** 2 * near) @ weights
                columns.append(middle + base + vectors @ effects + known)
            return np.array(columns).T

        return predict

    def rank(self) -> list[JudgedCandidate]:
        """Return all candidates (sets of changed numbers) that have been played, sorted by their loss, the least first.

        The loss is larger if win shares are farther from the goal.
        """
        shares = self.predict(self._vectors)
        losses = self.space.measure_loss(shares, self._vectors)
        rows = zip(self.played, shares, losses.tolist(), strict=True)
        return sorted((JudgedCandidate(*row) for row in rows), key=lambda one: (one.loss, one.changes))

    def propose(self, many: int, dice: np.random.Generator) -> list[Changes]:
        """Return `many` new candidates that may come near the goal of the search, or fewer if no more are found.

        The search for balance changes numbers in the rules of a game. A candidate is a version of the game with new
        values of some numbers. No returned candidate has been played yet. `dice` is a random generator of NumPy.
        """
        starts = [self.space.to_vector(one.changes) for one in self.rank()[:4]]
        found: dict[Changes, None] = {}
        for k in range(4 * many):
            predict = self.draw(dice if k else None)
            changes = self.space.to_changes(self.space.improve(starts[k % len(starts)], predict))
            if changes not in self.played:
                found[changes] = None
            if len(found) == many:
                break
        return list(found)


class WordFit(NamedTuple):
    """The model of the win shares of the seats that have a certain card, fitted to the games played so far.

    There is such a win share for each candidate (changed version of the game). The model predicts it as the sum of the
    effects of the changed numbers.

    - `shares`: for each candidate, the win share less the middle of the range that the search aims at
    - `noise`: for each candidate, the variance of this share by chance
    - `covariance`: the covariance matrix of the shares of all candidates
    - `size`: the typical difference between a share and the sum of the effects, as the model assumes it
    - `likelihood`: the log likelihood of the shares
    """

    shares: Any
    noise: Any
    covariance: Any
    size: float
    likelihood: float

    @classmethod
    def make(
        cls,
        shares: npt.NDArray[np.float64],
        noise: npt.NDArray[np.float64],
        related: npt.NDArray[np.float64],
        size: float,
    ) -> WordFit:
        """Fit a Gaussian process to the results of a single card, and return the fit.

        The process models how often the seats with the card win in each candidate. A candidate is a version of the game
        with changed numbers in its rules. Each changed number has an effect on the win share.

        - `shares`: for each candidate, the win share of the seats that have the card, less the middle of the range that
          the search aims at
        - `noise`: for each candidate, the variance of its share by chance
        - `related`: the covariance matrix of the shares without `noise`
        - `size`: the assumed typical difference between a share and the sum of the effects
        """
        covariance = related + np.diag(noise)
        root = np.linalg.cholesky(covariance)
        white = np.linalg.solve(root, shares)
        return cls(shares, noise, covariance, size, float(-0.5 * white @ white - np.log(np.diag(root)).sum()))
