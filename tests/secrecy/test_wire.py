"""What leaves the server for a viewer is held against a list of what it may know (`ledgers.py`).

Two worlds are shown to one viewer all through a game: the true one, and another one that differs in whatever the
viewer may not know, by the ledger. All that a frame is made from (view, who acts, legal actions, decision number, log,
latest events, window, what can be taken back) has to be the same at every entry; frames and patches, with every id, order
and label, the list of legal actions and the refusals are made of both and compared byte for byte at every few. Finished
games are open, and left out.
"""

from __future__ import annotations

import copy
import random
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

if (here := str(Path(__file__).resolve().parent)) not in sys.path:
    sys.path.insert(0, here)

from ledgers import LEDGERS, Ledger, ledger_of

from enginehouse.conformance.cases import Case, cases_of
from enginehouse.core.play.match import Match
from enginehouse.core.registry import game as games
from enginehouse.core.verbs import at_random
from enginehouse.table.api import looks
from enginehouse.table.picture import facts
from enginehouse.table.picture.model import Picture, PictureInput
from enginehouse.table.picture.patch import frame, patch
from enginehouse.table.picture.regions import build
from enginehouse.table.picture.story import EventLog, story
from enginehouse.table.states.state import TableState
from enginehouse.table.states.windows import current_window
from enginehouse.table.store.rows import SeatRow, TableRow

# The table plays plain rules in either mode, so once is enough where there are two.
pytestmark = [
    pytest.mark.untraced,
    pytest.mark.beside_compiled,
]
FRAME_EVERY = 16
BATCHES = 4
"""So many tests share the games of a game."""


def state_of(match: Match) -> TableState:
    """A running table in no store at which people sit on all seats, with windows of a fixed length."""
    seats = tuple(SeatRow(k, "person", f"Player {k}", f"person {k}") for k in range(match.seats))
    row = TableRow(
        id="wire", game=match.game.name, rules="1", options=match.options, seed="", host="person 0",
        listed=True, status="running", bot_delay_ms=0, window_ms=60_000, created=0.0, changed=0.0, seats=seats,
    )  # fmt: skip
    return TableState(row, match, window=current_window(match, row, {}, None, 1000.0))


def make_input(match: Match, seat: int, log: EventLog) -> PictureInput:
    """Return what a viewer's picture is made from; `log` is kept from picture to picture, as at a table."""
    state = state_of(match)
    log.actions = story(match, seat)
    moved = facts.find_moved(match.game.drawing.paths(match.view(seat), match.events(seat)))
    return facts.picture_input(facts.gather_shared(state), seat, log.latest(state, seat), moved)


class Worlds:
    """The true game and, beside it, what one viewer could take for it."""

    def __init__(self, case: Case, number: int) -> None:
        self.dice = random.Random(f"{case} wire {number}")
        self.match = Match.new(case.game, case.seats, case.options, f"{case} wire {number}")
        self.viewer = number % (case.seats + 1) - 1
        self.ledger: Ledger = ledger_of(case.game.name, self.match.state)
        self.done: list[Any] = []

    def act(self) -> None:
        """Somebody acts by chance; the ledger watches."""
        match, dice = self.match, self.dice
        seat = dice.choice(match.actors())
        legal = match.legal(seat)
        code = dice.choice(legal[: at_random(match.state, seat, legal, len(legal))])
        before = match.game.shape.copy(match.state)
        match.act(seat, match.game.vocabulary.name(code))
        done = match._done[-1]
        self.ledger.acted(before, seat, code, [event[:5] for event in done.events], match.state)
        told = [
            (*self.ledger.disguised(k, event[:5], self.viewer, dice), *event[5:]) for k, event in enumerate(done.events)
        ]
        self.done.append(done._replace(events=tuple(told)))

    def other(self) -> Match:
        """The same match in the other world: another record, and in events other secrets."""
        twin = copy.copy(self.match)
        twin.state = self.ledger.other_world(self.match.state, self.viewer, self.dice)
        twin._done = self.done
        return twin

    def shown(self, match: Match) -> dict[str, Any]:
        """Return the parts of a frame that change from entry to entry, as it is made for the viewer."""
        view, seat = match.view(self.viewer), self.viewer
        return {
            "view": view,
            "acting": int(match.game.rules.actors(view)),
            "legal": match.legal(seat),
            "decision": match.decision(seat),
            "events": match.events(seat),
            "undo": seat >= 0 and match.can_undo(seat),
            "redo": seat >= 0 and match.can_redo(seat),
        }


def differences(mine: dict[str, Any], other: dict[str, Any]) -> list[str]:
    """The names of what differs between what is shown of two worlds."""
    shape = type(mine["view"]).shape
    found = [f"field {name} of the view" for name in shape.differences(mine["view"], other["view"])]
    return found + [name for name in mine if name != "view" and mine[name] != other[name]]


def list_sent(sight: Any, before: Picture | None) -> tuple[Picture, bytes]:
    """All that is sent of a sight: the whole frame, the patch from the one before, and why each action is refused."""
    picture = build(sight)
    messages = [frame(1, picture)] + ([patch(2, before, picture)] if before else [])
    refusals = []
    if sight.seat >= 0:
        for code in range(0, len(sight.game.vocabulary), 7):
            clause = int(sight.game.rules.refusal(sight.view, sight.seat, code))
            if clause:
                refusals.append(sight.game.words.refusal(sight.view, sight.seat, code, clause))
    return picture, msgspec.json.encode([messages, refusals])


