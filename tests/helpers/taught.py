"""Lessons as learners read them: each page with its facts filled in, in every set of parts with which the lesson can be played."""

from __future__ import annotations

from collections.abc import Iterator

from enginehouse.core.errors import EnginehouseError
from enginehouse.core.play.match import Match
from enginehouse.core.registry import game as games
from enginehouse.core.teaching.lessons import Lesson, fill_facts, lessons_of, read_note
from enginehouse.core.words.naming import fill_plain

LESSONS = [lesson for name in games.names() for lesson in lessons_of(games.get(name)).values()]
NAMES = ["Nora", "Bellows", "Crank", "Sprocket", "Flywheel", "Gasket", "Ratchet", "Spindle"]


def name_of(lesson: Lesson) -> str:
    """Return the name of a lesson with its game, for test ids and messages."""
    return f"{lesson.log.game}-{lesson.name}"


def in_every_set(lesson: Lesson) -> Iterator[Match]:
    """Yield a new match of the lesson's deal for each choice of options with which all of its actions are legal."""
    game = games.get(lesson.log.game)
    for options in game.variants():
        match = Match.new(game, lesson.log.seats, options, lesson.log.seed_words())
        try:
            for entry in lesson.log.entries:
                match.act(entry.seat, entry.act)
        except EnginehouseError:
            continue
        yield match.begin_again()


def list_pages(lesson: Lesson) -> Iterator[str]:
    """Yield what the learner reads, in order and in every set: each page, and what is said while others act."""
    for match in in_every_set(lesson):
        for entry in lesson.log.entries:
            step = read_note(entry.act, entry.note) if entry.note else None
            for page in step.read if step else ():
                yield _filled(match, lesson, page.says)
            match.act(entry.seat, entry.act)
            if step and step.then:
                yield _filled(match, lesson, step.then)


def _filled(match: Match, lesson: Lesson, text: str) -> str:
    return fill_plain(fill_facts(match.game, match.view(lesson.learner), text), NAMES)
