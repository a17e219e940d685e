"""Which of the collected cases a run leaves out. `conftest.py` imports the hooks below.

A case that is left out is deselected, not skipped: a skip says that something is missing on this machine.
"""

from __future__ import annotations

import importlib.util
import os
import re
from collections import Counter
from collections.abc import Set
from typing import Any, NamedTuple

import pytest

BESIDE_COMPILED = "they play plain rules in either run and are left to the compiled one (without ENGINEHOUSE_JIT=0)"
BESIDE_PLAIN = "they play plain rules in either run and are left to the plain one (ENGINEHOUSE_JIT=0)"
DEEP = "they run with --deep"
QUICK = "they take long; `scripts/test plain` has them"
OTHER_GAMES = "they are about games that did not change"
GAMES = ("great-machine", "mechanation", "mechanica", "mechanical-beast")
SLOW = (
    "tests/bots/training/test_beliefs.py",
    "tests/bots/players/test_lookahead.py",
    "tests/bots/analysis/test_luck.py",
    "tests/bots/players/test_playouts.py",
    "tests/bots/analysis/test_reasons.py",
    "tests/games/test_plans.py",
    "tests/bots/players/test_search.py",
    "tests/bots/players/test_seer.py",
    "tests/browser/",
    "tests/commands/test_analyse.py",
    "tests/commands/test_build.py",
    "tests/commands/test_cli.py",
    "tests/commands/test_league.py",
    "tests/commands/test_new_game.py",
    "tests/commands/test_simulating.py",
    "tests/commands/test_terminal.py",
    "tests/conformance/test_conformance.py",
    "tests/conformance/test_kit.py",
    "tests/conformance/test_shelf.py",
    "tests/core/compiler/test_compiled_rules.py",
    "tests/core/compiler/test_stamps.py",
    "tests/core/record/test_hidden.py",
    "tests/core/test_overlays.py",
    "tests/core/test_pixels.py",
    "tests/envs/",
    "tests/games/great_machine/test_reach.py",
    "tests/games/mechanation/test_sight.py",
    "tests/games/mechanica/test_reach.py",
    "tests/games/mechanica/test_reference.py",
    "tests/games/test_endings.py",
    "tests/games/test_played.py",
    "tests/games/test_playthroughs.py",
    "tests/games/test_puzzles.py",
    "tests/games/test_standings.py",
    "tests/games/test_strength.py",
    "tests/games/test_texts.py",
    "tests/hosting/",
    "tests/house/test_start_contribute.py",
    "tests/kept/",
    "tests/lab/",
    "tests/mcp/",
    "tests/scripts/test_statements.py",
    "tests/secrecy/",
    "tests/table/api/test_description.py",
    "tests/table/api/test_interface.py",
    "tests/table/botpool/test_worker.py",
    "tests/table/extras/test_reviews.py",
    "tests/table/people/test_talk.py",
    "tests/table/picture/test_why.py",
    "tests/table/store/test_admin.py",
    "tests/table/store/test_backup.py",
    "tests/table/store/test_claims.py",
    "tests/table/store/test_damage.py",
    "tests/table/store/test_engines.py",
    "tests/table/store/test_invariants.py",
    "tests/table/store/test_one_process.py",
    "tests/table/store/test_outage.py",
    "tests/table/store/test_store.py",
    "tests/table/test_below_a_path.py",
    "tests/table/test_durable.py",
    "tests/table/test_fuzz.py",
    "tests/table/test_memory.py",
    "tests/table/test_processes.py",
    "tests/table/test_races.py",
    "tests/table/test_several.py",
    "tests/table/test_starting.py",
    "tests/table/test_storm.py",
    "tests/table/web/test_connections.py",
    "tests/table/web/test_malformed.py",
    "tests/table/web/test_once.py",
    "tests/table/web/test_showing.py",
    "tests/table/web/test_taught.py",
    "tests/table/web/test_uploads.py",
    "tests/targets/",
)
"""What `--quick` leaves out, beside cases marked `slow`: files and folders that play or search for long, start or kill
servers, read kept logs, or took four seconds of the processor and more."""
LEFT_OUT = pytest.StashKey[Counter[str]]()