def for_programs(match: Match, seat: int) -> bytes:
    """Return the answers of the interface for programs about a table."""
    state = state_of(match)
    return msgspec.json.encode([looks.look(state, seat), looks.list_events(state, seat)])


def watch(case: Case, number: int, every: int = FRAME_EVERY) -> int:
    """Hold one game against the list; how many entries were looked at."""
    worlds = Worlds(case, number)
    pictures: list[Picture | None] = [None, None]
    logs = [EventLog([]), EventLog([])]
    while not worlds.match.over:
        where = f"{case}, wire {number}, entry {len(worlds.match.entries)}, viewer {worlds.viewer}"
        twin = worlds.other()
        wrong = differences(worlds.shown(worlds.match), worlds.shown(twin))
        assert not wrong, f"{where}: what the viewer may not know shows in {wrong}"
        if len(worlds.match.entries) % every == number % every:
            (pictures[0], one), (pictures[1], two) = (
                list_sent(make_input(match, worlds.viewer, log), before)
                for match, before, log in zip((worlds.match, twin), pictures, logs, strict=True)
            )
            assert one == two, f"{where}: frames differ"
            one, two = (for_programs(match, worlds.viewer) for match in (worlds.match, twin))
            assert one == two, f"{where}: what a program is told differs"
        worlds.act()
    return len(worlds.match.entries)


@pytest.mark.parametrize("batch", range(BATCHES))
@pytest.mark.parametrize("name", LEDGERS)
def test_nothing_leaves_that_is_not_on_the_list(name: str, batch: int, count: Callable[[int, int], int]) -> None:
    """Games of all seats and options, three in four with few seats, each seen by a spectator or one of its seats."""
    every = cases_of(games.get(name))
    few = every[: max(1, (len(every) + 1) // 2)]
    many = count(32, 10_000) // BATCHES
    numbers = range(batch * many, (batch + 1) * many)
    looked = sum(watch(every[k % len(every)] if k % 4 == 0 else few[k % len(few)], k) for k in numbers)
    assert looked > 20 * many


# ---------------------------------------------------------------- the list notices


def first_hand(s: Any, v: Any) -> None:
    """Shows a card of seat 1's hand (The Great Machine)."""
    zone = 5 + 1
    if s.size[zone]:
        v.row[v.start[zone]] = s.row[s.start[zone]]


def light_mech(s: Any, v: Any) -> None:
    """Shows the light mech of seat 1 (Mechanation)."""
    v.mech[1][0] = s.mech[1][0]


def who_answered(s: Any, v: Any) -> None:
    """Shows who has answered in an open window."""
    v.laid = s.laid


def top_tile(s: Any, v: Any) -> None:
    """Shows the tile that comes next (Mechanica)."""
    if s.size[0]:
        v.row[s.size[0] - 1] = s.row[s.size[0] - 1]


def top_room_in_a_race(s: Any, v: Any) -> None:
    """Shows the room that comes next while the Emergency Exit is placed (Mechanical Beast), and at no other time."""
    if s.phase == 2 and s.left:
        v.pile[s.left - 1] = s.pile[s.left - 1]


@pytest.mark.parametrize(
    ("name", "leak", "games_watched"),
    [
        ("great-machine", first_hand, 4),
        ("great-machine", who_answered, 8),
        ("mechanation", light_mech, 8),
        ("mechanica", top_tile, 4),
        ("mechanical-beast", top_room_in_a_race, 34),
    ],
)
def test_a_view_that_shows_more_is_noticed(
    name: str, leak: Callable[[Any, Any], None], games_watched: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = games.get(name)
    view = game.rules.view

    def leaking(s: Any, seat: int, v: Any) -> None:
        view(s, seat, v)
        if seat != 1 and not s.reason:
            leak(s, v)

    monkeypatch.setattr(game.rules, "view", leaking)
    every = [case for case in cases_of(game) if leak is not top_room_in_a_race or case.options["play"] == "against"]
    with pytest.raises(AssertionError, match=r"shows in \['field"):
        sum(watch(every[k % len(every)], k, every=10_000) for k in range(games_watched))


def test_events_that_tell_more_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The kind of every card that is drawn reaches everybody who notices the event."""
    monkeypatch.setattr(
        Match, "events", lambda self, seat, act=None: [e[:5] for done in self._done[-1:] for e in done.events]
    )
    with pytest.raises(AssertionError, match=r"shows in \['events'\]"):
        watch(cases_of(games.get("great-machine"))[2], 0, every=10_000)


def test_a_frame_that_takes_from_elsewhere_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A label made from the true record, past the view, is in the frame, and nowhere else."""
    made = facts.picture_input

    def leaking(shared: facts.SharedFacts, *given: Any) -> PictureInput:
        sight = made(shared, *given)
        sight.names = tuple(f"{name} {shared.state.match.state.row[:9]}" for name in sight.names)
        return sight

    monkeypatch.setattr(facts, "picture_input", leaking)
    with pytest.raises(AssertionError, match="frames differ"):
        watch(cases_of(games.get("great-machine"))[2], 0)
