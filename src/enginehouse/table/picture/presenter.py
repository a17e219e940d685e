"""Draw the pictures of a table from the stored game when a viewer needs them.

All viewers of one seat share a picture.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple
from weakref import WeakValueDictionary

import msgspec

from enginehouse.core.pictures.drawing import Motion
from enginehouse.core.play.entries import Done
from enginehouse.core.records.events import Event
from enginehouse.core.teaching.puzzles import PuzzleLesson
from enginehouse.table.picture import board
from enginehouse.table.picture.model import Picture, PictureInput
from enginehouse.table.picture.patch import frame, patch
from enginehouse.table.picture.regions import build
from enginehouse.table.picture.story import EventLog, moments, read_action, story
from enginehouse.table.picture.tells import list_tells
from enginehouse.table.play.ending import is_agreed
from enginehouse.table.play.session import Session
from enginehouse.table.states import bot_choices, clocks, teaching, waiting, windows
from enginehouse.table.states.progress import Progress
from enginehouse.table.states.state import TableState

WATCHED_STEPS = 4
"""The maximum number of actions since a viewer's last picture that the page shows as motion, one after the other."""
WHOLE_KEPT = 32
"""The number of whole pictures that are cached as messages for all tables, because many spectators may come at once."""
REMEMBERED = 32
"""The number of latest actions that are kept in memory, so that their motions can be shown."""


@dataclass(eq=False, slots=True)
class RenderedFrame:
    """A viewer's latest picture, with its number in the viewer's stream.

    `patch` is the message with the changes from the previous picture, or None for the first picture.
    """

    number: int
    given: PictureInput
    """The input from which the picture was drawn."""
    picture: Picture
    version: int
    """The latest version of the table for which the picture is valid."""
    patch: bytes | None = None

    @property
    def whole(self) -> bytes:
        """Return the whole picture as a message. Encode it at the first call."""
        return _message(self)


@lru_cache(maxsize=WHOLE_KEPT)
def _message(shown: RenderedFrame) -> bytes:
    return msgspec.json.encode(frame(shown.number, shown.picture))


class PlayedAction(NamedTuple):
    """An action with its events (`done`), and the number of the first version of the table that contains it."""

    version: int
    done: Done


