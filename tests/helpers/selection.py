"""Which of the collected cases a run leaves out. `conftest.py` imports the hooks below.

A case that is left out is deselected, not skipped: a skip says that something is missing on this machine.
"""

from __future__ import annotations

import importlib.util
import os
from collections import Counter
from collections.abc import Set
from typing import Any

import pytest

BESIDE_COMPILED = "they play plain rules in either run and are left to the compiled one (without ENGINEHOUSE_JIT=0)"
BESIDE_PLAIN = "they play plain rules in either run and are left to the plain one (ENGINEHOUSE_JIT=0)"
DEEP = "they run with --deep"
LEFT_OUT = pytest.StashKey[Counter[str]]()


def reason_to_leave_out(marks: Set[str], *, plain: bool, numba: bool, deep: bool) -> str:
    """Return why a case with these markers is left out, or "" if it runs.

    `plain`: this run does not compile rules. `numba`: Numba is installed, or another run has it. `deep`: large counts.
    Raise `pytest.UsageError` if each run would leave the case to the other.
    """
    if {"beside_plain", "beside_compiled"} <= marks:
        raise pytest.UsageError("A case has the markers `beside_plain` and `beside_compiled`, so no run would have it.")
    if "deep" in marks and not deep:
        return DEEP
    if numba and plain and "beside_compiled" in marks:
        return BESIDE_COMPILED
    if numba and not plain and "beside_plain" in marks:
        return BESIDE_PLAIN
    return ""


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselect what this run leaves out. It runs last, when other hooks have set their markers."""
    run: dict[str, Any] = {
        "plain": os.environ.get("ENGINEHOUSE_JIT") == "0",
        "numba": config.getoption("--two-runs") or importlib.util.find_spec("numba") is not None,
        "deep": config.getoption("--deep"),
    }
    kept: list[pytest.Item] = []
    left_out: list[pytest.Item] = []
    reasons = Counter[str]()
    for item in items:
        reason = reason_to_leave_out({mark.name for mark in item.iter_markers()}, **run)
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
