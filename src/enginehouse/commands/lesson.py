"""`enginehouse lesson`: play through the lessons of games, and rewrite lessons after a game's rules have changed.

A lesson is a file with the log of a game and notes for the learner.
"""

from __future__ import annotations

from pathlib import Path

import click

from enginehouse import bots
from enginehouse.core.errors import EnginehouseError, Unreadable
from enginehouse.core.pictures.drawing import Marks
from enginehouse.core.play import logs
from enginehouse.core.play.logs import Log
from enginehouse.core.play.match import Match
from enginehouse.core.teaching.lessons import Lesson, Step, fill_facts
from enginehouse.core.words.naming import fill_plain

STAND_IN = "greedy"
"""The bot that chooses for other seats if their stored action is no longer legal."""


@click.command("lesson")
@click.argument("files", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--update", is_flag=True, help="Rewrite each lesson for today's rules.")
def lesson_command(files: tuple[Path, ...], update: bool) -> None:
    """Play through the lessons in FILES, and print their steps. A lesson is the log of a game with notes.

    If the rules have changed since a lesson was written, some of its actions may no longer be legal. This is an error.
    With --update, the command rewrites the file of the lesson instead: a bot chooses new actions for the seats that the
    learner does not play. If an action of the learner is no longer legal, you have to change the lesson yourself.
    """
    for path in files:
        lesson = Lesson(path.stem, logs.load(path))
        again = renew_lesson(lesson)
        if update:
            path.write_text(logs.write(again), encoding="utf-8")
        elif again.entries != lesson.log.entries:
            raise Unreadable(f"{path}: it is different under today's rules; `--update` rewrites it")
        said = check(Lesson(path.stem, again))
        names = [f"seat {seat + 1}" for seat in range(lesson.log.seats)]
        click.echo(f"{path}: {len(lesson.steps)} steps" + (", written again" if update else ""))
        for k, (step, says) in enumerate(zip(lesson.steps, said, strict=True), start=1):
            *pages, asks = (fill_plain(one, names) for one in says)
            for page in pages:
                click.echo(f"     {page}")
            click.echo(f"{k:3}. {asks} [{step.act}]")


def renew_lesson(lesson: Lesson) -> Log:
    """Replay a lesson under today's rules, and return the new log.

    The learner acts as before. Another seat acts as before if that is still legal, and otherwise a bot chooses its
    action. Raise `Unreadable` if an action of the learner is illegal. Then you have to write that step of the lesson
    anew.
    """
    match = Match.new(lesson.log.game, lesson.log.seats, lesson.log.options, lesson.log.seed_words())
    match.checks = []
    left = list(lesson.log.entries)
    while any(entry.seat == lesson.learner for entry in left):
        actors = match.actors()
        entry = next((e for e in left if e.seat in actors), None)
        if entry is None:
            raise Unreadable(
                f"lesson {lesson.name}: after entry {len(match.entries)} the learner is not asked any more"
            )
        left.remove(entry)
        try:
            match.act(entry.seat, entry.act, entry.note)
        except EnginehouseError as error:
            if entry.seat == lesson.learner:
                raise Unreadable(f"lesson {lesson.name}: the learner cannot do {entry.act!r} now: {error}") from None
            match.act_unchecked(entry.seat, _choose_code(match, entry.seat))
    return match.log()


def _choose_code(match: Match, seat: int) -> int:
    return bots.get(STAND_IN).choose(match.view(seat), seat, match.legal(seat), 1.0, len(match.entries)).action


def check(lesson: Lesson) -> list[list[str]]:
    """Return the texts of all pages of a lesson, as a list for each step. The last page of a step asks for the action.

    Facts of the position, such as numbers, are filled into the texts. Raise `Unreadable` in these cases:

    - A step draws a ring round a piece that is not drawn.
    - A step accepts a second action as good, but the action is illegal, or the later steps are impossible after it.
    - A text uses a fact that does not exist in the position.
    """
    match = Match.new(lesson.log.game, lesson.log.seats, lesson.log.options, lesson.log.seed_words())
    steps, then = iter(lesson.steps), ""
    said = []
    for number, entry in enumerate(lesson.log.entries):
        if entry.note:
            step = next(steps)
            said.append([_fill(match, lesson, step, page.says) for page in step.read])
            _check_rings(match, lesson, step)
            for other in step.also:
                _check_also(match, lesson, number, other)
            then = step.then
        match.step(entry)
        _fill(match, lesson, step, then) if said else None
    return said


def _fill(match: Match, lesson: Lesson, step: Step, text: str) -> str:
    try:
        return fill_facts(match.game, match.view(lesson.learner), text)
    except Unreadable as error:
        raise Unreadable(f"lesson {lesson.name}, {step.act!r}: {error}") from None


def _check_rings(match: Match, lesson: Lesson, step: Step) -> None:
    view, game = match.view(lesson.learner), match.game
    code = game.vocabulary.code(step.act)
    asked = step.rings or game.drawing.handles(view, code).ids()
    rings = {*asked, *(ring for page in step.pages for ring in page.rings)}
    drawn = {piece.id for piece in game.drawing.draw(view, Marks(legal=frozenset(match.legal(lesson.learner))))}
    if missing := sorted(rings - drawn):
        raise Unreadable(f"lesson {lesson.name}, {step.act!r}: {', '.join(missing)} is not drawn there")


def _check_also(match: Match, lesson: Lesson, number: int, other: str) -> None:
    """Raise `Unreadable` if the later steps of a lesson are impossible after `other`, a second good action of a step.

    `match` is the game before the step. `number` is the index, from 0, of the step's action in the log of the lesson.
    """
    twin = match.clone()
    try:
        twin.act(lesson.learner, other)
        for entry in lesson.log.entries[number + 1 :]:
            twin.step(entry)
    except EnginehouseError as error:
        raise Unreadable(f"lesson {lesson.name}: after {other!r} the lesson cannot continue: {error}") from None
