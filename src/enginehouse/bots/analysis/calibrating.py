"""Learn the calibration curves for win chances, and measure how well the win chances agree with the results of games.

Bots of several levels play games for this purpose. `bots.analysis.calibration` explains the curves.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from enginehouse import bots
from enginehouse.bots.analysis.calibration import FILE, Curve, find_curve, fit_curve
from enginehouse.bots.analysis.review import estimate_share, list_cases
from enginehouse.bots.players.runs import Run, play_positions
from enginehouse.core.play.match import Match
from enginehouse.core.registry.game import Game

LEVELS = ("greedy", "easy", "steady", "enginehouse.bots.players.levels:Tenth")
"""The bots that play. `Tenth` is the hard bot with a tenth of its budget."""
GAMES = 100
"""The number of games for each number of seats."""
MOST_SEATS = 4
"""The maximum number of seats that is learned. More seats use the curve for this number."""
POSITIONS = 24
"""The maximum number of decisions of a game that are looked at."""
TENTHS = 10
"""The number of bands into which shown win chances are divided."""


class Estimates(NamedTuple):
    """Estimated win chances with the results that followed, as arrays with an element for each decision.

    - `games`: the number of the game, from 0
    - `seats`: the number of seats
    - `estimates`: the estimated win chance of the seat that decided, from 0 to 1
    - `shares`: this seat's share of the win at the end of the game, from 0 to 1
    """

    games: Any
    seats: Any
    estimates: Any
    shares: Any


class Band(NamedTuple):
    """The decisions with a shown win chance in one of ten ranges (bands), such as from 30 % to 40 %.

    All numbers but `decisions` are in percent. `expected` is the mean of the shown win chances, and `observed` the mean
    share of the win that followed. `margin` is half the width of the 95 % interval of their difference. Decisions of
    the same game depend on each other. So the interval treats games, and not decisions, as independent.
    """

    decisions: int
    expected: float
    observed: float
    margin: float

    @property
    def holds(self) -> bool:
        """Return whether the win chances in this range (a band such as 30 % to 40 %) agree with the games' results.

        `expected` is the mean of the shown win chances, and `observed` the mean share of the win that followed. They
        may differ by 5 percentage points, or by `margin` if that is more.
        """
        return abs(self.expected - self.observed) <= max(5.0, self.margin)


def list_seats(game: Game) -> list[int]:
    """Return the list of the numbers of seats for which a calibration curve is learned, such as 2, 3 and 4."""
    least, most = game.facts.seats
    return list(range(least, min(most, MOST_SEATS) + 1))


def draw_runs(game: Game, seats: int, games: int, seed: int) -> Iterator[Run]:
    """Yield a description (`Run`) of each of `games` games to play, with this number of seats.

    The random numbers of `seed` choose the levels of the bots and the deals. If the game has the option `level` (its
    difficulty) with this number of seats, they also choose the difficulty.
    """
    dice = np.random.default_rng([seed, seats])
    players = {name: bots.find_bot(name) for name in LEVELS}
    level = next((option for option in game.facts.options if option.name == "level"), None)
    for _ in range(games):
        options = {}
        if level is not None and level.matters(seats, {}):
            options = {"level": level.choices[int(dice.integers(len(level.choices)))].name}
        sitting = [LEVELS[int(dice.integers(len(LEVELS)))] for _ in range(seats)]
        yield Run(game, seats, options, 1, int(dice.integers(1 << 40)), sitting, own=players)


def gather_estimates(game: Game, games: int, seed: int, advance: Callable[[int], object]) -> Estimates:
    """Play games, and return the win chances estimated at decisions, each with its seat's share of the win in the end.

    Play `games` games with each number of seats in `list_seats(game)`. `seed` determines them. After each game,
    `advance` is called with the argument 1.
    """
    rows: list[tuple[int, int, float, float]] = []
    number = 0
    for seats in list_seats(game):
        dice = np.random.default_rng([seed, seats, 1])
        for run in draw_runs(game, seats, games, seed):
            ((_, position),) = play_positions(run, 0, 1, whole_games=True)
            assert isinstance(position, Match)
            match, won = position, position.returns("win")
            cases = list(list_cases(match))
            for k in sorted(dice.choice(len(cases), min(POSITIONS, len(cases)), replace=False).tolist()):
                case = cases[k]
                rows.append((number, seats, estimate_share(case.view, case.seat, case.number), won[case.seat]))
            number += 1
            advance(1)
    return Estimates(*(np.array(column) for column in zip(*rows, strict=True)))


def learn_curves(found: Estimates) -> dict[int, Curve]:
    """Return a dict with the calibration curve for each number of seats that the estimates `found` have."""
    curves = {}
    for seats in np.unique(found.seats).tolist():
        here = found.seats == seats
        _, which, counts = np.unique(found.games[here], return_inverse=True, return_counts=True)
        curves[seats] = fit_curve(found.estimates[here], found.shares[here], 1 / counts[which])
    return curves


def measure(game: Game, found: Estimates) -> list[Band]:
    """Compare the shown win chances with the results that followed, in ten bands: 0 to 10 %, 10 to 20 % and so on.

    `found` has an estimated win chance and a result for each decision of some games. The shown win chance is the
    estimate after calibration, as the web page shows it to players. Return a `Band` for each band that contains a
    shown win chance, in ascending order.
    """
    pairs = zip(found.seats.tolist(), found.estimates.tolist(), strict=True)
    shown = np.array([find_curve(game, seats).calibrate(estimate) for seats, estimate in pairs])
    tenths = []
    for k in range(TENTHS):
        here = np.minimum((shown * TENTHS).astype(int), TENTHS - 1) == k
        if not here.any():
            continue
        errors = found.shares[here] - shown[here]
        centred = errors - errors.mean()
        clusters = np.bincount(found.games[here], centred)
        margin = 1.96 * float(np.sqrt((clusters**2).sum())) / len(errors)
        expected, observed = float(shown[here].mean()), float(found.shares[here].mean())
        tenths.append(Band(len(errors), 100 * expected, 100 * observed, 100 * margin))
    return tenths


def write_curves(game: Game, curves: dict[int, Curve], seed: int, games: int) -> Path:
    """Write the calibration curves of a game into a file in the game's folder, and return the path of the file.

    A calibration curve corrects estimated win chances, so that they agree with the results of games. `curves` maps each
    number of seats to its curve. A note in the file says how the curves were learned: from `games` games for each
    number of seats, whose random numbers follow from `seed`.
    """
    file = Path(game.folder) / FILE
    made = {
        "command": f"enginehouse train {game.name} --calibration --seed {seed}"
        + (f" --part {games / GAMES:g}" if games != GAMES else ""),
        "rules": game.facts.rules_version,
        "seed": seed,
        "games": games * len(curves),
    }
    lines = ",\n  ".join(f'"{seats}": {json.dumps([round(x, 3) for x in curve])}' for seats, curve in curves.items())
    file.write_text(f'{{"made": {json.dumps(made)},\n "curves": {{\n  {lines}\n}}}}\n', "utf-8")
    return file
