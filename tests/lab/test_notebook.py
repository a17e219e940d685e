"""A report as objects says what the report says, and the games that it names lie beside it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

pytest.importorskip("polars", reason="the lab is not installed: scripts/setup frameworks")
pytest.importorskip("scipy")
pytest.importorskip("matplotlib")

import polars as pl

from enginehouse.core.play import logs
from enginehouse.core.play.match import replay
from enginehouse.lab import report, running, words
from enginehouse.lab.experiment import parse
from enginehouse.lab.findings import charts
from enginehouse.lab.results import Result

pytestmark = [pytest.mark.untraced, pytest.mark.timeout(600)]
TEXT = 'game = "mechanation"\nseats = 2\nbots = ["random"]\nsample = 0\ngames = 60\nmeasure = ["mechs"]\n[vary]\nSET_TO_WIN = [5, 3]\n'


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> Result:
    """A small result."""
    return running.carry_out(parse(TEXT), tmp_path_factory.mktemp("result"))


def test_the_objects_have_the_numbers_of_the_result(found: Result) -> None:
    shown = found.report
    assert found.text() == str(shown) == "\n".join(words.sentences(found))
    assert shown.wins.rows()[3] == ("SET_TO_WIN = 3", 1, *found.wins(1)[1])
    mean = found.mean(found.of(1)["actions"].to_list())
    assert shown.means.filter((pl.col("variant") == "SET_TO_WIN = 3") & (pl.col("what") == "actions")).rows() == [
        ("SET_TO_WIN = 3", "actions", *mean)
    ]
    told = {(row[1], row[2:5], row[6]) for row in shown.differences.rows()}
    assert told == {(one.column, tuple(one.estimate), one.found) for one in found.differences}
    best = found.labels(0, "mechs")[0]
    assert shown.labels("mechs").row(0) == ("SET_TO_WIN = 5", f"has {best.name}", best.seats, *best.win)
    assert shown.odd.rows()[:3] == [(0, k, said) for k, said in report.odd_games(found, 0)]


def test_they_show_themselves(found: Result) -> None:
    html = found._repr_html_()
    assert html == found.report._repr_html_() and report.body(found) in html and "<html" not in html
    assert found.report.chart._repr_svg_() == charts.chart(found) and charts.chart(found) in html


def test_the_games_that_a_report_names_lie_beside_it(found: Result) -> None:
    page = report.write(found).read_text("utf-8")
    links = re.findall(r'<a href="(games/(\d)-(\d+)\.html)">', page)
    assert {(int(variant), int(k)) for _, variant, k in links} == {(row[0], row[1]) for row in found.report.odd.rows()}
    for name, variant, k in links:
        shown = (found.folder / name).read_text("utf-8")
        assert "<svg" in shown and "src=" not in shown and 'href="../report.html"' in shown
        match = found.match(int(variant), int(k))
        assert shown.count("<li>") == len(match.standing) == found.of(int(variant))["actions"][int(k)]
        again = replay(logs.load(found.folder / name.replace(".html", ".json")))
        assert again.error is None and again.match.scores() == match.scores()


def test_the_notebook_of_the_page_runs(found: Result, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its statements, one after the other, with what it says of the last ones."""
    page = (Path(__file__).resolve().parents[2] / "docs" / "lab-reference.md").read_text("utf-8")
    (code,) = re.findall(r"## In a notebook\n.*?```python\n(.*?)```", page, re.S)
    monkeypatch.chdir(tmp_path)
    room: dict[str, object] = {}
    exec(code, room)
    assert isinstance(room["result"], Result) and isinstance(room["wins"], pl.DataFrame)
    said = re.findall(r"^(\w+) = .*# (\d+) rows", code, re.M)
    heights = {name: frame.height for name, _ in said if isinstance(frame := room[name], pl.DataFrame)}
    assert heights == {name: int(many) for name, many in said} and {"wins", "titan", "tension"} <= heights.keys()
