"""Write a whole game as readable text: each action, its events, and now and then a count of the forbidden actions.

The count says how many actions each clause of the rulebook forbids. A stored playthrough shows in a diff how a change
affects play. It is also the quickest way to learn how a game works.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

from enginehouse.core.play import arena
from enginehouse.core.play.checksums import checksum
from enginehouse.core.records.events import Events
from enginehouse.core.records.fields import Record
from enginehouse.core.registry.game import Game
from enginehouse.core.words.naming import fill_plain
from enginehouse.core.words.telling import describe_event

REFUSALS_EVERY = 16
"""The number of actions between two counts of refusals, over all actions that the game has."""


def playthrough(game: Game, seats: int, options: dict[str, str] | None, seed: int) -> str:
    """Return a whole random game as a string of readable text, action by action.

    The game is number 0 of the run with the seed `seed` (see `core.play.arena`). `options` maps names of options to
    choices; the others have their defaults. The last line has the checksum of the final record.
    """
    return "\n".join(_lines(game, seats, options, seed)) + "\n"


def _lines(game: Game, seats: int, options: dict[str, str] | None, seed: int) -> Iterator[str]:
    s, dice = arena.begin_game(game, game.option_numbers(seats, options), seed, 0)
    e = Events(game.facts.event_size)
    names = [f"seat {seat}" for seat in range(seats)]
    yield f"{game.facts.title}, rules {game.facts.rules_version}, {seats} seats, {game.check_options(options)}, seed {seed}"
    for number, step in enumerate(arena.random_steps(game, s, dice, e)):
        yield from _describe_events(game, s, e, names)
        if number % REFUSALS_EVERY == 0:
            yield from _count_refusals(game, s, seats)
        yield f"{number + 1} {names[step.seat]}, one of {len(step.legal)}: {game.vocabulary.name(step.code)}"
    yield from _describe_events(game, s, e, names)
    points = [0] * 16
    game.rules.scores(s, points)
    yield f"over: {game.clause_name(s.reason)}, scores {points[:seats]}, ranks {points[8 : 8 + seats]}"
    yield f"record {checksum(s)}"


def _describe_events(game: Game, s: Record, e: Events, names: list[str]) -> Iterator[str]:
    """Yield a line for every event in `e`, the events of the last action: the event's numbers and its sentence.

    The numbers include secret numbers. `names` are the names of the players by seat.
    """
    from enginehouse.core.records.events import Event

    for k in range(e.count):
        numbers = [e.kind[k], e.a[k], e.b[k], e.c[k], e.d[k]]
        sentence = describe_event(game, s, Event(*numbers))
        secret = "" if e.notice[k] == e.learn[k] else f" (noticed by {e.notice[k]:b}, learnt by {e.learn[k]:b})"
        said = f" {fill_plain(sentence, names)}" if sentence else ""
        yield f"    {' '.join(map(str, numbers))}{secret}{said}"


def _count_refusals(game: Game, s: Record, seats: int) -> Iterator[str]:
    """Yield a line for each seat: how many actions each clause of the rulebook forbids now.

    The line also has the number of legal actions, and a hash. The hash is computed from a list with a number for each
    action that the game has: the clause that forbids it, or 0 if it is legal.
    """
    for seat in range(seats):
        v = game.new_record()
        game.rules.view(s, seat, v)
        clauses = [int(game.rules.refusal(v, seat, code)) for code in range(len(game.vocabulary))]
        counts = ", ".join(f"{game.clause_name(c)} {clauses.count(c)}" for c in sorted(set(clauses)) if c)
        digest = hashlib.sha256(repr(clauses).encode()).hexdigest()[:12]
        yield f"  seat {seat} may {clauses.count(0)}; refused by {counts} [{digest}]"
