"""Logs of former versions of the rules: rewritten where the game stays the same, else read as far as they hold."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from enginehouse.core.errors import Unreadable
from enginehouse.core.play import logs, upgrading
from enginehouse.core.play.entries import Entry
from enginehouse.core.play.logs import Log, Result
from enginehouse.core.play.match import Match, check_log, replay
from enginehouse.core.registry.game import Game


@pytest.fixture
def auction(toy: Any, monkeypatch: pytest.MonkeyPatch) -> Game:
    """The auction at version 3 of its rules. In version 1 `open low` was called `begin low`; 3 wants another note."""
    game: Game = toy("auction")
    changes = {"2": "To begin is called to open.", "2a": "Text only: commas.", "3": "Bids go up."}
    monkeypatch.setattr(game, "facts", replace(game.facts, rules_version="3", rules_changes=changes))
    monkeypatch.setitem(game.__dict__, "upgrades", SimpleNamespace(UPGRADES={"1": _from_1}))
    return game


def _from_1(log: Log) -> Log:
    entries = [
        msgspec.structs.replace(e, act=e.act.replace("begin", "open")) if e.act.startswith("begin") else e
        for e in log.entries
    ]
    return msgspec.structs.replace(log, entries=entries)


def make_log(game: Game, version: str, **acts: str) -> Log:
    match = Match(game, 3, None, "upgrade")
    for seat, act in ((0, "open low"), (2, "bid 1"), (0, "bid 0")):
        match.act(seat, act)
    log = msgspec.structs.replace(match.log(), rules=version)
    for e in log.entries:
        e.act = acts.get(e.act.replace(" ", "_"), e.act)
    return log


def test_a_log_of_today_is_left_alone(auction: Game) -> None:
    log = make_log(auction, "3")
    assert upgrading.rewrite_log(auction, log) == (log, False)
    assert replay(log).other_rules == ""


def test_an_old_log_is_rewritten_and_says_so(auction: Game) -> None:
    log = make_log(auction, "1", open_low="begin low")
    again = replay(log)
    assert again.error is None and again.rewritten and again.accepted == 3
    assert again.log.entries[0].act == "open low" and log.entries[0].act == "begin low"
    assert again.other_rules == (
        f"The log was played under version 1 of the rules of {auction.facts.title}, these are version 3; it was rewritten for "
        "them. To begin is called to open. Bids go up."
    )
    assert again.match.checksum() == log.checksum


def test_where_there_is_nothing_to_rewrite_the_entries_stand(auction: Game) -> None:
    again = replay(make_log(auction, "2"))
    assert again.error is None and not again.rewritten
    assert again.other_rules.endswith("these are version 3. Bids go up.")


def test_a_log_of_which_only_checksums_were_dropped_is_not_called_rewritten(
    auction: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    def drop(log: Log) -> Log:
        return msgspec.structs.replace(log, entries=[msgspec.structs.replace(e, check="") for e in log.entries])

    monkeypatch.setitem(auction.__dict__, "upgrades", SimpleNamespace(UPGRADES={"1": drop}))
    log = make_log(auction, "1")
    for entry in log.entries:
        entry.check = "2:0000"
    again = replay(log)
    assert again.error is None and again.rewritten and "rewritten" not in again.other_rules


def test_the_result_of_the_rewritten_log_is_compared(auction: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """A result that stands in it is that of the rules, or refused; one that was dropped is not asked for."""
    match = Match(auction, 3, None, "upgrade")
    while not match.over:
        seat = match.actors()[0]
        match.act(seat, match.legal_names(seat)[-1])
    log = msgspec.structs.replace(match.log(), rules="2")
    assert check_log(log).error is None
    log.result = Result("AU-1", [1, 2, 3], [3, 2, 1])
    assert "the result is another one" in str(check_log(log).error)
    dropped = {"2": lambda old: msgspec.structs.replace(old, result=None)}
    monkeypatch.setitem(auction.__dict__, "upgrades", SimpleNamespace(UPGRADES=dropped))
    assert check_log(log).error is None
    log.result = None
    assert "the log has no result" in str(check_log(log).error)


def test_a_log_that_parts_is_read_up_to_there(auction: Game) -> None:
    log = make_log(auction, "2", bid_0="bid 99")
    again = replay(log)
    assert again.accepted == 2 and "entry 3, seat 0, 'bid 99'" in str(again.error)
    assert len(again.match.entries) == 2
    assert "version 2" in again.other_rules and "version 3" in again.other_rules


def test_a_version_to_come_is_named_too(auction: Game) -> None:
    for version in ("4", "house rules"):
        again = replay(make_log(auction, version))
        assert again.error is None
        assert f"under version {version} of the rules" in again.other_rules
    empty = Log(auction.name, "4", 3, {}, "0" * 64, [])
    with pytest.raises(Unreadable, match="under version 4"):
        raise replay(empty).error or AssertionError("an empty log of other rules was called good")


def test_the_rewritten_log_can_be_written_again(auction: Game) -> None:
    again = replay(make_log(auction, "1", open_low="begin low"))
    log = again.match.log()
    assert log.rules == "3" and log.entries[0] == Entry(0, "open low")
    assert logs.parse(logs.write(log)) == log
