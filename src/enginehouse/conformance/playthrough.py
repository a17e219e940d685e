"""A whole game as a text that people read: what each did, what all saw of it, what was refused and why.

Kept in a file it shows in the diff of a change what changed in play; it is also the quickest way to get to know a game.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import Any

from enginehouse.core.chance import pick
from enginehouse.core.checksums import checksum
from enginehouse.core.events import Events
from enginehouse.core.game import Game
from enginehouse.core.naming import fill_plain
from enginehouse.core.playing import chosen_seat, game_seed
from enginehouse.core.verbs import at_random

REFUSALS_EVERY = 16
"""Refusals of the whole vocabulary are counted at every so many actions."""


def playthrough(game: Game, seats: int, options: dict[str, str] | None, seed: int) -> str:
    """The random game number 0 of run `seed`, told entry by entry, with the checksum of its last record."""
    return "\n".join(_lines(game, seats, options, seed)) + "\n"


def _lines(game: Game, seats: int, options: dict[str, str] | None, seed: int) -> Iterator[str]:
    words, dice = [0] * 8, [0] * 4
    game_seed(words, dice, seed, 0)
    s, e, out = game.new_record(), Events(game.facts.event_size), [0] * len(game.vocabulary)
    game.rules.setup(s, game.option_numbers(seats, options), words)
    names = [f"seat {seat}" for seat in range(seats)]
    yield f"{game.facts.title}, rules {game.facts.rules_version}, {seats} seats, {game.check_options(options)}, seed {seed}"
    number = 0
    while mask := game.rules.actors(s):
        seat = chosen_seat(mask, dice)
        many = game.rules.legal(s, seat, out)
        some = at_random(s, seat, out, many)
        code = out[pick(dice, some)] if some > 1 else out[0]
        if number % REFUSALS_EVERY == 0:
            yield from _refused(game, s, seats)
        number += 1
        yield f"{number} {names[seat]}, one of {many}: {game.vocabulary.name(code)}"
        e.count = 0
        game.rules.apply(s, seat, code, e)
        yield from _told(game, s, e, names)
    points = [0] * 16
    game.rules.scores(s, points)
    yield f"over: {game.clause_name(s.reason)}, scores {points[:seats]}, ranks {points[8 : 8 + seats]}"
    yield f"record {checksum(s)}"


def _told(game: Game, s: Any, e: Events, names: list[str]) -> Iterator[str]:
    """Every event with all that was written down of it, and its sentence for somebody who may know everything."""
    from enginehouse.core.events import Event

    for k in range(e.count):
        numbers = [e.kind[k], e.a[k], e.b[k], e.c[k], e.d[k]]
        sentence = game.words.event(s, Event(*numbers))
        secret = "" if e.notice[k] == e.learn[k] else f" (noticed by {e.notice[k]:b}, learnt by {e.learn[k]:b})"
        said = f" {fill_plain(sentence, names)}" if sentence else ""
        yield f"    {' '.join(map(str, numbers))}{secret}{said}"


def _refused(game: Game, s: Any, seats: int) -> Iterator[str]:
    """For each seat how many actions each clause forbids, and a digest of which."""
    for seat in range(seats):
        v = game.new_record()
        game.rules.view(s, seat, v)
        clauses = [int(game.rules.refusal(v, seat, code)) for code in range(len(game.vocabulary))]
        counts = ", ".join(f"{game.clause_name(c)} {clauses.count(c)}" for c in sorted(set(clauses)) if c)
        digest = hashlib.sha256(repr(clauses).encode()).hexdigest()[:12]
        yield f"  seat {seat} may {clauses.count(0)}; refused by {counts} [{digest}]"
