"""Mechanica, MC-1.5 and MC-1.6: who knows what, and guesses that agree with a view."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from enginehouse.core.records.chance import seed_words
from enginehouse.core.records.events import SPECTATOR_BIT
from enginehouse.core.records.hidden import at, count
from enginehouse.core.registry import game as games
from enginehouse.games.mechanica.knowledge import begin_again
from enginehouse.games.mechanica.parts import ACTIONS, BLUE, EXTRAS, KIND_OF, STACK, Question
from enginehouse.games.mechanica.state import Phase

GAME = games.get("mechanica")
OPEN = (
    "seats", "reason", "level", "phase", "first", "turn", "done", "day", "completed", "marked", "pending", "making",
    "step", "announced", "received", "shop", "spun", "turned", "recycler", "robot", "wallet", "vault", "tiles", "holes",
)  # fmt: skip


def guess_record(game, seat: int, seed: object) -> Any:
    """A record that could be true, as a seat sees the game."""
    v = game.view(seat)
    assert GAME.rules.guess(v, seat, seed_words(str(seed))) == 0
    return v


def plain(value: Any) -> Any:
    """A field's value as lists and numbers."""
    return [plain(one) for one in value] if hasattr(value, "__len__") else int(value)


@pytest.mark.parametrize("seat", [-1, 0, 3])
def test_mc_1_6_all_on_the_table_is_open(scene, seat: int) -> None:
    """MC-1.5, MC-1.6: everything that lies on the table, for everybody, the Vaults included."""
    game = scene(4)
    s, number = game.s, 1
    for name in OPEN[1:]:
        value = getattr(s, name)
        if name == "turned":
            s.turned = [2, 3]
        elif not hasattr(value, "__len__"):
            setattr(s, name, number)
        elif hasattr(value[0], "__len__"):
            for row in value:
                row[:] = [(number + k) % 100 + 1 for k in range(len(row))]
                number += 1
        else:
            value[:] = [0 if k == 0 and name in ("recycler", "robot") else number + k for k in range(len(value))]
        number += 1
    v = game.view(seat)
    assert {name: plain(getattr(v, name)) for name in OPEN} == {name: plain(getattr(s, name)) for name in OPEN}
    assert v.viewer == seat + 1


@pytest.mark.parametrize("seat", [-1, 0, 1, 3])
def test_mc_1_6_whoever_knows_a_piece_is_shown_it(scene, seat: int) -> None:
    """MC-1.6: were there a piece that only one of them knew, the others would be shown its back."""
    game = scene(4)
    piece = at(game.s, STACK, 3)
    game.s.known[piece] = SPECTATOR_BIT if seat < 0 else 1 << seat
    shown = {other: at(game.view(other), STACK, 3) for other in (-1, 0, 1, 2, 3)}
    assert {other for other, one in shown.items() if one != -1} == {seat}
    assert KIND_OF[shown[seat]] == KIND_OF[piece]


def three_runs(scene):
    """All three are asked in their runs: 0 and 2 at two Forks, one after the other, 1 at one."""
    game = scene(3)
    for seat in range(3):
        game.lay("b1", "fork", seat=seat).bots("b0", "B", seat=seat)
        if seat != 1:
            game.lay("b2", "fork", seat=seat)
    for _ in range(3):
        game.act("end")
    assert game.phase == Phase.RUN and game.asked() == 0b111
    return game


def test_mc_1_6_answers_are_ones_own_until_all_have_answered(scene) -> None:
    """MC-1.6, MC-3.1: a seat sees what it has answered and is asked now, nothing of the others; who watches sees neither."""
    game = three_runs(scene).act("go east", 0).act("go north", 1)
    v = game.view(0)
    assert (plain(v.asking[0]), plain(v.answered), v.answers[0][0]) == (
        [Question.FORK, 8, 0b11, 1, 18],
        [1, 0, 0, 0],
        1,
    )
    assert not any(plain(v.asking[seat]) != [0] * 5 or any(v.answers[seat]) for seat in (1, 2, 3))
    assert (game.view(1).laid, game.view(1).answer[1], game.view(0).laid) == (0b10, 1, 0)
    watched = game.view(-1)
    assert not any(map(any, watched.asking)) and not any(map(any, watched.answers)) and not any(watched.answered)


def test_mc_1_6_guesses_deal_the_hidden_tiles(scene) -> None:
    """MC-1.6: each order of the stacks is possible, all are true to the view; what was seen stays, and is known to all."""
    game = scene(2)
    tops, extras, nexts = Counter(), Counter(), Counter()
    for seed in range(60):
        g = guess_record(game, 0, seed)
        assert g.viewer == 0 and sorted(x for x in plain(g.row) if x > 0) == list(range(1, 43))
        tops[int(KIND_OF[at(g, STACK, 18)])] += 1
        extras[int(KIND_OF[at(g, EXTRAS, 0)])] += 1
        nexts[int(KIND_OF[at(g, BLUE, 6)])] += 1
        assert at(g, BLUE, 7) == at(game.s, BLUE, 7) and count(g, STACK) == 19
        assert {g.known[piece] for piece in range(1, 43)} == {0, 511}
        assert [piece for piece in range(28, 43) if g.known[piece]] == sorted(
            at(game.s, BLUE + k, 7 - k) for k in (0, 1)
        )
    assert set(tops) == set(extras) == set(range(1, 10)) and len(nexts) > 10
    g = guess_record(game.blueprint(0, "BBBB").blueprint(1, "DDD"), 0, 1)
    assert (at(g, BLUE, 7), at(g, BLUE + 1, 6), g.known[41], g.known[42]) == (41, 42, 511, 511)
    keys = {tuple(plain(guess_record(game, 0, seed).chance_key)) for seed in range(4)}
    assert len(keys) == 4


