"""GM-6.4 said a second time, from the names of the plays: which of all plays a position allows, and what forbids the others."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

from enginehouse.core.records.chance import seed_words
from enginehouse.core.registry import game as games
from enginehouse.games.great_machine.machine import find_locked
from enginehouse.games.great_machine.parts import KINDS
from enginehouse.games.great_machine.plays import find_barred, play_refusal, write_plays
from enginehouse.games.great_machine.rats import total

GAME = games.get("great-machine")
PLAYS = {code: name for code, name in enumerate(GAME.vocabulary.names) if name.startswith("play ")}

OF_MY_RAT = {
    "nasty-bug", "rat-static", "noxious-rat", "rubber-boots", "pavlovian-cower", "pavlovian-salivate", "leftovers", "maze",
}  # fmt: skip
"""The cards "on" a player that speak of "your rat"."""
OF_RATS = {"psycho-rat", "rat-escape", "mellow-rat", "deal", "collaboration", "plagiarism"}


def forbids(s: Any, seat: int, name: str) -> int:
    """0, or the clause that forbids a play, told from its name."""
    slug, _, rest = name.removeprefix("play ").partition(" ")
    numbers = [int(number) for number in re.findall(r"\d", rest)]
    if rest.startswith("level"):
        return 802 if numbers[0] > (2 if s.toggles == 3 else 3) else 0
    if rest and rest[0].isdigit():
        if max(numbers) > s.toggles:
            return 101
        if slug == "explosion":
            return 0 if len(numbers) == min(4, s.toggles) else 604
        return (
            501 if slug.startswith("toggle-") and any(find_locked(s) >> (toggle - 1) & 1 for toggle in numbers) else 0
        )
    if any(number >= s.seats for number in numbers):
        return 601
    if slug == "black-economy":
        return 0 if fit(s, seat, slug) and total(s, seat) else 604
    if slug not in OF_MY_RAT | OF_RATS or all(fit(s, rat, slug) for rat in numbers):
        return 0
    return 609 if any(s.mellow >> rat & 1 for rat in numbers) else 604


def fit(s: Any, rat: int, slug: str) -> bool:
    """Whether a card can be played on this rat: it lives, is not mellow, and for some it is where the card wants it."""
    if not s.alive >> rat & 1 or s.mellow >> rat & 1:
        return False
    if slug == "rat-escape":
        return not s.escaped >> rat & 1
    return slug not in ("maze", "psycho-rat") or (not s.escaped >> rat & 1 and s.pipe[rat] == 0)


def some_position(dice: random.Random) -> Any:
    """Rats dead, mellow, escaped, in the pipes; toggles locked; pellets or none."""
    s = GAME.new_record()
    GAME.rules.setup(s, [dice.choice((2, 4, 5, 8))], seed_words("plays"))
    for seat in range(s.seats):
        s.alive |= dice.choice((0, 1, 1)) << seat
        s.mellow |= (dice.choice((0, 0, 1)) << seat) & s.alive
        s.escaped |= (dice.choice((0, 0, 1)) << seat) & s.alive
        if s.alive >> seat & 1:
            s.pipe[seat] = dice.choice((0, 0, 1))
            s.real[seat], s.phantom[seat] = dice.choice(((0, 0), (1, 0), (0, 1)))
        s.psycho[seat] = dice.choice((0, 0, 0, 1 << dice.randrange(s.toggles)))
    s.locks[dice.randrange(1, s.toggles + 1)] = dice.choice((0, 1))
    return s


@pytest.mark.parametrize("number", range(60))
def test_gm_6_4_what_can_be_played(number: int) -> None:
    """GM-6.4, GM-5.1, GM-6.9, GM-4.5: of all plays those are listed that nothing forbids; the clause is that of the name."""
    s = some_position(random.Random(number))
    for seat in range(s.seats):
        wanted = {code: forbids(s, seat, name) for code, name in PLAYS.items()}
        assert {code: play_refusal(s, seat, code) for code in PLAYS} == wanted
        out, n = [0] * len(GAME.vocabulary), 0
        for kind in range(KINDS):
            n = write_plays(s.seats, kind, find_barred(s, seat), out, n)
        assert out[:n] == [code for code, clause in wanted.items() if clause == 0]
