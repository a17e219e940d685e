"""What a learner is shown of a lesson: the sentence of the step above the question, and which pieces are ringed."""

from __future__ import annotations

from enginehouse.core.drawing import Svg
from enginehouse.core.lessons import Place, fill_facts
from enginehouse.core.naming import fill
from enginehouse.core.puzzles import PuzzleLesson, next_of
from enginehouse.table import words
from enginehouse.table.picture.badges import seat_name
from enginehouse.table.picture.elements import element
from enginehouse.table.picture.model import PictureInput


def ringed(given: PictureInput) -> frozenset[str]:
    """The pieces (ids of the drawing) that are ringed, while the learner is to act."""
    step = given.lesson.step if given.lesson is not None and given.legal else None
    if step is None or given.puzzle is not None:
        return frozenset()
    if step.rings:
        return frozenset(step.rings)
    return frozenset(given.game.drawing.handles(given.view, given.game.vocabulary.code(step.act)).ids())


def lesson(given: PictureInput) -> Svg:
    """The sentence of the step; while others act, what the last step has brought about."""
    at = given.lesson
    if at is None:
        return Svg("")
    if given.puzzle is not None:
        return _puzzle(given, given.puzzle, at.over)
    asked = at.step is not None and bool(given.legal)
    number = words.LESSON_DONE if at.over else words.lesson_number(at.number + (not at.over), given.lesson_steps)
    return element(
        "div",
        element("div", element("span", number, cls="lesson-number"), _leave(given, at.over), cls="lesson-head"),
        *(
            element("p", fill(fill_facts(given.game, given.view, text), given.names, seat_name), cls="lesson-says")
            for text in _texts(at, asked)
        ),
        cls="lesson asks" if asked else "lesson",
    )


def _texts(at: Place, asked: bool) -> list[str]:
    """What is said: of the next step, or of what has come of the last one."""
    then = at.before.then if at.before is not None else ""
    if asked and at.step is not None:
        return [at.step.says]
    return [text for text in (then, words.LESSON_OVER if at.over else "") if text]


def _leave(given: PictureInput, over: bool) -> Svg:
    return element(
        "form",
        element("input", type="hidden", name="seat", value=given.seat),
        element("button", words.LESSON_CLOSE if over else words.LESSON_LEAVE, cls="link", data_tool="free"),
        method="post",
        action=f"/t/{given.table}/free",
    )


def _puzzle(given: PictureInput, lesson: PuzzleLesson, solved: bool) -> Svg:
    """The question of a puzzle, with its answer for who asks; or that it is solved, why that was best, and the way to the next."""
    head = words.PUZZLE_SOLVED if solved else words.PUZZLE
    return element(
        "div",
        element("div", element("span", head, cls="lesson-number"), _leave(given, solved), cls="lesson-head"),
        *(_solved(given, lesson) if solved else _asked(given, lesson)),
        cls="lesson",
    )


def _asked(given: PictureInput, lesson: PuzzleLesson) -> list[Svg]:
    answer = element("p", fill(words.puzzle_answer(lesson.told), given.names, seat_name), cls="lesson-says")
    told = element("details", element("summary", words.PUZZLE_TELL), answer, cls="puzzle-answer")
    return [element("p", words.PUZZLE_ASKS, cls="lesson-says"), told]


def _solved(given: PictureInput, lesson: PuzzleLesson) -> list[Svg]:
    following = next_of(lesson.puzzle, given.game)
    more = element("button", words.PUZZLE_NEXT, cls="button")
    form = element("form", more, method="post", action=f"/games/{given.game.name}/puzzles/{following.name}")
    says = words.puzzle_solved(lesson.puzzle, lesson.told)
    return [element("p", fill(says, given.names, seat_name), cls="lesson-says"), form]