class Run(NamedTuple):
    """The options that decide which cases run."""

    plain: bool
    """Rules are not compiled."""
    two: bool
    """Another run has the cases that are left to it."""
    deep: bool = False
    quick: bool = False
    games: Set[str] = frozenset()
    """The games whose cases run. If there is none, the cases of all games do."""


def add_options(parser: pytest.Parser) -> None:
    """Add the options that decide which cases run."""
    add = parser.addoption
    add("--deep", action="store_true", help="the large counts: 10,000 games and more")
    add("--two-runs", action="store_true", help="another run compiles rules, also where Numba is missing here")
    add("--alone", action="store_true", help="no other run follows: run the cases, too, that would be left to it")
    add("--quick", action="store_true", help="leave out what takes long (tests/helpers/selection.py)")
    add("--games", metavar="NAME,...", default="", help="of the cases of a game, run only those of these games")


def run_of(config: pytest.Config) -> Run:
    """Return what the options and this machine say."""
    option = config.getoption
    return Run(
        plain=os.environ.get("ENGINEHOUSE_JIT") == "0",
        two=not option("--alone") and (option("--two-runs") or importlib.util.find_spec("numba") is not None),
        deep=option("--deep"),
        quick=option("--quick"),
        games=frozenset(option("--games").split(",")) - {""},
    )


def reason_to_leave_out(name: str, marks: Set[str], run: Run) -> str:
    """Return why the case with this name and these markers is left out, or "" if it runs.

    Raise `pytest.UsageError` if each of two runs would leave the case to the other.
    """
    if {"beside_plain", "beside_compiled"} <= marks:
        raise pytest.UsageError("A case has the markers `beside_plain` and `beside_compiled`, so no run would have it.")
    if "deep" in marks and not run.deep:
        return DEEP
    if run.quick and (marks & {"slow", "postgres"} or name.startswith(SLOW)):
        return QUICK
    if run.games and (about := games_in(name)) and not about & run.games:
        return OTHER_GAMES
    if run.two and run.plain and "beside_compiled" in marks:
        return BESIDE_COMPILED
    if run.two and not run.plain and "beside_plain" in marks:
        return BESIDE_PLAIN
    return ""


def games_in(name: str) -> set[str]:
    """Return the games of the house that the parameters of a case name."""
    parameters = name.partition("[")[2].replace("_", "-")
    return {game for game in GAMES if re.search(rf"(?<![a-z]){game}(?![a-z])", parameters)}


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselect what this run leaves out. It runs last, when other hooks have set their markers."""
    run = run_of(config)
    kept: list[pytest.Item] = []
    left_out: list[pytest.Item] = []
    reasons = Counter[str]()
    for item in items:
        reason = reason_to_leave_out(item.nodeid, {mark.name for mark in item.iter_markers()}, run)
        (left_out if reason else kept).append(item)
        reasons[reason] += 1
    del reasons[""]
    config.stash[LEFT_OUT] = reasons
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = kept


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any, error: object | None) -> None:
    """Take over the counts of a worker. All workers collect the same cases."""
    node.config.stash[LEFT_OUT] = Counter(getattr(node, "workeroutput", {}).get("left_out", {}))


@pytest.hookimpl(tryfirst=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Send the counts to the main process. A run whose cases all belong to another run is not a failure."""
    reasons = session.config.stash.get(LEFT_OUT, Counter())
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput["left_out"] = dict(reasons)
    if reasons and session.exitstatus == pytest.ExitCode.NO_TESTS_COLLECTED:
        session.exitstatus = pytest.ExitCode.OK


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Say how many cases were left out and how to run them."""
    for reason, many in sorted(config.stash.get(LEFT_OUT, Counter()).items()):
        terminalreporter.write_line(f"{many} deselected: {reason}")
