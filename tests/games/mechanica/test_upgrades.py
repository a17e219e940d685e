"""Mechanica: games of version 1 of the rules, in which ARMAND-0's Vault started with more, go on under version 2."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from enginehouse.commands.simulate import verify_log
from enginehouse.core.errors import Unreadable
from enginehouse.core.play import logs
from enginehouse.core.play.logs import Result
from enginehouse.core.play.match import Match, replay
from enginehouse.core.registry import game as games
from enginehouse.games.mechanica.parts import ARMAND
from enginehouse.games.mechanica.upgrades import from_1
from enginehouse.table.botpool import brought
from enginehouse.table.states.rebuild import rebuild
from enginehouse.table.store.rows import SeatRow, TableRow

GAME = games.get("mechanica")


def some_way(seats: int) -> Match:
    """A game some way on."""
    match, dice = Match.new(GAME, seats, {}, seed=f"upgrade {seats}"), random.Random(1)
    while len(match.entries) < 15:
        seat = match.actors()[0]
        match.act(seat, dice.choice([name for name in match.legal_names(seat) if name not in GAME.unasked]))
    return match


def of_version_1(match: Match) -> Any:
    """Its log as version 1 kept it: alone with the checksums of records that had another Vault in them, and won or lost by that."""
    log = match.log()
    wrong = {"check": "2:0000"} if match.seats == 1 else {}
    entries = [msgspec.structs.replace(entry, **wrong) for entry in log.entries]
    said = {"checksum": "2:00", "result": Result("MC-11.3", [40], [2])} if wrong else {}
    return msgspec.structs.replace(log, rules="1", entries=entries, **said)


@pytest.mark.parametrize("seats", [1, 2])
def test_a_log_of_version_1_goes_on(seats: int) -> None:
    """MC-11.4: alone checksums and result are let go, with others they are still asked."""
    match = some_way(seats)
    old = of_version_1(match)
    played = replay(old)
    assert played.error is None and played.match.checksum() == match.checksum()
    assert played.match.state.vault[ARMAND] == match.state.vault[ARMAND]
    assert (from_1(old) is old) == (seats == 2) and (from_1(old).result is None)
    assert from_1(old).entries == [
        msgspec.structs.replace(entry, check="" if seats == 1 else entry.check) for entry in old.entries
    ]


def test_a_solo_table_at_which_nothing_was_played_yet_begins_under_the_rules_of_today() -> None:
    row = TableRow(
        id="t", game=GAME.name, rules="1", options={"level": "hard"}, seed="5" * 64, host="h", listed=True, status="running",
        bot_delay_ms=0, window_ms=0, created=0.0, changed=0.0, seats=(SeatRow(0, "person", "Ann", "p"),),
    )  # fmt: skip
    rebuilt = rebuild(row, [])
    assert rebuilt.adopted == [] and rebuilt.match.state.vault[ARMAND] == 20


@pytest.fixture(scope="module")
def finished() -> Match:
    """Return a solo game that is over."""
    match, dice = Match.new(GAME, 1, {"level": "apocalyptic"}, seed="upgrade"), random.Random(3)
    while not match.over:
        match.act(0, dice.choice([name for name in match.legal_names(0) if name not in GAME.unasked]))
    return match


@pytest.mark.parametrize("checks", [True, False])
def test_a_solo_game_with_another_winner_today_is_accepted(finished: Match, checks: bool) -> None:
    """MC-11.4: by `verify` and as an upload, with the result of today; a log of version 2 with such a result is refused."""
    log = finished.log()
    assert log.result is not None
    other = Result(log.result.reason, log.result.scores, [3 - log.result.ranks[0]])
    check = "2:0000" if checks else ""
    entries = [msgspec.structs.replace(entry, check=check) for entry in log.entries]
    old = msgspec.structs.replace(log, rules="1", entries=entries, checksum="2:00", result=other)
    verdict = verify_log(old)
    assert verdict.good and "its result is by version 1, and was not compared" in verdict.said
    assert "rewritten" not in verdict.rules, "no action is another one"
    assert brought.check(logs.write(old).encode()).log.result == log.result
    wrong = msgspec.structs.replace(log, result=other)
    assert not verify_log(wrong).good and "the result is another one" in verify_log(wrong).said
    with pytest.raises(Unreadable, match="the result is another one"):
        brought.check(logs.write(wrong).encode())
