"""A replay that skips what only leads back: the same end, the same refusals, fewer entries."""

from __future__ import annotations

import random

import msgspec
import pytest

from enginehouse.core.errors import EnginehouseError
from enginehouse.core.play import logs
from enginehouse.core.play.entries import Entry
from enginehouse.core.play.match import Match, replay

GAMES = ("mechanation", "mechanica", "great-machine", "mechanical-beast")


def wandering(game: str, seed: int, many: int) -> logs.Log:
    """A game in which seats take back and put back whatever they can, all with checksums."""
    dice, match = random.Random(seed), Match.new(game, 2, seed=seed)
    match.checks = []
    while not match.over and len(match.entries) < many:
        seat = dice.choice(match.actors())
        ways = [(match.undo, match.can_undo(one), one) for one in range(2)] * 3
        ways += [(match.redo, match.can_redo(one), one) for one in range(2)] * 3
        possible = [(way, one) for way, can, one in ways if can]
        if possible and dice.random() < 0.7:
            way, one = dice.choice(possible)
            way(one)
        else:
            match.act(seat, dice.choice(match.legal_names(seat)))
    return match.log()


@pytest.mark.parametrize("game", GAMES)
def test_it_comes_to_the_same_end_by_fewer_entries(game: str) -> None:
    fewer = 0
    for seed in range(2):
        log = wandering(game, seed, 100)
        whole, short = replay(log), replay(log, shorten=True)
        assert whole.error is None and short.error is None and short.accepted == len(log.entries)
        assert short.match.checksum() == whole.match.checksum() == log.checksum
        assert [(one.seat, one.code) for one in short.match.standing] == [
            (d.seat, d.code) for d in whole.match.standing
        ]
        fewer += len(log.entries) - len(short.match.entries)
        again = replay(short.match.log())
        assert again.error is None and len(again.match.entries) == len(short.match.entries)
        assert short.match.checks is not None and short.match.checks[-1] == log.checksum
    assert fewer > 10


@pytest.mark.parametrize("game", GAMES)
def test_it_refuses_the_same_logs_as_a_whole_replay(game: str) -> None:
    """An entry left out, doubled, or of another seat; a checksum of another position."""
    dice, refused = random.Random(4), 0
    for seed in range(2):
        log = wandering(game, seed, 40)
        for _ in range(12):
            entries = [
                msgspec.structs.replace(one, check=one.check if dice.random() < 0.5 else "") for one in log.entries
            ]
            at = dice.randrange(len(entries))
            how = dice.randrange(4)
            if how == 0:
                del entries[at]
            elif how == 1:
                entries.insert(at, entries[at])
            elif how == 2:
                entries[at] = msgspec.structs.replace(entries[at], seat=1 - entries[at].seat)
            else:
                entries[at] = msgspec.structs.replace(entries[at], check=log.entries[at - 1].check)
            changed = msgspec.structs.replace(log, entries=entries)
            whole, short = replay(changed), replay(changed, shorten=True)
            assert (whole.accepted, str(whole.error)) == (short.accepted, str(short.error))
            refused += whole.error is not None
    assert refused > 8


def test_moves_that_only_lead_back_are_not_repeated(monkeypatch: pytest.MonkeyPatch) -> None:
    """Thousands of entries in all ways that lead back: undo and redo, and actions that are taken back."""
    match = Match.new("great-machine", 2, seed=1)
    seat = match.actors()[0]
    first, second = "cage 1", "cage 2"
    match.act(seat, first)
    assert match.can_undo(seat)
    back = [Entry(seat, "", "undo"), Entry(seat, "", "redo")]
    tries = [Entry(seat, "", "undo"), Entry(seat, second), Entry(seat, "", "undo"), Entry(seat, first)]
    log = match.log()
    log.entries += back * 500 + tries * 500
    played: list[Entry] = []
    step = Match.step

    def noted(self: Match, entry: Entry) -> Entry:
        played.append(entry)
        return step(self, entry)

    monkeypatch.setattr(Match, "step", noted)
    found = replay(log, shorten=True)
    assert found.error is None and found.accepted == 3001 and len(played) == len(found.match.entries) < 12
    assert found.match.checksum() == log.checksum
    log.entries.append(Entry(1 - seat, "", "undo"))
    with pytest.raises(EnginehouseError):
        raise replay(log, shorten=True).error or AssertionError
