"""Chance against published vectors, an implementation of its own, and its own promises."""

from __future__ import annotations

import hashlib
import math
from collections import Counter
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from enginehouse.conformance.dealing import unlikely, upper_gamma
from enginehouse.core.errors import Unreadable
from enginehouse.core.records import chance
from enginehouse.core.records.header import header_fields
from enginehouse.core.records.record import Shape
from enginehouse.core.rule import entry, rule

SHAPE = Shape("test-chance", header_fields())
WORDS = st.lists(st.integers(0, 0xFFFFFFFF), min_size=8, max_size=8)

# The test vectors of draft-strombergson-chacha-test-vectors-01 for 256-bit keys, 8 rounds and an IV of zeros.
TC1 = """3e00ef2f895f40d67f5bb8e81f09a5a12c840ec3ce9a7f3b181be188ef711a1e984ce172b9216f419f445367456d5619314a42a3da86b001
387bfdb80e0cfe42d2aefa0deaa5c151bf0adb6c01f2a5adc0fd581259f9a2aadcf20f8fd566a26b5032ec38bbc5da98ee0c6f568b872a65a08abf25
1deb21bb4b56e5d8821e68aa"""
TC2 = """cf5ee9a0494aa9613e05d5ed725b804b12f4a465ee635acc3a311de8740489ea289d04f43c7518db56eb4433e498a1238cd8464d3763ddbb
9222ee3bd8fae3c8b4355a7d93dd8867089ee643558b95754efa2bd1a8a1e2d75bcdb32015542638291941feb49965587c4fdfe219cf0ec132a6cd4d
c067392e67982fe53278c0b4"""
# The block before block 0, counter 2**64 - 1: the first of Bernstein's own test of the counter's turn.
TURN = """df8a0bceca2fbb111f29978fa9a64407c68ced975ff55a24707265d0687e6aefb3597eac46e4b0a79b3a49c8b0f1775ac3edd7eb6a6d9bc
b38f276517a79e014"""


def words_of(hexadecimal: str) -> list[int]:
    data = bytes.fromhex("".join(hexadecimal.split()))
    return [int.from_bytes(data[k : k + 4], "little") for k in range(0, len(data), 4)]


def make_record(words: Any) -> Any:
    s = SHAPE.new()
    chance.seed_chance(s, words)
    return s


@pytest.mark.parametrize(("key", "stream"), [([0] * 8, TC1), ([1] + [0] * 7, TC2)], ids=["TC1", "TC2"])
def test_published_vectors(key: list[int], stream: str) -> None:
    s = make_record(key)
    expected = words_of(stream)
    assert len(expected) == 32
    assert [chance.word(s) for _ in range(32)] == expected


def test_the_counter_has_64_bits() -> None:
    s = make_record([0] * 8)
    s.chance_count = -1
    first = [chance.word(s) for _ in range(16)]
    assert first == words_of(TURN)
    assert [chance.word(s) for _ in range(32)] == words_of(TC1)


def reference_block(key: list[int], counter: int) -> list[int]:
    """ChaCha8 once more, written from RFC 8439 with lists and a loop."""

    def turn(x: list[int], a: int, b: int, c: int, d: int) -> None:
        for first, second, third, bits in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
            x[first] = (x[first] + x[second]) % 2**32
            mixed = x[third] ^ x[first]
            x[third] = (mixed << bits | mixed >> (32 - bits)) % 2**32

    constants = [int.from_bytes(b"expand 32-byte k"[k : k + 4], "little") for k in range(0, 16, 4)]
    start = [*constants, *key, counter % 2**32, counter >> 32, 0, 0]
    x = list(start)
    for _ in range(4):
        for k in range(4):
            turn(x, k, 4 + k, 8 + k, 12 + k)
        for k in range(4):
            turn(x, k, 4 + (k + 1) % 4, 8 + (k + 2) % 4, 12 + (k + 3) % 4)
    return [(a + b) % 2**32 for a, b in zip(x, start, strict=True)]


@given(WORDS, st.integers(0, 2**40))
def test_blocks_agree_with_a_second_implementation(key: list[int], counter: int) -> None:
    s = make_record(key)
    s.chance_count = counter
    assert [chance.word(s) for _ in range(16)] == reference_block(key, counter)


def test_every_word_counts_as_revealed_and_comes_once() -> None:
    s = make_record(range(8))
    drawn = [chance.word(s) for _ in range(100)]
    assert s.revealed == 100
    assert len(set(drawn)) == 100
    assert s.chance_count == 7


@pytest.mark.parametrize("n", [1, 2, 3, 6, 7, 52, 161])
def test_below_is_uniform(n: int) -> None:
    s = make_record(chance.seed_words(f"below {n}"))
    counts = Counter(chance.below(s, n) for _ in range(60 * n + 200))
    assert set(counts) <= set(range(n))
    assert unlikely([counts[k] for k in range(n)], [1 / n] * n) > 1e-6


def test_below_draws_again_where_the_rest_would_be_uneven() -> None:
    # Three times 2**29 leaves a quarter of all words over; those are drawn anew, and never counted twice.
    s, n = make_record(range(8)), 3 << 29
    unfair = 2**32 % n
    for _ in range(50):
        before = s.revealed
        twin = SHAPE.copy(s)
        number = chance.below(s, n)
        words = [chance.word(twin) for _ in range(s.revealed - before)]
        assert words[-1] * n >> 32 == number < n
        assert words[-1] * n % 2**32 >= unfair
        assert all(word * n % 2**32 < unfair for word in words[:-1])
    assert s.revealed > 55


