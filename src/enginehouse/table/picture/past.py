"""What a seat saw of a table at a moment that is over: of a game that runs, and of one that is finished."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from enginehouse.core.pictures.drawing import Motion
from enginehouse.core.play.match import Match
from enginehouse.core.words.standings import NO_RACE
from enginehouse.table.picture import board
from enginehouse.table.picture.messages import Frame, Patch
from enginehouse.table.picture.model import Picture, PictureInput
from enginehouse.table.picture.regions import build
from enginehouse.table.tables.state import TableState

KEPT = frozenset({"board", "hand", "seats"})
"""The regions of a running table that go back to a moment; question, tools and log stay those of now."""


def noticed(match: Match, seat: int) -> list[int]:
    """How many actions stood when each action was over of which a seat noticed something: the moments of its log, in order."""
    return [k for k, done in enumerate(match.standing, start=1) if done.told(seat)]


def picture_at(state: TableState, match: Match, seat: int, log: Mapping[str, str]) -> Picture:
    """The table as it was after what a match has played, as a seat (-1: a spectator) saw it; there is nothing to do in it."""
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
            moved=board.moved(() if undone else motions_of(match, seat)),
            reason=match.reason,
            scores=scores,
            ranks=ranks,
            replay=True,
            foretells=state.row.foretells,
        )
    )


def course_of(whole: Match, seat: int) -> dict[str, list[Any]]:
    """A finished game at a glance: `stood`, by seat the number of its standing after each entry as onlookers saw it (empty
    where the game counts nothing), and `lines`, after how many entries each line of a seat's log stood for good."""
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
    return {"stood": stood, "lines": [reached[count] for count in noticed(whole, seat)]}


def entries_before(whole: Match, numbers: Sequence[int]) -> list[int]:
    """After how many entries each of these standing actions was done, from 0 on: where a replay shows what led to it."""
    match, at = whole.begin_again(), {}
    for k, entry in enumerate(whole.entries):
        stood = len(match.standing)
        match.step(entry)
        if len(match.standing) > stood:
            at[stood] = k  # what was taken back is done again later
    return [at[number] for number in numbers]


def motions_of(match: Match, seat: int) -> list[Motion]:
    """How pieces moved in a match's latest action, as a seat noticed it."""
    events = match.events(seat, -1)
    return match.game.drawing.paths(match.view(seat), events) if events else []


def of_board(message: Frame | Patch) -> Frame | Patch:
    """A message about a moment of a running table: what goes back to it, and nothing else."""
    if isinstance(message, Frame):
        regions = {name: text for name, text in message.regions.items() if name in KEPT}
        return msgspec.structs.replace(message, regions=regions)
    html = {name: text for name, text in message.html.items() if name in KEPT}
    return msgspec.structs.replace(message, html=html)
