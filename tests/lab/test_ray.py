"""An experiment on a cluster of Ray gives the same result, also where one of two workers is killed."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("polars", reason="the lab is not installed: scripts/setup frameworks")
pytest.importorskip("ray", reason="Ray is not installed: scripts/setup frameworks")

import ray

from enginehouse.core.errors import Unreadable
from enginehouse.lab import running
from enginehouse.lab.experiment import parse
from enginehouse.lab.on_ray import on_ray

pytestmark = [pytest.mark.untraced, pytest.mark.timeout(300), pytest.mark.filterwarnings("ignore")]
DEADLY = """
import os, pathlib

def measure(position):
    flag = pathlib.Path(__file__).with_name("died")
    if str(os.getpid()) != os.environ["NOT_HERE"] and not flag.exists():
        flag.touch()
        os._exit(9)
    return {"round": position.state.round}
"""


@pytest.fixture
def cluster() -> Iterator[None]:
    """Shut the cluster down after the test."""
    yield
    ray.shutdown()


@pytest.mark.usefixtures("cluster")
def test_two_workers_of_which_one_is_killed_give_the_same_result(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "deadly.py").write_text(DEADLY)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("PYTHONPATH", f"{tmp_path}{os.pathsep}{os.environ.get('PYTHONPATH', '')}")
    monkeypatch.setenv("NOT_HERE", str(os.getpid()))
    text = 'game = "mechanation"\nseats = 2\nbots = ["random"]\nsample = 0\ngames = 300\nmeasure = ["deadly:measure"]'
    experiment = parse(text + "\n[vary]\nSET_TO_WIN = [5, 4]")
    running.carry_out(experiment, tmp_path / "one")
    running.carry_out(experiment, tmp_path / "two", jobs=2, on="ray")
    assert (tmp_path / "died").exists()
    for name in ("games.parquet", "result.json"):
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes()


def test_another_place_is_refused() -> None:
    with pytest.raises(Unreadable, match="not on 'moon'"):
        on_ray("moon", 1)
