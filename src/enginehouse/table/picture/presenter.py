"""Draw the pictures of a table from the stored game when a viewer needs them.

All viewers of one seat share a picture.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple
from weakref import WeakValueDictionary

import msgspec

from enginehouse.core.play.entries import Done
from enginehouse.core.words.telling import animate
from enginehouse.table.picture.facts import SharedFacts, find_moved, gather_shared, picture_input
from enginehouse.table.picture.model import Picture, PictureInput
from enginehouse.table.picture.patch import frame, list_in_turn, list_tells, patch
from enginehouse.table.picture.regions import build
from enginehouse.table.picture.story import EventLog, read_action, story
from enginehouse.table.play.session import Session
from enginehouse.table.states.next_state import Progress

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
    """A played action with its events, and the version of the table that first contained it.

    `done` has the action and its events. `version` is a number that counts the changes of the table.
    """

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
        self._shared: SharedFacts | None = None
        """The facts for the pictures of all viewers, from the latest state that was drawn."""
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
        """Return the picture that the page of the viewer at `seat` (-1: a spectator) now has to show.

        If the last picture for this viewer is still right, return it. Otherwise draw a new picture.
        """
        version, before = self.session.version, self.frames.get(seat)
        if before is not None and before.version == version:
            return before
        state, stuck = self.session.state, self.session.stuck
        game, view = state.match.game, state.view(seat)
        recent = [] if before is None else [one.done for one in self._recent if one.version > before.version]
        steps = [events for done in recent if (events := done.list_events(seat))]
        watched = len(steps) <= WATCHED_STEPS
        ways = [animate(game, view, s) for s in (steps if watched else steps[-1:])]
        log = self._logs.get(seat)
        if log is None:
            log = self._logs[seat] = EventLog(story(state.match, seat))
        lines = log.latest(state, seat)
        # Marks of moved pieces belong to the latest action that a viewer noticed. If a mark disappeared by itself, it
        # would reveal a sealed answer, and a mark that stays could be of an undone action.
        latest = log.actions[-1:] if not ways else []
        moved = find_moved(ways[-1] if ways else (animate(game, view, latest[0].events) if latest else ()))
        if self._shared is None or self._shared.state is not state or self._shared.given.stuck != stuck:
            self._shared = gather_shared(state, stuck)
        given = picture_input(self._shared, seat, lines, moved, log.since)
        # Usually the log shows that something was noticed, so the whole pictures need not be compared.
        if before is not None and given.log is before.given.log and given == before.given:
            before.version = version
            return before
        picture = build(given)
        if before is None:
            state.settle()
            made = RenderedFrame(1, given, picture, version)
        elif picture == before.picture:
            before.version, before.given = version, given
            return before
        else:
            number = before.number + 1
            tells = list_tells(game, view, state.row.names, steps, ways) if watched else ()
            motions = list_in_turn(ways) if watched else ()
            change = msgspec.json.encode(patch(number, before.picture, picture, motions, tells))
            made = RenderedFrame(number, given, picture, version, change)
        self.frames[seat] = made
        return made


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
