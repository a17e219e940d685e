"""Mechanation: at the edges of its rules, where one thing less or one place further would be another game."""

from __future__ import annotations

import pytest

from enginehouse.core.records.hidden import count
from enginehouse.core.registry import game as games
from enginehouse.games.mechanation.lands import carry, largest_set, lay_open
from enginehouse.games.mechanation.mechs import could_hold, hand_size
from enginehouse.games.mechanation.parts import ARENA, DECK, HELD, Mech
from enginehouse.games.mechanation.state import Phase, Told

GAME = games.get("mechanation")


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


def test_the_shuffles_of_others_stay_where_they_are(scene) -> None:
    """MN-9.5: nor does a territory that leaves a full Arena change what is known of the first pilot's."""
    game = scene().arena("-red 1", "-red 2", "-red 3", "-red 4", "-red 5", "-blue 1").lands(0, "-blue 2", "-blue 3")
    s = game.s
    arena, held = s.start[ARENA], s.start[HELD]
    s.batch[arena : arena + 6], s.batch[held : held + 2] = [1, 2, 3, 4, 5, 6], [7, 8]
    carry(s, ARENA, 0, HELD + 1)
    assert s.batch[arena : arena + 6] == [2, 3, 4, 5, 6, 0] and s.batch[held : held + 2] == [7, 8]
    assert s.batch[s.start[HELD + 1]] == 1 and sum(s.batch) == 36


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
    assert longer.s.batch[begin : begin + 4] == [1, 1, 1, 0] and longer.s.batch[longer.s.start[ARENA] + 1] == 1
    assert sum(longer.s.batch) == 4
    assert longer.told(Told.RESHUFFLED) == [(Told.RESHUFFLED, 5, 0, 0, 0)]
    again = scene().scrapped("green 1", "green 2").deck_only()
    again.s.shuffles = 1
    assert again.begin(Phase.DEAL).s.shuffles == 2


def test_a_look_at_the_first_seat(scene) -> None:
    """MN-8.8: a territory of seat 0 is not one of the Arena."""
    game = scene().mechs(1, "Periscope").lands(0, "-red 1").line_up("-blue 1").act("pass", "look 0 1")
    assert game.told(Told.LOOKED, 1)[0][1:4] == (1, 16, 0) and game.told(Told.LOOKED, 0)[0].c is None
    game = scene().mechs(1, "Periscope").lands(0, "-red 1").line_up("-blue 1").act("pass", "look arena 1")
    assert game.told(Told.LOOKED, 1)[0].c == 15


def test_hands_are_counted_from_public_information(scene) -> None:
    """MN-9.1, MN-9.6: a mech that attacks hidden has left the hand; an empty hand could hold nothing."""
    game = scene(seen=False).lands(1, "red 1").begin(Phase.PILOT).act("attack heavy 1 1")
    assert [hand_size(game.view(seat), 0) for seat in range(-1, 4)] == [2] * 5
    for seen in (True, False):
        away = scene(seen=seen).mechs(0, "Periscope").place(0, "Bulwark", 2).place(0, "Titan", 2)
        assert could_hold(away.s, 0, Mech.PERISCOPE)
        away.line_up("red 1", "-blue 1").act("deploy light 1")
        assert hand_size(away.s, 0) == 0 and not could_hold(away.s, 0, Mech.PERISCOPE)


def test_a_look_ends_a_turn_with_nothing_to_deploy(scene) -> None:
    """MN-5.6, MN-5.7: it is the turn after it, that of the other pilot, and after that one nobody's."""
    game = scene(2, seen=False).mechs(0, "Periscope").lands(1, "violet 5").line_up("-red 1")
    game.act("deploy medium 1", "pass", "look arena 1")
    assert game.s.active == 1 and "deploy light 1" in game.names()
    assert game.act("pass").s.phase == Phase.ATTACK


@pytest.mark.parametrize("first", [1, 2, 3])
def test_the_first_of_the_best_is_named(scene, first: int) -> None:
    """MN-3.2: after the last round the victory that is told is the first best pilot's; it may be anybody's."""
    game = scene().lands(0, "red 1").lands(first, "blue 1", "blue 2").lands(3, "green 1", "green 2")
    game.s.round = 50
    assert game.begin(Phase.NEXT).s.winner == first + 1
    assert [event[1:3] for event in game.told(Told.VICTORY)] == [(first, 302)]


def test_nobody_with_anything_shares_the_win(scene) -> None:
    """MN-3.2: with no territory at all the win is everybody's."""
    game, out = scene(3), [0] * 16
    game.s.round = 50
    GAME.rules.scores(game.begin(Phase.NEXT).s, out)
    assert out == [0] * 8 + [1, 1, 1] + [0] * 5


def test_while_the_game_goes_on_nobody_leads(scene) -> None:
    """MN-3.1, MN-3.2: the largest sets count, nobody has won."""
    game, out = scene(3).lands(0, "red 1", "red 2").lands(2, "blue 1").line_up("green 1"), [9] * 16
    GAME.rules.scores(game.s, out)
    assert out == [2, 0, 1] + [0] * 5 + [2, 2, 2] + [0] * 5
