"""The lessons that games bring: each can be played to its last step by the rules of today, and rings what is drawn."""

from __future__ import annotations

import itertools
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner

from enginehouse.commands.lesson import check, lesson_command, renewed
from enginehouse.core import game as games
from enginehouse.core import logs
from enginehouse.core.errors import Unreadable
from enginehouse.core.lessons import Lesson, lessons_of, read_note
from enginehouse.core.match import Match

pytestmark = [pytest.mark.untraced, pytest.mark.beside_plain]
LESSONS = [lesson for name in games.names() for lesson in lessons_of(games.get(name)).values()]

SHORT = 60
"""So many letters are read in the second or two that others take."""
LONGEST = 240
"""So many letters of a step fit on a phone below the board."""


def first(game: str = "mechanica") -> Lesson:
    return lessons_of(games.get(game))["first"]


def changed(lesson: Lesson, number: int, **more: str) -> Lesson:
    """The same lesson with another entry (from 0)."""
    log = msgspec.convert(msgspec.to_builtins(lesson.log), logs.Log)
    for name, value in more.items():
        setattr(log.entries[number], name, value)
    for entry in log.entries:
        entry.check = ""
    return Lesson(lesson.name, log)


def test_every_game_of_the_lobby_has_a_first_lesson() -> None:
    assert {lesson.log.game for lesson in LESSONS} >= {n for n in games.names() if games.get(n).facts.in_lobby}


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.log.game)
def test_it_goes_as_it_was_written_down(lesson: Lesson) -> None:
    assert renewed(lesson).entries == lesson.log.entries and 8 <= len(lesson.steps) <= 12
    check(lesson)


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.log.game)
def test_nothing_is_asked_of_the_learner_without_a_word(lesson: Lesson) -> None:
    match = Match.new(lesson.log.game, lesson.log.seats, lesson.log.options, lesson.log.seed_words())
    for number, entry in enumerate(lesson.log.entries):
        if entry.seat == lesson.learner and number >= len(lesson.prelude):
            assert entry.note or match.legal_names(entry.seat) == [match.game.facts.silence], entry
        match.step(entry)
    assert not match.over and all(step.says for step in lesson.steps)


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.log.game)
def test_nothing_is_taught_in_a_sentence_that_passes_by_itself(lesson: Lesson) -> None:
    """What is said while others act goes when they have: more than what they do stands in the next step too, which waits."""
    for step, following in itertools.pairwise(lesson.steps):
        assert len(step.says) <= LONGEST, step.says
        assert len(step.then) <= SHORT or following.says.startswith(step.then), step.then


def test_a_note_is_read_line_by_line() -> None:
    step = read_note("end", "Do this.\nAnd that: now.\nring: a b\nalso: buy 5\nalso: buy 3\nthen: It was done.")
    assert step == ("end", "Do this. And that: now.", ("a", "b"), ("buy 5", "buy 3"), "It was done.")


def test_what_others_may_not_do_any_more_is_chosen_anew() -> None:
    lesson = first("great-machine")
    again = renewed(changed(lesson, 1, act="cage 3"))
    assert again.entries[1].act == "cage 3"
    again = renewed(changed(lesson, 1, act="cage 2"))
    assert again.entries[1].seat == 1 and again.entries[1].act not in ("cage 2", "cage 3")


@pytest.mark.parametrize(
    ("number", "what", "said"),
    [
        (0, {"act": "sell deluxe b"}, "the learner cannot do 'sell deluxe b' now"),
        (0, {"note": "Sell it.\nring: bot-9"}, "bot-9 is not drawn there"),
        (0, {"note": "Sell it.\nalso: buy 7"}, "after 'buy 7' it cannot go on"),
    ],
)
def test_a_lesson_that_cannot_be_played_says_where(number: int, what: dict[str, str], said: str) -> None:
    lesson = changed(first(), number, **what)
    with pytest.raises(Unreadable, match=said):
        check(Lesson(lesson.name, renewed(lesson)))


@pytest.mark.parametrize(
    ("number", "what", "said"),
    [
        (1, {"act": "", "step": "undo"}, "something is taken back"),
        (4, {"note": "I, too."}, "one seat alone"),
    ],
)
def test_what_is_no_lesson(number: int, what: dict[str, str], said: str) -> None:
    with pytest.raises(Unreadable, match=said):
        changed(first(), number, **what)


def test_one_command_plays_them_and_writes_them_again(tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    file.write_text(logs.write(changed(first("great-machine"), 1, act="cage 2").log))
    refused = CliRunner().invoke(lesson_command, [str(file)])
    assert isinstance(refused.exception, Unreadable) and "--update" in str(refused.exception)
    done = CliRunner().invoke(lesson_command, [str(file), "--update"])
    assert done.exit_code == 0 and "11 steps, written again" in done.output
    again = CliRunner().invoke(lesson_command, [str(file)])
    assert again.exit_code == 0 and "1. Your rat wants pellets" in again.output


def test_each_seats_actions_are_compared_apart() -> None:
    """In one window answers come in any order; whoever does something else leaves the lesson."""
    lesson = first("great-machine")
    done = [(e.seat, e.act) for e in lesson.log.entries]
    at = lesson.at(done[:3])
    assert at is not None and (at.number, at.over) == (2, False) and at.before == lesson.steps[1]
    assert lesson.at([*done[:3], (0, "pass")]) is None
    end = lesson.at(done)
    assert end is not None and end.over and end.step is None
    assert lesson.at([*done, (1, "anything")]) is not None and lesson.at([*done, (0, "anything")]) is None
    assert lesson.next_of(1, done[:1]) == "cage 1" and lesson.next_of(1, [(0, "cage 4")]) == ""
