"""The room that rules write into is shared by the matches of a thread, and by no two threads."""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from enginehouse.core.play.match import Match
from enginehouse.core.play.scratch import scratch
from enginehouse.core.registry import game as games

GAME = "great-machine"


def count_numbers(thing: Any, seen: set[int]) -> int:
    """How many numbers there are in lists within lists and attributes."""
    if id(thing) in seen:
        return 0
    seen.add(id(thing))
    if isinstance(thing, list | tuple):
        return len(thing) + sum(count_numbers(one, seen) for one in thing if not isinstance(one, int))
    return 0


def test_a_match_holds_no_room_for_the_longest_list() -> None:
    match = Match.new(GAME, 3, seed=1)
    seen: set[int] = set()
    assert sum(count_numbers(one, seen) for one in vars(match).values()) < match.game.facts.event_size


def test_a_match_s_list_stays_when_another_match_lists_more() -> None:
    mine, other = Match.new(GAME, 3, seed=1), Match.new(GAME, 4, seed=2)
    legal = mine.legal(mine.actors()[0])
    kept = legal[:]
    for seat in other.actors():
        other.act_unchecked(seat, other.legal(seat)[-1])
    assert legal == kept == mine.legal(mine.actors()[0])


def test_threads_that_play_at_once_do_not_write_into_each_other() -> None:
    def play(seed: int) -> str:
        match = Match.new(GAME, 2, seed=seed)
        for _ in range(60):
            if match.over:
                break
            seat = match.actors()[0]
            legal = match.legal(seat)
            match.act_unchecked(seat, legal[len(legal) // 2])
        return match.checksum() + str([match.events(-1, k) for k in range(len(match.standing))])

    alone = [play(seed) for seed in range(8)]
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        with ThreadPoolExecutor(8) as pool:
            assert list(pool.map(play, range(8))) == alone
    finally:
        sys.setswitchinterval(before)


def test_each_thread_has_its_own() -> None:
    game = games.get(GAME)
    with ThreadPoolExecutor(1) as pool:
        assert pool.submit(scratch, game).result() is not scratch(game)
    assert scratch(game) is scratch(game)
