"""Mechanical Beast: games of version 1 of the rules, in which people came into rooms of a race, go on under version 2."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from enginehouse.core.play.logs import Log
from enginehouse.core.play.match import Match, replay
from enginehouse.core.registry import game as games
from enginehouse.games.mechanical_beast import choices, upgrades
from enginehouse.games.mechanical_beast.parts import HOLDS_PEOPLE
from enginehouse.games.mechanical_beast.state import Phase
from enginehouse.games.mechanical_beast.upgrades import from_1
from enginehouse.table.states.rebuild import rebuild
from enginehouse.table.store.rows import SeatRow, TableRow

GAME = games.get("mechanical-beast")


def some_way(play: str) -> Match:
    """A game some way on; in a race so far that a room with a locked door lies."""
    match, dice = Match.new(GAME, 2, {"play": play}, seed=f"upgrade {play}"), random.Random(1)
    while len(match.entries) < 60:
        seat = match.actors()[0]
        names = [name for name in match.legal_names(seat) if name not in GAME.unasked]
        match.act(seat, dice.choice([name for name in names if "explore" in name] or names))
    return match


def of_version_1(match: Match) -> Any:
    """Its log as version 1 kept it: with the checksums of records that had people in them."""
    log = match.log()
    wrong = {"check": "2:0000"} if match.options["play"] == "against" else {}
    entries = [msgspec.structs.replace(entry, **wrong) for entry in log.entries]
    return msgspec.structs.replace(log, rules="1", entries=entries, checksum="2:00" if wrong else log.checksum)


@pytest.mark.parametrize("play", ["against", "together"])
def test_a_log_of_version_1_goes_on(play: str) -> None:
    """Its actions are the same; of a race the checksums are let go, of other games they are still asked."""
    match = some_way(play)
    assert play == "together" or any(HOLDS_PEOPLE[tile] for tile in match.state.tile[1 : match.state.rooms])
    old = of_version_1(match)
    played = replay(old)
    assert played.error is None and played.match.checksum() == match.checksum()
    assert (from_1(old) is old) == (play == "together")


@pytest.mark.parametrize("status", ["gathering", "running"])
def test_a_table_at_which_nothing_was_played_yet_begins_under_the_rules_of_today(status: str) -> None:
    """It has no entry that could say another thing, and keeps its seed."""
    row = TableRow(
        id="t", game=GAME.name, rules="1", options={}, seed="5" * 64, host="h", listed=True, status=status,
        bot_delay_ms=0, window_ms=0, created=0.0, changed=0.0, seats=(SeatRow(0, "person", "Ann", "p"), SeatRow(1, "open", "Seat 2")),
    )  # fmt: skip
    rebuilt = rebuild(row, [])
    assert rebuilt.replay_error == "" and rebuilt.adopted == [] and rebuilt.match.log().seed == row.seed


def of_version_2(monkeypatch: pytest.MonkeyPatch, seats: int, undo: bool) -> tuple[Log, int]:
    """A game as version 2 wrote it down, if it had asked after every move; and how often nothing but passing was left."""
    match, dice, passes = Match.new(GAME, seats, seed=f"asked {seats} 4"), random.Random(4), 0
    with monkeypatch.context() as then:
        then.setattr(choices, "can_act", lambda s, seat: True)
        while len(match.entries) < 300 and not match.over:
            seat = match.actors()[0]
            names = [name for name in match.legal_names(seat) if name not in GAME.unasked]
            match.act(seat, dice.choice([name for name in names if " to " in name] or names))
            if match.state.phase == Phase.ACT and match.legal_names(seat) == ["pass"]:
                match.act(seat, "pass")
                passes += 1
                if undo and match.can_undo(seat):
                    match.undo(seat)
                    if passes % 2:
                        match.redo(seat)
                    else:
                        match.act(seat, "pass")
    return msgspec.structs.replace(match.log(), rules="2"), passes


@pytest.mark.parametrize("seats", [1, 2])
@pytest.mark.parametrize("undo", [False, True])
def test_a_pass_that_is_not_asked_for_any_more_is_left_out(
    monkeypatch: pytest.MonkeyPatch, seats: int, undo: bool
) -> None:
    """MB-3.1: the same game without these passes, its checksums those of the records after them."""
    old, passes = of_version_2(monkeypatch, seats, undo)
    monkeypatch.setattr(upgrades, "was_asked_in_2", lambda s, seat: True)
    assert passes > 3 and (not undo or any(entry.step for entry in old.entries))
    new = upgrades.from_2(old)
    gone = sum(entry.act == "pass" for entry in old.entries) - sum(entry.act == "pass" for entry in new.entries)
    assert gone >= passes and len(new.entries) < len(old.entries)
    played = replay(old)
    assert played.error is None and played.rewritten
    assert played.match.checksum() == old.checksum or old.entries[-1].act != "pass"
    assert upgrades.from_2(msgspec.structs.replace(new, rules="2")) == msgspec.structs.replace(new, rules="2")
