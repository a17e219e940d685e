"""Draw a game as it was at an earlier moment. The game may be running or finished now."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from enginehouse.core.pictures.drawing import Motion
from enginehouse.core.play.match import Match
from enginehouse.core.words.standings import NO_RACE
from enginehouse.core.words.telling import animate
from enginehouse.table.picture.facts import find_moved
from enginehouse.table.picture.messages import Frame, Patch
from enginehouse.table.picture.model import Picture, PictureInput
from enginehouse.table.picture.regions import build
from enginehouse.table.states.state import TableState

KEPT = frozenset({"board", "hand", "seats"})
"""The regions of a page that show an earlier moment of a running game. Question, tools and log stay current."""


def list_moments(match: Match, seat: int) -> list[int]:
    """Return the moments of a seat's log, one for each action with an event that the seat noticed.

    The moment of an action is the number of actions up to and including it, without undone actions.
    """
    return [k for k, done in enumerate(match.standing, start=1) if done.list_events(seat)]


def draw_past(state: TableState, match: Match, seat: int, log: Mapping[str, str]) -> Picture:
    """Return the picture of a table as it was at an earlier point of its game. The picture has no legal actions.

    `state` is the table now, with its names and settings. `match` is the game at the earlier point. `seat` is the
    viewer's seat (-1: a spectator). `log` has the lines of the log by their id.
    """
    scores, ranks = match.scores() if match.over else ([], [])
    view = match.view(seat)
    mask = int(match.game.rules.actors(view))
    undone = not match.entries or match.entries[-1].step == "undo"
    return build(
        PictureInput(
            table=state.row.id,
            game=match.game,
            seat=seat,
            view=view,
            names=state.row.names,
            seats=state.row.seats,
            acting=frozenset(s for s in range(match.seats) if mask >> s & 1),
            log=log,
            moved=find_moved(() if undone else list_motions(match, seat)),
            reason=match.reason,
            scores=scores,
            ranks=ranks,
            replay=True,
            foretells=state.row.foretells,
        )
    )


def summarize_course(whole: Match, seat: int) -> dict[str, list[Any]]:
    """Return the course of the finished game `whole` as a dict: how the seats stood, and when each log line was added.

    An entry is an action, an undo or a redo. `stood` has a list for each seat: how far the seat had come in the race to
    win, at the start and after each entry, as spectators saw it. The seat with the largest number leads. The unit
    depends on the game. If the game has no such numbers, `stood` is empty.

    `lines` has a number for each line of the log that `seat` (-1: a spectator) may read: the line was added after this
    number of entries. If an action was undone and redone, the last time counts.
    """
    game, match = whole.game, whole.begin_again()
    counts = game.standing is not None
    stood: list[list[int]] = [[] for _ in range(whole.seats if counts else 0)]
    standing = [0]
    for number in range(len(whole.entries) + 1):
        if number:
            match.step(whole.entries[number - 1])
            standing.append(len(match.standing))
        view = match.view(-1)
        for k, numbers in enumerate(stood):
            numbers.append(game.standing.standing(view, k).number)
    reached = {count: number for number, count in enumerate(standing) if number == 0 or count > standing[number - 1]}
    if all(number == NO_RACE for numbers in stood for number in numbers):
        stood = []
    return {"stood": stood, "lines": [reached[count] for count in list_moments(whole, seat)]}


def entries_before(whole: Match, numbers: Sequence[int]) -> list[int]:
    """Return for each action in `numbers` the number of stored entries of the game `whole` before that action.

    Entries are actions, undos and redos. `numbers` has the numbers of some actions, counted from 0 among the actions
    that were not undone.
    """
    match, at = whole.begin_again(), {}
    for k, entry in enumerate(whole.entries):
        stood = len(match.standing)
        match.step(entry)
        if len(match.standing) > stood:
            at[stood] = k  # an undone action is redone later
    return [at[number] for number in numbers]


def list_motions(match: Match, seat: int) -> list[Motion]:
    """Return the motions of pieces that show the latest action of a match to a seat (-1: a spectator).

    They show only those events of the action that the seat noticed.
    """
    events = match.events(seat, -1)
    return animate(match.game, match.view(seat), events) if events else []


def of_board(message: Frame | Patch) -> Frame | Patch:
    """Return a copy of a message with the regions `board`, `hand` and `seats` only.

    They are the parts of the page that show an earlier moment of a running game. All other parts stay current.
    """
    if isinstance(message, Frame):
        regions = {name: text for name, text in message.regions.items() if name in KEPT}
        return msgspec.structs.replace(message, regions=regions)
    html = {name: text for name, text in message.html.items() if name in KEPT}
    return msgspec.structs.replace(message, html=html)
