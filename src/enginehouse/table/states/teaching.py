"""Lessons and puzzles at a table: progress of the learner, allowed actions, and prescribed actions of bots."""

from __future__ import annotations

from enginehouse.core.errors import NotAllowed
from enginehouse.core.registry.game import Game
from enginehouse.core.teaching.lessons import Lesson, Place, lessons_of
from enginehouse.core.teaching.puzzles import SIGN, PuzzleLesson
from enginehouse.core.teaching.puzzles import lesson_of as puzzle_lesson
from enginehouse.core.words.naming import fill_plain
from enginehouse.table import words
from enginehouse.table.names import BOT_NAMES
from enginehouse.table.states import bot_choices
from enginehouse.table.states.opening import NewTable
from enginehouse.table.states.state import TableState
from enginehouse.table.store.origin import Origin
from enginehouse.table.store.rows import Person, SeatRow
from enginehouse.table.time_and_chance import RandomSource


def find_lesson(state: TableState) -> Lesson | None:
    """Return the lesson (or puzzle) of a table, or None if there is none, or if the game no longer has it."""
    if state.row.lesson.startswith(SIGN):
        return puzzle_lesson(state.match.game, state.row.lesson)
    return lessons_of(state.match.game).get(state.row.lesson) if state.row.lesson else None


def _list_done(state: TableState, lesson: Lesson) -> list[tuple[int, str]]:
    """Return the played actions of a lesson, each as a pair of its seat and its name.

    Undone actions are left out. So are the learner's answers to questions that several seats get at once, after the
    lesson's last step. The server gives some of these answers automatically. If they counted, they would remove the
    closing text of the lesson, which should stay until the learner clicks.
    """
    name = state.match.game.vocabulary.name
    found: list[tuple[int, str]] = []
    mine = 0
    for done in state.match.standing:
        own = done.seat == lesson.learner
        if not (own and done.asked and mine >= len(lesson.acts[lesson.learner])):
            found.append((done.seat, name(done.code)))
        mine += own
    return found


def place(state: TableState) -> Place | None:
    """Return the learner's progress in the lesson of a table, with the current step.

    Return None if there is no lesson, or if the played actions differ from those of the lesson.
    """
    lesson = find_lesson(state)
    return lesson.at(_list_done(state, lesson)) if lesson is not None else None


def list_possible(state: TableState, seat: int) -> list[int]:
    """Return the codes of the actions that a seat may choose.

    At a step of a lesson these are only the actions for which the step asks. Otherwise they are all legal actions.
    """
    legal = state.legal(seat)
    asked = _list_asked(state, seat)
    return [code for code in legal if code in asked] or legal


def _list_asked(state: TableState, seat: int) -> list[int]:
    lesson = find_lesson(state)
    at = place(state) if lesson is not None and lesson.learner == seat else None
    if at is None or at.step is None or isinstance(lesson, PuzzleLesson):
        return []
    return [state.match.game.vocabulary.code(name) for name in (at.step.act, *at.step.also)]


def check(state: TableState, seat: int, code: int) -> None:
    """Raise `NotAllowed` if the lesson of a table does not accept the action `code` of a seat.

    A step of a lesson accepts only the actions for which it asks. A puzzle accepts only the action that solves it.
    """
    lesson = find_lesson(state)
    if isinstance(lesson, PuzzleLesson):
        _check_best(state, lesson, seat, code)
    if code not in list_possible(state, seat):
        raise NotAllowed(0, refusal(state, seat))


def refusal(state: TableState, seat: int) -> str:
    """Return the sentence that refuses an action at a step of a lesson, and says which action the step asks for.

    `seat` is the seat of the learner, who has chosen another action.
    """
    asked = _list_asked(state, seat)
    action = state.match.game.words.action(state.view(seat), asked[0]) if asked else ""
    return fill_plain(words.lesson_refusal(action), state.row.names)


def _check_best(state: TableState, lesson: PuzzleLesson, seat: int, code: int) -> None:
    at, puzzle, act = place(state), lesson.puzzle, state.match.game.vocabulary.name(code)
    if seat == lesson.learner and at is not None and at.step is not None and act != puzzle.best:
        raise NotAllowed(0, fill_plain(words.puzzle_refusal(puzzle, act), state.row.names))


def find_scripted(state: TableState, seat: int) -> int | None:
    """Return the code of the action that the lesson prescribes for the bot on `seat`.

    Return None if the bot is free to choose.
    """
    lesson = find_lesson(state)
    name = lesson.next_of(seat, _list_done(state, lesson)) if lesson is not None else ""
    code = state.match.game.vocabulary.code(name) if name else -1
    return code if code in state.legal(seat) else None


def describe_table(game: Game, lesson: Lesson, person: Person, chance: RandomSource) -> NewTable:
    """Return the parameters of a table for a lesson. The person sits on the learner's seat.

    The easiest bots sit on all other seats. `chance` draws their names.
    """
    first, kind = chance.number(len(BOT_NAMES)), bot_choices.easiest()
    seats = tuple(
        SeatRow(seat, "person", person.name, person.id)
        if seat == lesson.learner
        else SeatRow(seat, "bot", BOT_NAMES[(first + seat) % len(BOT_NAMES)], bot=kind)
        for seat in range(lesson.log.seats)
    )
    return NewTable(
        person.id,
        game.name,
        game.facts.rules_version,
        dict(lesson.log.options),
        seats,
        listed=False,
        lesson=lesson.name,
        seed=lesson.log.seed,
        origin=Origin("taught"),
    )