class Presenter:
    """An object that draws all pictures of one table. It draws a picture only when a viewer needs it."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.frames: dict[int, RenderedFrame] = {}
        """The latest picture by seat (-1: spectators)."""
        self._logs: dict[int, EventLog] = {}
        self._recent: deque[PlayedAction] = deque(maxlen=REMEMBERED)
        session.followers.append(self.follow)

    def follow(self, progress: Progress) -> None:
        """Process the effect of a command at the table (`progress`), so that the next pictures show it."""
        if progress.reread or progress.took_back:
            self._logs.clear()
        if progress.reread:
            self._recent.clear()
        if progress.took_back:  # an action that was undone before a viewer saw it is not shown
            stands = [one for one in self._recent if one.done in progress.after.match.standing]
            self._recent = deque(stands, maxlen=REMEMBERED)
        for done in progress.actions:
            self._recent.append(PlayedAction(self.session.version, done))
            if not progress.took_back:
                for seat, log in self._logs.items():
                    if (noticed := read_action(done, seat)) is not None:
                        log.actions.append(noticed)
        if progress.before.row.seats != progress.after.row.seats:
            for log in self._logs.values():
                log.rename()

    def look(self, seat: int) -> RenderedFrame:
        """Return the latest picture of the viewer at a seat (-1: a spectator). Draw it if the table has changed."""
        version, before = self.session.version, self.frames.get(seat)
        if before is not None and before.version == version:
            return before
        state = self.session.state
        steps = [] if before is None else self._list_noticed(seat, before.version)
        watched = len(steps) <= WATCHED_STEPS
        ways = [state.match.game.drawing.paths(state.view(seat), s) for s in (steps if watched else steps[-1:])]
        log = self._log(seat)
        # Marks of moved pieces belong to the latest action that a viewer noticed. If a mark disappeared by itself, it
        # would reveal a sealed answer, and a mark that stays could be of an undone action.
        moved = board.find_moved(ways[-1] if ways else self._latest_way(seat))
        given = picture_input(state, seat, log, moved, self.session.stuck, self._logs[seat].since)
        # Usually the log shows that something was noticed, so the whole pictures need not be compared.
        if before is not None and given.log is before.given.log and given == before.given:
            before.version = version
            return before
        picture = build(given)
        if before is None:
            state.settle()
        if before is not None and picture == before.picture:
            before.version, before.given = version, given
            return before
        number, change = 1, None
        if before is not None:
            number = before.number + 1
            tells = list_tells(state.match.game, state.view(seat), state.row.names, steps, ways) if watched else ()
            motions = _in_turn(ways) if watched else ()
            change = msgspec.json.encode(patch(number, before.picture, picture, motions, tells))
        made = self.frames[seat] = RenderedFrame(number, given, picture, version, change)
        return made

    def _list_noticed(self, seat: int, after: int) -> list[list[Event]]:
        """Return the events that a seat noticed since version number `after` of the table: a list for each action."""
        since = [action.done for action in self._recent if action.version > after]
        return [events for done in since if (events := done.list_events(seat))]

    def _latest_way(self, seat: int) -> Sequence[Motion]:
        """Return the motions of the latest action of which a viewer at `seat` noticed an event.

        Undone actions are ignored.
        """
        actions, state = self._logs[seat].actions, self.session.state
        return state.match.game.drawing.paths(state.view(seat), actions[-1].events) if actions else ()

    def _log(self, seat: int) -> Mapping[str, str]:
        log = self._logs.get(seat)
        if log is None:
            log = self._logs[seat] = EventLog(story(self.session.state.match, seat))
        return log.latest(self.session.state, seat)


def picture_input(
    state: TableState,
    seat: int,
    log: Mapping[str, str],
    moved: frozenset[str] = frozenset(),
    stuck: str = "",
    since: object = None,
) -> PictureInput:
    """Return the input for a viewer's picture: the view, the events that the viewer noticed, and public facts.

    `seat` is the viewer's (-1: a spectator). `log` has the lines of the log by id, and `moved` the ids of pieces that
    the latest action moved. `stuck` is the reason why bots have stopped, or "". `since` is a value that the game has
    computed at the viewer's last action, or None. The game's drawing uses it to mark the changes since that action.
    """
    match, row, running = state.match, state.row, state.running
    pending = state.pending.get(seat)
    kept = seat >= 0 and row.seats[seat].owner is not None
    silent = seat >= 0 and state.is_silent(seat)
    no_reaction = (
        seat >= 0 and running and not silent and windows.has_no_reaction(state.window, match.game, seat, state.legal)
    )
    view = state.view(seat)
    lesson = teaching.find_lesson(state) if running else None
    scores, ranks = match.scores() if match.over else ([], [])
    sits = seat >= 0 and not kept
    return PictureInput(
        table=row.id,
        game=match.game,
        seat=seat,
        view=view,
        names=row.names,
        seats=row.seats,
        acting=state.list_asked(seat),
        legal=teaching.list_possible(state, seat) if sits and running and not silent and not no_reaction else [],
        decision=state.decision(seat),
        log=log,
        moved=moved,
        since=since,
        pending_answer=match.game.vocabulary.code(pending) if pending is not None else None,
        window=state.window.ordinal if state.window and state.window.timed else 0,
        can_undo=sits and running and match.can_undo(seat),
        can_redo=sits and running and match.can_redo(seat),
        mine=frozenset(row.list_seats(row.seats[seat].person)) if sits else frozenset(),
        host=sits and row.seats[seat].person == row.host,
        status=row.status,
        agreed=is_agreed(state),
        reason=match.reason,
        scores=scores,
        ranks=ranks,
        moments=moments(match.game, view, story(match, seat)) if match.over else (),
        rematch=row.rematch or "",
        replay_error=state.replay_error,
        stuck=stuck,
        foretells=row.foretells,
        hints=row.hints,
        partners=bot_choices.list_partners(row, match) if sits else (),
        lesson=teaching.place(state) if lesson is not None and seat == lesson.learner else None,
        lesson_name=lesson.name if lesson is not None else "",
        lesson_pages=lesson.pages if lesson is not None else 0,
        puzzle=lesson if isinstance(lesson, PuzzleLesson) and seat == lesson.learner else None,
        preset=row.seats[seat].preset if sits and running and windows.may_preset(row, match.game) else None,
        no_reaction=sits and no_reaction,
        routine=windows.name_routine(match.game, view) if sits and running and state.legal(seat) else "",
        away=state.waiting.away if running else frozenset(),
        away_s=row.away_s,
        kept=kept and running,
        clock=clocks.rule(row.clock).says if row.clock else "",
        times=_times(state),
        ending=row.ending,
        goes_on=" ".join(key for key in row.seats[seat].preset.split() if key != windows.PASS) if sits else "",
    )


def _times(state: TableState) -> tuple[str, ...]:
    """Return for each seat the remaining time in words, as it was at the last change of the clocks.

    For a bot the text is "". The page's script counts down from these times. The tuple is empty if the table has no
    clocks.
    """
    going = state.waiting.clocks
    if going is None or not state.running:
        return ()
    found = waiting.shown_clocks(state.waiting, state.window is not None and state.window.timed, going.at)
    assert found is not None
    return tuple(
        clocks.format_remaining(found.left[one.seat]) if one.kind == "person" else "" for one in state.row.seats
    )


def _in_turn(ways: Sequence[Sequence[Motion]]) -> list[Motion]:
    """Return the motions of several actions as one list, in which each action starts when the one before has ended.

    `ways` has a list of motions for each action.
    """
    motions: list[Motion] = []
    start = 0
    for way in ways:
        motions += [m._replace(wait=m.wait + start) for m in way] if start else way
        start = max((m.wait + m.ms for m in motions), default=0)
    return motions


class Presenters:
    """The objects that draw the pictures of tables, for each table in memory that had a viewer lately."""

    def __init__(self) -> None:
        self._by_table: WeakValueDictionary[str, Presenter] = WeakValueDictionary()

    def of(self, session: Session) -> Presenter:
        """Return the presenter of a table. Create it if necessary."""
        found = self._by_table.get(session.id)
        if found is None or found.session is not session:
            found = self._by_table[session.id] = Presenter(session)
        return found

    def drop_idle(self, before: float) -> None:
        """Delete the pictures of tables that have no viewers and were last used before a time.

        `before` is this time, as `Clock.now` gives it. The pictures are drawn again when needed.
        """
        for presenter in list(self._by_table.values()):
            session = presenter.session
            if not session.audience.viewers and session.used < before and presenter.follow in session.followers:
                session.followers.remove(presenter.follow)