def test_coins_are_fair() -> None:
    s = make_record(chance.seed_words("coin"))
    heads = sum(chance.coin(s) for _ in range(4000))
    assert unlikely([heads, 4000 - heads], [0.5, 0.5]) > 1e-6


def test_xoshiro_reference() -> None:
    # The output of Blackman and Vigna's xoshiro128plusplus.c for the state 1, 2, 3, 4.
    dice = [1, 2, 3, 4]
    expected = [
        641,
        1573767,
        3222811527,
        3517856514,
        836907274,
        4247214768,
        3867114732,
        1355841295,
        495546011,
        621204420,
    ]
    assert [chance.throw(dice) for _ in range(10)] == expected


@pytest.mark.parametrize("n", [1, 2, 5, 7, 100])
def test_pick_is_uniform(n: int) -> None:
    dice = [0] * 4
    chance.seed_dice(dice, 3, n)
    counts = Counter(chance.pick(dice, n) for _ in range(60 * n + 200))
    assert unlikely([counts[k] for k in range(n)], [1 / n] * n) > 1e-6


def test_dice_of_different_streams_differ() -> None:
    seen = set()
    for seed in range(40):
        for stream in range(40):
            dice = [0] * 4
            chance.seed_dice(dice, seed, stream)
            assert all(0 <= d <= chance.MASK for d in dice)
            assert any(dice)
            seen.add(tuple(dice))
    assert len(seen) == 1600


@given(WORDS)
def test_dice_from_a_seed_are_32_bit_words_and_not_all_zero(words: list[int]) -> None:
    dice = [0] * 4
    chance.dice_from(dice, words)
    assert all(0 <= d <= chance.MASK for d in dice)
    assert any(dice)


def test_dice_from_uses_every_word_of_a_seed() -> None:
    seen = set()
    for k in range(8):
        for bit in (0, 31):
            words, dice = [0] * 8, [0] * 4
            words[k] = 1 << bit
            chance.dice_from(dice, words)
            seen.add(tuple(dice))
    assert len(seen) == 16


def test_seeds_given_by_hand_are_hashed() -> None:
    digest = hashlib.sha256(b"42").digest()
    assert chance.seed_words(42) == tuple(int.from_bytes(digest[k : k + 4], "little") for k in range(0, 32, 4))
    assert chance.seed_words(42) == chance.seed_words("42") == chance.seed_words(b"42")
    assert chance.seed_words(tuple(range(8))) == tuple(range(8))


@pytest.mark.parametrize("wrong", [(1, 2), tuple(range(9)), (0,) * 7 + (-1,), (0,) * 7 + (2**32,)])
def test_wrong_words_are_unreadable(wrong: tuple[int, ...]) -> None:
    with pytest.raises(Unreadable, match="eight whole numbers"):
        chance.seed_words(wrong)


# -- compiled ----------------------------------------------------------------------------------------------------------


@rule
def draw_all(s: Any, dice: Any, words: Any, out: Any) -> None:
    chance.seed_chance(s, words)
    chance.dice_from(dice, words)
    for k in range(0, len(out), 4):
        out[k] = chance.word(s)
        out[k + 1] = chance.below(s, 3 << 29)
        out[k + 2] = chance.pick(dice, 1000)
        out[k + 3] = chance.coin(s)
    chance.seed_dice(dice, int(words[0]), int(words[1]))


# Rules are called by their plain names when compiled, so this one repeats the above without the module's name.
seed_chance, dice_from, word, below, pick, coin, seed_dice = (
    chance.seed_chance,
    chance.dice_from,
    chance.word,
    chance.below,
    chance.pick,
    chance.coin,
    chance.seed_dice,
)


@entry
def draw_all_at(states: Any, dice: Any, words: Any, out: Any) -> None:
    s = states[0]
    seed_chance(s, words)
    dice_from(dice, words)
    for k in range(0, len(out), 4):
        out[k] = word(s)
        out[k + 1] = below(s, 3 << 29)
        out[k + 2] = pick(dice, 1000)
        out[k + 3] = coin(s)
    seed_dice(dice, int(words[0]), int(words[1]))


def test_compiled_chance_is_plain_chance(compiled: Any, toy: Any) -> None:
    run = compiled(draw_all_at, toy("bluff"))
    for seed in range(20):
        words = chance.seed_words(seed)
        s, plain_dice, plain = SHAPE.new(), [0] * 4, [0] * 400
        draw_all(s, plain_dice, words, plain)
        states, dice, out = SHAPE.array(), np.zeros(4, np.int64), np.zeros(400, np.int64)
        run(states, dice, np.array(words, np.int64), out)
        assert out.tolist() == plain
        assert dice.tolist() == plain_dice
        assert SHAPE.load(states, 0) == s


# -- the statistics that other tests rely on ---------------------------------------------------------------------------


def test_the_gamma_function_has_known_values() -> None:
    assert upper_gamma(0.5, 1.0) == pytest.approx(math.erfc(1.0), rel=1e-12)
    for x in (0.1, 1.0, 5.0, 40.0):
        assert upper_gamma(1, x) == pytest.approx(math.exp(-x), rel=1e-12)
        assert upper_gamma(3, x) == pytest.approx(math.exp(-x) * (1 + x + x * x / 2), rel=1e-12)
    assert upper_gamma(2, 0) == 1


def test_chi_square_tells_a_loaded_die_from_a_fair_one() -> None:
    assert unlikely([100, 100, 100], [1 / 3] * 3) == 1
    assert unlikely([130, 85, 85], [1 / 3] * 3) < 0.01
    assert unlikely([300, 100, 100], [1 / 3] * 3) < 1e-20
    assert unlikely([7], [1.0]) == 1
