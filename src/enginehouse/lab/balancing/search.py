"""Search for balance: play rounds of candidates on the same deals, then check the best candidates on fresh deals.

A candidate is a set of changed numbers. Each round plays some candidates on the same deals. The weak candidates are
dropped early, and the others play on (successive halving). The check plays the best candidates of all rounds and the
unchanged game on deals that the search has not seen, with the bots of `BalancePlan.checkers`. It drops the weak
candidates again, until the best one is left. This candidate is measured on fresh deals once more. On the deals by which
it was chosen, its results would look better than they are.

All games are in files, and everything else follows from them. So a search that was stopped continues where it stopped,
and the same seed gives the same answer.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import numpy as np
import polars as pl

from enginehouse import __version__
from enginehouse.bots.training.train import learn_anew
from enginehouse.core.errors import Unreadable
from enginehouse.lab.balancing.candidates import CandidateSpace, Changes, EffectModel, WordSums
from enginehouse.lab.balancing.plan import SEATS, BalancePlan
from enginehouse.lab.balancing.verdict import BalanceResult, MeasuredCandidate, WordShare, write_found
from enginehouse.lab.experiment import Experiment
from enginehouse.lab.findings import subjects
from enginehouse.lab.measures import list_words
from enginehouse.lab.pieces import SIZE, WorkUnit
from enginehouse.lab.running import RunProgress, join_pieces
from enginehouse.lab.submitting import Submit

ROUND = ((16, 1), (6, 2), (2, 6))
"""A round of the search: the number of candidates that are left, and the number of portions that each of them plays."""
FIRST_SIZE = 0.4
"""The probability with which a candidate of the first round moves a number."""
LAST = 4
"""The number of candidates that are checked."""
SHARES = (0.5, 0.65, 0.75, 1.0)
"""The share of the budget that is used after the search, after both parts of the check, and after the last
measurement."""
PORTIONS = (0, 2, 5, 20)
"""The number of portions of each candidate in a step of the check and of the last measurement."""
LARGEST = 50
"""The maximum number of games of a portion. Small portions give many rounds, each of which learns from those before."""
CHECK_SEED = 1
"""The number added to the seed of the search for the seed of the check."""


class SearchSchedule(msgspec.Struct):
    """The progress of a search for balance, as its folder stores it, so that a stopped search can continue.

    A search plays candidates (changed versions of a game) in four stages: the rounds of the search itself, two checks
    of the best candidates on other deals, and a last measurement of the best candidate.

    - `steps`: the number of finished steps in each stage
    - `seconds`: the time that all steps took
    - `portion`: a number of games; in each step, a candidate plays a multiple of it
    """

    steps: list[int] = msgspec.field(default_factory=lambda: [0, 0, 0, 0])
    seconds: float = 0.0
    portion: int = SIZE


class GameLot(NamedTuple):
    """Some successive games that a candidate has to play. A candidate is a version of a game with changed numbers.

    `changes` has the path and the new value of each changed number in the rules. `first` is the number of the first
    game, and `games` the number of games.
    """

    changes: Changes
    first: int
    games: int


class SearchBudget:
    """The limits on games and minutes of a search for balance, which decide whether the search takes another step.

    The object counts the steps and the games. The steps are stored in the folder of the search, so that a stopped
    search continues.
    """

    def __init__(self, plan: BalancePlan, folder: Path, fixed: SearchSchedule | None) -> None:
        """Create the budget of the search that `plan` describes, whose files are in a folder.

        If `fixed` is given, the search has exactly as many steps (units of work) as it says, and no other limit.
        """
        self._plan, self._file, self._fixed = plan, folder / "schedule.json", fixed is not None
        self.schedule = fixed or self._load()
        self.used = 0
        """The number of games that were used."""
        self._began = time.monotonic() - self.schedule.seconds

    def _load(self) -> SearchSchedule:
        if self._file.is_file():
            return msgspec.json.decode(self._file.read_bytes(), type=SearchSchedule)
        games = self._plan.games
        return SearchSchedule(portion=LARGEST if games is None else max(10, min(LARGEST, games // 400)))

    def steps(self, stage: int) -> Iterator[int]:
        """Yield the number of each step in a stage of the search: 0, 1 and so on. The caller carries out the step.

        `stage` is the number of the stage. If the search was stopped and continues, the finished steps come first,
        and the caller repeats them with their stored games. Further steps follow while the budget lasts. Each stage has
        at least one step.
        """
        step = 0
        while step < self.schedule.steps[stage] or (not self._fixed and self._has_time(stage, step)):
            yield step
            step += 1
            if not self._fixed:
                self.schedule.steps[stage] = max(step, self.schedule.steps[stage])
                self.schedule.seconds = max(self.schedule.seconds, time.monotonic() - self._began)
                self._file.write_bytes(msgspec.json.encode(self.schedule))

    def _has_time(self, stage: int, step: int) -> bool:
        games = 0.0 if self._plan.games is None else self.used / self._plan.games
        minutes = 0.0 if self._plan.minutes is None else (time.monotonic() - self._began) / 60 / self._plan.minutes
        used = max(games, minutes)
        if stage == 0 and step > 0:
            used *= 1 + 0.5 / step  # begin a round, which is long, only if half of it still fits into the budget
        return step == 0 or used < SHARES[stage]


class BalanceSearch:
    """A search for balance, with its files in a folder. The method `carry_out` carries it out."""

    def __init__(
        self,
        plan: BalancePlan,
        folder: Path,
        submit: Submit,
        progress: RunProgress,
        fixed: SearchSchedule | None = None,
    ) -> None:
        """Create the search that `plan` describes, with its files in a folder.

        If `fixed` is given, each stage of the search has exactly as many steps as `fixed.steps` says, and no other
        limit. `submit` is a function that plays games, in this process or in others (see `lab.submitting`). `progress`
        observes the search.
        """
        self.plan, self.folder, self.submit, self.progress = plan, folder, submit, progress
        self.space = CandidateSpace(plan.list_choices(), plan.limits, plan.goal)
        self.words: list[str] = []
        self.budget = SearchBudget(plan, folder, fixed)
        self.learned: dict[Changes, list[list[int]]] = {}

    # -- games ---------------------------------------------------------------------------------------------------------

    def _play(self, lots: Sequence[GameLot], check: bool) -> dict[Changes, WordSums]:
        """Play the games in `lots` for some candidates, and return the results of each candidate in these games.

        A candidate is a changed version of the game. Its results are, for each card (or other thing that the search
        balances), the number of games with the card and the win shares of the seats that have it. Games that are stored
        are not played again. If `check` is true, the bots that check the best candidates play, otherwise the bots of
        the search.
        """
        wanted: dict[Changes, list[WorkUnit]] = {}
        for changes, first, many in lots:
            experiment = self._make_experiment(changes, check, first + many)
            mark = hashlib.sha256(f"{changes} {check}".encode()).hexdigest()[:12]
            folder = str((self.folder / "pieces" / mark).resolve())
            ends = range(first, first + many, SIZE)
            wanted[changes] = [WorkUnit(experiment, 0, k, min(SIZE, first + many - k), folder) for k in ends]
        every = [piece for pieces in wanted.values() for piece in pieces]
        self.budget.used += sum(piece.games for piece in every)
        for piece in self.submit([piece for piece in every if not piece.file.exists()]):
            self.progress.note_played(piece.games)
        tables = {changes: join_pieces(pieces) for changes, pieces in wanted.items()}
        if not self.words:
            self.words = list_goal_words(self.plan, tables.values())
        return {changes: count_wins(self.plan, table, self.words) for changes, table in tables.items()}

    def _make_experiment(self, changes: Changes, check: bool, many: int) -> Experiment:
        experiment = self.plan.make_experiment(dict(changes), check, CHECK_SEED * check, many)
        if not check or not self.plan.relearn:
            return experiment
        if changes not in self.learned:
            self.learned[changes] = self._learn(experiment)
        return msgspec.structs.replace(experiment, learned={"0": self.learned[changes]})

    def _learn(self, experiment: Experiment) -> list[list[int]]:
        run, part = experiment.make_run(experiment.variants[0]), float(self.plan.relearn)
        learned = learn_anew(run.game, run.seats, run.options, part, self.plan.seed, self.folder / "lessons")
        return [list(bank) for bank in learned.banks]

    # -- stages --------------------------------------------------------------------------------------------------------

    def carry_out(self) -> BalanceResult:
        """Carry out the search for balance, write the result into the folder of the search, and return the result."""
        self.folder.mkdir(parents=True, exist_ok=True)
        self.progress.begin(self.plan.games or 0, 0)
        portion = self.budget.schedule.portion
        model = self._search(portion)
        last = [one.changes for one in model.rank()[:LAST]]
        searched = dict(model.played)
        checked, first = self._check([*last, *([] if () in last else [()])], model, portion)
        best = self._sort(last, model, checked)[0]
        measured = None
        for step in self.budget.steps(3):
            lot = GameLot(best, first + step * PORTIONS[3] * portion, PORTIONS[3] * portion)
            measured = _add(measured, self._play([lot], True)[best])
        assert measured is not None
        return write_found(self.folder, self._describe(best, measured, checked, searched))

    def _search(self, portion: int) -> EffectModel:
        """Carry out the rounds of the search, and return the model of the numbers' effects, fitted to all games.

        A candidate is a set of changed numbers. In a round, each candidate plays `portion` games or a multiple of this
        number.
        """
        parts = [subjects.find_part([one.path], self.plan.base) for one in self.space.choices]
        played: dict[Changes, WordSums] = {}
        model = None
        for step in self.budget.steps(0):
            dice = np.random.default_rng([self.plan.seed, step])
            if model is None:
                drawn = (self.space.to_changes(self.space.draw(dice, FIRST_SIZE)) for _ in range(10 * ROUND[0][0]))
                candidates = list(dict.fromkeys([(), *drawn]))[: ROUND[0][0]]
            else:
                best = [one.changes for one in model.rank()[:2]]
                candidates = [*best, *model.propose(ROUND[0][0] - len(best), dice)]
            first = step * portion * sum(many for _, many in ROUND)
            for left, many in ROUND:
                if model is not None and left < ROUND[0][0]:
                    candidates = [one.changes for one in model.rank() if one.changes in candidates][:left]
                for changes, one in self._play([GameLot(c, first, many * portion) for c in candidates], False).items():
                    played[changes] = _add(played.get(changes), one)
                first += many * portion
                if model is None:
                    model = EffectModel(self.space, parts, self.words)
                model.fit(played)
        assert model is not None
        return model

    def _check(
        self, candidates: list[Changes], model: EffectModel, portion: int
    ) -> tuple[dict[Changes, WordSums], int]:
        """Check the best candidates of a search on fresh deals, and then the best two of them on more deals.

        A candidate is a changed version of the game. `candidates` lists those to check, and `model` has the games that
        they have played so far. `portion` is a small number of games. All candidates play twice as many games in turn
        until the budget for them is used up. Then the best two play five times as many in turn.

        Return two values. The first maps each candidate to its results on the fresh deals, for each card (or other
        thing that the search balances). The second is the number of the first deal that was not used.
        """
        checked: dict[Changes, WordSums] = {}
        first = 0
        for stage in (1, 2):
            many = PORTIONS[stage] * portion
            if stage == 2:
                candidates = self._sort(candidates, model, checked)[:2]
            for _ in self.budget.steps(stage):
                for changes, one in self._play([GameLot(c, first, many) for c in candidates], True).items():
                    checked[changes] = _add(checked.get(changes), one)
                first += many
        return checked, first

    def _sort(
        self, candidates: Sequence[Changes], model: EffectModel, checked: Mapping[Changes, WordSums]
    ) -> list[Changes]:
        """Return candidates (changed versions of the game), sorted by how near they come to balance, the nearest first.

        The goal is that the win share of the seats with each card lies in a range. `model` has the results of the games
        in which candidates were tried. `checked` has the results of the games in which the best candidates were checked
        on other deals. Both count.
        """
        every = EffectModel(self.space, model.parts, self.words)
        every.fit({one: _add(checked.get(one), sums) for one, sums in model.played.items()})
        return [one.changes for one in every.rank() if one.changes in candidates]

    def _describe(
        self, best: Changes, measured: WordSums, checked: dict[Changes, WordSums], searched: dict[Changes, WordSums]
    ) -> BalanceResult:
        def tell(changes: Changes, played: WordSums, stage: str) -> MeasuredCandidate:
            rows = zip(self.words, played.games.tolist(), played.wins.tolist(), strict=True)
            return MeasuredCandidate(changes, stage, [WordShare(*row) for row in rows])

        now = {one.path: one.now for one in self.space.choices}
        return BalanceResult(
            game=self.plan.game,
            rules=self.plan.base.facts.rules_version,
            enginehouse=__version__,
            plan=msgspec.json.decode(self.plan.text),
            about=self.plan.about,
            steps=self.budget.schedule.steps,
            games=self.budget.used,
            portion=self.budget.schedule.portion,
            changes=[(path, now[path], new) for path, new in best],
            best=tell(best, measured, "measured"),
            checked=[tell(changes, one, "checked") for changes, one in checked.items()],
            searched=[tell(changes, one, "searched") for changes, one in searched.items()],
        )


def _add(one: WordSums | None, other: WordSums) -> WordSums:
    return other if one is None else WordSums(one.games + other.games, one.wins + other.wins)


def list_goal_words(plan: BalancePlan, tables: Any) -> list[str]:
    """Return a list of the cards (or other things that seats have) whose win shares a search should balance.

    If the goal in `plan` lists cards (`only`), return these. Otherwise return all cards that the game declares. If it
    does not declare any, return all cards that occur in `tables`, Polars tables with a row for each game. If the goal
    is about the seats themselves, return their names. Raise `Unreadable` if the tables do not list the cards of each
    seat.
    """
    tables, column = list(tables), plan.goal.words or plan.goal.measure
    if column == SEATS:
        return [name.replace("win_", "seat ") for name in tables[0].columns if name.startswith("win_")]
    if f"{column}_0" not in tables[0].columns or tables[0].schema[f"{column}_0"] != pl.List(pl.String):
        kinds = tables[0].schema.items()
        there = dict.fromkeys(name.rpartition("_")[0] for name, kind in kinds if kind == pl.List(pl.String))
        raise Unreadable(
            f"goal: {column!r} gives no words for each seat"
            + (f"; set `words` to one of: {', '.join(there)}" if there else "; name another measure")
        )
    if plan.goal.only:
        return list(plan.goal.only)
    seen = {word for table in tables for word in _list_owners(table, column)["word"].to_list()}
    return list_words(column, plan.base) or sorted(seen)


def count_wins(plan: BalancePlan, table: pl.DataFrame, words: Sequence[str]) -> WordSums:
    """Return for each of `words` (such as cards) the number of games with it, and the sum of its owners' win shares.

    The owners of a card are the seats that have it. If a game has several owners, the mean of their shares counts.
    `table` has the games.
    """
    column = plan.goal.words or plan.goal.measure
    if column == SEATS:
        sums = [table[word.replace("seat ", "win_")].sum() for word in words]
        return WordSums(np.full(len(words), table.height), np.array(sums))
    each = _list_owners(table, column).group_by("word").agg(pl.len().alias("games"), pl.col("win").sum())
    known = {word: (games, wins) for word, games, wins in each.select("word", "games", "win").iter_rows()}
    found = [known.get(word, (0, 0.0)) for word in words]
    return WordSums(np.array([games for games, _ in found]), np.array([wins for _, wins in found]))


def _list_owners(table: pl.DataFrame, column: str) -> pl.DataFrame:
    """Return a table with a row for each game and each word that `table` lists for a seat in this game.

    A word is the title of a card, or the name of another thing that the search balances. `table` has a row for each
    game. Its column `{column}_0` has the list of words of seat 0, and so on for the other seats. The columns of the
    result are `game`, `word` and `win` (the mean win share of the seats that have the word in their list).
    """
    seats = [name.rpartition("_")[2] for name in table.columns if name.startswith(f"{column}_")]
    rows = [
        table.select("game", pl.col(f"{column}_{seat}").alias("word"), pl.col(f"win_{seat}").alias("win"))
        for seat in seats
    ]
    owners = pl.concat(rows).explode("word").drop_nulls("word")
    return owners.group_by("word", "game").agg(pl.col("win").mean()).sort("word", "game")
