"""Gather the facts from which a viewer's picture is drawn: those that are alike for all viewers, and those of one seat.

The first are computed once for each state of the table. They are public, so every viewer's picture may have them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import NamedTuple

from enginehouse.core.pictures.drawing import Motion
from enginehouse.core.teaching.lessons import Lesson
from enginehouse.core.teaching.puzzles import PuzzleLesson
from enginehouse.table.picture.model import PictureInput
from enginehouse.table.picture.story import moments, story
from enginehouse.table.play.ending import is_agreed
from enginehouse.table.states import clocks, teaching, waiting, windows
from enginehouse.table.states.state import TableState


class SharedFacts(NamedTuple):
    """The facts from which the pictures of all viewers of a table are drawn. They belong to one state of the table.

    Facts that only one seat may see are not among them. They are added when the picture of that seat is drawn.
    """

    state: TableState
    given: PictureInput
    """The input for a spectator's picture, without the log."""
    lesson: Lesson | None
    can_preset: bool
    """Whether players may turn on auto-pass for reaction windows (times in which several seats answer at once)."""


def gather_shared(state: TableState, stuck: str = "") -> SharedFacts:
    """Return the facts from which the pictures of all viewers of a table are drawn. `state` is the table's state.

    `stuck` is the reason why the table's bots have stopped, or "" if they have not.
    """
    match, row, running = state.match, state.row, state.running
    lesson = teaching.find_lesson(state) if running and row.lesson else None
    scores, ranks = match.scores() if match.over else ([], [])
    view = state.view(-1)
    given = PictureInput(
        table=row.id,
        game=match.game,
        seat=-1,
        view=view,
        names=row.names,
        seats=row.seats,
        acting=state.list_asked(-1),
        window=state.window.ordinal if state.window and state.window.timed else 0,
        status=row.status,
        agreed=row.status == "ended" and is_agreed(state),
        reason=match.reason,
        scores=scores,
        ranks=ranks,
        moments=moments(match.game, view, story(match, -1)) if match.over else (),
        rematch=row.rematch or "",
        replay_error=state.replay_error,
        stuck=stuck,
        foretells=row.foretells,
        hints=row.hints,
        lesson_name=lesson.name if lesson is not None else "",
        lesson_pages=lesson.pages if lesson is not None else 0,
        away=state.waiting.away if running else frozenset(),
        away_s=row.away_s,
        clock=clocks.rule(row.clock).says if row.clock else "",
        times=_times(state) if running and state.waiting.clocks is not None else (),
        ending=row.ending,
    )
    return SharedFacts(state, given, lesson, windows.may_preset(row, match.game))


def _times(state: TableState) -> tuple[str, ...]:
    """Return for each seat the remaining time in words, as it was at the last change of the clocks.

    For a bot the text is "". The page's script counts down from these times.
    """
    going = state.waiting.clocks
    assert going is not None
    found = waiting.shown_clocks(state.waiting, state.window is not None and state.window.timed, going.at)
    assert found is not None
    return tuple(
        clocks.format_remaining(found.left[one.seat]) if one.kind == "person" else "" for one in state.row.seats
    )


def find_moved(way: Iterable[Motion]) -> frozenset[str]:
    """Return the ids of the pieces that are moved by the motions `way` and stay on the board.

    Pieces that exist only during a motion are left out.
    """
    return frozenset(m.piece for m in way if not m.svg)


def picture_input(
    shared: SharedFacts,
    seat: int,
    log: Mapping[str, str],
    moved: frozenset[str] = frozenset(),
    since: object = None,
) -> PictureInput:
    """Return the input for a viewer's picture: the view, the events that the viewer noticed, and public facts.

    `seat` is the viewer's (-1: a spectator). `log` has the lines of the log by id, and `moved` the ids of pieces that
    the latest action moved. `since` is a value that the game has computed at the viewer's last action, or None. The
    game's drawing uses it to mark the changes since that action.
    """
    given, state = shared.given, shared.state
    if seat < 0:
        return replace(given, log=log, moved=moved, since=since)
    match, row, running = state.match, state.row, state.running
    own, view = row.seats[seat], state.view(seat)
    found = replace(
        given,
        seat=seat,
        view=view,
        acting=state.list_asked(seat),
        decision=state.decision(seat),
        log=log,
        moved=moved,
        since=since,
        pending_answer=match.game.vocabulary.code(state.pending[seat]) if seat in state.pending else None,
        moments=moments(match.game, view, story(match, seat)) if match.over else (),
    )
    if shared.lesson is not None and seat == shared.lesson.learner:
        found.lesson = teaching.place(state)
        found.puzzle = shared.lesson if isinstance(shared.lesson, PuzzleLesson) else None
    if own.owner is not None:  # a bot plays at the viewer's seat
        found.kept = running
        return found
    found.mine, found.host = frozenset(row.seats_by_person.get(own.person or "", ())), own.person == row.host
    found.partners = state.partners
    found.goes_on = " ".join(key for key in own.preset.split() if key != windows.PASS)
    if not running:
        return found
    legal = state.legal(seat)
    if not state.is_silent(seat):
        found.no_reaction = state.window is not None and windows.has_no_reaction(
            state.window, match.game, seat, state.legal
        )
        if not found.no_reaction:
            found.legal = teaching.list_possible(state, seat) if row.lesson else legal
    found.can_undo, found.can_redo = match.can_undo(seat), match.can_redo(seat)
    if shared.can_preset:
        found.auto_passes = windows.PASS in own.preset.split()
        found.can_auto_pass = not found.auto_passes
    found.routine = windows.name_routine(match.game, view) if legal else ""
    return found
