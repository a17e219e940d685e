"""What a learner is shown of a lesson: the sentence of the step above the question, and which pieces are ringed."""

from __future__ import annotations

from enginehouse.core.drawing import Svg
from enginehouse.core.lessons import Place
from enginehouse.core.naming import fill
from enginehouse.table import words
from enginehouse.table.picture.badges import seat_name
from enginehouse.table.picture.elements import element
from enginehouse.table.picture.model import PictureInput


def ringed(given: PictureInput) -> frozenset[str]:
    """The pieces (ids of the drawing) that are ringed, while the learner is to act."""
    step = given.lesson.step if given.lesson is not None and given.legal else None
    if step is None:
        return frozenset()
    if step.rings:
        return frozenset(step.rings)
    return frozenset(given.game.drawing.handles(given.view, given.game.vocabulary.code(step.act)).ids())


def lesson(given: PictureInput) -> Svg:
    """The sentence of the step; while others act, what the last step has brought about."""
    at = given.lesson
    if at is None:
        return Svg("")
    asked = at.step is not None and bool(given.legal)
    number = words.LESSON_DONE if at.over else words.lesson_number(at.number + (not at.over), given.lesson_steps)
    return element(
        "div",
        element("div", element("span", number, cls="lesson-number"), _leave(given), cls="lesson-head"),
        *(element("p", fill(text, given.names, seat_name), cls="lesson-says") for text in _texts(at, asked)),
        cls="lesson asks" if asked else "lesson",
    )


def _texts(at: Place, asked: bool) -> list[str]:
    """What is said: of the next step, or of what has come of the last one."""
    then = at.before.then if at.before is not None else ""
    if asked and at.step is not None:
        return [at.step.says]
    return [text for text in (then, words.LESSON_OVER if at.over else "") if text]


def _leave(given: PictureInput) -> Svg:
    return element(
        "form",
        element("input", type="hidden", name="seat", value=given.seat),
        element("button", words.LESSON_LEAVE, cls="link", data_tool="free"),
        method="post",
        action=f"/t/{given.table}/free",
    )
