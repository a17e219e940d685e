"""The puzzles that games bring: each position comes about by the rules of today, and what is said of it is so."""

from __future__ import annotations

from collections import Counter
from datetime import date, timedelta
from itertools import pairwise

import msgspec
import pytest
from click.testing import CliRunner

from enginehouse.bots.analysis import puzzle_search
from enginehouse.bots.analysis.review import ReviewCase
from enginehouse.bots.players import levels
from enginehouse.commands.main import main
from enginehouse.core.errors import EnginehouseError, Unreadable
from enginehouse.core.play.match import Match
from enginehouse.core.registry import game as games
from enginehouse.core.teaching import puzzles
from enginehouse.core.teaching.puzzles import FILE, SIGN, Puzzle, PuzzleLesson, puzzles_of

pytestmark = [pytest.mark.untraced, pytest.mark.beside_plain]
GAMES = [name for name in games.names() if games.get(name).facts.in_lobby]

FEWEST = 7


def find_case(puzzle: Puzzle, match: Match) -> ReviewCase:
    return ReviewCase(len(puzzle.log.entries), puzzle.seat, match.view(puzzle.seat), match.legal(puzzle.seat), -1)


@pytest.mark.parametrize("name", GAMES)
def test_a_game_has_some_and_they_come_about(name: str) -> None:
    game = games.get(name)
    assert len(puzzles_of(game)) >= FEWEST, f"`enginehouse puzzles {name}` collects them"
    assert len(puzzles_of(game)) == len(puzzles.read(game.folder / FILE)), "all are of the rules of today"
    for puzzle in puzzles_of(game).values():
        match = puzzle.match()  # the seat sees what it saw
        assert match.actors() == (puzzle.seat,) and not match.state.asked, "nobody else is asked"
        legal = match.legal_names(puzzle.seat)
        assert len(legal) >= puzzle_search.CHOICES and {puzzle.best, *(one.act for one in puzzle.others)} <= set(legal)
        assert puzzle.better[0] >= puzzle_search.CLEAR and puzzle.share > puzzle.others[0].share + puzzle_search.CLEAR
        match.act(puzzle.seat, puzzle.best)
        assert not match.over, "what was found is told at the table, which has to go on"


@pytest.mark.parametrize("name", GAMES)
def test_neighbours_have_different_answers(name: str) -> None:
    found = list(puzzles_of(games.get(name)).values())
    answers = [puzzles.name_answer(one) for one in found]
    assert all(one != following for one, following in pairwise(answers)), answers
    assert puzzles.spread(found) == found
    grouped = sorted(found, key=puzzles.name_answer)
    again = [puzzles.name_answer(one) for one in puzzles.spread(grouped)]
    assert sorted(again) == sorted(answers) and all(one != following for one, following in pairwise(again)), again


@pytest.mark.parametrize("name", GAMES)
def test_the_reasons_hold_in_the_position(name: str) -> None:
    """Every reason is worked out again from what the seat sees."""
    for puzzle in puzzles_of(games.get(name)).values():
        match = puzzle.match()
        case, code = find_case(puzzle, match), match.game.vocabulary.code
        assert puzzle.why and puzzle.others[0].why == puzzle.why
        assert puzzle_search.renew_reasons(puzzle) == puzzle, puzzle.name
        found = puzzle_search.explain(case, code(puzzle.best), code(puzzle.others[0].act))
        assert found and (found.plan.theme, found.sentence) == (puzzle.theme, puzzle.why), "the reason names the theme"
        assert set(puzzle.wrong) <= set(match.legal_names(puzzle.seat)) - {puzzle.best}


@pytest.mark.parametrize("name", GAMES)
def test_at_most_two_in_ten_share_answer_and_theme(name: str) -> None:
    found = list(puzzles_of(games.get(name)).values())
    (_, many), *_ = Counter((puzzles.name_answer(one), one.theme) for one in found).most_common()
    assert many <= puzzle_search.count_alike(len(found))


def test_the_puzzle_of_a_day_comes_from_the_date() -> None:
    offered, day = [games.get(name) for name in GAMES], date(2031, 5, 17)
    year = [puzzles.choose_daily(offered, day + timedelta(k)) for k in range(365)]
    assert year[0] == puzzles.choose_daily(offered, day)
    assert all(one is not None and two is not None and one[0] is not two[0] for one, two in pairwise(year))
    seen = {one[1].name for one in year if one is not None}
    assert seen == {one.name for game in offered for one in puzzles_of(game).values()}, "each has its day"
    assert puzzles.choose_daily([], day) is None


def some() -> Puzzle:
    return next(iter(puzzles_of(games.get("mechanation")).values()))


@pytest.mark.parametrize("wrong", [{"seen": "2:0"}, {"seat": 7}, {"entries": 1}])
def test_a_game_that_goes_another_way_is_noticed(wrong: dict[str, object]) -> None:
    puzzle = some()
    if "entries" in wrong:
        puzzle = msgspec.structs.replace(
            puzzle, log=msgspec.structs.replace(puzzle.log, entries=puzzle.log.entries[:-1])
        )
    else:
        puzzle = msgspec.structs.replace(puzzle, **wrong)
    with pytest.raises((EnginehouseError, IndexError)):
        puzzle.match()