def test_mc_1_6_guesses_of_runs(scene) -> None:
    """MC-1.6, MC-3.1: how far the others have come, with any answers, as long as somebody is still to answer."""
    game = three_runs(scene).act("go east", 0)
    found = Counter()
    for seed in range(250):
        g = guess_record(game, 0, seed)
        assert GAME.shape.to_bytes(game.view(0)) == GAME.shape.to_bytes(view_of(g, 0))
        assert g.asked == 0b111 and not g.laid & 1 and plain(g.answers[0])[:2] == [1, 0]
        for seat in (1, 2):
            many = int(g.answered[seat])
            assert any(g.answers[seat][many:]) is False
            asked = plain(g.asking[seat])
            over = asked == [0] * 5
            assert over == bool(g.laid >> seat & 1) == (g.answer[seat] == 1) and (over or g.answer[seat] == 0)
            assert over or asked == [Question.FORK, 7 + many, 0b11, 1, 18]
            found[seat, many, tuple(plain(g.answers[seat])[:many])] += 1
    # One in three answers nothing; the others go on in the same way.
    expected = {(1, 0, ()): 1 / 3, (1, 1, (0,)): 1 / 3, (1, 1, (1,)): 1 / 3}
    expected |= {
        (2, 0, ()): 1 / 3,
        (2, 1, (0,)): 1 / 3,
        (2, 1, (1,)): 1 / 9,
        (2, 2, (1, 0)): 1 / 9,
        (2, 2, (1, 1)): 1 / 9,
    }
    assert set(found) == set(expected) and abs(found[1, 0, ()] + found[2, 0, ()] - 500 / 3) < 20
    assert all(abs(found[what] - 250 * share) < 40 for what, share in expected.items()), found


def view_of(record, seat: int):
    """A seat's view of a record."""
    v = GAME.new_record()
    GAME.rules.view(record, seat, v)
    return v


@pytest.mark.parametrize("seat", [-1, 0])
def test_mc_1_6_somebody_is_still_to_answer(scene, seat: int) -> None:
    """MC-1.6, MC-3.1: where all others might have answered one of them has not: each as often as the other."""
    game = three_runs(scene)
    if seat == 0:
        game.act("go north", 0)
    waiting = Counter()
    for seed in range(200):
        g = guess_record(game, seat, seed)
        assert GAME.shape.to_bytes(game.view(seat)) == GAME.shape.to_bytes(view_of(g, seat))
        assert g.laid != g.asked == 0b111 and (seat < 0 or g.laid & 1)
        for other in range(3):
            if not g.laid >> other & 1:
                assert plain(g.asking[other])[0] == Question.FORK and g.answer[other] == 0
                assert (
                    g.asking[other][1] == 7 + g.answered[other]
                    and sum(plain(g.answers[other])[g.answered[other] :]) == 0
                )
        waiting[g.asked & ~g.laid] += 1
    assert set(waiting) == ({0b010, 0b100, 0b110} if seat == 0 else set(range(1, 8)))


def test_mc_1_6_guesses_of_gifts(scene) -> None:
    """MC-1.6, MC-4.3: another has placed its gift in any of the ways that it may, or not yet."""
    game = scene(3).lay("a0", "overactive-fabricator").act("end").act("make deluxe")
    legal = {ACTIONS.index(name) for name in game.names(1)}
    found, waiting = Counter(), Counter()
    for seed in range(250):
        g = guess_record(game, 1, seed)
        assert GAME.shape.to_bytes(game.view(1)) == GAME.shape.to_bytes(view_of(g, 1)) and not g.laid & 0b011
        found[int(g.answer[2]) if g.laid >> 2 & 1 else None] += 1
    assert set(found) == legal | {None} and abs(found[None] - 125) < 30 and min(found.values()) > 8
    game.act("place basic c0 centre", 1)
    for seed in range(60):
        g = guess_record(game, 1, seed)
        assert g.laid == 0b010 and g.answer[2] == 0 and g.answer[1] == ACTIONS.index("place basic c0 centre")
    for seed in range(100):
        g = guess_record(game, 0, seed)
        waiting[int(g.laid)] += 1
        assert [g.answer[seat] for seat in (1, 2) if not g.laid >> seat & 1] == [0] * (2 - int(g.laid).bit_count())
        assert [g.answered[seat] for seat in range(3)] == [0, 0, 0]
    assert set(waiting) == {0, 0b010, 0b100} and min(waiting.values()) > 8


@pytest.mark.parametrize(("phase", "other", "left"), [(Phase.RUN, 1, 0), (Phase.RUN, -1, 2), (Phase.GIFT, 1, 2)])
def test_mc_1_6_only_who_is_still_running_answers_again(scene, phase: int, other: int, left: int) -> None:
    """MC-1.6: answers of a run that is over stay on the table while gifts are placed."""
    game = scene(2)
    s = game.s
    s.phase = phase
    for seat in range(4):
        s.answered[seat], s.answers[seat][:2] = 2, [1, 2]
    begin_again(s, other)
    assert [s.answered[seat] for seat in (0, 2, 3)] == [2, 2, 2] and s.answered[1] == left
    assert list(s.answers[1][:2]) == ([1, 2] if left else [0, 0])
