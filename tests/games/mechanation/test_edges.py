"""Mechanation: at the edges of its rules, where one thing less or one place further would be another game."""

from __future__ import annotations

import pytest

from enginehouse.core.hidden import count
from enginehouse.games.mechanation.lands import carry, largest_set, lay_open
from enginehouse.games.mechanation.mechs import could_hold, hand_size
from enginehouse.games.mechanation.parts import ARENA, DECK, HELD, Mech
from enginehouse.games.mechanation.state import Phase, Told


@pytest.mark.parametrize(("owner", "asked"), [(3, True), (2, False), (None, False)])
def test_periscope_needs_something_to_look_at(scene, owner: int | None, asked: bool) -> None:
    """MN-8.8, MN-5.6: with a full Arena one face-down territory before another pilot is enough, one's own is none."""
    game = scene(seen=False).lands(0, "violet 1", "violet 2").lands(1, "violet 3")
    if owner is not None:
        game.lands(owner, "-blue 1")
    game.line_up("red 5").act("deploy light 1", "deploy light 1")
    assert (game.s.phase == Phase.DEPLOY and game.s.active == 2) == asked


@pytest.mark.parametrize(("owner", "asked"), [(0, False), (1, True)])
def test_burrower_needs_somebody_elses_territory(scene, owner: int, asked: bool) -> None:
    """MN-8.9: who could have Burrower is asked only where another pilot has a territory."""
    game = scene(seen=False).lands(owner, "-blue 1", "-blue 2").begin(Phase.PILOT)
    assert (game.s.phase == Phase.BURROW) == asked


def test_the_shuffle_goes_with_the_territory(scene) -> None:
    """MN-9.5: when one of several face-down territories leaves, each of the others keeps its own shuffle."""
    game = scene().lands(1, "-red 1", "-red 2", "-red 3", "-red 4").lands(2, "-blue 1")
    s = game.s
    begin, arena = s.start[HELD + 1], s.start[ARENA]
    s.batch[begin : begin + 4] = [1, 2, 3, 4]
    s.batch[s.start[HELD + 2]] = 7
    wanted = list(s.batch)
    wanted[begin : begin + 4] = [1, 3, 4, 0]
    wanted[arena] = 2
    carry(s, HELD + 1, 1, ARENA)
    assert list(s.batch) == wanted and game.held(1) == ["-red 1", "-red 3", "-red 4"]
    lay_open(s, HELD + 1, 1)
    wanted[begin + 1] = 0
    assert list(s.batch) == wanted and game.held(1) == ["-red 1", "red 3", "-red 4"]


def test_no_territory_is_no_set(scene) -> None:
    """MN-3.2: who has nothing has a largest set of nothing."""
    assert largest_set(scene().s, 0) == 0 and largest_set(scene().lands(0, "red 1").s, 0) == 1


def test_the_last_card_can_be_harvested(scene) -> None:
    """MN-8.10: one card in the deck and none scrapped is enough."""
    game = scene().mechs(0, "Harvester").lands(0, "red 1").deck_only("green 3").begin(Phase.LIMIT)
    assert game.names() == ["pass", "harvest"]


def test_shuffles_are_counted(scene) -> None:
    """MN-5.1, MN-9.5: each scrap pile that becomes the deck is a set of its own; nothing at all is none."""
    assert scene().deck_only().begin(Phase.DEAL).s.shuffles == 0
    game = scene().scrapped("green 1", "green 2").deck_only().begin(Phase.DEAL)
    assert game.s.shuffles == 1 and count(game.s, DECK) == 0
    longer = scene().scrapped("green 1", "green 2", "green 3", "green 4", "green 5").deck_only().begin(Phase.DEAL)
    begin = longer.s.start[DECK]
    assert longer.s.batch[begin : begin + 4] == [1, 1, 1, 0] and longer.s.batch[begin - 1 : begin] in ([], [0])
    assert longer.told(Told.RESHUFFLED) == [(Told.RESHUFFLED, 5, 0, 0, 0)]
    again = scene().scrapped("green 1", "green 2").deck_only()
    again.s.shuffles = 1
    assert again.begin(Phase.DEAL).s.shuffles == 2


def test_a_look_at_the_first_seat(scene) -> None:
    """MN-8.8: a territory of seat 0 is not one of the Arena."""
    game = scene().mechs(1, "Periscope").lands(0, "-red 1").line_up("-blue 1").act("pass", "look 0 1")
    assert game.told(Told.LOOKED, 1)[0].c == 0 and game.told(Told.LOOKED, 0)[0].c is None
    game = scene().mechs(1, "Periscope").lands(0, "-red 1").line_up("-blue 1").act("pass", "look arena 1")
    assert game.told(Told.LOOKED, 1)[0].c == 15


def test_hands_are_counted_by_what_all_see(scene) -> None:
    """MN-9.1, MN-9.6: a mech that attacks hidden has left the hand; an empty hand could hold nothing."""
    game = scene(seen=False).lands(1, "red 1").begin(Phase.PILOT).act("attack heavy 1 1")
    assert [hand_size(game.view(seat), 0) for seat in range(-1, 4)] == [2] * 5
    for seen in (True, False):
        away = scene(seen=seen).mechs(0, "Periscope").place(0, "Bulwark", 2).place(0, "Titan", 2)
        assert could_hold(away.s, 0, Mech.PERISCOPE)
        away.line_up("red 1", "-blue 1").act("deploy light 1")
        assert hand_size(away.s, 0) == 0 and not could_hold(away.s, 0, Mech.PERISCOPE)
