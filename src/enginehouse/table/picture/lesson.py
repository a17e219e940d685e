"""Draw a lesson for its learner: the text of the current step, and rings around pieces of the board."""

from __future__ import annotations

from enginehouse.core.pictures.drawing import Svg, clean_id
from enginehouse.core.teaching.lessons import Place, Step, fill_facts, lessons_of
from enginehouse.core.teaching.puzzles import PuzzleLesson, next_of
from enginehouse.table import words
from enginehouse.table.picture.elements import element, name_players
from enginehouse.table.picture.model import PREFIX, PictureInput


def find_ringed(given: PictureInput) -> frozenset[str]:
    """Return the ids of the pieces that get a ring: those that the current step of the lesson is about.

    The ids are those of the game's drawing. The set is empty if the learner need not act, and in a puzzle.
    """
    step = given.lesson.step if given.lesson is not None and given.legal else None
    if step is None or given.puzzle is not None:
        return frozenset()
    if step.rings:
        return frozenset(step.rings)
    return frozenset(given.game.drawing.handles(given.view, given.game.vocabulary.code(step.act)).ids())


def lesson(given: PictureInput, at: Place) -> Svg:
    """Return the panel of the table's lesson or puzzle. `at` is the learner's progress in it.

    The panel has the pages of the lesson's current step. While other players act, it has the result of the last step.
    """
    if given.puzzle is not None:
        return _puzzle(given, given.puzzle, at.over)
    step = at.step if given.legal else None
    pages = _pages(given, step, at.pages) if step is not None else _outcome(given, at)
    number = words.LESSON_DONE if at.over else words.lesson_number(at.pages + 1, given.lesson_pages)
    reading = step is not None and bool(step.pages)
    return element(
        "div",
        element("div", element("span", number, cls="lesson-number"), _leave(given, at.over), cls="lesson-head"),
        *pages,
        element("button", words.LESSON_NEXT, type="button", cls="lesson-next primary") if reading else None,
        _what_next(given) if at.over else None,
        cls="lesson" + " asks" * (step is not None) + " reading" * reading,
        data_step=at.number if step is not None else None,
    )


def _pages(given: PictureInput, step: Step, done: int) -> list[Svg]:
    """Return the markup of each page of a lesson's step. A page is a paragraph of text for the learner.

    The markup has the number of the page, and the ids of the pieces of the board that the text is about. The browser
    shows one page at a time and draws rings around these pieces. `done` is the number of pages in the earlier steps.
    """
    return [
        element(
            "p",
            _fill_text(given, page.says),
            cls="lesson-says",
            hidden=number > 0,
            data_number=words.lesson_number(done + number + 1, given.lesson_pages),
            data_rings=" ".join(PREFIX + clean_id(piece) for piece in page.rings),
        )
        for number, page in enumerate(step.read)
    ]


def _outcome(given: PictureInput, at: Place) -> list[Svg]:
    """Return the result of the learner's last step, and a note if the lesson is over.

    `at` is the learner's progress in the lesson, with the current step.
    """
    then = at.before.then if at.before is not None else ""
    said = [text for text in (then, words.LESSON_OVER if at.over else "") if text]
    return [element("p", _fill_text(given, text), cls="lesson-says") for text in said]


def _fill_text(given: PictureInput, text: str) -> Svg:
    return name_players(given.names, fill_facts(given.game, given.view, text))


def _what_next(given: PictureInput) -> Svg:
    """Return the markup of the buttons at the end of a lesson.

    A button begins a real game. If there is a next lesson, another button begins it.
    """
    game = given.game
    play = element("button", words.LESSON_PLAY, cls="button primary")
    ways = element("form", play, method="post", action=f"/games/{game.name}/play")
    names = list(lessons_of(game))
    following = names.index(given.lesson_name) + 1 if given.lesson_name in names else len(names)
    if following < len(names):
        more = element("button", words.name_lesson(following), cls="button")
        ways += element("form", more, method="post", action=f"/games/{game.name}/lessons/{names[following]}")
    return element("div", ways, cls="row")


def _leave(given: PictureInput, over: bool) -> Svg:
    return element(
        "form",
        element("input", type="hidden", name="seat", value=given.seat),
        element("button", words.LESSON_CLOSE if over else words.LESSON_LEAVE, cls="link", data_tool="free"),
        method="post",
        action=f"/t/{given.table}/free",
    )


def _puzzle(given: PictureInput, lesson: PuzzleLesson, solved: bool) -> Svg:
    """Return the panel of the puzzle `lesson`: its task, and the solution on request.

    If `solved` is true, the panel has instead the explanation of the solution and a button for the next puzzle.
    """
    head = words.PUZZLE_SOLVED if solved else words.PUZZLE
    return element(
        "div",
        element("div", element("span", head, cls="lesson-number"), _leave(given, solved), cls="lesson-head"),
        *(_draw_solution(given, lesson) if solved else _draw_question(given, lesson)),
        cls="lesson",
    )


def _draw_question(given: PictureInput, lesson: PuzzleLesson) -> list[Svg]:
    answer = element("p", name_players(given.names, words.puzzle_answer(lesson.answer)), cls="lesson-says")
    told = element("details", element("summary", words.PUZZLE_TELL), answer, cls="puzzle-answer")
    return [element("p", words.PUZZLE_ASKS, cls="lesson-says"), told]


def _draw_solution(given: PictureInput, lesson: PuzzleLesson) -> list[Svg]:
    following = next_of(lesson.puzzle, given.game)
    more = element("button", words.PUZZLE_NEXT, cls="button")
    form = element("form", more, method="post", action=f"/games/{given.game.name}/puzzles/{following.name}")
    says = words.puzzle_solved(lesson.puzzle, lesson.answer)
    return [element("p", name_players(given.names, says), cls="lesson-says"), form]