def test_those_of_other_rules_are_not_offered(tmp_path, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    game = games.get("mechanation")
    old = msgspec.structs.replace(some(), log=msgspec.structs.replace(some().log, rules="0"))
    (tmp_path / FILE).write_text(puzzles.write([old, some()]))
    monkeypatch.setattr(game, "folder", tmp_path)
    puzzles_of.cache_clear()
    try:
        assert list(puzzles_of(game)) == [some().name] and puzzles.next_of(some(), game).name == some().name
        (tmp_path / FILE).write_text("{}\n")
        puzzles_of.cache_clear()
        with pytest.raises(Unreadable, match=f"{FILE}:1"):
            puzzles_of(game)
    finally:
        monkeypatch.undo()
        puzzles_of.cache_clear()


def test_a_puzzle_is_a_lesson_of_one_step() -> None:
    lesson = puzzles.lesson_of(games.get("mechanation"), SIGN + some().name)
    assert isinstance(lesson, PuzzleLesson) and [step.act for step in lesson.steps] == [some().best]
    assert len(lesson.prelude) == len(some().log.entries)
    assert puzzles.lesson_of(games.get("mechanation"), some().name) is None, "without the sign it is no puzzle"


def test_a_decision_is_a_puzzle_where_all_searches_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    from enginehouse.bots.bot import Choice, Thought

    puzzle = some()
    match, code = puzzle.match(), games.get("mechanation").vocabulary.code
    best, other = code(puzzle.best), code(puzzle.others[0].act)
    case = find_case(puzzle, match)

    class Told:
        def __init__(self, lead: float, astray: int = -1) -> None:
            self.lead, self.astray, self.asked = lead, astray, 0

        def tune(self, game: object) -> list[int]:
            return [1]

        def choose(self, view: object, seat: int, legal: object, budget: float, seed: int) -> Choice:
            self.asked += 1
            chosen = other if self.asked == self.astray else best
            jitter = self.asked % 2
            return Choice(chosen, (Thought(best, 50.0 + jitter + self.lead, 50), Thought(other, 50.0, 50)))

    def found(told: Told) -> Puzzle | None:
        monkeypatch.setattr(puzzle_search, "make_searcher", lambda game, times=1: told)
        return puzzle_search.check_case(match, case)

    kept = found(Told(8.0))
    assert kept is not None and (kept.best, kept.name, kept.seen) == (puzzle.best, puzzle.name, puzzle.seen)
    assert found(Told(8.0, astray=4)) is None, "one search chose something else"
    assert found(Told(5.0)) is None, "the interval reaches below what is clear"
    assert found(Told(8.0)) is not None and puzzle_search.check_case(match, case._replace(played=best)) is None


def test_of_a_game_it_is_the_clearest_that_the_expert_solves(monkeypatch: pytest.MonkeyPatch) -> None:
    dull, clear = (
        msgspec.structs.replace(some(), name=name, better=(low, 40.0)) for name, low in (("a", 6.0), ("b", 9.0))
    )
    found = {3: dull, 5: clear, 7: None}
    monkeypatch.setattr(
        puzzle_search, "list_cases", lambda match: [ReviewCase(k, 0, None, [], -1) for k in (3, 5, 7, 8)]
    )
    monkeypatch.setattr(puzzle_search, "is_candidate", lambda case: case.number != 8)
    monkeypatch.setattr(puzzle_search, "check_case", lambda match, case: found[case.number])
    match = some().match()
    for solved, chosen in (((3, 5), clear), ((3,), dull), ((), None)):
        monkeypatch.setattr(puzzle_search, "is_confirmed", lambda case, best, solved=solved: case.number in solved)
        assert puzzle_search.find_clearest(match) is chosen


def test_in_a_file_not_always_the_same_action_is_best() -> None:
    many = [msgspec.structs.replace(some(), name=str(k), better=(float(k), 40.0)) for k in range(9)]
    other = msgspec.structs.replace(some(), name="x", theme="something else", better=(1.5, 40.0))
    assert [one.name for one in puzzle_search.select_clearest([*many, other], 10)] == ["8", "7", "x"]
    assert [one.name for one in puzzle_search.select_clearest([*many, other], 1)] == ["8"]


def test_the_command_goes_on_where_it_was(tmp_path, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    looked: list[int] = []

    def clearest_of(match: Match) -> Puzzle:
        looked.append(len(match.standing))
        return some()

    monkeypatch.setattr(puzzle_search, "find_clearest", clearest_of)
    monkeypatch.setattr(levels.Search, "prepare", lambda self, game: None)
    out = tmp_path / "found.jsonl"
    line = ["puzzles", "mechanation", "--bots", "random", "--keep", str(tmp_path), "--out", str(out), "--games"]
    assert CliRunner().invoke(main, [*line, "1"]).exit_code == 0 and len(looked) == 1
    done = CliRunner().invoke(main, [*line, "2", "--most", "1"])
    assert len(looked) == 2 and "1 of 2 puzzles from 2 games" in done.output, (
        "the first game was not looked through again"
    )
    monkeypatch.setitem(games.get("mechanation").judgement.LEVELS, "expert", {"simulations": 3})
    again = CliRunner().invoke(main, [*line, "2", "--most", "1"])
    assert again.exit_code == 0 and len(looked) == 4, "another bot looks for itself"
    assert [one.name for one in puzzles.read(out)] == [some().name]
