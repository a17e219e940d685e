"""Mechanica's actions: names and codes go on for ever, since stored games are written in them."""

from __future__ import annotations

import hashlib

from enginehouse.games.mechanica.building import find_laid_place, make_laid_tile
from enginehouse.games.mechanica.choices import read_answer
from enginehouse.games.mechanica.parts import (
    ACTION_OF,
    ACTIONS,
    PLACES,
    Demolish,
    End,
    Fabricate,
    Install,
    Question,
    Recycle,
)

NAMES = "0859179ead4dfd8db09fcd946bce81ab7fe28fdff1a63d51df593b57a0a54192"
"""The digest of all names, one a line, in the order of their codes, before they were declared in blocks."""


def test_names_and_codes_are_those_of_stored_games() -> None:
    assert len(ACTIONS) == 417 and hashlib.sha256("\n".join(ACTIONS).encode()).hexdigest() == NAMES


def test_an_action_that_cannot_be_undone_is_grave() -> None:
    """MC-4.2, MC-4.8, MC-7.5: what destroys one's own, and the end of a turn, after which the shop rotates."""
    assert [block for block in ACTIONS.blocks if block.grave] == [Demolish, Recycle, End]


def test_answers_and_their_actions() -> None:
    """MC-5.6: each answer to a question of a run has one action, and that action answers no question of another kind."""
    answers = {
        Question.FORK: range(4), Question.EXIT: range(4), Question.CRASH: range(1, 4), Question.MODEL: range(1, 4),
        Question.THROW: [place for place in range(PLACES) if place % 6],
    }  # fmt: skip
    for kind, possible in answers.items():
        codes = [int(ACTION_OF[kind][answer]) for answer in possible]
        assert codes == sorted(codes)
        found = {code: read_answer(kind, code) for code in range(len(ACTIONS))}
        assert found == {code: possible[codes.index(code)] if code in codes else -1 for code in found}


def test_where_and_how_actions_lay() -> None:
    """MC-7.1: Fabricators unturned into the Start Zone, all else onto the floor as the name says."""
    for code, name in enumerate(ACTIONS):
        word, *rest = name.split()
        if word != "install":
            assert find_laid_place(code) == -1
            continue
        row, column = "abc".index(rest[0][0]), int(rest[0][1])
        assert find_laid_place(code) == 6 * row + column
        turn = int(rest[1]) if column else 0
        assert make_laid_tile(3, code) == 3 + 16 * turn + 64 * (rest[-1] == "flipped")
    assert ACTIONS[Fabricate.at(12)] == "install c0" and ACTIONS[Install.at(15, 2, 1)] == "install c3 2 flipped"
