"""The log in blocks: whose turn it is, what happened since one's own last, and nothing that a window keeps to itself."""

from __future__ import annotations

import random
from types import SimpleNamespace
from typing import Any

import pytest
from opened import TableOf, act

from enginehouse.core.play.match import Match
from enginehouse.core.records.events import Event
from enginehouse.core.registry import game as games
from enginehouse.core.words.telling import Said
from enginehouse.table.picture.board import draw_pieces
from enginehouse.table.picture.model import LOG_LINES
from enginehouse.table.picture.presenter import Presenter
from enginehouse.table.picture.story import SINCE, EventLog, NoticedAction, StoryLine, log_line, mark_own_action, story

NAMES = ("Ann", "Bob", "Cat")


def lines_of(session: Any, seat: int) -> dict[str, str]:
    """The log that a seat is shown."""
    return dict(Presenter(session).look(seat).picture.keyed_lists["log-lines"])


async def test_a_turn_is_a_block_under_its_name(table_of: TableOf) -> None:
    """The name stands above, and within the line only for readers of single lines; another's turn begins another block."""
    session = await table_of("Ann", "Bob")
    for seat, name in ((0, "move 1 2"), (1, "move 1 2"), (0, "move 2 3")):
        await act(session, seat, name)
    lines = list(lines_of(session, -1).values())
    assert ["log-who" in line for line in lines] == [True, True, True]
    assert all('class="lead"' in line for line in lines)


async def test_events_since_the_player_s_last_turn_are_marked(table_of: TableOf) -> None:
    session = await table_of("Ann", "Bob")
    await act(session, 0, "move 1 2")
    await act(session, 1, "move 1 2")
    assert list(lines_of(session, 0)) == [SINCE, "log-0", "log-1"]
    assert list(lines_of(session, 1)) == list(lines_of(session, -1)) == ["log-0", "log-1"]
    await act(session, 0, "move 2 3")
    assert list(lines_of(session, 0)) == ["log-0", "log-1", "log-2"]


async def test_what_is_no_longer_shown_is_still_known(table_of: TableOf) -> None:
    """A rat was placed before the first line that is shown; the sentence of what it eats names its cage all the same."""
    session = await table_of("Ann", "Bob", game="great-machine")
    kinds = games.get("great-machine").kinds
    long_ago = NoticedAction(0, [Event(kinds.PLACED, 1, 3, 0, 0)])
    silent = [NoticedAction(0, [Event(kinds.TURN, 0, 0, 0, 0)])] * LOG_LINES
    lines = EventLog([long_ago, *silent, NoticedAction(1, [Event(kinds.ATE, 1, 0, 0, 0)])]).latest(session.state, -1)
    (line,) = lines.values()
    assert "in cage 3 eats a pellet." in line


def test_a_name_within_a_sentence_stays() -> None:
    line = log_line(StoryLine(3, (Said("{0} moves."), Said("Bob’s friend {0} too.")), 0, True), NAMES)
    assert line.count('class="lead"') == 1 and line.count("Ann") == 3
    assert "log-who" not in log_line(StoryLine(3, (Said("{0} moves."),), 0), NAMES)
    several = log_line(StoryLine(3, (Said("{0} and {2} win!"),), 0, True), NAMES)
    assert 'class="lead"' not in several and several.count("Ann") == 2
    assert mark_own_action({}, "") == {}


@pytest.mark.parametrize("order", [(1, 2), (2, 1)], ids=["one", "other"])
def test_the_blocks_do_not_tell_who_answered_last(order: tuple[int, int]) -> None:
    """In a window all answers count as given at once: whose the closing one was is nobody's to know."""
    match = Match.new(games.get("switchyard"), 3, {}, 3)
    while not int(match.state.asked):
        seat = match.actors()[0]
        plays = [code for code in match.legal(seat) if match.game.vocabulary.name(code).startswith("play")]
        match.act_unchecked(seat, (plays or match.legal(seat))[0])
    asked = set(match.actors())
    for seat in [s for s in (*order, 0) if s in asked]:
        match.act_unchecked(seat, match.game.vocabulary.code("pass"))
    assert not int(match.state.asked) and len(asked) == 2
    assert [one.by for one in story(match, -1)][-1] == -1
    while story(match, -1)[-1].by < 0:
        match.act_unchecked(match.actors()[0], match.legal(match.actors()[0])[0])
    state: Any = SimpleNamespace(match=match, view=match.view, row=SimpleNamespace(names=list(NAMES), departures=()))
    assert SINCE not in EventLog(story(match, -1)).latest(state, -1), "who looks on has no turn"


def test_a_long_log_shows_its_end() -> None:
    """However often it is looked at on the way, the lines at the end are those that one look brings, and no others."""
    match = Match.new(games.get("switchyard"), 2, {"line": "long"}, 1)
    state: Any = SimpleNamespace(match=match, view=match.view, row=SimpleNamespace(names=["Ann", "Bob"], departures=()))
    often = EventLog([])
    while not match.over and len(match.entries) < 3 * LOG_LINES:
        seat = match.actors()[0]
        match.act_unchecked(seat, match.legal(seat)[0])
        often.actions.extend(story(match, 0)[len(often.actions) :])
        shown = often.latest(state, 0)
        assert often.latest(state, 0) is shown, "nothing new is the same object"
    many = len(story(match, 0))
    assert many > LOG_LINES
    numbers = [int(name.removeprefix("log-")) for name in shown if name != SINCE]
    assert numbers == list(range(many - LOG_LINES, many))


async def test_what_others_have_moved_is_known_since_the_own_last_action(table_of: TableOf) -> None:
    """A gear that another one uses moves rooms that are marked until one acts oneself; to who moved them they are no news."""
    session = await table_of("Ann", "Bob", game="mechanical-beast", options={"level": "easy"})
    dice, found = random.Random(3), False
    for _ in range(200):
        seat = session.state.match.actors()[0]
        names = [session.state.match.game.vocabulary.name(code) for code in session.state.match.legal(seat)]
        wanted = [n for n in names if " gear " in n] or [n for n in names if " explore " in n] or ["pass"]
        name = dice.choice(wanted)
        await act(session, seat, name)
        marked_now = {p for p in pieces(session, 1 - seat) if p.startswith("moved-")}
        if " gear " in name and marked_now:
            found = True
            assert not [p for p in pieces(session, seat) if p.startswith("moved-")]
            break
    assert found
    other = 1 - seat
    while other not in session.state.match.actors():
        await act(session, session.state.match.actors()[0], "pass")
    await act(session, other, "pass")
    assert not [p for p in pieces(session, other) if p.startswith("moved-")]


def pieces(session: Any, seat: int) -> dict[str, Any]:
    """The pieces that a seat is shown, by their ids."""
    given = Presenter(session).look(seat)
    return {one.id: one for one in draw_pieces(given.given)}
