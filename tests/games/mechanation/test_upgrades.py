"""Mechanation: games of version 1 of the rules, which had the first set of mechs alone, go on with it (MN-8.11)."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from enginehouse.core.play.logs import Log
from enginehouse.core.play.match import Match, replay
from enginehouse.core.registry import game as games
from enginehouse.games.mechanation.parts import CHANGES, FIRST_CHANGES, FIRST_MECHS, MECHS
from enginehouse.table.states.rebuild import rebuild
from enginehouse.table.store.rows import EntryRow, SeatRow, TableRow

GAME = games.get("mechanation")


def play_game(seats: int, mechs: str, upto: int = 10_000) -> Match:
    """A game by chance with a set."""
    match, dice = Match.new(GAME, seats, {"mechs": mechs}, seed=f"upgrade {seats}"), random.Random(1)
    match.checks = []
    while not match.over and len(match.entries) < upto:
        seat = match.actors()[0]
        match.act(seat, dice.choice(match.legal_names(seat)))
    return match


def of_version_1(match: Match) -> Log:
    """Its log as version 1 kept it: without any options."""
    return msgspec.structs.replace(match.log(), rules="1", options={})


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_log_of_version_1_is_played_with_the_first_set(seats: int) -> None:
    """MN-8.11: all its actions, all its checksums, the same result."""
    match = play_game(seats, "first")
    assert match.over and match.state.balanced == 0
    old = of_version_1(match)
    again = replay(old)
    assert again.error is None and again.accepted == len(match.entries) > 30
    assert again.match.scores() == match.scores() and again.match.checksum() == match.checksum() == old.checksum
    assert again.match.options == {"mechs": "first"} and "MN-8.11" in again.other_rules


def test_a_table_of_version_1_goes_on_with_the_first_set() -> None:
    """MN-8.11: what is stored from then on says so; one at which nothing was played yet begins with the balanced set."""
    match = play_game(2, "first", 30)
    seats = tuple(SeatRow(k, "person", name, name) for k, name in enumerate(("Ann", "Bob")))
    row = TableRow(
        id="t", game=GAME.name, rules="1", options={}, seed=match.log().seed, host="h", listed=True, status="running",
        bot_delay_ms=0, window_ms=0, created=0.0, changed=0.0, seats=seats,
    )  # fmt: skip
    shown, entries = Match.new(GAME, 2, {"mechs": "first"}, match.seed), []
    for number, item in enumerate(match.entries, start=1):
        shown.step(item)
        entries.append(EntryRow(number, item.seat, item.act, item.step, item.note, shown.checksum(), 0.0))
    rebuilt = rebuild(row, entries)
    assert not rebuilt.replay_error and rebuilt.adopted == entries
    assert rebuilt.match.options == {"mechs": "first"} and rebuilt.match.checksum() == match.checksum()
    fresh = rebuild(row, [])
    assert fresh.adopted == [] and fresh.match.options == {"mechs": "balanced"} and fresh.match.state.balanced == 1


def test_the_printed_numbers_are_used_in_the_computation() -> None:
    """MN-8.1, MN-8.11: each mech's card and text, with either set, tell the changes of that set."""
    for number, mech in enumerate(MECHS):
        first = FIRST_MECHS[number]
        assert (first.title, first.tier) == (mech.title, mech.tier)
        assert (first.ability == mech.ability) == (mech.title not in FIRST_CHANGES)
        for text, changes in ((mech.ability, CHANGES), (first.ability, {**CHANGES, **FIRST_CHANGES})):
            for change in changes.get(mech.title, {}).values():
                assert f"{'+' if change > 0 else '−'}{abs(change)}" in text


@pytest.mark.parametrize("mechs", ["balanced", "first"])
def test_pictures_and_texts_are_of_the_set(mechs: str) -> None:
    """MN-8.11: cards in the hand and across the table, and what is said of a mech."""
    from enginehouse.core.pictures.drawing import Marks
    from enginehouse.core.words.texts import text_of

    for seed in range(12):
        match = Match.new(GAME, 4, {"mechs": mechs}, seed=seed)
        view: Any = match.view(0)
        table = MECHS if mechs == "balanced" else FIRST_MECHS
        mine = table[view.mech[0][2]]
        (card,) = (piece for piece in GAME.drawing.draw(view, Marks()) if piece.id == "mech-2")
        assert card.label == f"{mine.title}, power {mine.power}, in your hand: {mine.ability}"
        assert f">{mine.power}</text>" in card.svg
        text = text_of(GAME, view, "mech-2")
        assert text is not None and text.name.startswith(mine.title)
        for change in ({} if mechs == "first" else CHANGES).get(mine.title, {}).values():
            assert f"{'+' if change > 0 else '−'}{abs(change)}" in text.says
        for change in ({} if mechs == "balanced" else FIRST_CHANGES).get(mine.title, {}).values():
            assert f"{'+' if change > 0 else '−'}{abs(change)}" in text.says
