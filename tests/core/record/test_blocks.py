"""Actions declared in blocks: names, codes and arguments agree, plain and compiled."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from enginehouse.core.records.actions import Vocabulary
from enginehouse.core.records.blocks import Actions, numbered
from enginehouse.core.rule import entry

ACTIONS = Actions()
Pass = ACTIONS.block("pass")
Deploy = ACTIONS.block("deploy", tier=("light", "heavy"), land=numbered(3), grave=True)
Turn = ACTIONS.block("turn", land=numbered(2))
Strike = ACTIONS.block("strike", tier=("light", "heavy"), owner=numbered(2, first=0), land=numbered(2))
Lay = ACTIONS.block("lay", turn=numbered(2), place={"a1": 7, "b1": 13, "b2": 14})
PLAYS = Actions()
PLAYS.block("pass")
Play = PLAYS.block(
    "play", card=("boom", "boots", "never", "guy"), choice=[("",), ("on 0", "on 1"), (), ("forward",)], grave=True
)


def test_names_follow_the_blocks() -> None:
    assert list(ACTIONS)[:8] == [
        "pass", "deploy light 1", "deploy light 2", "deploy light 3", "deploy heavy 1", "deploy heavy 2", "deploy heavy 3",
        "turn 1",
    ]  # fmt: skip
    assert list(ACTIONS)[9:12] == ["strike light 0 1", "strike light 0 2", "strike light 1 1"]
    assert len(Vocabulary(list(ACTIONS))) == len(ACTIONS) == 1 + 6 + 2 + 8 + 6


def test_a_kind_contains_its_codes() -> None:
    assert [code for code in range(len(ACTIONS)) if code in Deploy] == list(range(1, 7))
    assert Pass.CODE in Pass and Turn.at(1) not in Deploy


def test_functions_by_kind_of_action() -> None:
    """The function gets the view and the arguments of the action; a kind without a function has a default."""
    view: Any = "view"
    say = ACTIONS.by_kind({Deploy.KIND: lambda v, tier, land: f"{v}: {tier} to {land}"}, "")
    assert say(view, Deploy.at(1, 2)) == "view: 1 to 2" and say(view, Pass.CODE) == ""
    with pytest.raises(KeyError):
        ACTIONS.by_kind({})(view, Pass.CODE)


def test_names_of_another_form() -> None:
    actions = Actions()
    move = actions.block("to", form="{who} to room {room}", who=("engineer", "android"), room=numbered(2, first=0))
    names = ["engineer to room 0", "engineer to room 1", "android to room 0", "android to room 1"]
    assert list(actions) == names and move.at(1, 0) == 2 and move.room[3] == 1


def test_choices_that_depend_on_the_argument_before() -> None:
    actions, play = PLAYS, Play
    assert list(actions) == ["pass", "play boom", "play boots on 0", "play boots on 1", "play guy forward"]
    assert [play.values(code) for code in range(1, 5)] == [(0, 0), (1, 0), (1, 1), (3, 0)]
    assert [play.at(*play.values(code)) for code in range(1, 5)] == [1, 2, 3, 4]
    assert (play.card[4], play.choice[3], play.MANY) == (3, 1, 4)
    assert play.at(2, 0) == play.at(3, 0), "a card that is never played has no codes: the next begins there"
    with pytest.raises(ValueError, match="the second of two arguments"):
        Actions().block("again", who=numbered(2), card=("boots",), choice=[("on 0",)])


def test_arguments_with_numbers_of_their_own() -> None:
    """Places of a board, and models that are counted from 1."""
    actions = Actions()
    actions.block("pass")
    places = {"a1": 7, "a2": 8, "b1": 13}
    sell = actions.block("sell", form="sell {model} {place}", place=places, model={"basic": 1, "plus": 2})
    assert list(actions)[1:4] == ["sell basic a1", "sell plus a1", "sell basic a2"]
    assert [sell.values(code) for code in range(1, 7)] == [(7, 1), (7, 2), (8, 1), (8, 2), (13, 1), (13, 2)]
    assert [sell.at(place, model) for place in places.values() for model in (1, 2)] == list(range(1, 7))
    assert (sell.place, sell.model) == ((0, 7, 7, 8, 8, 13, 13), (0, 1, 2, 1, 2, 1, 2))


def test_codes_and_arguments_are_each_others_reverse() -> None:
    assert (Pass.CODE, Deploy.at(0, 0), Deploy.at(1, 2), Turn.at(1), Strike.at(1, 1, 1)) == (0, 1, 6, 8, 16)
    for code, name in enumerate(ACTIONS):
        block = ACTIONS.block_of(code)
        assert ACTIONS.kind[code] == block.KIND
        values = block.values(code)
        assert block.at(*values) == code
        assert [getattr(block, argument)[code] for argument in block.arguments] == list(values)
        labels = [
            str(block.arguments[argument][block.numbers[argument].index(value)])
            for argument, value in zip(block.arguments, values, strict=True)
        ]
        assert " ".join([block.word, *labels]) == name
    assert [block.grave for block in ACTIONS.blocks] == [False, True, False, False, False]


def test_declarations_that_are_refused() -> None:
    late = Actions()
    first = late.block("first", place=numbered(2))
    assert first.place[1] == 1
    assert late.kind == (0, 0)
    with pytest.raises(TypeError, match="'second' is declared too late"):
        late.block("second")
    with pytest.raises(AttributeError, match=r"Block\('first place'\) has no argument 'plase'"):
        _ = first.plase
    with pytest.raises(AttributeError, match="its codes are made by `at`"):
        _ = first.CODE
    people = Actions()
    people.block("end", unasked=True)
    with pytest.raises(TypeError, match="'pass' is declared after an `unasked` block"):
        people.block("pass")
    with pytest.raises(ValueError, match="has 5 arguments, and 4 are the most"):
        Actions().block("much", a="1", b="1", c="1", d="1", e="1")


@entry
def taken_apart(code: int, out: Any) -> int:
    kind = ACTIONS.kind[code]
    if kind == Deploy.KIND:
        out[0] = Deploy.tier[code]
        out[1] = Deploy.land[code]
        return Deploy.at(int(Deploy.tier[code]), int(Deploy.land[code]))
    if kind == Strike.KIND:
        out[0] = Strike.tier[code]
        out[1] = Strike.owner[code]
        out[2] = Strike.land[code]
        return Strike.at(Strike.tier[code], Strike.owner[code], Strike.land[code])
    if kind == Turn.KIND:
        out[0] = Turn.land[code]
        return Turn.at(Turn.land[code])
    if kind == Lay.KIND:
        out[0] = Lay.turn[code]
        out[1] = Lay.place[code]
        return Lay.at(Lay.turn[code], Lay.place[code])
    return int(Pass.CODE)


def test_compiled_lookups_are_plain_ones(compiled: Any, toy: Any) -> None:
    run = compiled(taken_apart, toy("bluff"))
    for code in range(len(ACTIONS)):
        plain, made = [0, 0, 0], np.zeros(3, np.int64)
        assert taken_apart(code, plain) == run(code, made) == code
        assert plain == made.tolist()


@entry
def played(code: int, out: Any) -> int:
    out[0] = Play.card[code]
    out[1] = Play.choice[code]
    return Play.at(Play.card[code], int(Play.choice[code]))


def test_compiled_lookups_of_choices_that_depend(compiled: Any, toy: Any) -> None:
    run = compiled(played, toy("bluff"))
    for code in range(Play.FIRST, Play.FIRST + Play.MANY):
        plain, made = [0, 0], np.zeros(2, np.int64)
        assert played(code, plain) == run(code, made) == code
        assert plain == made.tolist() == list(Play.values(code))
