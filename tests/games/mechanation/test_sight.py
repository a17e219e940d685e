"""What a pilot sees, as a number: the same for its view, for every guess, and for all that it cannot tell apart; else another."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from enginehouse import front
from enginehouse.bots.players import deciding, levels, tree
from enginehouse.core.play.match import Match
from enginehouse.core.records.events import Events
from enginehouse.core.records.hidden import at, count, knows
from enginehouse.core.registry import game as games
from enginehouse.games.mechanation.mechs import is_seen
from enginehouse.games.mechanation.parts import ARENA, Deploy
from enginehouse.games.mechanation.sight import sight

pytestmark = pytest.mark.beside_compiled

GAME = games.get("mechanation")


def positions(seats: int, seed: int) -> Iterator[Match]:
    """A game of greedy bots, before each of its actions."""
    whole = front.play("mechanation", seats, bots=["greedy"], seed=seed)
    match = Match.new(GAME, seats, whole.options, whole.seed)
    for entry in whole.entries:
        yield match
        match.step(entry)


def guess_of(match: Match, seat: int, number: int) -> Any:
    dice = random.Random(number)
    world = match.view(seat)
    GAME.rules.guess(world, seat, np.array([dice.getrandbits(30) for _ in range(8)], np.int64))
    return world


def after(record: Any, seat: int, code: int) -> Any:
    twin = GAME.shape.copy(record)
    GAME.rules.apply(twin, seat, code, Events(GAME.facts.event_size, on=False))
    return twin


def test_it_is_the_same_in_the_record_its_view_and_every_guess() -> None:
    seen = []
    for seats, seed in ((2, 1), (2, 2), (2, 4), (4, 3), (4, 5)):
        for match in positions(seats, seed):
            (me,) = match.actors()
            keys = {sight(world, me, True) for world in (match.state, match.view(me), guess_of(match, me, 1))}
            assert len(keys) == 1
            seen += keys
    assert len(set(seen)) == len(seen) > 100, "and another one in every position"


def test_who_sees_a_mech_go_out_does_not_see_which() -> None:
    """MN-5.2: after two mechs that went to the same place the others see the same, their pilot does not."""
    checked = 0
    for match in positions(2, 5):
        (me,) = match.actors()
        to_first = [c for c in match.legal(me) if GAME.vocabulary.name(c).startswith("deploy") and Deploy.land[c] == 0]
        if len(to_first) > 1:
            one, two = (after(match.state, me, code) for code in to_first[:2])
            if one.active == two.active == 1 - me and one.phase == two.phase == match.state.phase:
                checked += 1
                assert sight(one, 1 - me, True) == sight(two, 1 - me, True)
                assert sight(one, me, True) != sight(two, me, True)
    assert checked > 3


def test_a_pilot_sees_its_own_mechs_and_not_the_others() -> None:
    match = next(iter(positions(2, 6)))
    (me,) = match.actors()
    for seat, differs in ((me, True), (1 - me, False)):
        other = GAME.shape.copy(match.state)
        assert not is_seen(other, seat, 1)
        other.mech[seat][1] = 9 if int(other.mech[seat][1]) != 9 else 10
        assert (sight(other, me, False) != sight(match.state, me, False)) == differs


def test_face_down_territories_count_in_the_whole_alone() -> None:
    """MN-9.2: Periscope has shown it one of the Arena."""
    for match in positions(2, 5):
        (me,) = match.actors()
        down = [at(match.state, ARENA, k) for k in range(count(match.state, ARENA))]
        down = [piece for piece in down if not knows(match.state, 1 - me, piece) and not knows(match.state, me, piece)]
        if down:
            other = GAME.shape.copy(match.state)
            other.known[down[0]] = 1 << me
            assert sight(other, me, False) == sight(match.state, me, False)
            assert sight(other, me, True) != sight(match.state, me, True)
            assert sight(other, 1 - me, True) == sight(match.state, 1 - me, True)
            return
    raise AssertionError("no territory lies face-down")


def test_a_search_finds_its_nodes_by_it() -> None:
    """What the searcher has sent out is hidden from who answers: its nodes are fewer than by what led there, and it has as many
    visits in all."""
    match = next(m for m in positions(2, 5) if len(m.legal(m.actors()[0])) > 5 and m.state.posts == 0)
    (me,) = match.actors()
    legal, found = match.legal(me), []
    for how in (0, 1):
        tune = levels.fill_tune((150, 1, 300, 300, 1, 0, 0, 0, 0, how))
        desk = tree.plain_desk(levels._make_ask((me, 3), 0, len(legal)), tune)
        states, e = levels._States([match.view(me)] * 3), Events(GAME.facts.event_size, on=False)
        deciding.grow(states, legal, desk, desk, e)
        assert sum(desk.found[j, 0] for j in range(len(legal))) == 150
        nodes = {int(desk.nodes[k, tree.Node.KEY]) for k in range(int(desk.counts[tree.Count.NODES]))}
        assert (sight(match.view(me), me, True) in nodes) == (how == 1)
        found.append(desk.found[: len(legal)].tolist())
    assert found[0] != found[1]
