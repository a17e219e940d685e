"""Carry out a search for balance in processes of this machine, or check a stored result by the same search again.

The search looks for numbers in the rules of a game with which all cards (or seats) win about equally often.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

from enginehouse.core.errors import EnginehouseError
from enginehouse.lab.balancing.plan import BalancePlan
from enginehouse.lab.balancing.search import BalanceSearch, SearchSchedule
from enginehouse.lab.balancing.verdict import FILE, BalanceResult, load_found
from enginehouse.lab.pieces import prepare_place
from enginehouse.lab.running import RunProgress
from enginehouse.lab.submitting import keep_processes


def carry_out(
    plan: BalancePlan,
    folder: Path,
    jobs: int = 1,
    progress: RunProgress | None = None,
    fixed: SearchSchedule | None = None,
) -> BalanceResult:
    """Carry out the search for balance that `plan` describes, with its files in a folder, and return the result.

    Games that are stored are not played again. `jobs` is the number of processes that play the games. `progress` is an
    observer of the search. If `fixed` is given, the search has exactly as many rounds as `fixed` says.
    """
    _prepare_rules(plan)
    with keep_processes(jobs) as submit:
        return BalanceSearch(plan, folder, submit, progress or RunProgress(), fixed).carry_out()


def _prepare_rules(plan: BalancePlan) -> None:
    """Compile the rules of the plan's game in two forms: with fixed numbers, and with numbers that may change.

    The first form is the game as it is. The second form reads the numbers from memory, so it serves all candidates
    (versions of the game with changed numbers). Afterwards all processes find both forms in the cache.
    """
    one = plan.list_choices()[0]
    for changes in ({}, {one.path: one.most if one.most != one.now else one.least}):
        for check in (False, True):
            prepare_place(plan.make_experiment(changes, check, 0, 1), 0)


def check_search(plan: BalancePlan, folder: Path, jobs: int = 1, progress: RunProgress | None = None) -> None:
    """Carry out the search of `plan` once more, and compare the result with that in the folder. Play all games again.

    Raise `EnginehouseError` if the result differs, and `Unreadable` if there is no result. `jobs` is the number of
    processes, and `progress` an observer, as for `carry_out`.
    """
    found = load_found(folder)
    with tempfile.TemporaryDirectory() as other:
        carry_out(plan, Path(other), jobs, progress, SearchSchedule(steps=list(found.steps), portion=found.portion))
        if (Path(other) / FILE).read_bytes() != (folder / FILE).read_bytes():
            raise EnginehouseError(f"the same search gave another result than that in {folder}")
