"""`enginehouse analyse`: a game looked at again from what each could know; what was thought of is not thought of again."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from enginehouse.bots import get
from enginehouse.bots.analysis import reasons, review, review_report
from enginehouse.bots.analysis.review import Decision
from enginehouse.bots.bot import Choice, Thought
from enginehouse.bots.players.runs import play_out
from enginehouse.commands.main import main
from enginehouse.core.play import logs
from enginehouse.core.play.entries import Entry
from enginehouse.core.play.logs import Log
from enginehouse.core.play.match import Match

pytestmark = [pytest.mark.untraced, pytest.mark.beside_plain]


@pytest.fixture(scope="module")
def over() -> Match:
    """A game of The Great Machine among random bots."""
    return play_out(Match.new("great-machine", 2, seed="analyse"), [get("random")] * 2, 3)


class Oracle:
    """Says the first legal action is best, and remembers what it was shown."""

    def __init__(self) -> None:
        self.shown: list[tuple[Any, int]] = []

    def choose(self, view: Any, seat: int, legal: list[int], budget: float, seed: int) -> Choice:
        self.shown.append((view, seat))
        thoughts = [Thought(code, 70.0 - 10 * k, 40) for k, code in enumerate(legal)]
        return Choice(legal[0], tuple(thoughts))


def test_every_choice_is_judged_by_the_view_of_its_seat(over: Match) -> None:
    oracle: Any = Oracle()
    found = list(review.judge_decisions(over, oracle))
    assert len(found) == len(oracle.shown) == review.count_cases(over) > 20
    for one, (view, seat) in zip(found, oracle.shown, strict=True):
        done = over.standing[one.number]
        assert (one.seat, one.played) == (done.seat, done.code) == (seat, one.played)
        assert view.viewer == seat + 1, "a view, and nothing else"
        assert 0 <= one.share <= 100 and (one.lost == 0) == (one.played == one.best)
    gaps = {one.lost for one in found if one.lost}
    assert gaps and all(gap % 10 == 0 for gap in gaps), "as the search found it, where both were tried"


def test_undone_actions_do_not_count() -> None:
    match = Match.new("mechanica", 2, seed="back")
    (seat,) = match.actors()
    first, second = match.legal_names(seat)[:2]
    match.act(seat, first)
    match.undo(seat)
    match.act(seat, second)
    (one,) = list(review.judge_decisions(match, Oracle()))  # type: ignore[arg-type]
    assert one.played == match.game.vocabulary.code(second) and one.number == 0


def test_rarely_tried_actions_are_judged_by_the_positions_after_them(over: Match) -> None:
    somewhere = [m for m in over.positions() if not m.over and len(m.legal(m.actors()[0])) > 3][10:16]
    different = 0
    for before in somewhere:
        seat = before.actors()[0]
        view, legal = before.view(seat), before.legal(seat)
        thin = Choice(legal[0], tuple(Thought(code, 0.0, 1) for code in legal))
        lost = [review.estimate_loss(view, seat, thin, code, 5) for code in legal]
        turned = [review.estimate_loss(view, seat, thin._replace(action=code), legal[0], 5) for code in legal]
        assert lost[0] == 0 and all(min(both) == 0 for both in zip(lost, turned, strict=True))
        different += sum(map(bool, lost + turned))
    assert different > 5


def test_a_better_action_without_a_reason_is_replaced_as_in_a_hint(
    over: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    case = next(one for one in review.list_cases(over) if len(one.legal) > 3)
    best, near, *_ = (code for code in case.legal if code != case.played)
    thoughts = tuple(Thought(code, 80.0 if code != case.played else 10.0, 50) for code in case.legal)
    monkeypatch.setattr(Oracle, "choose", lambda *_: Choice(best, thoughts))
    monkeypatch.setattr(reasons, "write_difference", lambda view, seat, codes: "Because." if codes[0] == near else "")
    for advised, lost, why in ((near, 70.0, "Because."), (best, 70.0, ""), (case.played, 0.0, "")):
        monkeypatch.setattr(
            reasons, "choose_advice", lambda view, seat, choice, code=advised: choice._replace(action=code)
        )
        assert review.judge_case(case, Oracle())[3:] == (case.played, advised, lost, why)  # type: ignore[arg-type]


def test_a_turning_point_loses_at_most_the_win_chance(over: Match) -> None:
    case = next(iter(review.list_cases(over)))
    found = [Decision(case.number, case.seat, 15.0, case.played, case.legal[0], 17.0, "")]
    assert [one.lost for one in review_report.describe_turning_points(over, found, ["Ann", "Bob"])] == [15.0]


def test_turning_points_are_those_that_gave_away_most_in_the_order_of_the_game() -> None:
    lost = (0.0, 9.0, 0.5, 30.0, 4.0, 12.0, 3.0, 2.0)
    found = [Decision(k, 0, 50.0, 1, 2, much, "") for k, much in enumerate(lost)]
    assert [one.number for one in review.find_turning_points(found)] == [1, 3, 4, 5, 6]
    assert [one.number for one in review.find_turning_points(found[:3])] == [1], "what gave away little is none"


def test_the_command_goes_on_where_it_was_stopped(over: Match, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("game.json").write_text(logs.write(over.log()), "utf-8")
    call = ["analyse", "game.json", "--bot", "steady", "--html", "page.html"]
    first = CliRunner().invoke(main, call)
    assert first.exit_code == 0, first.output
    assert "turning points:" in first.output and "choices are the bot's" in first.output
    (kept,) = Path("build/review").iterdir()
    lines = kept.read_text("utf-8").splitlines(keepends=True)
    assert len(lines) == review.count_cases(over)
    asked: list[int] = []
    bot = get("steady")
    chosen = bot.choose

    def counted(*given: Any) -> Choice:
        asked.append(1)
        return chosen(*given)

    monkeypatch.setattr(bot, "choose", counted)
    assert CliRunner().invoke(main, call).output == first.output and not asked
    kept.write_text("".join(lines[:-3]) + lines[-3][:9], "utf-8")
    assert CliRunner().invoke(main, call).output == first.output and len(asked) == 3
    assert kept.read_text("utf-8").splitlines(keepends=True) == lines


def test_the_page_shows_the_lines_and_the_view_of_each_seat(
    over: Match, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("game.json").write_text(logs.write(over.log()), "utf-8")
    said = CliRunner().invoke(main, ["analyse", "game.json", "--bot", "steady", "--html", "page.html"]).output
    page = Path("page.html").read_text("utf-8")
    many = said.count("Better: ")
    assert page.count("<polyline") == 2 and page.count("<circle") == page.count("<img") == many > 0
    (kept,) = Path("build/review").iterdir()
    found = [Decision(*json.loads(line)) for line in kept.read_text("utf-8").splitlines()]
    for seat in (0, 1):
        assert f">Seat {seat + 1}</text>" in page
        points = sum(one.seat == seat for one in found) + 1  # and the result
        assert any(line.count(",") == points for line in page.split('points="')[1:] for line in [line.split('"')[0]])


def test_a_log_that_does_not_replay_is_refused(over: Match, tmp_path: Path) -> None:
    log, file = over.log(), tmp_path / "wrong.json"
    wrong = [*log.entries[:-1], Entry(log.entries[-1].seat, "cage 9")]
    file.write_text(logs.write(Log(log.game, log.rules, log.seats, log.options, log.seed, wrong)), "utf-8")
    answer = CliRunner().invoke(main, ["analyse", str(file)])
    assert answer.exit_code == 1 and "does not replay" in answer.output
